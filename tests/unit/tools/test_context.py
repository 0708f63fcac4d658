"""What the program fills in: the context of a call, the record of an execution."""

import threading
from typing import Annotated, Any, Optional

import pytest
import toolcall

from studio.tools.worker.describe import Function, UnfitError
from studio.tools.worker.injected import Call

RECORD = {"tool": "pay", "arguments": {"a": 1}, "result": "paid", "call_id": "c1"}


def a_call() -> tuple[Call, list[tuple[float | None, str]]]:
    """A call under way, and what is said of its progress."""
    heard: list[tuple[float | None, str]] = []
    ids = {"session_id": "s", "call_id": "c", "memory_id": "m", "idempotency_key": "k"}
    return Call(ids, threading.Event(), lambda fraction, text: heard.append((fraction, text))), heard


def plain(x: int, context: toolcall.ToolContext) -> Any:
    return x, context


def optional(context: toolcall.ToolContext | None, x: int) -> Any:
    return x, context


def old_optional(context: Optional[toolcall.ToolContext], x: int) -> Any:  # noqa: UP045
    return x, context


def annotated(x: int, *, context: Annotated[toolcall.ToolContext, "mine"]) -> Any:
    return x, context


@pytest.mark.parametrize("tool", [plain, optional, old_optional, annotated])
def test_the_context_is_given_and_never_described(tool: Any) -> None:
    function = Function("f", tool)
    assert [each["name"] for each in function.description()["parameters"]] == ["x"]
    assert function.description()["stoppable"]
    call, heard = a_call()
    placed, named = function.bind({"x": 1}, call)
    x, context = tool(*placed, **named)
    assert (x, context.session_id, context.call_id, context.memory_id, context.idempotency_key) == (
        1,
        "s",
        "c",
        "m",
        "k",
    )
    context.progress(0.5, "half")
    assert heard == [(0.5, "half")]
    assert not context.cancelled.is_set()
    call.cancelled.set()
    assert context.cancelled.is_set()


def test_what_the_model_sends_under_its_name_does_not_count() -> None:
    _, named = Function("f", plain).bind({"x": 1, "context": "mine"}, a_call()[0])
    assert isinstance(named["context"], toolcall.ToolContext)


def undo(execution: toolcall.Execution) -> Any:
    return execution


@pytest.mark.parametrize("arguments", [RECORD, {"record": RECORD}, {"execution": RECORD}])
def test_a_tool_that_undoes_by_the_record_gets_it(arguments: dict[str, Any]) -> None:
    function = Function("f", undo, {"compensates": "pay"})
    described = function.description()
    assert (described["parameters"], described["undo_with"], described["compensates"]) == ([], "record", "pay")
    _, named = function.bind(arguments)
    assert named == {"execution": toolcall.Execution("pay", {"a": 1}, "paid", "c1")}


def test_a_record_that_is_none_is_said() -> None:
    with pytest.raises(TypeError, match="the record of the execution has no tool"):
        Function("f", undo, {"compensates": "pay"}).bind({"a": 1})


def test_a_tool_with_a_record_that_undoes_nothing_or_takes_more_is_none() -> None:
    def more(execution: toolcall.Execution, x: int) -> None: ...
    def by_place(context: toolcall.ToolContext, /) -> None: ...

    for each, why in (
        (undo, "which tool it compensates"),
        (more, "nothing else"),
        (by_place, "cannot stand before a /"),
    ):
        with pytest.raises(UnfitError, match=why):
            Function("f", each)


def test_a_context_made_by_hand_serves_a_test_of_the_tool() -> None:
    context = toolcall.ToolContext(call_id="c")
    context.progress(None, "nobody listens")
    assert plain(1, context) == (1, context)
