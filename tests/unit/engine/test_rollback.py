"""Tests of what is undone and with what, and of declarations that cannot work."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from studio.engine.due import AskModel, UndoCalls, due
from studio.engine.rollback import UndoRefusedError, check_undos, undo_arguments
from studio.messages.toolspec import ToolSpec
from studio.session.events import ResultEdited, ResultRecorded
from studio.session.undoing import Ran
from tests.sample_session import Sample


def _schema(required: tuple[str, ...] = (), **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


TEXT = {"type": "string"}
DO = ToolSpec("do", parameters=_schema(("what",), what=TEXT))
UNDO = ToolSpec("undo", parameters=_schema(("what",), what={**TEXT, "description": "What."}), compensates="do")


@pytest.mark.parametrize(
    ("tools", "said"),
    [
        ((UNDO,), "no tool of that name"),
        ((replace(UNDO, compensates="undo"),), "itself"),
        ((DO, UNDO, replace(UNDO, name="again")), "another tool undoes it"),
        ((DO, replace(UNDO, parameters=_schema(other=TEXT))), "only do takes what"),
        ((DO, replace(UNDO, parameters=_schema(what={"type": "integer"}))), "what is of another type"),
        ((replace(DO, parameters=_schema(what=TEXT)), UNDO), "only undo requires what"),
        (
            (
                replace(DO, parameters={**DO.parameters, "$defs": {"title": {"type": "string"}}}),
                replace(UNDO, parameters={**UNDO.parameters, "$defs": {"title": {"type": "integer"}}}),
            ),
            "types of the same name",
        ),
    ],
)
def test_a_wrong_declaration_is_refused_with_its_name(tools: tuple[ToolSpec, ...], said: str) -> None:
    with pytest.raises(UndoRefusedError, match=said) as error:
        check_undos(tools)
    assert "undo is declared to undo" in str(error.value)


def test_the_same_parameters_or_the_record_are_right() -> None:
    check_undos((DO, UNDO))
    check_undos((DO, ToolSpec("undo", compensates="do", undo_with="record")))
    check_undos((DO,))


def test_a_parameter_named_like_a_word_of_the_schema_counts() -> None:
    titled = ToolSpec("do", parameters=_schema(o={"type": "object", "properties": {"title": {"type": "string"}}}))
    other = replace(titled, name="undo", compensates="do")
    check_undos((titled, other))
    other = replace(other, parameters=_schema(o={"type": "object", "properties": {"title": {"type": "integer"}}}))
    with pytest.raises(UndoRefusedError):
        check_undos((titled, other))


def test_the_undoing_tool_gets_what_the_tool_got() -> None:
    ran = Ran((3, 0), "do", '{"what": 1}', "id_0", "done")
    assert undo_arguments(UNDO, ran) == {"what": 1}
    record = ToolSpec("undo", parameters=_schema(it={}), compensates="do", undo_with="record")
    assert undo_arguments(record, ran) == {
        "it": {"tool": "do", "arguments": {"what": 1}, "result": "done", "call_id": "id_0"}
    }
    unnamed = replace(record, parameters=_schema())
    assert list(undo_arguments(unnamed, replace(ran, arguments="no JSON"))) == ["execution"]
    assert undo_arguments(unnamed, replace(ran, arguments="no JSON"))["execution"]["arguments"] == "no JSON"


def _round(*results: ResultRecorded) -> Sample:
    sample = Sample()
    sample.setup(tools=(DO, UNDO, ToolSpec("other")), compensation=True)
    sample.say("go")
    sample.ask()
    reply = sample.reply(*(("do" if at == 0 else "other", "{}") for at in range(len(results))))
    for at, result in enumerate(results):
        sample.journal.append(replace(result, call=(reply, at)))
    return sample


@pytest.mark.parametrize("source", ["ran", "mock", "recorded", "by_hand"])
def test_a_call_that_went_wrong_undoes_the_others(source: Any) -> None:
    state = _round(ResultRecorded(), ResultRecorded(source=source, is_error=True)).journal.state
    assert state.open is not None
    assert due(state) == UndoCalls((state.open.calls[0].key,), "other")


@pytest.mark.parametrize("source", ["rejected", "refused"])
def test_a_call_that_never_ran_undoes_nothing(source: Any) -> None:
    assert due(_round(ResultRecorded(), ResultRecorded(source=source, is_error=True)).journal.state) == AskModel()


def test_an_error_that_the_person_corrects_undoes_nothing() -> None:
    sample = _round(ResultRecorded(), ResultRecorded(is_error=True))
    assert isinstance(due(sample.journal.state), UndoCalls)
    opened = sample.journal.state.open
    assert opened is not None
    sample.journal.append(ResultEdited(call=opened.calls[1].key, text="fine"))
    assert due(sample.journal.state) == AskModel()


def test_a_mocked_success_is_not_undone() -> None:
    state = _round(ResultRecorded(source="mock"), ResultRecorded(is_error=True)).journal.state
    assert due(state) == AskModel()


def test_the_arguments_are_those_that_the_tool_got() -> None:
    sample = Sample()
    sample.setup(tools=(DO, UNDO), compensation=True)
    sample.say("go")
    sample.ask()
    sample.reply(("do", '{"what": "1"}'))
    sample.start(0)
    sample.result(0, "done")
    (ran,) = sample.journal.state.done
    assert json.loads(ran.arguments) == {"what": "1"}
