"""What a tool gave beside text, as it is told."""

import base64

import pytest

from studio.engine.result_size import cut, cut_parts
from studio.messages.parts import Image
from studio.present.labels import english
from studio.present.result_parts import Gave, file_name, gave, part_json, part_line, result_parts
from studio.session.events import ResultRecorded

SOUND = base64.b64encode(b"\0" * 1_500).decode()
BLOCKS = (
    {"type": "text", "text": "Two files.", "annotations": {"audience": ["user"], "priority": 0.5}},
    {"type": "image", "media": 0},
    {"type": "audio", "data": SOUND, "mimeType": "audio/wav"},
    {"type": "resource", "resource": {"uri": "file:///a/notes.md", "mimeType": "text/markdown", "text": "# A"}},
    {"type": "resource", "resource": {"uri": "file:///a/b.pdf", "mimeType": "application/pdf", "blob": "AAAA"}},
    {"type": "resource_link", "uri": "demo://x/1", "name": "one", "size": 2_000_000, "mimeType": "text/plain"},
    {"type": "hologram", "beam": 3},
)


def test_each_part_says_its_kind_size_and_what_the_model_reads_in_the_order_it_came() -> None:
    parts = result_parts(Gave(BLOCKS, {"total": 3}, "Two files.", (Image("data:image/png;base64,AAAA", "image/png"),)))

    assert [part_line(part, english) for part in parts] == [
        "Text · 10 characters · meant for the user · priority 0.5 · the model reads it",
        "Picture 1 · image/png · 3 bytes · the model reads it",
        "Audio · audio/wav · 1.5 KB · the model reads only a line about it",
        "Text of a resource · file:///a/notes.md · text/markdown · 3 characters · the model reads it",
        "File of a resource · file:///a/b.pdf · application/pdf · 3 bytes · the model reads only a line about it",
        "Link to a resource · one · demo://x/1 · text/plain · 2.0 MB · the model reads only a line about it",
        "Part of the kind hologram · the model reads only a line about it",
        "Structured content · 12 characters · only for you",
    ]
    assert [part.place for part in parts] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_structured_content_that_stands_in_the_text_is_read_by_the_model() -> None:
    (part,) = result_parts(Gave((), {"a": [1, 2]}, '{"a": [1,2]}'))

    assert part.reads == "whole"


@pytest.mark.parametrize(
    "block",
    [
        {},
        {"type": 7},
        {"type": "text"},
        {"type": "image", "data": 5},
        {"type": "resource", "resource": "x"},
        {"type": "resource_link", "size": "big"},
        {"type": "audio", "data": "ü"},
        {"type": "text", "annotations": [1]},
    ],
)
def test_a_block_that_is_not_as_it_should_be_is_told_and_breaks_nothing(block: dict[str, object]) -> None:
    (part,) = result_parts(Gave((block,)))

    assert part_line(part, english)
    assert isinstance(part.content, bytes)
    assert part_json(part).startswith("{")
    assert file_name(part)


def test_a_name_to_save_under_holds_no_folder_and_ends_as_its_kind_does() -> None:
    blocks = (
        {"type": "resource", "resource": {"uri": "file:///a/..%2F..%2Fetc%2Fpasswd", "text": "x"}},
        {"type": "resource", "resource": {"uri": "demo://c:\\x\\evil", "mimeType": "application/pdf", "blob": "AAAA"}},
        {"type": "audio", "data": "AAAA", "mimeType": "image/png"},
    )

    assert [file_name(part) for part in result_parts(Gave(blocks))] == ["passwd.txt", "evil.pdf", "part 3.png"]


def test_parts_beyond_the_limit_keep_kind_and_size_and_say_that_they_were_not_kept() -> None:
    event = ResultRecorded(text="here", parts=BLOCKS, structured={"rows": ["x" * 900]})

    kept = gave(cut_parts(event, 1_000))

    assert kept is not None
    parts = result_parts(kept)
    lost = [part for part in parts if part.not_kept]
    assert [(part.kind, part.size) for part in lost] == [("audio", 1_500), ("structured", 910)]
    assert part_line(lost[0], english) == (
        "Audio · audio/wav · 1.5 KB · not kept: too large · the model reads only a line about it"
    )
    assert SOUND not in str(kept)
    assert len(parts) == len(BLOCKS) + 1


def test_a_result_that_is_not_large_is_kept_as_it_came() -> None:
    event = ResultRecorded(text="here", parts=BLOCKS, structured=[1])

    assert cut(event, 0) is event


def test_long_base64_stands_in_the_json_of_a_part_by_its_size_only() -> None:
    text = part_json(result_parts(Gave(BLOCKS))[2])

    assert "[base64, 2,000 characters]" in text
    assert SOUND not in text
