"""Floods of lines: what of them is kept, and what is said of the rest."""

from studio.tools.mcp.piled import MOST_IN_A_LINE, MOST_LINES, Piled
from studio.tools.mcp.reading import Errors, LogRate
from studio.wire.redact import Redactor


def test_few_lines_come_whole_and_a_line_begun_waits_for_its_end() -> None:
    pile = Piled()
    pile.add("one\r\ntw")
    assert pile
    assert pile.take() == "one"
    pile.add("o\nthree")
    assert pile.take() == "two"
    assert pile.take() == "three"
    assert not pile
    assert pile.take() == ""


def test_of_many_lines_the_middle_is_left_out_and_counted() -> None:
    pile = Piled()
    pile.add("".join(f"{number}\n" for number in range(100_000)))
    lines = pile.take().split("\n")
    assert len(lines) == 2 * MOST_LINES + 1
    assert (lines[0], lines[MOST_LINES], lines[-1]) == ("0", "… 99,800 lines left out …", "99999")


def test_a_line_without_end_is_cut_and_counted() -> None:
    pile = Piled()
    for _ in range(10):
        pile.add("x" * MOST_IN_A_LINE)
    pile.add("\nnext\n")
    first, second = pile.take_all().split("\n")
    assert first == "x" * MOST_IN_A_LINE + f" … {9 * MOST_IN_A_LINE:,} characters left out"
    assert second == "next"


def test_so_many_log_messages_are_let_in_and_the_others_counted() -> None:
    rate = LogRate()
    let = [rate.lets(10.0) for _ in range(250)]
    assert (let.count(True), rate.left_out(), rate.left_out()) == (200, 50, 0)
    assert [rate.lets(10.0 + 0.0051 * number) for number in range(1, 5)] == [True] * 4
    assert not rate.lets(10.021)


def test_stderr_is_cleaned_also_where_a_secret_comes_in_two_pieces() -> None:
    told: list[str] = []
    errors = Errors(Redactor(("sk-0123456789",)), lambda: told.append("more"))
    for piece in (b"key sk-0123", b"456789 caf\xc3", b"\xa9\n", b""):
        errors.take(piece)
    text, more = errors.give()
    assert text == "key [redacted] café"
    assert (errors.last, more) == (text, False)
    assert told == ["more"]
