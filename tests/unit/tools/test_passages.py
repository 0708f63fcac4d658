"""Passages read from files: whole or some lines, in the encodings that text comes in; what is no text is refused in a sentence."""

import os
from pathlib import Path

import pytest

from studio.messages.passage import Passage
from studio.problems import StudioError
from studio.tools.passages import MOST_SIGNS, place, read_passage

TEXT = "one\ntwo\nthree é\nfour\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_is_attached_whole_or_some_lines_of_it(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "notes.md"
    file.write_bytes(TEXT.replace("\n", "\r\n").encode(encoding))
    assert read_passage(file) == Passage("notes.md", TEXT)
    assert read_passage(file, (2, 3), always=True) == Passage("notes.md", "two\nthree é", "lines 2-3", always=True)
    assert read_passage(file, (4, 9)) == Passage("notes.md", "four", "line 4")


def test_lines_stand_behind_the_name_and_a_file_of_such_a_name_is_meant_itself(tmp_path: Path) -> None:
    assert place("a/notes.md:10-40") == (Path("a/notes.md"), (10, 40))
    assert place("notes.md:7") == (Path("notes.md"), (7, 7))
    assert place("C:\\notes.md") == (Path("C:\\notes.md"), None)
    named = tmp_path / "notes:7"
    named.write_text("x", encoding="utf-8")
    assert place(str(named)) == (named, None)
    for wrong in ("notes.md:0-3", "notes.md:9-3"):
        with pytest.raises(StudioError, match="names no lines"):
            place(wrong)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"%PDF-1.7\n", "file is a PDF, which cannot be read."),
        (b"\x89PNG\r\n\x1a\n", "file is no text: 8 bytes that are not UTF-8."),
        (b"a\0b", "file is no text: 3 bytes that are not UTF-8."),
        (b"\xff\xfe\x00\xd8", "file is no text"),
        (b" \n", "There is no text in file."),
        (b"x" * (MOST_SIGNS + 1), f"file is too long to be attached: {MOST_SIGNS + 1} characters"),
    ],
)
def test_what_is_no_text_or_too_much_is_refused(tmp_path: Path, data: bytes, sentence: str) -> None:
    file = tmp_path / "file"
    file.write_bytes(data)
    with pytest.raises(StudioError) as refused:
        read_passage(file)
    assert sentence in refused.value.sentence


def test_lines_that_are_not_there_a_folder_and_a_pipe_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "notes.md"
    file.write_text(TEXT, encoding="utf-8")
    with pytest.raises(StudioError, match=r"has no line 5: it ends with line 4"):
        read_passage(file, (5, 6))
    with pytest.raises(StudioError, match="is a folder"):
        read_passage(tmp_path)
    with pytest.raises(StudioError, match="does not exist"):
        read_passage(tmp_path / "gone")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(StudioError, match="is no plain file"):
            read_passage(tmp_path / "pipe")
