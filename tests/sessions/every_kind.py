"""Makes the kept session of format 2: `python -m tests.sessions.every_kind` writes it and its told transcript anew.

Above: `test_kept_sessions`, tests of rows and transcripts. Below: `tests/flow`. The real engine over answers in memory; every kind of line
and every member that format 2 has more than format 1 is in it. Do not write it anew only because the program changed.
"""

import asyncio
import json
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from studio.engine.due import RunCalls, UndoCalls, due
from studio.engine.rolling_back import given, skipped
from studio.messages.parts import Image
from studio.messages.toolspec import ToolSpec
from studio.present.transcript import whole_transcript
from studio.present.transcript_text import section_lines
from studio.session.events import Header, SetupChanged, UndoStarted
from studio.session.executors import CommandLine, HttpEndpoint
from studio.session.lines import encode
from studio.session.mocks import MockRule
from studio.session.nodes import CallKey, NodeId
from studio.session.notes import BranchNamed, Titled
from studio.session.policies import Limits, Policy, Strategies, ToolChoices
from studio.session.setup import ResponderChoice
from studio.store import session_file
from studio.tools.tool import Outcome
from tests.flow.canned import NO_STOPS, Answers, Canned, reply
from tests.flow.undoable import Bookings

PICTURE = Image("data:image/png;base64,iVBORw0KGgo=", "image/png")
NUMBER: dict[str, Any] = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
HERE = Path(__file__).parent / "v2"
HEADER = Header("f0f0f0f0f0f0f0f0", "2031-02-03T04:05:06.000+00:00", session_file.FORMAT, "A trip that was undone")
SETUP: dict[str, Any] = {
    "responder": ResponderChoice("live", model_name="gpt-4o-mini"),
    "system": "You book trips.",
    "stops": NO_STOPS,
    "executors": {
        "ping": HttpEndpoint(
            "https://example.org/ping/{what}", headers=(("X-Key", "${PING_KEY}"),), template='{"n": "{n}"}'
        ),
        "list": CommandLine(("ls", "{what}"), env={"LANG": "C"}, stdin="json"),
    },
    "choices": {"count": ToolChoices(coercion="lossless", seconds=5.0)},
    "coercion": "langchain4j",
    "strategies": Strategies(unknown_tool="tell", bad_arguments="tell", tool_error="again", again=2),
    "concurrent": True,
    "compensation": True,
    "limits": Limits(tokens=1_000_000, cost=100.0, seconds=3600.0, same_call=9),
    "policies": (Policy("secret", "deny"), Policy("wipe", "ask")),
    "mocks": (
        MockRule("rain", "weather", answer="template", text="It rains in {what}."),
        MockRule("down", "stock", fault="error"),
        MockRule("never", "weather", when="what == 'Oslo'", nth=3, times=2, is_error=True, delay=1.5, on=False),
    ),
    "strict": True,
    "result_chars": 60,
    "memory_id": "trips",
}


class Trips(Bookings):
    """More tools: one that succeeds at the second run, one that draws, one that talks long, and those that need a word first."""

    def __init__(self) -> None:
        super().__init__(
            look=self._look,
            draw=lambda what: f"A picture of {what}.",
            talk=lambda what: f"{what} and " * 12,
            wipe=lambda what: f"wiped {what}",
            count=lambda n: n + 1,
            quote=lambda what: f"{what}: 129.90 EUR",
            weather=_never,
            stock=_never,
            secret=_never,
        )
        self.looked = 0
        self.functions["pay_back"] = _closed

    def specs(self) -> tuple[ToolSpec, ...]:
        """The declarations."""
        more: dict[str, dict[str, Any]] = {
            "look": {"idempotent": True},
            "quote": {"return_behavior": "immediate"},
            "wipe": {"sensitive": True},
            "count": {"parameters": NUMBER, "metadata": {"unit": "nights"}, "seconds": 3.0, "always_visible": True},
        }
        return tuple(replace(spec, **more.get(spec.name, {})) for spec in super().specs())

    async def run(self, name: str, arguments: dict[str, Any]) -> Outcome:
        """With a picture beside the text of `draw`."""
        outcome = await super().run(name, arguments)
        return replace(outcome, media=(PICTURE,)) if name == "draw" else outcome

    def _look(self, what: str) -> str:
        self.looked += 1
        if self.looked == 1:
            raise ValueError("try again")
        return f"looked at {what}"


