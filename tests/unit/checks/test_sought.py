"""What is sought is found with its place, by words or by a pattern, and no pattern runs away."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.checks.effort import TooMuchError
from studio.checks.sought import Seeker, Sought, SoughtError
from studio.said import Sentence

pytestmark = pytest.mark.promise("G4")


def found(text: str, words: str, **how: bool) -> list[str]:
    return [text[start:end] for start, end in Seeker(Sought(words, **how)).spans(text)]


def test_words_are_found_in_either_case_unless_case_is_asked() -> None:
    assert found("Refund refund REFUND", "refund") == ["Refund", "refund", "REFUND"]
    assert found("Refund refund REFUND", "refund", case=True) == ["refund"]


def test_whole_words_have_no_letter_right_beside_them() -> None:
    assert found("refunds, refund; _refund refund", "refund", whole=True) == ["refund", "refund"]
    assert found("a.b and a.bc", "a.b", whole=True) == ["a.b"]


def test_a_pattern_finds_lines_by_their_ends_in_chinese_too() -> None:
    assert found("退款 1\n退款 22", r"^退款 \d+$", pattern=True) == ["退款 1", "退款 22"]
    assert found("Id: AB12", "[a-z]+", pattern=True) == ["Id", "AB"]
    assert found("Id: AB12", "[a-z]+", pattern=True, case=True) == ["d"]


def test_what_is_no_pattern_stands_for_itself() -> None:
    assert found("f(x) = [1]", "(x) = [") == ["(x) = ["]


def test_a_letter_that_is_two_in_the_other_case_does_not_move_what_follows() -> None:
    assert found("İİ hello", "HELLO") == ["hello"]


@pytest.mark.parametrize(
    ("pattern", "sentence"),
    [
        ("ab(", "The pattern cannot be read from character 3 on: missing ), unterminated subpattern."),
        ("[a", "The pattern cannot be read from character 1 on: unterminated character set."),
        ("*", "The pattern cannot be read from character 1 on: nothing to repeat."),
    ],
)
def test_a_wrong_pattern_is_explained_with_its_place(pattern: str, sentence: str) -> None:
    with pytest.raises(SoughtError) as caught:
        Seeker(Sought(pattern, pattern=True))
    assert caught.value.sentence == sentence
    assert isinstance(caught.value.said, Sentence)


def test_a_pattern_that_would_try_without_end_is_found_all_the_same() -> None:
    assert found("a" * 50_000 + "!", "(a+)+b", pattern=True) == []


def test_a_pattern_that_only_tries_can_find_is_refused_where_it_would_take_too_long() -> None:
    seeker = Seeker(Sought(r"(\w+)+\1x", pattern=True))
    with pytest.raises(TooMuchError):
        list(seeker.spans("a" * 5_000))


@given(st.text(max_size=60), st.text(min_size=1, max_size=6))
def test_every_place_that_is_found_holds_the_words(text: str, words: str) -> None:
    for case in (True, False):
        for start, end in Seeker(Sought(words, case=case)).spans(text):
            assert text[start:end] == words if case else text[start:end].lower() == words.lower()


def test_half_of_a_pair_in_a_text_makes_no_pattern_slow_and_moves_no_place() -> None:
    text = "a" * 5_000 + "\ud800 refund \udfff 48213 \U0001f600 7"
    assert found(text, r"\d+", pattern=True) == ["48213", "7"]
    assert found(text, "(a+)+$", pattern=True) == []


@pytest.mark.parametrize("pattern", ["a" * 100_000, r"(a)\1" + "b" * 5_000, "(?:a?){900}" * 25])
def test_a_pattern_that_is_too_large_is_refused(pattern: str) -> None:
    """One of 100,000 letters took half a minute."""
    with pytest.raises(SoughtError, match="too large"):
        Seeker(Sought(pattern, pattern=True))
