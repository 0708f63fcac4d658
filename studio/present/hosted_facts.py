"""What was asked of a tool that the provider runs, what came of it, and what else is to be known, read off its JSON value.

Above: `hosted_values`. Below: `words`. Pure; never fails, whatever the value is.
"""

import json
from collections.abc import Iterable
from typing import Any

from studio.messages.arguments import read_arguments
from studio.present.arguments_summary import one_line
from studio.present.words import Words, words

LONGEST = 300
"""Characters of what was asked and of what came of it; the JSON has them whole."""
_MOST_NAMES = 8
ASKED = (
    "query", "queries", "pattern", "url", "paths", "path", "code", "command", "commands", "prompt", "revised_prompt", "text", "name",
)  # fmt: skip
"""The members that say what was asked, the telling ones first."""
_BETWEEN = {"command": " ", "commands": "; "}
_SAID = ("title", "url", "filename", "file_id", "text", "name")
_DONE = ("", "completed", "complete", "success")


def given(value: Any) -> str:
    """What came of a use, in one line."""
    match value:
        case None:
            return ""
        case {"tool_references": _}:
            return _references(value)
        case {"type": "web_fetch_result", "url": str() as url}:
            return url
        case {"stdout": str() as out}:
            return short(out or value.get("stderr") or "")
        case dict():
            inner = next((value[key] for key in ("content", "logs", *_SAID) if value.get(key)), None)
            return given(inner) if inner is not None else ""
        case list():
            return _listing(said for one in value if (said := _named(one)))
        case _:
            return short(value)


def _references(value: dict[str, Any]) -> str:
    return _listing(str(one.get("tool_name")) for one in listed(value.get("tool_references")) if isinstance(one, dict))


def _named(value: Any) -> str:
    """One of several results by its name; a group of tools with what is in it."""
    match value:
        case {"type": "namespace", "name": str() as name, "tools": list() as tools}:
            return f"{name} ({_listing(map(_named, tools))})"
        case {"type": "tool_reference", "tool_name": str() as name}:
            return name
        case {"name": str() as name}:
            return name
        case dict():
            return given(value)
        case _:
            return short(value)


def asked(value: Any) -> str:
    """What was asked: the member that says it, else all of them."""
    if isinstance(value, str) and value[:1] == "{":
        value = read_arguments(value).value or value
    if not isinstance(value, dict):
        return short(value)
    key = next((key for key in ASKED if value.get(key)), None)
    if key is None and len(value) == 1:
        key = next(iter(value))
    if key is None:
        return str(value["type"]) if "type" in value else short(value or None)
    said = value[key]
    return _BETWEEN.get(key, ", ").join(map(short, said)) if isinstance(said, list) else short(said)


def facts_of(value: dict[str, Any]) -> tuple[Words, ...]:
    """What else is to be known: who ran it, how it ended."""
    made: list[Words] = []
    server = value.get("server_name") or value.get("server_label") or value.get("mcp_server_name")
    if isinstance(server, str):
        made.append(words("fact.server", server=server))
    if value.get("execution") == "client":
        made.append(Words("fact.client"))
    if str(value.get("status") or "") not in _DONE:
        made.append(words("fact.status", status=str(value["status"])))
    if isinstance(code := value.get("return_code"), int) and code:
        made.append(words("fact.exit", code=code))
    if has_failed(value):
        error = value.get("error_code") or value.get("error_message") or value.get("error")
        message = error.get("message") or error.get("type") if isinstance(error, dict) else error
        made.append(words("fact.error", code=short(message or given(value.get("content")) or "?")))
    return tuple(made)


def has_failed(value: dict[str, Any]) -> bool:
    """Whether it went wrong."""
    return bool(value.get("error_code") or value.get("error") or value.get("is_error") is True)


def listed(value: Any) -> list[Any]:
    """The value where it is a list; else none."""
    return value if isinstance(value, list) else []


def _listing(names: Iterable[str]) -> str:
    """Names one after the other, the first of many."""
    all_of_them = [name for name in names if name]
    shown = ", ".join(all_of_them[:_MOST_NAMES])
    return short(shown if len(all_of_them) <= _MOST_NAMES else f"{shown}, … ({len(all_of_them)})")


def short(value: Any) -> str:
    """A value in one line, cut."""
    if value is None:
        return ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return one_line(text, LONGEST)
