"""What makes tools hard to use for a model: each rule with its place, a sentence, and advice. Pure.

Above: `workspace/tool_advice`, the command line, the Tools dock. Below: the files of the rules. Knows no session and runs no tool.
"""

from collections.abc import Collection, Sequence
from typing import Literal

import msgspec

from studio.dialects.tool_shape_values import Target
from studio.messages.toolspec import ToolSpec

Severity = Literal["error", "warning", "hint"]


class ToolAdvice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing to do better. `rule` is its id (`tool.description_missing`), `tool` the name of the tool, empty where it is about all of
    them; `pointer` a JSON Pointer into the declaration as `{"name", "description", "parameters"}` (`/parameters/properties/unit`).

    `error`: it is refused, or gives a secret away, or is far too much; `warning`: models get it wrong; `hint`: it could be said better.
    `sentence` says what is there, `advice` what to do; both are `checks/sentences.Sentence`, which the window translates. `others` are
    the other tools that it is about.
    """

    rule: str
    tool: str
    pointer: str
    sentence: str
    advice: str
    severity: Severity = "warning"
    others: tuple[str, ...] = ()


def tool_advice(
    tools: Sequence[ToolSpec], *, target: Target | None = None, offered: int = 0, off: Collection[str] = ()
) -> tuple[ToolAdvice, ...]:
    """All that is to be said of `tools`, in their order, what is about all of them first.

    `target` says whose names count (None: those that all take), `offered` how many tools a request offers, `off` which tools are not
    compared with others.
    """
    return ()
