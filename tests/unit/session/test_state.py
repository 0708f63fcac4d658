"""Tests of the fold: what each event does to a session's state."""

from hypothesis import given

from studio.messages.message import Message, user
from studio.messages.parts import Call, Result, Text
from studio.messages.reply import ChatReply, ProviderError
from studio.session.events import (
    CallEdited,
    CallStarted,
    MessageAdded,
    ReplyEdited,
    ReplyReceived,
    RequestSent,
    ResultEdited,
    ResultRecorded,
    SetupChanged,
)
from studio.session.folding import fold
from studio.session.nodes import NodeId
from studio.session.setup import Stops
from studio.session.state import EMPTY, SessionState, settled
from tests.histories import Telling, few, moves
from tests.sample_session import Sample


@few
@given(moves)
def test_the_fold_at_every_prefix_is_the_state_of_the_tree(drawn: list[tuple[str, str, float]]) -> None:
    tree = Telling().tell(drawn).journal.tree
    for node in range(1, tree.last + 1):
        state: SessionState = EMPTY
        for event in tree.events(NodeId(node)):
            state = fold(state, event)
        assert _plain(state) == _plain(tree.state(NodeId(node)))
        assert state.node == node


@few
@given(moves)
def test_a_fold_leaves_the_state_before_it_as_it_was(drawn: list[tuple[str, str, float]]) -> None:
    tree = Telling().tell(drawn).journal.tree
    state = EMPTY
    for event in tree.events(tree.last):
        before = _plain(state)
        after = fold(state, event)
        settled(after)
        assert _plain(state) == before
        state = after


@few
@given(moves)
def test_results_stand_in_the_order_of_their_calls_and_go_with_the_next_request(
    drawn: list[tuple[str, str, float]],
) -> None:
    state = Telling().tell(drawn).journal.state
    if state.open is None:
        assert settled(state) is state.messages
        return
    given_results = [call.result.text for call in state.open.calls if call.result]
    last = settled(state)[-1]
    assert [part.text for part in last.results] == given_results if given_results else last.role == "assistant"


def _plain(state: SessionState) -> tuple[object, ...]:
    return (
        *(getattr(state, name) for name in state.__struct_fields__ if name not in ("messages", "memo")),
        list(state.messages),
        list(settled(state)),
    )


def _asked(*calls: Call) -> SessionState:
    state = fold(EMPTY, MessageAdded(id=NodeId(1), message=user("hi")))
    state = fold(state, RequestSent(id=NodeId(2)))
    return fold(state, ReplyReceived(id=NodeId(3), reply=ChatReply((Text("a"), *calls))))


def test_an_edited_call_stands_in_the_history_and_keeps_its_key() -> None:
    state = fold(
        _asked(Call("f", "1", "x"), Call("g")), CallEdited(id=NodeId(4), call=(NodeId(3), 0), now=Call("h", "2", "y"))
    )
    call = state.call((NodeId(3), 0))
    assert call is not None
    assert (call.call, call.original, call.edited) == (Call("h", "2", "y"), Call("f", "1", "x"), True)
    assert settled(state)[-1].calls == (Call("h", "2", "y"), Call("g"))


def test_a_result_names_the_call_as_it_stands() -> None:
    state = fold(_asked(Call("f", "1", "x")), CallEdited(id=NodeId(4), call=(NodeId(3), 0), now=Call("h", "2", "y")))
    state = fold(state, ResultRecorded(id=NodeId(5), call=(NodeId(3), 0), text="r"))
    assert settled(state)[-1] == Message("tool", (Result("y", "r", "h"),))


def test_an_edited_result_remembers_that_it_is_one() -> None:
    state = fold(_asked(Call("f")), ResultRecorded(id=NodeId(4), call=(NodeId(3), 0), text="r", seconds=2.0))
    state = fold(state, ResultEdited(id=NodeId(5), call=(NodeId(3), 0), text="s", is_error=True))
    result = state.call((NodeId(3), 0)).result  # type: ignore[union-attr]
    assert (result.text, result.is_error, result.edited, result.event, result.seconds) == ("s", True, True, 4, 2.0)  # type: ignore[union-attr]


def test_a_reply_edit_keeps_the_numbers_it_names_and_marks_added_calls() -> None:
    state = _asked(Call("f"), Call("g"))
    state = fold(state, ReplyEdited(id=NodeId(4), parts=(Call("g"), Call("new")), positions=(1, 2)))
    assert state.open is not None
    assert [(call.key[1], call.original) for call in state.open.calls] == [(1, Call("g")), (2, None)]


def test_events_of_a_call_that_is_not_open_change_nothing() -> None:
    state = _asked(Call("f"))
    for event in (
        CallStarted(id=NodeId(4), call=(NodeId(3), 5)),
        ResultRecorded(id=NodeId(4), call=(NodeId(1), 0)),
        ResultEdited(id=NodeId(4), call=(NodeId(9), 0)),
    ):
        assert fold(state, event).open == state.open


def test_round_trips_are_counted_from_the_last_message_of_the_person() -> None:
    sample = Sample()
    sample.say("a")
    sample.rounds(3)
    assert (sample.journal.state.trips, sample.journal.state.rounds) == (3, 3)
    sample.ask()
    sample.reply(text="done")
    assert (sample.journal.state.trips, sample.journal.state.rounds) == (3, 4)
    sample.say("again")
    assert (sample.journal.state.trips, sample.journal.state.rounds) == (0, 4)


def test_a_failed_request_keeps_the_history_and_says_why() -> None:
    sample = Sample()
    sample.say("a")
    sample.ask()
    sample.fail(429, "slow down")
    state = sample.journal.state
    assert state.failed == ProviderError("http", "slow down", 429)
    assert (state.asked, [message.text for message in settled(state)]) == (None, ["a"])


def test_settings_that_are_not_named_stay() -> None:
    state = fold(EMPTY, SetupChanged(id=NodeId(1), system="s", params={"a": 1}))
    state = fold(state, SetupChanged(id=NodeId(2), system=None, stops=Stops(before_request=True)))
    assert (state.setup.system, state.setup.params, state.setup.stops.before_request) == (None, {"a": 1}, True)
