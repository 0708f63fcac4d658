"""Reads the tools that a file of another program declares: OpenAI, Anthropic, Gemini, LangChain, MCP, or a bare JSON Schema.

Above: `workspace`, the command line. Below: `entries`, `rendered`. Pure: bytes in, values out; nothing runs and nothing is fetched. What a
file says that has no place here is told in a note.
"""

import json
import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

import msgspec
from msgspec.structs import replace

from studio.dialects.json_bytes import loads
from studio.interop.declared_entry import FORMS, DeclarationsError, Format, Read
from studio.interop.entries import read_entry
from studio.interop.rendered import is_rendered, read_rendered
from studio.messages.toolspec import ToolSpec
from studio.said import said

__all__ = ["Declarations", "DeclarationsError", "read_declarations"]

MOST_BYTES = 10_000_000
MOST_TOOLS = 2_000
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
"""Names that every provider takes."""


class Declarations(msgspec.Struct, frozen=True):
    """The tools of a file, `source` of each is the file's name. `format` is that of the first; `notes` are sentences about what was
    not taken as it stands."""

    specs: tuple[ToolSpec, ...]
    format: Format
    notes: tuple[str, ...] = ()


def read_declarations(data: bytes, name: str) -> Declarations:
    """The tools in `data`, the content of a file named `name`. Raises DeclarationsError with the place that is wrong."""
    if len(data) > MOST_BYTES:
        raise DeclarationsError(name, "", said("it is larger than {n} MB", n=MOST_BYTES // 1000000))
    text = _text(data, name)
    found = read_rendered(text, name) if is_rendered(text) else list(_entries(_value(text, name), name))
    specs: dict[str, ToolSpec] = {}
    notes: list[str] = []
    for one in found:
        notes += one.notes
        if one.spec is None:
            continue
        if one.spec.name in specs:
            raise DeclarationsError(name, one.place, said("two tools are named {tool}", tool=one.spec.name))
        specs[one.spec.name] = replace(one.spec, source=PurePath(name).name)
        if not _NAME.fullmatch(one.spec.name) and "type" not in one.spec.extra.get("entry", {}):
            notes.append(
                said(
                    "{tool}: providers refuse this name; they want letters, digits, _ and -, at most 64.",
                    tool=one.spec.name,
                )
            )
    if not specs:
        raise DeclarationsError(name, "", notes[0] if notes else said("it declares no tool"))
    first = next(one.format for one in found if one.spec is not None)
    return Declarations(tuple(specs.values()), first, tuple(dict.fromkeys(notes)))


def _text(data: bytes, name: str) -> str:
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        raise DeclarationsError(name, "", said("it is no text in UTF-8")) from None
    return _of_stream(text) if text.lstrip().startswith(("event:", "data:")) else text


def _of_stream(text: str) -> str:
    """An MCP server may answer with an event stream; the answer is the data of its last event."""
    events = re.split(r"\r?\n\r?\n", text.strip())
    lines = [line[5:].lstrip() for line in events[-1].splitlines() if line.startswith("data:")]
    return "\n".join(lines)


def _value(text: str, name: str) -> Any:
    try:
        return loads(text)
    except ValueError as error:
        why = str(error)
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        why = said("{why} (line {line}, column {column})", why=error.msg, line=error.lineno, column=error.colno)
    except (ValueError, RecursionError):
        pass
    raise DeclarationsError(name, "", said("it is not JSON: {why}", why=why))


def _entries(value: Any, name: str) -> Iterator[Read]:
    """Each declaration of a parsed file with its place."""
    listed, place, notes = _listed(value, name)
    if len(listed) > MOST_TOOLS:
        raise DeclarationsError(name, place, said("it lists more than {most} tools", most=f"{MOST_TOOLS:,}"))
    if notes:
        yield Read(None, "mcp", place, notes)
    for at, entry in enumerate(listed):
        yield from read_entry(entry, name, f"{place}[{at}]" if isinstance(value, list) or place else "")


def _listed(value: Any, name: str) -> tuple[list[Any], str, tuple[str, ...]]:
    """The entries of a file, the place of their list, and what is to be said of it."""
    if isinstance(value, list):
        return value, "", ()
    if not isinstance(value, dict):
        raise DeclarationsError(name, "", said("it holds no object. {forms}", forms=FORMS))
    if "jsonrpc" in value and isinstance(value.get("error"), dict):
        raise DeclarationsError(
            name, "error", said("the server refused: {why}", why=value["error"].get("message", "no words"))
        )
    place = ""
    if isinstance(value.get("result"), dict):
        value, place = value["result"], "result."
    for key in ("tools", "functions"):
        if isinstance(value.get(key), list):
            more = (
                (said("The list goes on on another page, which this file does not hold."),)
                if value.get("nextCursor")
                else ()
            )
            return value[key], place + key, more
    return [value], "", ()
