"""What a request leaves out, hosted parts, ways of calls and paused turns are seen in the panes."""

from msgspec.structs import replace
from PySide6.QtWidgets import QApplication

from studio.gui.language import Language
from studio.gui.models.timeline_model import Column, TimelineModel
from studio.gui.panes.entry_look import look_of
from studio.gui.panes.message_entries import Entry
from studio.gui.panes.tool_checks import ToolChecks
from studio.messages.message import Message, user
from studio.messages.parts import Call, Opaque, Reasoning, Text
from studio.messages.remark import Remark
from studio.messages.reply import ChatReply
from studio.present.rows import Rows
from studio.session.events import MessageAdded, RequestSent
from studio.workspace.request_remarks import RequestRemarks
from tests.gui.panes.conftest import Panes
from tests.gui.panes.memory_session import MemorySession
from tests.unit.present.parts_sample import (
    HIDDEN,
    PAUSED,
    PRINTED,
    QUESTION,
    REDACTED,
    SEARCHING,
    SETUP,
    TOOLS,
    assistant,
    printed_call,
)

REASONING = Remark("reasoning_left_out", "1204", 1)
ID = Remark("id_mapped", "toolu_01A → Ab3dEf9hK", 1)
SEED = Remark("parameter_left_out", "seed")


def asked(*replies: ChatReply) -> MemorySession:
    session = MemorySession(SETUP, list(replies))
    session.journal.append(MessageAdded(message=QUESTION))
    return session


def answered(reply: ChatReply) -> MemorySession:
    session = asked(reply)
    session.request()
    session.answer()
    return session


def talked() -> MemorySession:
    """A question, an answer and another question: the next request has three messages."""
    session = answered(assistant(Text("Fine.")))
    session.journal.append(MessageAdded(message=user("And tomorrow?")))
    return session


def test_without_remarks_there_is_no_bar(panes: Panes) -> None:
    panes.open(talked())
    assert panes.request.remarks.isHidden()


def test_the_next_request_says_before_it_goes_what_it_will_leave_out(panes: Panes) -> None:
    session = talked()
    session.remarks = RequestRemarks((SEED, REASONING, ID))
    panes.open(session)
    bar = panes.request.remarks
    assert "3 things will be left out of the next request or said otherwise." in bar.text
    assert bar.chevron.isVisible()
    assert not bar.is_open()
    bar.chevron.click()
    assert bar.is_open()
    assert bar.sentences[0] == "The parameter seed is left out: this format cannot say it."


def test_a_single_remark_is_said_at_once(panes: Panes) -> None:
    session = talked()
    session.remarks = RequestRemarks((SEED,))
    panes.open(session)
    assert "The parameter seed is left out" in panes.request.remarks.text
    assert not panes.request.remarks.chevron.isVisible()


def test_a_remark_stands_at_its_message_and_leads_there(panes: Panes) -> None:
    session = talked()
    session.remarks = RequestRemarks((REASONING, ID))
    panes.open(session)
    block = panes.request.chat.block_of(1)
    assert block is not None
    assert block.beside.remarks is not None
    assert "Reasoning (1,204 characters) is left out" in block.beside.remarks.accessibleName()
    assert "2 REMARKS" in block.block.accessibleName()
    other = panes.request.chat.block_of(0)
    assert other is not None
    assert other.beside.remarks is None
    panes.request.show_view("json")
    panes.request.remarks.message_wanted.emit(1)
    assert panes.request.switch.current() == "chat"


def test_what_was_said_before_is_told_quietly(panes: Panes) -> None:
    session = talked()
    session.remarks = RequestRemarks((), (REASONING,))
    panes.open(session)
    assert "as in the requests before" in panes.request.remarks.text
    block = panes.request.chat.block_of(1)
    assert block is not None
    assert block.beside.remarks is not None
    assert "REMARK" not in block.block.accessibleName()


def test_a_remark_goes_when_it_holds_no_longer(panes: Panes) -> None:
    session = talked()
    session.remarks = RequestRemarks((REASONING,))
    panes.open(session)
    session.remarks = RequestRemarks()
    session.journal.append(MessageAdded(message=user("More.")))
    panes.bridge.tick()
    block = panes.request.chat.block_of(1)
    assert block is not None
    assert block.beside.remarks is not None
    assert block.beside.remarks.isHidden()
    assert panes.request.remarks.isHidden()


def test_a_request_that_was_sent_shows_its_own_remarks_and_form(panes: Panes) -> None:
    session = asked(assistant(Call("get_weather", "{}", "c1")))
    session.journal.append(RequestSent(count=1, tools=3, form="react", remarks=(SEED,)))
    session.answer()
    panes.open(session)
    assert "The parameter seed is left out" in panes.request.remarks.text
    assert "tools told as text: ReAct" in panes.request.line.words()


def test_the_bar_speaks_the_language_of_the_window(panes: Panes, qapp: QApplication) -> None:
    session = talked()
    session.remarks = RequestRemarks((SEED,))
    panes.open(session)
    language = Language(qapp)
    language.use("zh_CN")
    qapp.sendPostedEvents()
    said = panes.request.remarks.text
    language.use("en")
    qapp.sendPostedEvents()
    assert "seed" in said
    assert "left out" not in said


