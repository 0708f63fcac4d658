"""ReAct: `Action:` with the tool's name and `Action Input:` with its arguments, each on lines of their own.

Above: `forms`. Below: `react_input`, `call_shape`, `reader`. The model should stop before the observation; one that it makes up is marked.
"""

from collections.abc import Sequence

from studio.dialects.printed.call_shape import NO_TOOLS, Wanted, calls_in
from studio.dialects.printed.form import Found, TextReader
from studio.dialects.printed.json_walk import json_value
from studio.dialects.printed.react_input import ANY, argument, fenced
from studio.dialects.printed.reader import BlockReader, MadeUp, Opener
from studio.dialects.printed.tape import Marks, Reading, Tape, ahead, literal, peek, spaces, until
from studio.dialects.printed.writing import argument_json
from studio.messages.parts import Call
from studio.messages.toolspec import ToolSpec


def _spelled(*words: str) -> tuple[str, ...]:
    """The words as a line may begin with them, in plain text and in Markdown."""
    plain = [f"{word}{colon}" for word in words for colon in (":", "：")]
    bold = [f"**{word}{end}" for word in words for end in (":**", "**:", "：**", "**：")]
    return (*plain, *bold, *(f"### {one}" for one in plain))


_ACTION, _INPUT = _spelled("Action"), _spelled("Action Input", "Action input", "Action_Input", "action_input")
_MADE_UP = _spelled("Observation", "Final Answer")
_OBSERVATION = _spelled("Observation")
_NAME_ENDS = Marks((*_INPUT, "\n"))


class React:
    """`Thought: …`, `Action: f`, `Action Input: {…}`."""

    name = "react"
    stop: tuple[str, ...] = ("\nObservation:",)

    def reader(self, tools: Sequence[ToolSpec]) -> TextReader:
        """See `TextForm`."""
        turn = _Turn(tools)
        actions = [Opener(one, turn.action, "line") for one in _ACTION]
        return BlockReader(self.name, (*actions, *(Opener(one, turn.made_up, "line") for one in _MADE_UP)))

    def write_calls(self, calls: Sequence[Call]) -> str:
        """See `TextForm`."""
        return "\n".join(f"Action: {call.name}\nAction Input: {argument_json(call)}" for call in calls)


class _Turn:
    """Knows whether the model has asked for a call: what it says from then on about its result, it cannot know."""

    def __init__(self, tools: Sequence[ToolSpec]) -> None:
        self._tools = tools
        self._called = False

    def action(self, tape: Tape) -> Reading[Sequence[Found]]:
        """What stands behind `Action:`."""
        yield from spaces(tape)
        if (yield from ahead(tape, ("{", "```"))):
            calls = yield from _object(tape)
        else:
            calls = yield from self._named(tape)
        self._called = self._called or bool(calls)
        return calls

    def made_up(self, tape: Tape) -> Reading[Sequence[Found] | MadeUp]:
        """An observation or answer: behind a call, all that comes is made up."""
        if not self._called:
            return ()
        yield from until(tape, ANY)
        return MadeUp()

    def _named(self, tape: Tape) -> Reading[Sequence[Found]]:
        place = tape.place()
        yield from until(tape, _NAME_ENDS, keep=True)
        name = tape.since(place).strip(" \t\r*`\"'[]").removesuffix("()")
        if not name or name.lower() in NO_TOOLS:
            return ()
        yield from spaces(tape)
        if (yield from literal(tape, _INPUT)):
            text = yield from argument(tape, name, self._tools)
            return () if text is None else (Found(name, text, tape.taken),)
        declared = any(tool.name == name for tool in self._tools)
        return (Found(name, "", tape.taken),) if declared and (yield from ahead(tape, _OBSERVATION)) else ()


def _object(tape: Tape) -> Reading[Sequence[Found]]:
    """A JSON object with `action` and `action_input`, as some ask for it."""
    fence = yield from fenced(tape)
    if (yield from peek(tape)) != "{":
        return ()
    start = tape.taken
    place = tape.place()
    ending = yield from json_value(tape)
    text = tape.since(place)
    end = tape.taken
    if fence:
        yield from spaces(tape)
        yield from literal(tape, ("```",))
    calls = calls_in(text, 0, end - start, ending == "whole", Wanted())
    return [Found(call.name, call.arguments, tape.taken, call.id) for call in calls]
