"""Adapter for the kind `tool_loop`: one round of running calls, by the engine over its services in memory, and over a real worker where
the values that a Python function returns are in question.

`max_ms` is shown by overlap: all calls of the round run at the same time (DECISIONS 35), with no clock.
"""

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from studio.engine.under_way import Activity, Watcher
from studio.messages.message import Message
from studio.messages.parts import Call
from studio.messages.reply import ChatReply
from studio.session.events import ResultRecorded
from studio.session.notes import Stopped
from studio.session.state import SessionState
from studio.tools.python_file import PythonTools
from studio.tools.tool import CallContext, Outcome
from tests.cases import corpus
from tests.flow.canned import NO_STOPS, Answers, Canned, Tools, reply

pytestmark = pytest.mark.anyio

CHECKED = {
    "each call has one result whose content is text",
    "the next request body is valid JSON without a bare NaN",
    "nothing raises",
}
"""The sentences that `_checks` asserts; a case with another one fails until it is asserted, too."""


class Overlap(Watcher):
    """Knows the most calls that ever ran at the same time."""

    def __init__(self) -> None:
        self.most = 0

    def activity(self, now: Activity) -> None:
        """Count them."""
        self.most = max(self.most, len(now.calls))


class InWorker(Tools):
    """Tools that run as functions of a file in a real worker process."""

    def __init__(self, file: PythonTools, names: list[str]) -> None:
        super().__init__(**dict.fromkeys(names, _never))
        self._file = file

    async def run(self, name: str, arguments: dict[str, Any]) -> Outcome:
        """Run one in the worker."""
        self.ran.append((name, arguments))
        return await self._file.run(name, arguments, CallContext("c"))


def _never(**_: Any) -> None:
    raise AssertionError("it runs in the worker")


@pytest.mark.parametrize("case", corpus.params("tool_loop"))
async def test_a_round_of_calls_comes_out_as_the_case_says(case: dict[str, Any], tmp_path: Path) -> None:
    tools, close = await _tools(case, tmp_path)
    watcher = Overlap()
    try:
        canned = Canned(
            Answers(_reply(case), reply("Done.")),
            tools,
            watcher,
            stops=NO_STOPS,
            concurrent=case["input"].get("concurrent", False),
        )
        canned.say()
        stop = await canned.stepper.go("end")
    finally:
        await close()
    made = _made(canned, stop)
    wanted = [case["expect"], *case.get("accept", ())]
    corpus.check({**case, "expect": _compared(wanted[0]), "accept": [_compared(one) for one in wanted[1:]]}, made)
    fits = next(one for one in wanted if not corpus.difference(_compared(one), made))
    for result, told in zip(fits.get("results", ()), made["results"], strict=False):
        assert all(words in told["text"] for words in result["contains"]), case["why"]
    if "max_ms" in case["expect"]:
        assert watcher.most == len(case["input"]["calls"]), case["why"]
    _checks(case["expect"].get("checks", ()), canned, made)


async def _tools(case: dict[str, Any], folder: Path) -> tuple[Tools, Callable[[], Coroutine[Any, Any, None]]]:
    """The tools of a case, and what ends them."""
    given = case["input"]["tools"]
    if not any("returns_python" in tool for tool in given):
        return Tools(**{tool["name"]: _function(tool) for tool in given}), _nothing
    file = folder / "case_tools.py"
    bodies = (f"def {tool['name']}() -> object:\n    return {tool['returns_python']}\n" for tool in given)
    file.write_text("\n\n".join(bodies), encoding="utf-8")
    made = PythonTools(file, None)
    await made.load(made.fingerprint())
    return InWorker(made, [tool["name"] for tool in given]), made.close


async def _nothing() -> None:
    pass


def _function(tool: dict[str, Any]) -> Callable[..., Any]:
    """A tool as the case describes it."""

    async def run(**arguments: Any) -> Any:
        await asyncio.sleep(tool.get("delay_ms", 0) / 1000)
        if "raises" in tool:
            raise ValueError(tool["raises"].partition(": ")[2])
        if "returns_argument" in tool:
            return arguments[tool["returns_argument"]]
        return tool.get("returns", "")

    return run


def _reply(case: dict[str, Any]) -> ChatReply:
    calls = [Call(call["name"], call["arguments_text"], call["id"]) for call in case["input"]["calls"]]
    return replace(reply(), parts=tuple(calls), finish=case["input"].get("finish_reason", "tool_calls"))


def _made(canned: Canned, stop: Stopped) -> dict[str, Any]:
    ran = [name for name, _ in canned.tools.ran]
    results = [
        {"call_id": result.call_id, "status": "error" if result.is_error else "ok", "text": result.text}
        for message in _told(canned)
        for result in message.results
    ]
    return {"executed": ran, "executed_set": sorted(ran), "results": results, "stopped": stop.reason != "finished"}


def _told(canned: Canned) -> list[Message]:
    """What the model was told after the round."""
    state: SessionState = canned.journal.state
    return [message for message in state.messages if message.role == "tool"]


def _compared(expect: dict[str, Any]) -> dict[str, Any]:
    """What is compared by value: the words of results, `max_ms` and `checks` are asserted by themselves; a set has no order."""
    made = {key: value for key, value in expect.items() if key not in ("max_ms", "checks")}
    if "executed_set" in made:
        made["executed_set"] = sorted(made["executed_set"])
    if "results" in made:
        made["results"] = [{key: each[key] for key in ("call_id", "status")} for each in made["results"]]
    return made


def _checks(sentences: list[str], canned: Canned, made: dict[str, Any]) -> None:
    assert set(sentences) <= CHECKED
    if not sentences:
        return
    recorded = [event for event in canned.journal.tree.events(canned.journal.head) if isinstance(event, ResultRecorded)]
    assert len(recorded) == len(made["results"]) == len({event.call for event in recorded})
    assert all(isinstance(event.text, str) for event in recorded)
    json.loads(canned.bodies()[-1], parse_constant=_bare)


def _bare(constant: str) -> None:
    raise AssertionError(f"a bare {constant}")
