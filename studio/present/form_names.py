"""The text forms of printed calls, and the ways in which a call may come, in words.

Above: `remarks`, `row_details`, `transcript`, the call card. Below: `part_labels`. Pure; the name of a form that is not known here is
shown as it is.
"""

from typing import Any

from studio.messages.parts import Call
from studio.present.words import Words, words

_NAMES = {
    "hermes": "Hermes",
    "qwen_xml": "Qwen XML",
    "llama_json": "Llama JSON",
    "mistral": "Mistral",
    "deepseek": "DeepSeek",
    "glm": "GLM",
    "harmony": "Harmony",
    "pythonic": "Python",
    "json_block": "JSON",
    "react": "ReAct",
}


def form_name(form: str) -> str:
    """The name of a text form as people write it: a proper name, the same in every language."""
    return _NAMES.get(form, form.replace("_", " "))


def way_of(call: Call) -> Words | None:
    """How a call came; None for a plain native function call."""
    match call.form:
        case "function" if is_signed(call):
            return Words("way.signed")
        case "text":
            return words("way.text", form=form_name(str(call.extra.get("in") or "?")))
        case "custom" | "legacy":
            return Words(f"way.{call.form}")
        case _:
            return None


def badge_of(call: Call) -> Words | None:
    """The same as a badge: one short word."""
    match call.form:
        case "text":
            return Words("badge.printed")
        case "custom" | "legacy":
            return Words(f"badge.{call.form}")
        case _:
            return None


def is_signed(call: Call) -> bool:
    """Whether the call carries a signature of the provider's, which must go back with it."""
    return _has_signature(call.extra, 3)


def _has_signature(value: Any, depth: int) -> bool:
    if not isinstance(value, dict) or not depth:
        return False
    return any(value.get(name) for name in _SIGNATURES) or any(
        _has_signature(inner, depth - 1) for inner in value.values()
    )


_SIGNATURES = ("thought_signature", "thoughtSignature")


def printed_text(call: Call) -> str:
    """What the model printed for the call, tags and all; empty for any other call."""
    printed = call.extra.get("printed")
    return printed if call.form == "text" and isinstance(printed, str) else ""
