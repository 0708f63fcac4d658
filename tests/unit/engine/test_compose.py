"""Tests of composing: what is sent is what the dialect writes, what is kept comes back to the byte."""

import json

import msgspec
from hypothesis import given

from studio.dialects.openai_chat import OpenAIChat
from studio.engine.compose import Composer, request_of
from studio.messages.message import user
from studio.session.events import CallEdited, MessageAdded, RequestSent, SetupChanged
from studio.session.nodes import NodeId
from studio.session.setup import ResponderChoice
from studio.wire.redact import Redactor
from tests.histories import LONG, Telling, few, moves


@few
@given(moves)
def test_a_request_is_what_the_dialect_would_write_at_once(drawn: list[tuple[str, str, float]]) -> None:
    telling = Telling().tell(drawn)
    state = telling.journal.state
    sent = telling.composer.compose(state).sent.join()
    assert sent == OpenAIChat().write_request(request_of(state), stream=state.setup.responder.stream)


@few
@given(moves)
def test_equal_requests_have_equal_digests_and_others_do_not(drawn: list[tuple[str, str, float]]) -> None:
    telling = Telling().tell(drawn)
    tree = telling.journal.tree
    digests: dict[str, bytes] = {}
    for node, body in telling.sent.items():
        event = tree.event(node)
        assert isinstance(event, RequestSent)
        assert digests.setdefault(event.digest, body) == body
    assert len(digests) == len(set(telling.sent.values()))


def test_a_longer_history_is_kept_in_its_new_bytes_alone() -> None:
    telling = Telling()
    telling.journal.append(SetupChanged(system=LONG * 30, responder=ResponderChoice(model_name="m")))
    sizes = []
    for at in range(6):
        telling.tell([("say", f"message {at} " + "x" * 40, 0), ("reply", "", 0)])
        event = telling.journal.tree.event(telling.ask())
        assert isinstance(event, RequestSent)
        sizes.append(sum(len(bytes(piece)) for piece in event.body))
        telling.tell([("reply", f"answer {at}", 0)])
    assert sizes[0] > len(LONG) * 30
    assert max(sizes[1:]) < 250


def test_a_long_text_that_the_session_holds_is_not_written_again() -> None:
    telling = Telling().tell([("say", "one", 0)])
    telling.ask()
    telling.tell([("reply", "two", 0), ("say", LONG, 0)])
    event = telling.journal.tree.event(telling.ask())
    assert isinstance(event, RequestSent)
    assert sum(len(bytes(piece)) for piece in event.body) < 200
    assert json.loads(telling.journal.tree.body(event.id))["messages"][-1]["content"] == LONG


def test_a_secret_is_sent_but_never_kept() -> None:
    redactor = Redactor(["sk-very-secret"])
    telling = Telling()
    telling.composer = Composer(OpenAIChat(), redactor.data)
    telling.tell([("say", "first", 0)])
    telling.ask()
    telling.tell([("reply", "ok", 0), ("say", "my key is sk-very-secret", 0)])
    second = telling.ask()
    telling.tell([("reply", "ok", 0), ("say", "and on", 0)])
    third = telling.ask()
    for node in (second, third):
        kept = telling.journal.tree.body(node)
        assert b"sk-very-secret" in telling.sent[node]
        assert kept == telling.sent[node].replace(b"sk-very-secret", b"[redacted]")


def test_a_request_on_another_branch_and_under_another_system_text_is_written_over_its_own_past() -> None:
    telling = Telling().tell([("say", "one", 0)])
    first = telling.ask()
    telling.tell([("reply", "two", 2)])
    reply = telling.journal.head
    telling.tell([("result", "r", 0), ("result", "s", 1)])
    telling.ask()
    telling.journal.move(reply)
    telling.journal.append(CallEdited(call=(reply, 0), now=telling.journal.state.open.calls[0].call))  # type: ignore[union-attr]
    telling.journal.append(MessageAdded(message=user("elsewhere")))
    telling.journal.append(SetupChanged(system="New words."))
    third = telling.ask()
    event = telling.journal.tree.event(third)
    assert isinstance(event, RequestSent)
    assert event.base == first
    assert telling.journal.tree.body(third) == telling.sent[third]
    assert (event.count, event.tools) == (3, 0)


def test_what_was_composed_once_goes_on_after_the_file_was_opened_again() -> None:
    telling = Telling().tell([("say", "one", 0)])
    telling.ask()
    telling.tell([("reply", "two", 0), ("say", "three", 0)])
    telling.composer = Composer(OpenAIChat())
    node = telling.ask()
    event = telling.journal.tree.event(node)
    assert isinstance(event, RequestSent)
    assert bytes(event.body[0]).isdigit()
    assert telling.journal.tree.body(node) == telling.sent[node]
    assert telling.journal.tree.body(NodeId(2)) == telling.sent[NodeId(2)]


def test_a_request_over_a_damaged_one_is_written_whole() -> None:
    telling = Telling().tell([("say", "one", 0)])
    damaged = RequestSent(base=NodeId(77), body=(msgspec.Raw(b"10"),))
    telling.journal.append(damaged)
    telling.tell([("reply", "two", 0), ("say", "three", 0)])
    event = telling.journal.tree.event(telling.ask())
    assert isinstance(event, RequestSent)
    assert event.base is None
    assert telling.journal.tree.body(event.id) == telling.sent[event.id]
