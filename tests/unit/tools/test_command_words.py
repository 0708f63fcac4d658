"""The words of a command line: each argument stays a word, whatever stands in it."""

from typing import Any

import pytest

from studio.session.executors import CommandLine
from studio.tools.command_words import words_of
from studio.tools.filled import UnfilledError


def words(*argv: str, **arguments: Any) -> list[str]:
    return words_of(CommandLine(("run", *argv)), arguments)[1:]


@pytest.mark.parametrize(
    "text", ["a b", "; rm -rf /", "$(id)", "`id`", "'\"", "", "-x", "a\nb", "{other}", "${HOME}", "*"]
)
def test_an_argument_is_one_word_as_it_stands(text: str) -> None:
    assert words("{q}", "--name={q}", q=text) == [text, f"--name={text}"]


def test_values_that_are_no_text_are_written_as_json() -> None:
    assert words("{a}", "{b}", "x{c}", a=1.5, b=True, c={"k": "ü"}) == ["1.5", "true", 'x{"k": "ü"}']


def test_a_list_becomes_several_words_where_it_is_all_of_one() -> None:
    assert words("--", "{files}", "n={files}", files=["a b", 2]) == ["--", "a b", "2", 'n=["a b", 2]']
    assert words("{files}", files=[]) == []


@pytest.mark.parametrize("given", [{}, {"q": None}])
def test_a_word_that_is_only_what_was_left_out_is_left_out(given: dict[str, Any]) -> None:
    assert words("{q}", "--limit={q}", "x", **given) == ["x"]
    with pytest.raises(UnfilledError, match=r"The word name=\{q\} needs q, which was left out"):
        words("name={q}", **given)


def test_doubled_braces_are_single_ones_and_no_place() -> None:
    assert words("{{print}}", "{{q}}={q}", q="{{x}}") == ["{print}", "{q}={{x}}"]


def test_braces_that_are_no_member_stay() -> None:
    assert words("{}", "{ q }", '{"a": 1}', "${q}", "\\d{3}", q="x") == ["{}", "{ q }", '{"a": 1}', "${q}", "\\d{3}"]
