"""What kind of tool a declaration is: a plain function of ours, or one that is deferred, hosted, custom, or a group.

Above: the window's tool lists, the transcript. Below: `words`, `messages`. Pure; goes by the members of the declaration, whatever its
dialect.
"""

from typing import Any, Literal

from studio.messages.toolspec import ToolSpec
from studio.present.words import Words, words

ToolKind = Literal["", "deferred", "hosted", "tool_search", "custom", "group"]


def tool_kind(tool: ToolSpec) -> ToolKind:
    """The kind; empty for a plain function."""
    entry = _entry(tool)
    type_ = str(entry.get("type") or "")
    if type_.startswith("tool_search"):
        return "tool_search"
    if type_ in ("custom", "namespace"):
        return "custom" if type_ == "custom" else "group"
    if _is_deferred(tool.extra) or _is_deferred(entry):
        return "deferred"
    return "hosted" if type_ not in ("", "function") else ""


def kind_word(tool: ToolSpec) -> Words | None:
    """The kind in a word; None for a plain function."""
    kind = tool_kind(tool)
    return Words(f"declared.{kind}") if kind else None


def kind_sentence(tool: ToolSpec) -> Words | None:
    """The kind and what it means; None for a plain function."""
    kind, entry = tool_kind(tool), _entry(tool)
    match kind:
        case "":
            return None
        case "hosted" | "tool_search":
            return words(f"declared.{kind}.why", kind=str(entry.get("type")))
        case "group":
            return words("declared.group.why", tools=", ".join(_inner(entry)) or "–")
        case _:
            return Words(f"declared.{kind}.why")


def _entry(tool: ToolSpec) -> dict[str, Any]:
    entry = tool.extra.get("entry")
    return entry if isinstance(entry, dict) else {}


def _is_deferred(members: dict[str, Any]) -> bool:
    default = members.get("default_config")
    return members.get("defer_loading") is True or (isinstance(default, dict) and default.get("defer_loading") is True)


def _inner(entry: dict[str, Any]) -> list[str]:
    tools = entry.get("tools")
    return [str(tool.get("name") or tool.get("type")) for tool in tools or () if isinstance(tool, dict)]
