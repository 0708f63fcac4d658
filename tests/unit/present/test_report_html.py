"""A report as HTML needs nothing else and runs nothing, whatever stands in it."""

from html.parser import HTMLParser

import pytest

from studio.present.report import Bar, Bars, Beside, Heading, Item, Line, Listing, Part, Table
from studio.present.report_html import html_page

pytestmark = pytest.mark.promise("H5")
HOSTILE = "</style></script><script>alert(1)</script><img src=x onerror=alert(1)>\"'&amp;\u202egnp.exe"
ALL: tuple[Part, ...] = (
    Heading(HOSTILE, 1),
    Line(HOSTILE, "strong", HOSTILE),
    Listing((Item(HOSTILE, HOSTILE, HOSTILE, (HOSTILE, HOSTILE), 1), Item(HOSTILE, plain=True))),
    Table(HOSTILE, (HOSTILE, "n"), ((HOSTILE, "1"),), (1,), frozenset({0}), (0,)),
    Bars((Bar(HOSTILE, 0.5, HOSTILE, code=True), Bar(HOSTILE, 2, "all"))),
    Beside(f"{HOSTILE}\na b c d", f"{HOSTILE}\na b x d", (HOSTILE, HOSTILE)),
)
USED = {
    "html", "head", "meta", "title", "style", "body", "h1", "h2", "p", "code", "ul", "li",
    "div", "table", "thead", "tbody", "tr", "th", "td", "i", "b",
}  # fmt: skip


class _Read(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.names: set[str] = set()
        self.said = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.names |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.said += data


def test_hostile_texts_stay_texts_and_what_turns_writing_is_spelled() -> None:
    page = html_page(ALL, HOSTILE)
    read = _Read()
    read.feed(page)
    assert read.tags == USED
    assert read.names <= {"lang", "charset", "http-equiv", "content", "name", "class", "style", "colspan"}
    assert "<script>alert(1)</script>" in read.said, "it is read as it was written"
    assert "\u202e" not in page
    assert "\\u202egnp.exe" in page


def test_it_is_readable_in_light_and_dark_and_asks_for_nothing() -> None:
    page = html_page(ALL, "report", "zh-CN")
    assert page.startswith('<!DOCTYPE html>\n<html lang="zh-CN">')
    assert "prefers-color-scheme:dark" in page
    assert "default-src 'none'" in page
    assert not any(word in page for word in ("http://", "https://", "url(", "@import", "<link", 'src="'))


def test_texts_beside_one_another_show_the_words_that_differ_and_leave_out_what_is_far_away() -> None:
    same = "\n".join(f"line {at}" for at in range(20))
    page = html_page([Beside(f"{same}\nthe red fox", f"{same}\nthe blue fox", ("a", "b"))], "")
    assert '<td class="rm">the <b>red</b> fox</td><td class="ad">the <b>blue</b> fox</td>' in page
    assert "… 17" in page
    assert '<td class="no"></td>' in html_page([Beside("a", "a\nb")], "")
    assert '<table class="d">' not in html_page([Beside("a", "a")], ""), "equal texts are no difference"
