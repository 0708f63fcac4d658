"""Decisions read from a file or from stdin: a JSON list, or one JSON value a line. What is wrong is told with its number and member.

Above: `step`. Below: `step_decisions`, `tools/fitted`. Nothing is done here; a list is read to its end before the first of it is done.
"""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args

import msgspec

from studio.cli.command import BAD_FILE, CommandError
from studio.cli.step_decisions import LOOP, AnyDecision, EditCall, EditReply, Settings
from studio.session.events import SetupChanged
from studio.tools.fitted import MisfitError, fitted
from studio.tools.misfit import known_members


def kinds() -> dict[str, type[msgspec.Struct]]:
    """The classes of decisions by what they do."""
    return {str(each.__struct_config__.tag): each for each in get_args(AnyDecision)}


def help_text() -> str:
    """All decisions with their members, as `--help-decisions` prints them."""
    lines = ["Decisions are JSON objects; `do` says which one it is:", ""]
    for name, each in kinds().items():
        members = ", ".join(_member(field) for field in msgspec.structs.fields(each))
        lines += [
            f"  {name}{'  {' + members + '}' if members else ''}",
            f"      {' '.join((each.__doc__ or '').split())}",
        ]
    lines += [
        "",
        "A call is named by its id, by REPLY.POSITION (12.0), or by its tool's name where only one fits.",
        'A list: [{"do": "mock", "call": "search", "text": "none"}, {"do": "run"}]; or one decision a line.',
    ]
    return "\n".join(lines)


def _member(field: msgspec.structs.FieldInfo) -> str:
    return field.name if field.required else f"{field.name}?"


def read(value: Any, index: int) -> AnyDecision:
    """The decision number `index` (from 1). Raises CommandError with what is wrong."""
    name = value.get("do") if isinstance(value, dict) else None
    if not isinstance(name, str) or name not in kinds():
        near = get_close_matches(str(name), kinds(), 1)
        hint = f"Did you mean {near[0]}? " if near else ""
        told = f"Decision {index} says nothing that can be done: {_short(value)}."
        raise CommandError(told, f"{hint}See step --help-decisions.")
    try:
        made: Any = fitted(value, kinds()[name])
        _check(made)
    except MisfitError as error:
        told = (
            f"Decision {index} ({name}) cannot be understood: {f'{error.place}: ' if error.place else ''}{error.why}."
        )
        raise CommandError(told, error.help or "See step --help-decisions.") from error
    decision: AnyDecision = made
    return decision


def _check(made: AnyDecision) -> None:
    """What members say only together. Raises MisfitError."""
    if isinstance(made, EditReply) and (made.text is None) == (made.reply is None):
        raise MisfitError("", "it wants either text or reply")
    if isinstance(made, EditCall) and made.arguments is not None and made.patch is not None:
        raise MisfitError("", "it wants either arguments or patch")
    if isinstance(made, Settings):
        unknown = next((name for name in made.values if name not in LOOP), None)
        if unknown is not None:
            raise MisfitError("values", f"there is no setting {unknown}", known_members(unknown, sorted(LOOP)))
        try:
            fitted({"kind": "setup", **made.values}, SetupChanged)
        except MisfitError as error:
            raise MisfitError(f"values.{error.place}", error.why, error.help) from error


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else f"{text[:120]}…"


def listed(text: str) -> list[AnyDecision]:
    """The decisions of a whole text: a JSON list, or one a line. Raises CommandError; so it does where there is none."""
    found = _listed(text)
    if not found:
        raise CommandError("It holds no decision.", "See step --help-decisions.")
    return found


def _listed(text: str) -> list[AnyDecision]:
    if text.lstrip().startswith("["):
        values = _parsed(text, "The decisions are")
        return [read(value, at) for at, value in enumerate(values, 1)]
    lines = [line for line in text.splitlines() if line.strip()]
    return [read(_parsed(line, f"Decision {at} is"), at) for at, line in enumerate(lines, 1)]


def _parsed(text: str, what: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{what} no JSON: {error}.", 'Each is an object such as {"do": "step"}.') from error


async def decisions(known: Sequence[AnyDecision] | None) -> AsyncIterator[AnyDecision]:
    """The decisions that are known already, else (None) those of stdin as they come. Raises CommandError."""
    if known is not None:
        for one in known:
            yield one
        return
    index, first = 0, True
    while line := await asyncio.to_thread(sys.stdin.readline):
        if first and line.lstrip().startswith("["):
            for one in listed(line + await asyncio.to_thread(sys.stdin.read)):
                yield one
            return
        if line.strip():
            first, index = False, index + 1
            yield read(_parsed(line, f"Decision {index} is"), index)


def file_text(source: str) -> str:
    """The text of a file with decisions, read once: it may be a pipe. CommandError 3 when it cannot be read."""
    try:
        return Path(source).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise CommandError(f"{source} cannot be read: {why}.", code=BAD_FILE) from error
