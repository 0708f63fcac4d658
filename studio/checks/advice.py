"""What is to be said of a tool, as a value.

Above: `tool_advice` and the files of its rules. Below: nothing.
"""

from typing import Literal

import msgspec

Severity = Literal["error", "warning", "hint"]


class ToolAdvice(msgspec.Struct, frozen=True):
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