def _never(what: str) -> str:
    raise AssertionError(what)


def _closed(what: Any) -> str:
    raise ValueError("the bank is closed")


def _call(name: str, what: str) -> tuple[str, str]:
    return name, json.dumps({"what": what})


async def told() -> Canned:
    """The session, played: two turns, and a second branch that leaves where the first undo was due."""
    answers = Answers(
        reply("", _call("book", "hotel"), _call("look", "map"), _call("weather", "Rome"), _call("talk", "Rome")),
        reply("", _call("pay", "hotel"), _call("draw", "Rome"), _call("wipe", "notes"), ("count", '{"n": "27"}')),
        reply(
            "",
            _call("secret", "x"),
            _call("teleport", "me"),
            _call("book", "car"),
            _call("fly", "home"),
            _call("stock", "1"),
        ),
        reply("I could not book it."),
        reply("", _call("quote", "Rome")),
        reply("Sorry."),
    )
    canned = Canned(answers, Trips(), **SETUP)
    canned.journal.note(Titled(HEADER.title))
    # Strict schemas are shaped for the provider, which the small world of these tests does not do.
    canned.journal.append(SetupChanged(strict=False))
    canned.say("Book my trip to Rome.")
    stop = await canned.stepper.go("end")
    assert stop.call is not None
    await canned.stepper.approve(stop.call)
    await canned.stepper.go("end", lambda state: isinstance(due(state), UndoCalls))
    begun = canned.journal.head
    await canned.stepper.go("step")
    await canned.stepper.go("step")
    canned.journal.append(skipped(canned.journal.state, _first(canned), "they want the room"))
    await canned.stepper.go("end")
    canned.say("What would it cost?")
    await canned.stepper.go("end")
    assert not isinstance(due(canned.journal.state), RunCalls)
    await _branch(canned, begun)
    return canned


def _first(canned: Canned) -> CallKey:
    todo = due(canned.journal.state)
    assert isinstance(todo, UndoCalls)
    return todo.calls[0]


async def _branch(canned: Canned, begun: NodeId) -> None:
    """The program was killed in the first undo; its result is typed, the next one is mocked, the last one is skipped."""
    main = canned.journal.head
    canned.journal.move(begun)
    key = _first(canned)
    started = canned.journal.append(UndoStarted(call=key, tool="cancel", cause="fly", arguments='{"what": "car"}'))
    canned.journal.append(given(canned.journal.state, key, "It was cancelled."))
    canned.journal.append(given(canned.journal.state, _first(canned), "paid back"))
    canned.journal.append(skipped(canned.journal.state, _first(canned), told="The room stays booked."))
    await canned.stepper.go("end")
    canned.journal.note(BranchNamed(started.id, "by hand"))
    canned.journal.move(main)
    await canned.stepper.go("end")


def text_of(canned: Canned, width: int = 100) -> str:
    """The told transcript."""
    journal = canned.journal
    sections = whole_transcript(
        journal.tree, journal.tree.branches(journal.names), head=journal.head, stop=journal.stopped
    )
    return "".join(f"{line}\n" for line in section_lines(sections, width))


def written(canned: Canned) -> bytes:
    """The session as a file."""
    return b"".join(line + b"\n" for line in (encode(HEADER), *canned.lines.lines))


if __name__ == "__main__":
    made = asyncio.run(told())
    HERE.mkdir(exist_ok=True)
    (HERE / "trip.tcsession").write_bytes(written(made))
    (HERE / "trip.txt").write_text(text_of(made), encoding="utf-8")
