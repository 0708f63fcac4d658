"""Widgets that know no session, as a person uses them: by keyboard, at any width, in every theme."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QEnterEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QMenu,
    QPushButton,
    QRadioButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from studio.gui.look.theme import apply_theme, theme
from studio.gui.widgets.banner import Banner, BannerButton
from studio.gui.widgets.buttons import SMALLEST_TARGET, Button, IconButton
from studio.gui.widgets.chip import Chip
from studio.gui.widgets.elided_combo import ElidedCombo
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.widgets.folded_text import FoldedText
from studio.gui.widgets.message_block import FOLDED_LINES, MessageBlock
from studio.gui.widgets.notice import Notice
from studio.gui.widgets.pane_header import PaneHeader
from studio.gui.widgets.progress_line import ProgressLine
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.widgets.segmented import Segmented
from studio.gui.widgets.switch import Switch
from tests.gui.widgets.conftest import put


def test_arrow_keys_move_the_switch_of_views(place: QWidget, qtbot: QtBot) -> None:
    switch = Segmented("View", [("chat", "Chat"), ("form", "Form"), ("json", "JSON")])
    put(place, switch)
    chosen: list[str] = []
    switch.chosen.connect(chosen.append)
    first = switch.findChildren(QAbstractButton)[0]
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Right)
    assert (switch.current(), chosen) == ("form", ["form"])
    switch.set_current("json")
    assert (switch.current(), chosen) == ("json", ["form"])


def test_a_switch_is_never_words_and_menu_at_once_while_text_sizes_change(qapp: QApplication, place: QWidget) -> None:
    switch = Segmented("View", [("chat", "Chat"), ("form", "Form"), ("json", "JSON"), ("diff", "Diff")])
    header = PaneHeader("Response")
    header.add_widget(switch)
    put(place, header)
    for width, scale in ((420, 1.0), (420, 2.0), (420, 1.0), (700, 2.0), (300, 1.0), (1200, 1.0)):
        place.resize(width, 400)
        apply_theme(qapp, "light", scale)
        qapp.sendPostedEvents()
        seen = [button.isVisible() for button in switch.findChildren(QAbstractButton)]
        assert seen in ([True] * 4 + [False], [False] * 4 + [True])
    assert not switch.is_short()
    apply_theme(qapp, "light")


def test_a_switch_without_room_becomes_one_button_with_a_menu(place: QWidget, qtbot: QtBot) -> None:
    switch = Segmented("View", [("chat", "Chat"), ("form", "Form"), ("json", "JSON")])
    header = PaneHeader("Request")
    header.set_meta("six messages and some more words than there is room for")
    header.add_widget(switch)
    put(place, header)
    place.resize(500, 400)
    qtbot.waitUntil(lambda: not switch.is_short())
    place.resize(190, 400)
    qtbot.waitUntil(switch.is_short)
    button = next(found for found in switch.findChildren(QAbstractButton) if found.isVisible())
    assert (button.text(), button.accessibleName()) == ("Chat", "View: Chat")
    button.click()
    menu = switch.findChildren(QMenu)[0]
    menu.actions()[2].trigger()
    assert (switch.current(), button.text()) == ("json", "JSON")
    menu.close()
    place.resize(500, 400)
    qtbot.waitUntil(lambda: not switch.is_short())
    assert not button.isVisible()


def test_the_keyboard_on_a_switch_goes_along_when_a_key_chooses_another_view(qtbot: QtBot) -> None:
    switch = Segmented("View", [("chat", "Chat"), ("form", "Form"), ("json", "JSON")])
    qtbot.addWidget(switch)
    switch.show()
    chat, _form, json = switch.findChildren(QAbstractButton)[:3]
    chat.setFocus()
    qtbot.waitUntil(chat.hasFocus)
    switch.choose("json")
    assert json.hasFocus()
    switch.set_current("chat")
    assert chat.hasFocus()


def test_a_dot_is_told_in_words_too(place: QWidget) -> None:
    switch = Segmented("View", [("chat", "Chat"), ("diff", "Diff")])
    put(place, switch)
    switch.set_dot("diff", True, "there are edits")
    assert switch.findChildren(QAbstractButton)[1].accessibleName() == "Diff (there are edits)"
    switch.set_dot("diff", False)
    assert switch.findChildren(QAbstractButton)[1].accessibleName() == "Diff"


def test_a_label_that_is_cut_shows_itself_in_the_tooltip(place: QWidget, qtbot: QtBot) -> None:
    label = ElidedLabel("a sentence that is much longer than the place that it is given here")
    put(place, label)
    label.resize(100, 20)
    assert label.is_elided()
    assert label.toolTip() == label.text()
    label.resize(2000, 20)
    assert not label.is_elided()
    assert label.toolTip() == ""


def test_the_banner_names_the_stop_and_tells_which_button(place: QWidget) -> None:
    banner = Banner()
    put(place, banner)
    pressed: list[str] = []
    banner.pressed.connect(pressed.append)
    banner.show_stop(
        "Paused before a", "call 1 of 2", [BannerButton("r", "Reject…", letter="r"), BannerButton("go", "Step", "main")]
    )
    assert banner.words() == "Paused before a — call 1 of 2"
    banner.buttons()[1].click()
    banner.setFocus()
    QTest.keyClick(banner, Qt.Key.Key_R)
    assert pressed == ["go", "r"]


def test_a_notice_goes_by_itself_but_not_while_it_is_looked_at(place: QWidget, qtbot: QtBot) -> None:
    notice = Notice(place, shown_ms=30)
    notice.show_notice("Exported", "Show")
    QApplication.sendEvent(notice, QEnterEvent(QPointF(1, 1), QPointF(1, 1), QPointF(1, 1)))
    QTest.qWait(80)
    assert notice.isVisible()
    with qtbot.waitSignal(notice.closed):
        QApplication.sendEvent(notice, QEvent(QEvent.Type.Leave))
    assert not notice.isVisible()


def test_a_notice_lies_at_the_bottom_and_its_button_is_told(place: QWidget, qtbot: QtBot) -> None:
    notice = Notice(place)
    notice.show_notice("Exported", "Show")
    place.resize(600, 300)
    assert 270 < notice.geometry().bottom() < 300
    action = next(button for button in notice.findChildren(Button) if button.text() == "Show")
    with qtbot.waitSignals([notice.pressed, notice.closed]):
        QTest.keyClick(action, Qt.Key.Key_Space)


def test_a_long_message_is_folded_and_opens_by_key(place: QWidget, qtbot: QtBot) -> None:
    block = MessageBlock()
    block.set_head("person", "user", "response", "31 tokens")
    block.set_text("\n".join(f"line {n}" for n in range(50)))
    put(place, block)
    qtbot.waitUntil(block.body.is_cut)
    folded = block.body.heightForWidth(400)
    block.setFocus()
    QTest.keyClick(block, Qt.Key.Key_Right)
    assert block.is_open()
    assert block.body.heightForWidth(400) > folded * 50 / FOLDED_LINES * 0.9
    QTest.keyClick(block, Qt.Key.Key_Left)
    assert block.body.heightForWidth(400) == folded


def test_enter_and_double_click_ask_to_open_a_message(place: QWidget, qtbot: QtBot) -> None:
    block = MessageBlock()
    put(place, block)
    block.setFocus()
    with qtbot.waitSignal(block.activated):
        QTest.keyClick(block, Qt.Key.Key_Return)
    with qtbot.waitSignal(block.activated):
        QTest.mouseDClick(block, Qt.MouseButton.LeftButton, pos=QPoint(20, 10))


def test_a_message_says_who_what_and_its_badges(place: QWidget) -> None:
    block = MessageBlock()
    block.set_head("result", "tool", "result", "search · 402 tokens")
    block.set_chips([("EDITED", "edit")])
    block.set_text("Damaged goods")
    assert block.accessibleName() == "tool, search · 402 tokens, EDITED, Damaged goods"


def test_a_megabyte_of_text_is_laid_out_only_as_far_as_it_is_seen(place: QWidget) -> None:
    text = FoldedText()
    text.set_text("word " * 200_000)
    put(place, text)
    assert text.is_cut()
    assert text.heightForWidth(300) < 10 * theme().font().pixelSize() * 2


def test_progress_is_busy_known_or_idle(place: QWidget) -> None:
    line = ProgressLine()
    put(place, line)
    line.show_busy("Sending")
    assert (line.is_busy(), line.accessibleName()) == (True, "Sending")
    line.show_fraction(0.25, "Loading")
    assert line.accessibleName() == "Loading: 25 %"
    line.show_idle()
    assert not line.is_busy()


def test_the_empty_state_has_one_sentence_and_one_button(place: QWidget, qtbot: QtBot) -> None:
    state = EmptyState("No breakpoints.", "Stop before every call")
    put(place, state)
    with qtbot.waitSignal(state.pressed):
        state.findChildren(QAbstractButton)[0].click()
    state.set("No problems in 3 rounds")
    assert not state.findChildren(QAbstractButton)[0].isVisible()


def test_an_empty_part_without_a_place_does_not_ask_to_be_a_tower(place: QWidget) -> None:
    state = EmptyState("Find what is said anywhere in the session: words, or a pattern.", "Find", icon="search")
    assert state.minimumSizeHint().height() < 140


def test_a_column_keeps_order_and_scrolls_to_a_widget(place: QWidget, qtbot: QtBot) -> None:
    column = ScrollColumn("List")
    put(place, column)
    buttons = [Button(f"button {n}") for n in range(60)]
    for button in buttons:
        column.add(button)
    assert column.widgets() == buttons
    qtbot.waitUntil(lambda: column.verticalScrollBar().maximum() > 0)
    column.reveal(buttons[-1])
    assert column.verticalScrollBar().value() > 0
    column.clear()
    assert column.widgets() == []


def test_no_button_is_smaller_than_a_finger_and_each_has_a_name(place: QWidget, qapp: QApplication) -> None:
    for scale in (0.8, 1.0, 2.0):
        apply_theme(qapp, "light", scale)
        made: list[QAbstractButton] = [
            IconButton("dots", "More"),
            Button("x"),
            Button("Use EUR", look="link"),
            Switch("is error"),
        ]
        for button in made:
            size = button.sizeHint().expandedTo(button.minimumSize())
            assert min(size.width(), size.height()) >= min(SMALLEST_TARGET, theme().px(SMALLEST_TARGET))
            assert button.accessibleName()
            button.deleteLater()
    apply_theme(qapp, "light")


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.5, 2.0])
def test_words_are_never_cut_by_their_own_size(place: QWidget, qapp: QApplication, scale: float) -> None:
    apply_theme(qapp, "dark", scale)
    chip, button, header = Chip("EDITED", "edit"), Button("Approve and step", look="main"), PaneHeader("Request")
    metrics = button.fontMetrics()
    assert chip.sizeHint().width() > chip.fontMetrics().horizontalAdvance("ED")
    assert button.sizeHint().width() > metrics.horizontalAdvance("Approve and step")
    assert header.height() >= header.title.sizeHint().height()
    assert header.title.minimumSizeHint().height() <= header.height()
    for widget in (chip, button, header):
        widget.deleteLater()
    apply_theme(qapp, "light")


def test_a_change_of_theme_reaches_painted_widgets(place: QWidget, qapp: QApplication) -> None:
    header = PaneHeader("Request", "request", "request")
    put(place, header)
    for name in ("light", "dark", "high_contrast"):
        apply_theme(qapp, name)
        corner = header.grab().toImage().pixelColor(2, 2).name().upper()
        assert corner == theme().name_of("raised")
    apply_theme(qapp, "light")


def test_a_choice_without_room_keeps_its_words_in_the_tooltip(place: QWidget, qtbot: QtBot) -> None:
    box = ElidedCombo()
    box.addItem("a profile with a long name · a-model-with-a-long-name")
    put(place, box)
    box.setFixedWidth(140)
    qtbot.waitUntil(box.is_elided)
    assert box.toolTip() == box.currentText()
    box.setFixedWidth(480)
    qtbot.waitUntil(lambda: not box.is_elided())
    assert box.toolTip() == ""


def test_what_a_pane_holds_is_whole_or_in_the_tooltip(place: QWidget, qtbot: QtBot) -> None:
    header = PaneHeader("Request")
    put(place, header)
    header.set_meta("2 messages · not sent yet")
    qtbot.waitUntil(lambda: not header.meta.is_elided())
    whole = header.meta.grab().toImage()
    place.resize(120, 400)
    qtbot.waitUntil(header.meta.is_elided)
    cut = header.meta.grab().toImage()
    colours = {cut.pixel(x, y) for x in range(cut.width()) for y in range(cut.height())}
    assert len(colours) <= 1 < len({whole.pixel(x, whole.height() // 2) for x in range(whole.width())})
    assert header.toolTip() == "2 messages · not sent yet"


@pytest.mark.parametrize("kind", [QCheckBox, QRadioButton])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_the_keyboard_in_a_choice_moves_and_frames_no_word(
    place: QWidget, qapp: QApplication, qtbot: QtBot, kind: type[QCheckBox | QRadioButton], scale: float
) -> None:
    apply_theme(qapp, "light", scale)
    choice, other = kind("BM25", place), QPushButton("other", place)
    put(place, other)
    put(place, choice)
    words = theme().px(20)

    def drawn() -> QImage:
        return choice.grab().toImage().copy(words, 0, choice.width() - words, choice.height())

    other.setFocus()
    qtbot.waitUntil(other.hasFocus)
    before = drawn()
    QTest.keyClick(other, Qt.Key.Key_Tab)
    qtbot.waitUntil(choice.hasFocus)
    assert drawn() == before
    apply_theme(qapp, "light")