def test_hosted_parts_stand_above_the_cards_with_their_json_on_demand(panes: Panes) -> None:
    panes.open(answered(SEARCHING))
    view = panes.response.calls.hosted
    assert view.text.splitlines() == [
        "Redacted thinking · encrypted, goes back unchanged",
        "Tool search: weather → get_weather, get_forecast  srvtoolu_1",
    ]
    row = view.rows[1]
    assert row.json.isHidden()
    row.button.click()
    assert row.json.isVisible()
    assert "tool_search_tool_search_result" in row.json.accessibleName()
    cards = panes.response.calls.cards()
    widgets = panes.response.calls.column.widgets()
    assert widgets.index(panes.response.calls.hosted) < widgets.index(cards[0])


def test_the_chat_of_a_reply_shows_sealed_thinking_and_hosted_parts(panes: Panes) -> None:
    panes.open(answered(replace(SEARCHING, parts=(HIDDEN, *SEARCHING.parts))))
    panes.response.show_view("chat")
    hidden, signed = panes.response.chat.thoughts()[:2]
    assert "encrypted, goes back unchanged" in hidden.accessibleName()
    assert "The provider shows no text of it." in hidden.accessibleName()
    assert "signed, goes back unchanged" in signed.accessibleName()
    assert len(panes.response.chat.hosted.rows) == 2


def test_the_history_shows_hosted_parts_and_no_empty_ones(panes: Panes) -> None:
    session = answered(SEARCHING)
    session.journal.append(MessageAdded(message=Message("assistant", (REDACTED,))))
    panes.open(session)
    panes.bridge.look_at(session.head)
    last = panes.request.chat.blocks()[-1]
    assert last.beside.hosted is not None
    assert last.beside.hosted.text == "Redacted thinking · encrypted, goes back unchanged"
    assert "0 characters" not in last.block.accessibleName()


def test_hosted_parts_beside_results_are_not_lost(panes: Panes) -> None:
    session = asked()
    output = Opaque(
        "openai_responses", {"type": "tool_search_output", "call_id": "c", "execution": "client", "tools": []}
    )
    session.journal.append(MessageAdded(message=Message("tool", (output,))))
    panes.open(session)
    last = panes.request.chat.blocks()[-1]
    assert last.beside.hosted is not None
    assert "nothing found" in last.beside.hosted.text


def test_a_card_says_which_way_its_call_came_and_shows_what_was_printed(panes: Panes) -> None:
    calls = (
        printed_call(),
        Call("pick", "free text", "c2", "custom"),
        Call("old", "{}", None, "legacy"),
        Call("f", "{}", "c4"),
    )
    panes.open(answered(ChatReply(calls)))
    ways = [card.head.way for card in panes.response.calls.cards()]
    assert [way.line.accessibleName() for way in ways[:3]] == [
        "Printed into the text, in the form Hermes",
        "Custom call: free text instead of JSON",
        "Asked for by the old function_call: one call a reply, without an id",
    ]
    assert [way.isHidden() for way in ways] == [False, False, False, True]
    assert [way.button.isHidden() for way in ways[:3]] == [False, True, True]
    ways[0].button.click()
    assert ways[0].printed.isVisible()
    assert ways[0].printed.accessibleName() == PRINTED
    ways[0].button.click()
    assert ways[0].printed.isHidden()


def test_a_paused_turn_says_that_it_goes_on_and_takes_no_message_between(panes: Panes) -> None:
    session = panes.open(answered(PAUSED))
    assert panes.response.goes_on.text.startswith("The provider paused here: the turn is not over. The next step")
    assert panes.request.chat.composer.isHidden()
    session.replies.append(ChatReply((Text("It is fine."),), "end_turn"))
    session.request()
    session.answer()
    panes.bridge.tick()
    assert panes.response.goes_on.text == ""


def test_a_paused_turn_that_went_on_says_nothing_of_a_next_step(panes: Panes) -> None:
    session = answered(PAUSED)
    paused = session.head
    session.replies.append(ChatReply((Text("It is fine."),), "end_turn"))
    session.request()
    session.answer()
    panes.open(session)
    panes.bridge.look_at(paused)
    assert panes.response.goes_on.text == "The provider paused here: the turn is not over."


def test_the_tooltip_of_a_row_has_the_remarks_in_sentences() -> None:
    session = asked(assistant(Text("Fine.")))
    session.journal.append(RequestSent(count=1, tools=3, form="react", remarks=(SEED, ID)))
    session.answer()
    model = TimelineModel()
    model.show(Rows(session.tree, session.head))
    at = next(at for at in range(model.rowCount()) if getattr(model.row_at(at), "kind", "") == "request")
    tip = model.data(model.index(at, Column.STEP), 3)
    assert "2 remarks, as text" in tip
    assert "tools told as text: ReAct" in tip
    assert "A call id is changed (toolu_01A → Ab3dEf9hK)" in tip


def test_deferred_and_hosted_tools_are_marked_in_the_list(panes: Panes) -> None:
    checks = ToolChecks(panes.holder)
    checks.set_tools(TOOLS, ())
    items = [checks.topLevelItem(at) for at in range(checks.topLevelItemCount())]
    assert [item.text(1) for item in items if item is not None] == ["search", "deferred", "deferred"]
    assert items[1] is not None
    assert "only when a tool search finds it" in items[1].toolTip(0)


def test_thinking_that_is_left_out_is_not_said_to_go_back_unchanged() -> None:
    entry = Entry(1, None, "assistant", "Fine.", extras=(Reasoning("Hmm.", "SIG"),))
    assert look_of(entry).text.startswith("thinking (signed, goes back unchanged): Hmm.")
    left_out = look_of(replace(entry, remarks=(REASONING,)))
    assert left_out.text.startswith("thinking: Hmm.")
    assert "is left out" in left_out.remarks
    assert look_of(replace(entry, remarks=(ID,))).text == look_of(entry).text
