"""Recognises one JSON value that is kept as it came: a use of a tool that the provider runs, a result of one, hidden thinking, …

Above: `hosted_parts`. Below: `hosted_facts`. Pure. Goes by the value's type and members, whatever dialect it is of; what is not known
is shown by its type.
"""

import json
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from studio.present.arguments_summary import arguments_summary
from studio.present.hosted_facts import ASKED, asked, facts_of, given, has_failed, listed, short
from studio.present.words import Words, words


class HostedPart(msgspec.Struct, frozen=True):
    """One part, or a use with its result. `kind` is the end of its key in the labels, `tool` its tool's name where the kind does
    not say it; `asks` is what was asked (a query, code), `gives` what came of it; `facts` are further phrases. `half` says which
    half it is, `use` or `result`, and `link` the id that joins them; `values` are the JSON values as they came."""

    kind: str
    tool: str = ""
    asks: str = ""
    gives: str = ""
    facts: tuple[Words, ...] = ()
    link: str = ""
    half: str = ""
    values: tuple[Any, ...] = ()
    failed: bool = False

    @property
    def title(self) -> Words:
        """The kind in words."""
        return Words(f"hosted.{self.kind}")

    @property
    def what(self) -> str:
        """What was asked and what came of it, in one line: `weather → get_weather, get_forecast`."""
        asked = " ".join(filter(None, (self.tool, f"({self.asks})" if self.tool and self.asks else self.asks)))
        return " → ".join(filter(None, (asked, self.gives)))

    @property
    def json(self) -> str:
        """The values as they came, laid out."""
        return "\n".join(json.dumps(value, ensure_ascii=False, indent=2) for value in self.values)


def hosted_value(value: Any) -> HostedPart:
    """What a value is."""
    kind = value.get("type") if isinstance(value, dict) else None
    if not isinstance(kind, str):
        return HostedPart("other", asks=short(value), values=(value,))
    read = _READERS.get(kind)
    if read is not None:
        return read(value)
    if kind.endswith("_tool_result"):
        return _tool_result(value, kind.removesuffix("_tool_result"))
    if kind.endswith("_output"):
        return _output(value, kind.removesuffix("_output"))
    if kind.endswith("_call"):
        return _call(value, kind.removesuffix("_call"))
    return HostedPart("other", tool=kind, values=(value,), link=_id(value))


def _tool_kind(name: str) -> tuple[str, str]:
    """The kind of a tool by its name, and the name where the kind does not say it."""
    for start, kind in _TOOLS.items():
        if name.startswith(start):
            return kind, ""
    return "server_tool", name


_TOOLS = {
    "tool_search": "tool_search",
    "web_search": "web_search",
    "web_fetch": "web_fetch",
    "file_search": "file_search",
    "code_interpreter": "code",
    "code_execution": "code",
    "bash_code_execution": "code",
    "program": "code",
    "text_editor_code_execution": "files",
    "local_shell": "shell",
    "shell": "shell",
    "apply_patch": "patch",
    "computer": "computer",
    "image_generation": "picture",
    "advisor": "advisor",
    "mcp": "mcp",
}


def _server_use(value: dict[str, Any]) -> HostedPart:
    """A use that the provider's server answers."""
    kind, tool = _tool_kind(str(value.get("name") or ""))
    return _use(value, kind, tool, value.get("input"))


def _mcp_use(value: dict[str, Any]) -> HostedPart:
    """A call of an MCP server's tool, by its arguments."""
    wanted = value.get("input", value.get("arguments"))
    found = _use(value, "mcp", str(value.get("name") or ""), None)
    text = wanted if isinstance(wanted, str) else json.dumps(wanted or {}, ensure_ascii=False)
    return _with_output(replace(found, asks=arguments_summary(text)), value)


def _call(value: dict[str, Any], name: str) -> HostedPart:
    """An item of a hosted tool, which often holds its result too."""
    kind, tool = _tool_kind(name)
    own = {key: inner for key, inner in value.items() if key in ASKED}
    wanted = next((value[key] for key in ("action", "operation", "arguments", "actions") if value.get(key)), own)
    return _with_output(_use(value, kind, tool, wanted), value)


def _use(value: dict[str, Any], kind: str, tool: str, wanted: Any) -> HostedPart:
    link = str(value.get("call_id") or value.get("id") or "")
    return HostedPart(kind, tool, asked(wanted), "", facts_of(value), link, "use", (value,), has_failed(value))


