"""What a named file is, and of one that is nothing known what it was tried as."""

import json
from pathlib import Path

import pytest

from studio.problems import StudioError
from studio.store import session_file
from studio.workspace.file_kind import file_kind

pytestmark = pytest.mark.promise("H2")
TOOL = {"type": "function", "function": {"name": "pay", "parameters": {"type": "object", "properties": {}}}}


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("a.tcsession", "anything", "session"),
        ("shop.py", "anything", "python"),
        ("mcp.json", json.dumps({"mcpServers": {"files": {"command": "npx"}}}), "servers"),
        ("tools.json", json.dumps([TOOL]), "tools"),
        ("tools.txt", json.dumps({"tools": [TOOL]}), "tools"),
    ],
)
def test_a_file_is_taken_for_what_it_is(tmp_path: Path, name: str, text: str, kind: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert file_kind(tmp_path / name).kind == kind


def test_a_session_is_known_by_its_first_line_whatever_its_name(tmp_path: Path) -> None:
    session_file.create(tmp_path / "kept.jsonl", session_file.new_header("T")).close()
    assert file_kind(tmp_path / "kept.jsonl").kind == "session"


@pytest.mark.parametrize("data", [b"", b"hello", b"\x00\xff\x00", b'{"a": 1}', b"[]"])
def test_an_unknown_file_says_what_it_was_tried_as_and_why_it_is_none_of_that(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "odd.dat").write_bytes(data)
    found = file_kind(tmp_path / "odd.dat")
    assert found.kind == "unknown"
    assert [kind for kind, _ in found.tried] == ["session", "python", "servers", "tools"]
    assert all(why for kind, why in found.tried if kind in ("servers", "tools"))


def test_a_folder_or_a_file_that_is_gone_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "gone.json"):
        with pytest.raises(StudioError, match="cannot be read"):
            file_kind(path)
