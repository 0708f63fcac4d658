"""The banner of a stop: its words are never cut, its buttons keep theirs, at any width."""

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from studio.gui.look.theme import apply_theme, theme
from studio.gui.widgets.banner import Banner, BannerButton
from studio.gui.widgets.headline import Headline
from studio.gui.widgets.scroll_column import ScrollColumn
from tests.gui.widgets.conftest import put


def test_buttons_of_a_banner_without_room_stand_below_its_headline(place: QWidget, qtbot: QtBot) -> None:
    banner = Banner()
    put(place, banner)
    ways = [BannerButton("reject", "Reject…"), BannerButton("all", "Approve all of this tool")]
    banner.show_stop("Paused before issue_refund", "approval: the tool is sensitive", ways)
    place.resize(900, 400)
    qtbot.waitUntil(lambda: banner.width() > 800)
    beside = banner.height()
    tops = {button.y() for button in banner.buttons()}
    place.resize(360, 400)
    qtbot.waitUntil(lambda: banner.height() > beside)
    qtbot.waitUntil(lambda: {button.y() for button in banner.buttons()} != tops)
    assert all(button.width() >= button.sizeHint().width() for button in banner.buttons())
    place.resize(900, 400)
    qtbot.waitUntil(lambda: banner.height() == beside)


def _stand_whole(banner: Banner, lines: int) -> bool:
    """Whether the buttons stand in so many lines below the words, with all their words and none outside the bar."""
    buttons = banner.buttons()
    inside = all(banner.rect().contains(button.geometry()) for button in buttons)
    whole = all(button.width() >= button.sizeHint().width() for button in buttons)
    return len({button.y() for button in buttons}) == lines and inside and whole


def test_buttons_of_a_banner_that_fit_in_no_line_keep_their_words_in_several(place: QWidget, qtbot: QtBot) -> None:
    banner = Banner()
    put(place, banner)
    ways = [BannerButton(words, words) for words in ("Type the result…", "Tell the model", "Offer get_order")]
    banner.show_stop("Paused before get_order", "the agent has no such tool", ways)
    widths = [button.sizeHint().width() for button in banner.buttons()]
    room = place.width() - banner.width() + 28  # around the bar and in it
    for lines, width in ((1, sum(widths) + 2 * 8), (2, widths[1] + widths[2] + 8), (3, max(widths))):
        place.resize(width + room, 400)
        qtbot.waitUntil(partial(_stand_whole, banner, lines))
    banner.show_stop("Finished", "", ways[:1])
    qtbot.waitUntil(lambda: len(banner.buttons()) == 1)


def test_no_word_of_a_banner_is_cut_at_any_width(place: QWidget, qtbot: QtBot) -> None:
    banner = Banner()
    put(place, banner)
    ways = [
        BannerButton(key, words)
        for key, words in (("no", "Reject…"), ("all", "Approve all of this tool"), ("go", "Go"))
    ]
    banner.show_stop("Paused before charge", "approval: the tool is sensitive · call 1 of 2", ways)
    words = banner.findChild(Headline)
    assert words is not None
    heights = []
    for width in range(300, 1000, 25):
        place.resize(width, 400)
        qtbot.waitUntil(lambda: all(each.width() >= each.sizeHint().width() for each in banner.buttons()))
        qtbot.waitUntil(lambda: words.height() >= words.height_at(words.width()))
        assert words.text().endswith("call 1 of 2</span>")
        heights.append(banner.height())
    assert heights[0] > heights[-1]


@pytest.mark.parametrize("table", ["light", "dark", "high_contrast"])
def test_a_bar_and_a_column_that_have_the_keyboard_wear_a_ring(qapp: QApplication, place: QWidget, table: str) -> None:
    apply_theme(qapp, table)  # type: ignore[arg-type]
    banner, column, other = Banner(), ScrollColumn("Cards"), QPushButton("other")
    banner.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    banner.show_stop("Paused before a")
    column.add(QPushButton("in the column"))
    for widget in (banner, column, other):
        put(place, widget)
    for widget in (banner, column):
        for focused, corner in ((widget, True), (other, False)):
            focused.setFocus(Qt.FocusReason.TabFocusReason)
            image = widget.grab().toImage()
            found = {image.pixelColor(1, y).name() for y in range(4, image.height() - 4)}
            assert (found == {theme().color("accent").name()}) is corner
    apply_theme(qapp, "light")
