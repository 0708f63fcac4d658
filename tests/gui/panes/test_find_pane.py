"""What is found in a session is listed by rounds while it comes; the keyboard goes through it; what is wrong is said."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.gui.panes.find_pane import FindPane
from studio.gui.panes.find_place_shown import show_place
from studio.gui.panes.texts_target import TextsTarget
from studio.gui.widgets.message_block import MessageBlock
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.present.find_lines import found_lines
from studio.present.find_session import FindAsked, Hit, SessionFind
from tests.sample_session import Sample, refund_session

pytestmark = pytest.mark.promise("G4")


@pytest.fixture
def pane(qtbot: QtBot) -> FindPane:
    made = FindPane()
    made.resize(900, 320)
    qtbot.addWidget(made)
    made.show()
    return made


def look(pane: FindPane, words: str, sample: Sample | None = None) -> SessionFind:
    """Look for words as the room does."""
    pane.fields.field.setText(words)
    fields = pane.fields
    find = SessionFind((sample or refund_session()).journal, FindAsked(fields.sought(), fields.chosen_kinds()))
    pane.begin(find)
    find.work(lambda: False)
    pane.end(cancelled=False)
    return find


def told(pane: FindPane) -> list[str]:
    return [pane.list.found.spoken(row) for row in pane.list.found.rows]


def test_hits_stand_below_their_rounds_with_kind_and_tool(pane: FindPane) -> None:
    look(pane, "broken cup")
    assert told(pane)[0].endswith("round 1")
    assert told(pane)[1].startswith("Message user: Order 48213 arrived with a broken cup")
    assert pane.list.found.counts[0] == 1
    assert pane.said.text() == "2 place(s)"


def test_lines_beside_a_hit_are_shown_on_request(pane: FindPane) -> None:
    sample = Sample()
    sample.say("before\nthe needle\nafter")
    pane.fields.around.setChecked(True)
    look(pane, "needle", sample)
    assert [(row.kind, row.text) for row in pane.list.found.rows[1:]] == [
        ("near", "before"),
        ("line", "the needle"),
        ("near", "after"),
    ]


def test_enter_goes_into_the_list_and_enter_again_to_the_place(pane: FindPane, qtbot: QtBot) -> None:
    find = look(pane, "48213")
    pane.open()
    QTest.keyClick(pane.fields.field, Qt.Key.Key_Return)
    assert pane.list.hasFocus()
    with qtbot.waitSignal(pane.hit_wanted) as caught:
        QTest.keyClick(pane.list, Qt.Key.Key_Return)
    assert caught.args == [find.hits[0]]


def test_f3_goes_from_line_to_line_over_the_headings_and_round_the_end(pane: FindPane, qtbot: QtBot) -> None:
    find = look(pane, "issue_refund")
    wanted: list[Hit] = []
    pane.hit_wanted.connect(wanted.append)
    for _ in range(len(find.hits) + 1):
        QTest.keyClick(pane.fields.field, Qt.Key.Key_F3)
    assert wanted == [*find.hits, find.hits[0]]
    QTest.keyClick(pane.fields.field, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert wanted[-1] == find.hits[-1]


def test_typing_asks_once_after_a_moment(pane: FindPane, qtbot: QtBot) -> None:
    asked: list[str] = []
    pane.wanted.connect(lambda: asked.append(pane.field_words))
    QTest.keyClicks(pane.fields.field, "cup")
    assert asked == []
    qtbot.waitUntil(lambda: bool(asked))
    assert asked == ["cup"]


def test_esc_cancels_what_is_under_way_and_what_was_found_stays(pane: FindPane, qtbot: QtBot) -> None:
    find = SessionFind(refund_session().journal, FindAsked(pane.fields.sought()))
    pane.fields.field.setText("refund")
    find = SessionFind(refund_session().journal, FindAsked(pane.fields.sought()))
    pane.begin(find)
    while not find.hits:
        find.work(lambda: True)
    pane.go_on()
    with qtbot.waitSignal(pane.stopped):
        QTest.keyClick(pane.fields.field, Qt.Key.Key_Escape)
    pane.end(cancelled=True)
    assert "cancelled at" in pane.said.text()
    assert len(pane.list.found.rows) == 2
    assert pane.stop.isHidden()


def test_a_wrong_pattern_and_nothing_found_say_so(pane: FindPane, qtbot: QtBot) -> None:
    pane.refuse("The pattern cannot be read from character 1 on: nothing to repeat.")
    assert pane.said.text().startswith("The pattern cannot be read")
    pane.fields.choose_kinds(frozenset({"note"}))
    look(pane, "zebra")
    assert pane.empty.sentence() == "“zebra” is not in the session."
    with qtbot.waitSignal(pane.wanted):
        pane.empty.pressed.emit()
    assert len(pane.fields.chosen_kinds()) == 8


def test_without_any_kind_all_are_looked_through(pane: FindPane) -> None:
    pane.fields.choose_kinds(frozenset())
    assert len(pane.fields.chosen_kinds()) == 8


def test_what_came_since_is_told_with_an_offer_to_look_again(pane: FindPane) -> None:
    look(pane, "cup")
    assert pane.again.isHidden()
    pane.grow_old()
    assert not pane.again.isHidden()
    assert "the session has gone on since" in pane.said.text()


def test_a_place_is_brought_into_sight_in_a_folded_block(qtbot: QtBot) -> None:
    column = ScrollColumn("Chat")
    qtbot.addWidget(column)
    blocks = [MessageBlock() for _ in range(8)]
    texts = [f"说 block {at} line {line}" for at in range(8) for line in range(30)]
    for at, block in enumerate(blocks):
        block.set_text("\n".join(texts[30 * at : 30 * at + 30]))
        column.add(block)
    column.resize(300, 200)
    column.show()
    (line,) = found_lines("block 6 line 25", [(8, 12)])
    assert show_place(column, line)
    assert blocks[6].is_open()
    assert not blocks[5].is_open()
    body = blocks[6].body

    def in_sight() -> bool:
        top = body.line_top(body.text().index("line 25"))
        y = body.mapTo(column.viewport(), body.rect().topLeft()).y()
        return top is not None and 0 <= y + top < column.viewport().height()

    qtbot.waitUntil(in_sight)
    assert not show_place(column, next(iter(found_lines("zebra", [(0, 5)]))))


def test_hits_of_many_texts_are_counted_as_one(qtbot: QtBot) -> None:
    column = ScrollColumn("Chat")
    qtbot.addWidget(column)
    for text in ("a cup", "no", "杯子 a cup and a cup"):
        block = MessageBlock()
        block.set_text(text)
        column.add(block)
    column.resize(300, 300)
    column.show()
    target = TextsTarget(column)
    text = target.search_text()
    assert text.count("cup") == 3
    last = text.rindex("cup")
    target.show_hits([(last, last + 3)], 0)
    marked = [block.body._marks for block in column.findChildren(MessageBlock)]
    assert marked[:2] == [(), ()]
    assert column.findChildren(MessageBlock)[2].body.text()[slice(*marked[2][0])] == "cup"