def _with_output(found: HostedPart, value: dict[str, Any]) -> HostedPart:
    """The use with what its own members say of its result."""
    gives = next((said for key in ("output", "outputs", "results") if (said := given(value.get(key)))), "")
    sources = listed(value.get("action", {}).get("sources")) if isinstance(value.get("action"), dict) else []
    facts = (*found.facts, words("fact.sources", n=len(sources))) if sources else found.facts
    return replace(found, gives=gives, facts=facts)


def _tool_result(value: dict[str, Any], name: str) -> HostedPart:
    """What a tool of the provider gave."""
    kind, tool = _tool_kind(name)
    content = value.get("content")
    facts = [*facts_of(value)]
    if isinstance(content, dict):
        facts += facts_of(content)
    failed = has_failed(value) or (isinstance(content, dict) and has_failed(content))
    sources = listed(content) if kind == "web_search" else []
    if sources:
        facts.append(words("fact.sources", n=len(sources)))
    gives = "" if failed else given(content)
    link = str(value.get("tool_use_id") or "")
    return HostedPart(kind, tool, "", gives, tuple(facts), link, "result", (value,), failed)


def _output(value: dict[str, Any], name: str) -> HostedPart:
    """An item that answers another one of the name `…_call`."""
    kind, tool = _tool_kind(name.removesuffix("_call"))
    gives = next((said for key in ("tools", "output", "result") if (said := given(value.get(key)))), "")
    facts = facts_of(value)
    if kind == "tool_search" and not listed(value.get("tools")):
        facts = (*facts, Words("fact.nothing_found"))
    link = str(value.get("call_id") or "")
    return HostedPart(kind, tool, "", gives, facts, link, "result", (value,), has_failed(value))


def _id(value: dict[str, Any]) -> str:
    return str(value.get("id") or "")


def _plain(kind: str, *members: str, facts: tuple[Words, ...] = ()) -> Callable[[dict[str, Any]], HostedPart]:
    """A reader for a part that one of its members says."""

    def read(value: dict[str, Any]) -> HostedPart:
        said = next((value[name] for name in members if value.get(name)), None)
        return HostedPart(kind, "", given(said), "", (*facts_of(value), *facts), _id(value), "", (value,))

    return read


def _decision(value: dict[str, Any]) -> HostedPart:
    fact = Words("fact.approved" if value.get("approve") is True else "fact.rejected")
    reason = short(value.get("reason"))
    return HostedPart("mcp_decision", "", reason, "", (fact,), "", "", (value,))


def _fallback(value: dict[str, Any]) -> HostedPart:
    models = [str(end.get("model") or "") if isinstance(end := value.get(key), dict) else "" for key in ("from", "to")]
    return HostedPart("fallback", "", models[0], models[1], values=(value,))


def _compaction(value: dict[str, Any]) -> HostedPart:
    """Condensed turns: readable, or encrypted."""
    found = _plain("compaction", "content")(value)
    return found if found.asks else replace(found, facts=_UNCHANGED)


_UNCHANGED = (Words("fact.unchanged"),)
_READERS: dict[str, Callable[[dict[str, Any]], HostedPart]] = {
    "server_tool_use": _server_use,
    "mcp_tool_use": _mcp_use,
    "mcp_call": _mcp_use,
    "mcp_approval_request": lambda value: replace(_mcp_use(value), kind="mcp_question", half=""),
    "mcp_approval_response": _decision,
    "mcp_list_tools": _plain("mcp_tools", "tools"),
    "mcp_tool_listing": _plain("mcp_tools", "tools"),
    "tool_reference": _plain("tool_reference", "tool_name"),
    "additional_tools": _plain("tools_added", "tools"),
    "tool_addition": _plain("tools_added", "tool"),
    "redacted_thinking": _plain("redacted", facts=_UNCHANGED),
    "compaction": _compaction,
    "program": lambda value: _use(value, "code", "", value.get("code")),
    "fallback": _fallback,
    "document": _plain("file", "title", "source"),
    "file": _plain("file", "file"),
    "input_file": _plain("file", "filename", "file_id", "file_url"),
    "container_upload": _plain("file", "file_id"),
    "search_result": _plain("search_result", "title", "source"),
    "input_audio": _plain("audio"),
    "item_reference": _plain("pointer", "id"),
}
