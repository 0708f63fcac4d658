"""A report as Markdown: nothing in it can become markup."""

import pytest

from studio.present.report import Bar, Bars, Beside, Heading, Item, Line, Listing, Table
from studio.present.report_markdown import fenced, markdown, plain, quoted

pytestmark = pytest.mark.promise("H5")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("# no heading", "\\# no heading"),
        ("1. no list", "1\\. no list"),
        ("- no item", "\\- no item"),
        ("<b>no & bold</b> &amp; **x** _y_", "\\<b>no & bold\\</b> \\&amp; \\*\\*x\\*\\* \\_y\\_"),
        ("get_order stays", "get_order stays"),
        ("[a](http://x) | `c`", "\\[a\\](http://x) \\| \\`c\\`"),
        ("two\nlines \u202e", "two lines \\\\u202e"),
    ],
)
def test_a_text_is_read_as_it_stands(text: str, written: str) -> None:
    assert plain(text) == written


def test_code_has_as_many_backticks_as_it_needs() -> None:
    assert quoted("a") == "`a`"
    assert quoted("a ``b`` c") == "```a ``b`` c```"
    assert quoted("`a`") == "`` `a` ``"
    assert quoted(" ") == ""
    assert list(fenced("x\n````\ny", "diff")) == ["`````diff", "x", "````", "y", "`````"]


def test_every_part_is_written() -> None:
    parts = (
        Heading("Top", 1),
        Line("So it is.", "strong"),
        Line("With", code="a|b"),
        Listing((Item("Why", plain=True), Item("argument", "1", "2", depth=1), Item("e", "1", "", ("was", "now")))),
        Table("T", ("a", "n"), (("x|y", "1"), ("`|`", "2")), (1,), code=(0,)),
        Bars((Bar("get_order", 0.5, "1 (50 %)", code=True),)),
        Beside("a\nb", "a\nc"),
        Beside("a", "a"),
    )
    assert markdown(parts).splitlines() == [
        "# Top",
        "",
        "**So it is.**",
        "",
        "With `a|b`",
        "",
        "- Why",
        "  - argument: `1` → `2`",
        "- e: was `1` → now",
        "",
        "## T",
        "",
        "| a | n |",
        "| --- | ---: |",
        "| `x\\|y` | 1 |",
        "| `` `\\|` `` | 2 |",
        "",
        "- `get_order`: 1 (50 %)",
        "",
        "```diff",
        " a",
        "-b",
        "+c",
        "```",
        "",
        "",
    ]
