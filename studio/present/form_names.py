"""The text forms of printed calls, and the ways in which a call may come, in words.

Above: `remarks`, `row_details`, `transcript`, the call card. Below: `part_labels`. Pure; the name of a form that is not known here is
shown as it is.
"""

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
    """How a call came; None for a native function call."""
    match call.form:
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


def printed_text(call: Call) -> str:
    """What the model printed for the call, tags and all; empty for any other call."""
    printed = call.extra.get("printed")
    return printed if call.form == "text" and isinstance(printed, str) else ""
