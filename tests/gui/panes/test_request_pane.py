"""The request as chat, form, JSON and diff: what is next is changed in place, what was sent on a fork."""

import json
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from studio.gui.language import Language
from studio.gui.panes.entry_block import EntryBlock
from studio.gui.panes.request_pane import WINDOW
from studio.messages.message import Message, user
from studio.messages.parts import Text
from studio.session.nodes import NodeId
from studio.session.state import settled
from studio.workspace.request_remarks import RequestRemarks
from tests.gui.panes.conftest import Panes
from tests.gui.panes.refund import QUESTION, SYSTEM, asked_session, new_session, paused_session, run

Typed = Callable[[QWidget, str], None]
CTRL = Qt.KeyboardModifier.ControlModifier


def test_a_new_session_invites_and_sends_the_first_message(panes: Panes, typed: Typed) -> None:
    session = panes.open(new_session())
    chat = panes.request.chat
    assert chat.empty.isVisible()
    assert not chat.composer.send.isEnabled()
    typed(chat.composer.editor, "Refund it.\nPlease.")
    QTest.keyClick(chat.composer.editor, Qt.Key.Key_Return, CTRL)
    assert session.asked[0] == ("send", "Refund it.\nPlease.", "user")
    assert chat.composer.editor.text() == ""


def test_enter_in_the_composer_makes_a_new_line(panes: Panes, typed: Typed) -> None:
    session = panes.open(new_session())
    typed(panes.request.chat.composer.editor, "a")
    QTest.keyClick(panes.request.chat.composer.editor, Qt.Key.Key_Return)
    assert panes.request.chat.composer.editor.text() == "a\n"
    assert session.asked == []


def test_a_message_can_be_sent_as_system(panes: Panes, typed: Typed) -> None:
    session = panes.open(new_session())
    panes.request.chat.composer.role.choose("system")
    typed(panes.request.chat.composer.editor, "Be brief.")
    panes.request.chat.composer.send.click()
    assert session.asked[0] == ("send", "Be brief.", "system")


def test_a_finished_session_takes_the_next_message(panes: Panes) -> None:
    session, first, second = paused_session()
    panes.open(session)
    assert not panes.request.chat.composer.isVisible()
    run(session.run_call(first))
    run(session.run_call(second))
    run(session.step())
    panes.bridge.tick()
    assert panes.request.chat.composer.isVisible()
    assert panes.request.chat.blocks()[-1].entry.text == "The refund of 89.90 EUR is on its way."


def test_every_message_and_every_result_is_a_block_with_its_facts(panes: Panes) -> None:
    panes.open(paused_session()[0])
    names = [block.block.accessibleName() for block in panes.request.chat.blocks()]
    assert [name.split(",")[0] for name in names] == [
        "system",
        "1 user",
        "2 assistant",
        "3 tool",
        "4 assistant",
        "5.1 tool",
        "5.2 tool",
    ]
    assert "EDITED" in names[5]
    assert "get_customer · mocked" in names[6]
    assert panes.request.chat.blocks()[2].block.accessibleDescription() == 'get_order(order_id="48213")  call_a81f'


def test_tab_goes_through_the_messages_to_the_composer(panes: Panes) -> None:
    session, first, second = paused_session()
    run(session.run_call(first))
    run(session.run_call(second))
    run(session.step())
    panes.open(session)
    chat = panes.request.chat
    stops: list[QWidget] = []
    at: QWidget | None = chat.blocks()[0].block
    while at is not None and len(stops) < 300:
        stops.append(at)
        at = at.nextInFocusChain()
    wanted = [*(block.block for block in chat.blocks()), chat.composer.editor, chat.composer.send]
    places = [stops.index(each) for each in wanted]
    assert places == sorted(places)


def test_a_message_that_was_not_sent_is_changed_in_place(panes: Panes, typed: Typed) -> None:
    session = panes.open(asked_session())
    block = panes.request.chat.block_of(0)
    assert block is not None
    QTest.keyClick(block.block, Qt.Key.Key_Return)
    assert block.editor is not None
    assert block.editor.text() == QUESTION
    typed(block.editor, "Refund order 7.")
    assert block.bar.main.text() == "Commit"
    QTest.keyClick(block.editor, Qt.Key.Key_Return, CTRL)
    panes.bridge.tick()
    assert session.asked == [("edit_message", 0, user("Refund order 7."))]
    assert not block.has_draft
    assert "EDITED" in block.block.accessibleName()


def test_esc_keeps_the_draft_of_a_message(panes: Panes, typed: Typed) -> None:
    panes.open(asked_session())
    block = panes.request.chat.block_of(0)
    assert block is not None
    block.open()
    assert block.editor is not None
    typed(block.editor, "half")
    QTest.keyClick(block.editor, Qt.Key.Key_Escape)
    assert "DRAFT" in block.block.accessibleName()
    assert _text_in_editor(block) is None
    block.open()
    assert _text_in_editor(block) == "half"


