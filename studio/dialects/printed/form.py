"""The contract of a form in which models print their calls as text.

Above: each form, `forms`, `prompted`. Below: `messages`. Knows no form and no wire.
Nothing is lost: the texts of the parts that were read, or where a part has it `extra["printed"]`, joined in order are the model's
text again. A call's `extra` holds `in` (the form's name) and `printed` (the text it stood as, with its share of the tags around).
"""

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from studio.messages.delta import Delta
from studio.messages.parts import Call, Opaque
from studio.messages.toolspec import ToolSpec

MADE_UP = "printed"
"""The dialect of the `Opaque` that holds an observation which the model made up: shown, never sent back."""


class TextReader(Protocol):
    """Reads the text of one reply while it comes. Never raises, on any text; time and memory grow with its length only."""

    def feed(self, text: str) -> Sequence[Delta]:
        """The deltas that are clear with this piece: `text`, `reasoning`, `run_extra`, `call` (form `text`), `call_all`, `call_extra`,
        `part`. What may still turn out to be part of a tag is held back."""
        ...

    def end(self) -> Sequence[Delta]:
        """The deltas of what was held back. A call that is cut comes with its argument text as far as it goes."""
        ...


class TextForm(Protocol):
    """One form. `stop` are the stop sequences to ask the server for, usually none."""

    name: str
    stop: tuple[str, ...]

    def reader(self, tools: Sequence[ToolSpec]) -> TextReader:
        """A fresh reader; `tools` are those the model was told of: their schemas give untyped values their types."""
        ...

    def write_calls(self, calls: Sequence[Call]) -> str:
        """The calls printed in this form: read again, they give the same names and argument values. Arguments without a value
        (broken JSON) are printed as `{"raw_arguments": text}`."""
        ...


class Found(msgspec.Struct, frozen=True):
    """A call that was found in a block of text; its share of the block ends at `end`."""

    name: str
    arguments: str
    end: int
    id: str | None = None


class Said(msgspec.Struct, frozen=True):
    """Behind the calls of a block, from `start` on, stands plain text."""

    start: int


def made_up(form: str, text: str) -> Opaque:
    """The part for a made-up observation."""
    return Opaque(MADE_UP, {"form": form, "made_up": text})


def is_made_up(value: Any) -> bool:
    """Whether a part is what the model made up after its call."""
    return isinstance(value, Opaque) and value.dialect == MADE_UP
