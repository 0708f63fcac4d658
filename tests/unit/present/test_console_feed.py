"""What is printed becomes lines, however it is cut; the newest are kept; a filter shows some of them."""

import pytest

from studio.present.console_feed import ConsoleFeed
from studio.present.console_lines import LONGEST, ConsoleFilter, ConsoleLine

pytestmark = pytest.mark.promise("H1")


def _texts(feed: ConsoleFeed) -> list[str]:
    return [line.text for line in feed.take()]


def test_pieces_become_lines_as_they_end_and_two_streams_do_not_mix() -> None:
    feed = ConsoleFeed()
    feed.piece("out", "one\ntw", "get", "info", "12:00:00")
    feed.piece("err", "bad", "get", "error", "12:00:01")
    assert _texts(feed) == ["one"]
    feed.piece("out", "o\r\n\nthree", "get", "info", "12:00:02")
    assert _texts(feed) == ["two", ""]
    assert feed.is_open
    feed.rest()
    assert [(line.text, line.level, line.shown) for line in feed.take()] == [
        ("three", "info", "12:00:02  get: three"),
        ("bad", "error", "12:00:01  get: bad"),
    ]
    assert not feed.is_open
    feed.piece("out", "x" * 30_000, "get", "info", "")
    assert [len(text) for text in _texts(feed)] == [LONGEST + 1], "a line without an end is shown, and cut"


def test_a_flood_keeps_the_newest_and_says_how_many_were_lost() -> None:
    feed = ConsoleFeed(most=10)
    feed.piece("out", "".join(f"{at}\n" for at in range(100)), "", "info", "")
    assert _texts(feed) == [str(at) for at in range(90, 100)]
    assert feed.lost == 90
    for at in range(12):
        feed.add(ConsoleLine("notice", f"n{at}"))
    assert feed.lost == 92
    assert next(line.text for line in feed.kept) == "n2"
    feed.clear()
    assert (_texts(feed), len(feed.kept), feed.lost) == ([], 0, 0)


def test_a_text_of_several_lines_is_as_many() -> None:
    feed = ConsoleFeed()
    feed.add(ConsoleLine("program", "a\nb", "1", "error", "x"))
    feed.add(ConsoleLine("notice", ""))
    assert [line.shown for line in feed.take()] == ["1  x: a", "1  x: b", ""]


def test_a_filter_asks_for_source_level_and_words() -> None:
    line = ConsoleLine("tool", "Found Order", "12:00", "warning", "get_order")
    assert ConsoleFilter().shows(line)
    assert ConsoleFilter(words="GET_ORDER").shows(line)
    assert not ConsoleFilter(words="refund").shows(line)
    assert not ConsoleFilter(frozenset({"log"})).shows(line)
    assert ConsoleFilter(level="warning").shows(line)
    assert not ConsoleFilter(level="error").shows(line)
