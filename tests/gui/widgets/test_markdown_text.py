"""A whole reply with its Markdown: drawn, never fetched, never run."""

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from studio.gui.widgets.markdown_text import MarkdownText, is_markdown


@pytest.fixture
def shown(qtbot: QtBot) -> MarkdownText:
    made = MarkdownText()
    qtbot.addWidget(made)
    made.resize(400, 300)
    return made


@pytest.mark.parametrize(
    "text", ["# Head", "- one\n- two", "1. one", "some **bold** word", "`code`", "```\nx\n```", "[a](b)", "| a | b |"]
)
def test_signs_of_markdown_are_known(text: str) -> None:
    assert is_markdown(text)


@pytest.mark.parametrize(
    "text", ["", "Plain words.", "2 * 3 * 4", "snake_case_name", "#48213", "a - b", "x" * 12_000 + "**b**"]
)
def test_plain_words_stay_as_they_are(shown: MarkdownText, text: str) -> None:
    assert not is_markdown(text)
    shown.set_text(text)
    assert shown.toPlainText() == text


def test_markdown_is_drawn_and_can_be_seen_as_it_was_written(shown: MarkdownText) -> None:
    shown.set_text("# Report\n\n**Two** cups")
    assert shown.toPlainText() == "Report\nTwo cups"
    shown.set_text("# Report\n\n**Two** cups", plain=True)
    assert shown.toPlainText() == "# Report\n\n**Two** cups"


def test_nothing_that_a_text_names_is_fetched_read_or_opened(shown: MarkdownText, tmp_path) -> None:  # type: ignore[no-untyped-def]
    secret = tmp_path / "secret.txt"
    secret.write_text("a key")
    address = QUrl.fromLocalFile(str(secret))
    shown.set_text(f"![look]({address.toString()}) [open]({address.toString()}) **!**")
    kinds = QTextDocument.ResourceType
    assert [shown.loadResource(int(kind.value), address) for kind in (kinds.ImageResource, kinds.HtmlResource)] == [
        "",
        "",
    ]
    assert not shown.openLinks()


def test_html_of_a_reply_is_shown_as_text(shown: MarkdownText) -> None:
    shown.set_text("**a** <b>bold</b> <img src='x'>")
    assert "<b>bold</b>" in shown.toPlainText()


def test_a_narrower_text_is_higher(shown: MarkdownText) -> None:
    shown.set_text("**Many** words " * 40)
    assert shown.heightForWidth(200) > shown.heightForWidth(400) > 0


def test_of_an_endless_text_the_beginning_is_shown_in_lines_that_end_and_the_rest_is_counted(
    shown: MarkdownText,
) -> None:
    """10 MB in one line held the window up for more than a minute."""
    shown.set_text("# x" * 1_000_000)
    put, rest = shown.toPlainText().rsplit("\n\n", 1)
    assert put.replace("\n", "") == "# x" * 20_000
    assert max(map(len, put.split("\n"))) <= 20_000
    assert rest.startswith("… ")
    assert "2940000 more characters" in rest
    shown.set_text("short")
    assert shown.toPlainText() == "short"