def test_a_sent_message_is_changed_on_a_fork_before_its_request(panes: Panes, typed: Typed) -> None:
    session = panes.open(paused_session()[0])
    request = session.state.last_request
    assert request is not None
    block = panes.request.chat.block_of(4, 0)
    assert block is not None
    block.open()
    assert block.editor is not None
    typed(block.editor, "No refund.")
    assert block.bar.sentence() == "This request was already sent."
    block.bar.main.click()
    assert session.asked[0] == ("edit_past", session.tree.parent(request))
    assert [result.text for result in list(settled(session.state))[-1].results] == ["No refund.", '{"tier": "gold"}']


def test_the_system_text_is_changed_as_a_setting(panes: Panes, typed: Typed) -> None:
    session = panes.open(asked_session())
    block = panes.request.chat.blocks()[0]
    block.open()
    assert block.editor is not None
    assert block.editor.text() == SYSTEM
    typed(block.editor, "Be kind.")
    block.commit()
    assert session.asked == [("change_setup", {"system": "Be kind."})]


def test_delete_removes_a_message(panes: Panes) -> None:
    session = panes.open(asked_session())
    block = panes.request.chat.block_of(0)
    assert block is not None
    block.block.setFocus()
    QTest.keyClick(block.block, Qt.Key.Key_Delete)
    assert session.asked == [("edit_message", 0, None)]


def test_a_long_history_shows_its_end_and_more_on_request(panes: Panes) -> None:
    session = new_session()
    for at in range(2 * WINDOW + 30):
        session.add_message(Message("user" if at % 2 else "assistant", (Text(str(at)),)))
    panes.open(session)
    chat = panes.request.chat
    assert len(chat.blocks()) < 40, "only what is in and near the view"
    assert WINDOW <= len(chat.shown()) < WINDOW + 50
    assert chat.blocks()[-1].entry.text == str(2 * WINDOW + 29)
    chat.column.verticalScrollBar().setValue(0)
    panes.bridge.tick()
    assert len(chat.shown()) > 2 * WINDOW, "scrolling up brings what was said before"
    while chat.earlier.isVisible():
        chat.column.verticalScrollBar().setValue(0)
    chat.column.verticalScrollBar().setValue(0)
    assert chat.blocks()[0].entry.text == SYSTEM


def test_what_was_fetched_of_the_past_is_let_go_when_it_goes_on_at_the_end(panes: Panes) -> None:
    session = new_session()
    for at in range(2 * WINDOW):
        session.add_message(Message("user" if at % 2 else "assistant", (Text(str(at)),)))
    panes.open(session)
    chat = panes.request.chat
    chat.column.verticalScrollBar().setValue(0)
    chat.show_end()
    session.add_message(Message("user", (Text("newest"),)))
    panes.bridge.tick()
    assert len(chat.shown()) < WINDOW + 50
    assert chat.blocks()[-1].entry.text == "newest"


def test_the_exact_body_is_shown_and_changed_as_json(panes: Panes, typed: Typed) -> None:
    session = panes.open(asked_session())
    panes.request.switch.choose("json")
    page = panes.request.json
    assert json.loads(page.editor.toPlainText()) == json.loads(session.request_json())
    before = session.request_json()
    typed(page.editor, page.editor.toPlainText().replace('"temperature": 0.2', '"temperature": 0.7'))
    QTest.keyClick(page.editor, Qt.Key.Key_Return, CTRL)
    assert session.asked[0] == ("edit_request_json", before.replace('"temperature":0.2', '"temperature":0.7'))
    assert session.state.setup.params["temperature"] == 0.7
    assert not page.has_draft


def test_a_refused_json_edit_says_why_and_keeps_the_draft(panes: Panes, typed: Typed) -> None:
    panes.open(asked_session())
    panes.request.switch.choose("json")
    page = panes.request.json
    typed(page.editor, '{"model": "m"}')
    page.commit()
    assert page.bar.sentence() == "The request has no messages. Put the member messages back."
    assert page.has_draft


def test_a_sent_body_is_changed_on_a_fork(panes: Panes, typed: Typed) -> None:
    session = panes.open(paused_session()[0])
    panes.request.switch.choose("json")
    page = panes.request.json
    assert page.editor.text() == session.request_json(session.state.last_request)
    typed(page.editor, page.editor.toPlainText().replace("1024", "2048"))
    page.commit()
    assert [each[0] for each in session.asked[:2]] == ["edit_past", "edit_request_json"]


