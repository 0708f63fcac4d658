"""What stands in parts that are kept as they came: tools that a provider runs itself, their results, thinking that is hidden.

Above: the transcript, the window's chats. Below: `hosted_values`, `messages`. Pure. A use and its result in one message are one part
(*Tool search: weather → get_weather*).
"""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from studio.messages.parts import Opaque, Part, Reasoning, Result
from studio.present.hosted_values import HostedPart, hosted_value
from studio.present.words import Words, words

__all__ = ["HostedPart", "hosted_in", "hosted_text", "hosted_part", "hosted_parts", "sealed", "sealed_beside"]

_PLAIN = frozenset(("text", "image", "input_text", "input_image", "output_text"))


def hosted_part(part: Opaque) -> HostedPart:
    """One part alone."""
    value = part.value
    if isinstance(value, dict) and "made_up" in value:
        facts = (Words("fact.never_sent"),)
        return HostedPart("made_up", gives=str(value["made_up"]).strip(), facts=facts, values=(value,))
    if isinstance(value, dict) and value.keys() == {"piece", "item"}:
        value = value["piece"]
    return hosted_value(value)


def hosted_parts(parts: Sequence[Part]) -> tuple[HostedPart, ...]:
    """All such parts of one message in order, each result joined to its use."""
    made: list[HostedPart] = []
    for part in parts:
        if not isinstance(part, Opaque):
            continue
        found = hosted_part(part)
        at = _use_of(made, found)
        if at is None:
            made.append(found)
        else:
            made[at] = _joined(made[at], found)
    return tuple(made)


def hosted_in(result: Result) -> tuple[HostedPart, ...]:
    """What stands in a tool result beside its text and pictures, such as references to tools that a search of ours found."""
    lists = [value for value in result.extra.values() if isinstance(value, list)]
    pieces = [piece for value in lists for piece in value if isinstance(piece, dict) and "type" in piece]
    found = [hosted_value(piece) for piece in pieces if piece["type"] not in _PLAIN]
    tools = [one for one in found if one.kind == "tool_reference"]
    if len(tools) > 1:
        names, values = ", ".join(one.asks for one in tools), tuple(value for one in tools for value in one.values)
        tools = [HostedPart("tool_reference", asks=names, values=values)]
    return (*tools, *(one for one in found if one.kind != "tool_reference"))


def hosted_text(part: HostedPart, say: Callable[[Words], str]) -> str:
    """The part in one line, in the language of `say`: *Tool search: weather → get_weather · error: …*."""
    title, what = say(part.title), part.what
    line = say(words("hosted.line", title=title, what=what)) if what else title
    return " · ".join((line, *map(say, part.facts)))


def sealed(part: Reasoning) -> Words | None:
    """What is to be said of reasoning that only its provider can read or vouch for; None for any other."""
    if not part.signature:
        return None
    return Words("reasoning.signed" if part.text else "reasoning.encrypted")


def sealed_beside(extra: dict[str, Any]) -> Words | None:
    """The same of thinking that gateways keep beside a message, in lists of their own (`reasoning_details`, `thinking_blocks`)."""
    lists = [extra.get(name) for name in ("reasoning_details", "thinking_blocks")]
    entries = [entry for value in lists if isinstance(value, list) for entry in value if isinstance(entry, dict)]
    if any(entry.get("signature") for entry in entries):
        return Words("reasoning.signed")
    return Words("reasoning.encrypted") if any(entry.get("data") for entry in entries) else None


def _use_of(made: Sequence[HostedPart], found: HostedPart) -> int | None:
    """The place of the use that `found` is the result of. Where the provider gives no ids it is the one just before."""
    if found.half != "result":
        return None
    for at in range(len(made) - 1, -1, -1):
        use = made[at]
        if use.half == "use" and use.kind == found.kind and (use.link == found.link or not found.link):
            return at
    return None


def _joined(use: HostedPart, result: HostedPart) -> HostedPart:
    return replace(
        use,
        gives=result.gives,
        facts=(*use.facts, *(fact for fact in result.facts if fact not in use.facts)),
        half="",
        values=(*use.values, *result.values),
        failed=use.failed or result.failed,
    )
