"""What the person's own patterns find is blanked in texts and JSON, however it is cut, and the JSON stays JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.wire.own_blanks import LONGEST, OwnBlanks, PatternError
from studio.wire.redact import BLANK, Redactor

CARD = "4111111111111111"
PATTERNS = [r"\b\d{13,19}\b", r"[\w.]+@[\w.]+\w"]


def redactor(*values: str) -> Redactor:
    made = Redactor(values)
    made.use(OwnBlanks(PATTERNS, BLANK))
    return made


def test_it_is_blanked_in_texts_values_and_bytes_beside_the_secrets() -> None:
    mine = redactor("secret-1")
    assert mine.text(f"card {CARD}, secret-1, me@example.org") == f"card {BLANK}, {BLANK}, {BLANK}"
    assert mine.value({"a": [f"x {CARD}"]}) == {"a": [f"x {BLANK}"]}
    assert mine.data(f"card {CARD}\n".encode()) == f"card {BLANK}\n".encode()


def test_json_stays_json_and_its_names_and_numbers_stay() -> None:
    value = {"me@example.org": 1, "at": 1690000000000, "text": f'say "{CARD}" \n {CARD}', "in": json.dumps({"c": CARD})}
    made = json.loads(redactor().data(json.dumps(value).encode()))
    inner = json.dumps({"c": BLANK})
    assert made == {"me@example.org": 1, "at": 1690000000000, "text": f'say "{BLANK}" \n {BLANK}', "in": inner}


def test_events_are_blanked_inside_their_json_alone() -> None:
    raw = b'data: {"created": 1690000000000, "t": "4111111111111111"}\n\ndata: [DONE]\n\n'
    assert redactor().data(raw) == b'data: {"created": 1690000000000, "t": "[redacted]"}\n\ndata: [DONE]\n\n'


@given(st.lists(st.integers(1, 40), max_size=12))
def test_a_text_that_comes_in_pieces_is_blanked_as_the_whole(sizes: list[int]) -> None:
    text = f"Your card is {CARD} and\nmine 4222222222222222. Write to you.and.me@example.org, pünktlich."
    running, told, at = redactor("secret-1").running(), "", 0
    for size in sizes:
        told += running.feed_text(text[at : at + size])
        at += size
    told += running.feed_text(text[at:]) + running.end_text()
    assert told == redactor().text(text)


@given(st.lists(st.integers(1, 60), max_size=12))
def test_bytes_that_come_in_pieces_are_blanked_as_the_whole(sizes: list[int]) -> None:
    raw = json.dumps({"a": f"é {CARD}", "n": 1690000000000}, indent=1, ensure_ascii=False).encode()
    running, told, at = redactor().running(), b"", 0
    for size in sizes:
        told += running.feed(raw[at : at + size])
        at += size
    told += running.feed(raw[at:]) + running.end()
    assert json.loads(told) == {"a": f"é {BLANK}", "n": 1690000000000}


def test_of_a_long_line_only_the_end_waits() -> None:
    running = redactor().running()
    assert len(running.feed_text("word " * 200)) == 1000 - LONGEST


def test_half_a_character_pair_is_no_hindrance() -> None:
    assert redactor().text(f"\ud83d {CARD}") == f"\ud83d {BLANK}"
    assert redactor().data(b"\xff " + CARD.encode()) == b"\xff " + BLANK.encode()


def test_without_patterns_nothing_is_held_back_again() -> None:
    mine = redactor("secret-1")
    mine.use(None)
    assert mine.running().feed_text(f"x {CARD}") == f"x {CARD}"
    assert mine.text("secret-1") == BLANK


def test_a_pattern_that_cannot_be_read_says_why() -> None:
    with pytest.raises(PatternError, match="missing"):
        OwnBlanks(["("], BLANK)
