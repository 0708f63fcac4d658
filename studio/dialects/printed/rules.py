"""The system text that tells a model which tools there are and how to print a call, and how it is recognised again.

Above: `prompted`. Below: `rule_words`, `results`, the form. It is made from the tools alone, so that what was written can be taken off
again: its first line is `HEADING`, then one JSON line per tool, then the words of the form with an example that the form itself
writes, last what the tool choice asks for.
"""

from collections.abc import Sequence
from itertools import product
from typing import Any

import msgspec

from studio.dialects.dialect_error import DialectError
from studio.dialects.json_bytes import loads
from studio.dialects.printed.form import TextForm
from studio.dialects.printed.results import write_results
from studio.dialects.printed.rule_words import Words, words_of
from studio.dialects.printed.spaced import spaced
from studio.messages.parts import Call, Result, Text
from studio.messages.toolspec import ToolSpec, no_parameters
from studio.said import said

HEADING = "# Tools you can call"
EXAMPLE = "example_tool"
_INTRODUCTION = "Each line is one tool: its name, what it does, and the JSON Schema of its arguments."
_BETWEEN = "\n\n"
_NAMED = "In your next reply, you have to call the tool "


class Rules(msgspec.Struct, frozen=True):
    """`before` is the system text that stands before the rules, None when there is none. `choice` and `several` are the neutral
    values of `tool_choice` and `parallel_calls`, None when nothing is asked for."""

    before: str | None
    tools: tuple[ToolSpec, ...]
    choice: Any = None
    several: bool | None = None


def write_rules(form: TextForm, rules: Rules) -> str:
    """The system text with the rules behind it. Raises DialectError when a schema cannot be written as JSON."""
    text = _fixed(form, rules.tools) + _asked(words_of(form.name), rules.choice, rules.several)
    return text if rules.before is None else f"{rules.before}{_BETWEEN}{text}"


def read_rules(form: TextForm, system: str | None) -> Rules | None:
    """The rules in a system text, None when it holds none. Raises DialectError when their words were changed: they are made
    anew from the tools each time, so that a change would be lost."""
    start = _start(system or "")
    if system is None or start is None:
        return None
    text, tools = _read_tools(system[start:], words_of(form.name))
    fixed = _fixed(form, tools) if tools else None
    if fixed is None or not text.startswith(fixed):
        raise _changed()
    before = system[: start - len(_BETWEEN)] if start else None
    asked = text[len(fixed) :]
    for choice, several in product((None, "none", "required", _named(asked)), (None, True, False)):
        if _asked(words_of(form.name), choice, several) == asked:
            return Rules(before, tools, choice, several)
    raise _changed()


def _named(asked: str) -> dict[str, str] | None:
    """The tool that has to be called by name."""
    line = asked.lstrip("\n").partition("\n")[0]
    try:
        name = loads(line.removeprefix(_NAMED).removesuffix("."))
    except ValueError:
        return None
    return {"name": name} if isinstance(name, str) else None


def _changed() -> DialectError:
    sentence = said(
        'The rules for printed calls (from the line "{heading}" on) are made from the tools: change '
        "the text before them or the tools' lines, or switch the tools off and write rules of your "
        "own.",
        heading=HEADING,
    )
    return DialectError(sentence, place="system")


def _start(system: str) -> int | None:
    """Where the last heading stands: those before it are the person's own words."""
    at = system.rfind(f"{_BETWEEN}{HEADING}\n")
    if at >= 0:
        return at + len(_BETWEEN)
    return 0 if system.startswith(f"{HEADING}\n") else None


def _fixed(form: TextForm, tools: Sequence[ToolSpec]) -> str:
    words = words_of(form.name)
    opening, closing = words.around
    lines = [HEADING, _INTRODUCTION, *opening, *(spaced(_entry(tool, words)) for tool in tools), *closing]
    example = _example_name(tools)
    call = form.write_calls([Call(example, '{"text": "hello"}')])
    result = write_results(form.name, [Result(None, "the result", example)])[0]
    lines += ["", "# How to call a tool", words.call, call, words.example.format(name=example), words.after]
    lines += ["Its result comes in the next message:", result.text if isinstance(result, Text) else "", words.failed]
    return "\n".join([*lines, *words.rest])


def _asked(words: Words, choice: Any, several: bool | None) -> str:
    asked: list[str] = []
    if choice == "none":
        asked.append("In your next reply, call no tool.")
    elif choice == "required":
        asked.append("In your next reply, you have to call a tool.")
    elif isinstance(choice, dict):
        asked.append(f"{_NAMED}{spaced(choice['name'])}.")
    if several is False:
        asked.append("Call one tool at a time.")
    elif several and words.takes_several:
        asked.append("You may call several tools at once: print one call after the other.")
    return "".join(f"\n{sentence}" for sentence in asked)


def _example_name(tools: Sequence[ToolSpec]) -> str:
    """A name that no declared tool has."""
    names = {tool.name for tool in tools}
    made, number = EXAMPLE, 1
    while made in names:
        number += 1
        made = f"{EXAMPLE}_{number}"
    return made


def _entry(tool: ToolSpec, words: Words) -> dict[str, Any]:
    described = {"description": tool.description} if tool.description else {}
    function = {"name": tool.name, **described, "parameters": tool.parameters}
    return {"type": "function", "function": function} if words.wrapped else function


def _read_tools(text: str, words: Words) -> tuple[str, tuple[ToolSpec, ...]]:
    """The tools, and the text with their lines as they are written here, however they were spaced. A line that says more than a
    tool does stays as it is and will not be the same."""
    lines = text.split("\n")
    tools: list[ToolSpec] = []
    for number, line in enumerate(lines):
        if not line:
            break
        spec = _read_tool(line, words) if line.startswith("{") else None
        if spec is not None:
            tools.append(spec)
            lines[number] = spaced(_entry(spec, words))
    return "\n".join(lines), tuple(tools)


def _read_tool(line: str, words: Words) -> ToolSpec | None:
    try:
        entry = loads(line)
    except ValueError:
        return None
    inner: Any = entry.get("function") if words.wrapped and isinstance(entry, dict) else entry
    match inner:
        case {"name": str() as name}:
            description, parameters = inner.get("description", ""), inner.get("parameters", no_parameters())
        case _:
            return None
    if not isinstance(description, str) or not isinstance(parameters, dict):
        return None
    spec = ToolSpec(name, description, parameters)
    return spec if _entry(spec, words) == entry else None
