"""Tests of what an expression may ask for where a session stops."""

import json

from studio.checks.expressions import compiled
from studio.engine.stop_document import MEMBERS, document
from studio.messages.message import Message, user
from studio.messages.parts import Text
from studio.session.events import MessageAdded
from studio.session.nodes import CallKey
from studio.session.setup import Setup
from tests.sample_session import Sample


def _cost(setup: Setup, into: int, out: int) -> float | None:
    return (into + out) / 100


def _sample() -> tuple[Sample, CallKey]:
    sample = Sample()
    sample.say("refund 48213")
    sample.ask()
    sample.reply(("refund", '{"order": 48213}'), ("note", "not json"), tokens=(90, 10))
    sample.run(0, '{"paid": 79}', ms=500)
    opened = sample.journal.state.open
    assert opened is not None
    return sample, opened.calls[0].key


def test_call_arguments_result_reply_and_what_was_spent_are_there() -> None:
    sample, key = _sample()
    found = document(sample.journal.state, key, _cost)
    assert tuple(found) == MEMBERS
    assert found["call"]["name"] == "refund"
    assert found["args"] == {"order": 48213}
    assert found["result"]["value"] == {"paid": 79}
    assert found["message"] == "refund 48213"
    assert found["spent"] == {"input": 90, "output": 10, "cost": 1.0}
    assert [call["name"] for call in found["reply"]["calls"]] == ["refund", "note"]
    assert json.loads(json.dumps(found)) == found


def test_arguments_that_are_no_object_are_their_text_and_a_missing_result_is_null() -> None:
    sample, (reply, _) = _sample()
    found = document(sample.journal.state, (reply, 1), _cost)
    assert (found["args"], found["result"]) == ("not json", None)


def test_only_what_an_expression_asks_for_is_put_together() -> None:
    sample, key = _sample()
    asked = compiled("args.order == `48213` && round == `1`")
    found = document(sample.journal.state, key, _cost, asked.names)
    assert set(found) == {"args", "round"}
    assert asked.holds(found)
    assert compiled("keys(@)").names is None
    assert compiled("*.name").names is None
    assert compiled("args.*").names == frozenset({"args"})


def test_a_long_turn_is_told_anew_only_where_it_grew() -> None:
    sample, key = _sample()
    asked = compiled("messages && state.round && state.used && message").names
    early = document(sample.journal.state, key, _cost, asked)
    sample.journal.append(MessageAdded(message=Message("assistant", (Text("so far"),))))
    sample.journal.append(MessageAdded(message=user("and now?")))
    late = document(sample.journal.state, None, _cost, asked)
    assert [each["role"] for each in late["messages"][len(early["messages"]) :]] == ["assistant", "user"]
    assert all(one is other for one, other in zip(early["messages"][:1], late["messages"], strict=False))
    assert (early["message"], early["state"]["round"], early["state"]["used"]) == (
        "refund 48213",
        2,
        ["refund", "note"],
    )
    assert (late["message"], late["state"]["round"], late["state"]["used"]) == ("and now?", 1, [])
