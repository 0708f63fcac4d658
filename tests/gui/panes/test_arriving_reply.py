"""A reply while it streams: text that only grows, and a card for each call as soon as it is complete."""

import pytest
from pytestqt.qtbot import QtBot

from studio.gui.panes.streamed_pieces import Piece, streamed_pieces
from studio.gui.panes.streamed_text import StreamedText
from studio.messages.parts import Call, Reasoning, Text
from studio.messages.reply import ChatReply
from tests.gui.panes.conftest import Panes
from tests.gui.panes.memory_session import MemorySession
from tests.gui.panes.refund import asked_session


def _streaming(panes: Panes) -> MemorySession:
    session = asked_session()
    session.request()
    panes.open(session)
    session.become(kind="streaming")
    panes.bridge.tick()
    return session


def _says(panes: Panes, session: MemorySession, *parts: Text | Call | Reasoning) -> None:
    session.stream(ChatReply(parts))
    panes.bridge.tick()


def test_the_card_of_a_finished_call_opens_while_the_reply_still_streams(panes: Panes) -> None:
    session, arriving = _streaming(panes), panes.response.arriving
    _says(panes, session, Text("Look."), Call("get_order", '{"order_id": "48'))
    assert arriving.cards() == []
    assert arriving.text.toPlainText() == 'Look.\n\n→ get_order {"order_id": "48'
    _says(panes, session, Text("Look."), Call("get_order", '{"order_id": "48213"}'), Call("other", "{"))
    (card,) = arriving.cards()
    assert arriving.text.toPlainText() == "Look."
    assert arriving.rest.toPlainText() == "→ other {"
    assert arriving.rest.geometry().top() > arriving.column.geometry().top(), "in the order of the reply"
    assert "48213" in card.arguments.editor.toPlainText()
    assert card.head.isVisible()
    assert card.accessibleName() == "Call of get_order, STREAMING"


def test_a_card_that_still_streams_runs_nothing_and_says_why(panes: Panes) -> None:
    session = _streaming(panes)
    _says(panes, session, Call("get_order", '{"order_id": "48213"}'))
    (card,) = panes.response.arriving.cards()
    assert card.bar.isVisible()
    buttons = (card.bar.execute, card.bar.mock, card.bar.faults, card.bar.error)
    assert [button.isEnabled() for button in buttons] == [False] * 4
    assert card.bar.execute.toolTip() == "The reply is still arriving. The call can run when it is complete."
    card.run()
    assert session.asked == []


def test_one_card_is_made_a_frame_and_none_is_left_out(panes: Panes) -> None:
    session, calls = _streaming(panes), [Call(f"tool_{at}", "{}") for at in range(3)]
    counts = []
    for _ in range(4):
        _says(panes, session, *calls)
        counts.append(len(panes.response.arriving.cards()))
    assert counts == [1, 2, 3, 3]


def test_the_cards_that_can_be_used_take_the_place_of_those_that_streamed(panes: Panes) -> None:
    session = _streaming(panes)
    _says(panes, session, Call("get_order", '{"order_id": "48213"}'))
    session.partial = None
    session.answer()
    session.become(kind="idle")
    panes.bridge.tick()
    assert panes.response.arriving.cards() == []
    assert panes.response.arriving.text.is_empty
    assert [card.bar.execute.isEnabled() for card in panes.response.calls.cards()] == [True]


@pytest.fixture
def stream(qtbot: QtBot) -> StreamedText:
    made = StreamedText()
    qtbot.addWidget(made)
    return made


def test_what_stands_there_is_never_set_anew_while_it_grows(stream: StreamedText) -> None:
    told: list[tuple[int, int]] = []
    stream.document().contentsChange.connect(lambda _at, gone, come: told.append((gone, come)))
    for text in ("The ", "The cup ", "The cup is"):
        stream.grow([("text", text)])
    assert [come for _, come in told] == [4, 4, 2]
    assert {gone for gone, _ in told} <= {0, 1}, "Qt counts the end of the document as changed once"


@pytest.mark.parametrize(
    "steps",
    [
        [[("text", "a")], [("text", "a"), ("call", "→ f")], [("text", "a")]],
        [[("quiet", "a😀")], [("quiet", "a😀b"), ("text", "\n\nc")], [("quiet", "a😀b"), ("text", "\n\nd")]],
        [[("text", "abc")], [("quiet", "hm"), ("text", "\n\nabc")]],
        [[("text", "abc")], []],
    ],
)
def test_the_text_is_always_that_of_its_pieces(stream: StreamedText, steps: list[list[Piece]]) -> None:
    for pieces in steps:
        stream.grow(pieces)
        assert stream.toPlainText() == "".join(text for _, text in pieces)


def test_a_paragraph_without_an_end_is_ended_so_that_an_append_stays_cheap(stream: StreamedText) -> None:
    words, endless = "", ""
    for _ in range(500):
        words += "twelve words of a line that never comes to its end "
        stream.grow([("text", words)])
    assert max(map(len, stream.toPlainText().split("\n"))) <= 1_100
    assert stream.toPlainText().replace("\n", "") == words
    for _ in range(500):
        endless += "iVBORw0KGgoAAAANSUhEUgAAA" * 4
        stream.grow([("code", endless)])
    assert max(map(len, stream.toPlainText().split("\n"))) <= 2_200
    assert stream.toPlainText().replace("\n", "") == endless


def test_thinking_is_told_apart_from_what_is_said() -> None:
    pieces = streamed_pieces(ChatReply((Reasoning("hm"), Text("Yes."))))
    assert pieces == (("thinking", "thinking"), ("quiet", "\nhm"), ("text", "\n\nYes."))


def test_text_keeps_its_place_when_it_was_scrolled_up(stream: StreamedText) -> None:
    stream.resize(300, 120)
    stream.show()
    text = "\n".join(f"line {at}" for at in range(60))
    stream.grow([("text", text)])
    bar = stream.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    bar.setValue(3)
    stream.grow([("text", text + "\nmore\nmore")])
    assert bar.value() == 3