def test_the_difference_holds_the_edits_and_the_switch_has_a_dot(panes: Panes) -> None:
    panes.open(paused_session()[0])
    assert panes.request.switch._segments["diff"].dot
    panes.request.switch.choose("diff")
    assert "− Damaged goods" in panes.request.diff.text()
    assert "A photo is not needed." in panes.request.diff.text()


def test_the_line_below_says_what_will_be_sent(panes: Panes) -> None:
    panes.open(asked_session())
    assert panes.request.line.words() == "temperature 0.2   max 1024   tool_choice auto"


def test_looking_at_an_earlier_round_shows_its_request(panes: Panes) -> None:
    session = panes.open(paused_session()[0])
    first = next(node for node in session.tree.path(session.head) if session.tree.kind(node) == "request")
    panes.bridge.look_at(first)
    assert [block.entry.role for block in panes.request.chat.blocks()] == ["system", "user"]
    panes.bridge.look_at(None)
    assert len(panes.request.chat.blocks()) == 7


def test_a_draft_belongs_to_the_request_it_was_typed_in(panes: Panes, typed: Typed) -> None:
    session = panes.open(paused_session()[0])
    first = next(node for node in session.tree.path(session.head) if session.tree.kind(node) == "request")
    block = panes.request.chat.block_of(0)
    assert block is not None
    block.open()
    assert block.editor is not None
    typed(block.editor, "half a message")
    panes.bridge.look_at(first)
    assert not panes.request.chat.has_draft
    panes.bridge.look_at(None)
    assert panes.request.chat.has_draft
    panes.request.show_view("json")
    typed(panes.request.json.editor, '{"half": ')
    panes.bridge.look_at(first)
    assert panes.request.json.editor.text() == session.request_json(first)
    panes.bridge.look_at(None)
    assert panes.request.json.editor.toPlainText() == '{"half": '


def test_a_draft_outlives_the_steps_that_run_meanwhile(panes: Panes, typed: Typed) -> None:
    session = panes.open(asked_session())
    block = panes.request.chat.block_of(0)
    assert block is not None
    block.open()
    assert block.editor is not None
    typed(block.editor, "half a message")
    panes.request.show_view("json")
    typed(panes.request.json.editor, '{"half": ')
    session.request()
    session.become(kind="sending")
    panes.bridge.tick()
    session.answer()
    session.become(kind="idle")
    panes.bridge.tick()
    assert panes.request.json.editor.toPlainText() == '{"half": '
    panes.request.show_view("chat")
    assert _text_in_editor(block) == "half a message"
    assert block.bar.main.text() == "Fork here with this change"


def test_another_language_words_everything_anew_and_keeps_drafts(
    panes: Panes, typed: Typed, qapp: QApplication
) -> None:
    panes.open(paused_session()[0])
    card = panes.response.calls.cards()[0]
    typed(card.arguments.editor, "{}")
    card.arguments.flush()
    language = Language(qapp)
    language.use("zh_CN")
    qapp.sendPostedEvents()
    words = [panes.request.header.title.text(), card.bar.mock.text(), panes.response.calls.add.text()]
    draft = card.arguments.draft
    language.use("en")
    qapp.sendPostedEvents()
    assert words == ["请求", "模拟…", "添加工具调用"]
    assert draft == "{}"
    assert card.bar.mock.text() == "Mock…"


def test_every_widget_that_takes_the_focus_has_a_name(panes: Panes) -> None:
    session = panes.open(paused_session()[0])
    card = panes.response.calls.cards()[0]
    card.act("mock")
    for pane, views in ((panes.request, ("chat", "form", "json", "diff")), (panes.response, ("chat", "calls", "json"))):
        for view in views:
            pane.show_view(view)
            assert _nameless(pane) == []
    assert session.asked == []


def _text_in_editor(block: EntryBlock) -> str | None:
    return block.editor.text() if block.editor is not None else None


def _nameless(pane: QWidget) -> list[str]:
    found = []
    for widget in pane.findChildren(QWidget):
        takes = widget.isVisible() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        inner = widget.objectName().startswith("qt_") or widget.focusProxy() is not None
        if takes and not inner and not widget.accessibleName() and not getattr(widget, "text", str)():
            found.append(f"{type(widget).__name__} in {type(widget.parent()).__name__}")
    return found


def test_another_session_is_drawn_once_also_when_its_view_is_asked_for_again(panes: Panes) -> None:
    drawn: list[object] = []
    session = asked_session()
    known = session.request_remarks

    def remarks(node: NodeId | None = None) -> RequestRemarks:
        drawn.append(node)
        return known(node)

    session.request_remarks = remarks  # type: ignore[method-assign]
    panes.open(session)
    panes.request.show_view("chat")
    assert drawn == [None]
