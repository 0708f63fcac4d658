"""What a message is made of: frozen parts in the order they were said.

Above: `message`, `reply`. Below: nothing. Knows no provider's format; what a dialect does not understand is an `Opaque`.
"""

from typing import Any

import msgspec


class Text(msgspec.Struct, frozen=True, tag="text", omit_defaults=True):
    """Plain text. `extra` holds members of the wire form that we do not know (cache marks, annotations)."""

    text: str
    extra: dict[str, Any] = {}


class Image(msgspec.Struct, frozen=True, tag="image", omit_defaults=True):
    """A picture by `url`; `data:` URLs hold it inline. `media_type` is a MIME type or empty when unknown."""

    url: str
    media_type: str = ""
    extra: dict[str, Any] = {}


class Reasoning(msgspec.Struct, frozen=True, tag="reasoning", omit_defaults=True):
    """Thinking text as the provider showed it; `signature` goes back to it unchanged."""

    text: str
    signature: str = ""
    extra: dict[str, Any] = {}


class Refusal(msgspec.Struct, frozen=True, tag="refusal", omit_defaults=True):
    """The model's words when it declines."""

    text: str


class Call(msgspec.Struct, frozen=True, tag="call", omit_defaults=True):
    """A tool call the model asks for. `arguments` is the text exactly as written, JSON or not.

    `id` is None where the provider sends none (Ollama, Gemini). `form` says how it came: `function`, `custom` (free text
    instead of JSON), `legacy` (the old single `function_call`), `text` (printed into the text, as it stood there in
    `extra["printed"]`, in the form `extra["in"]`).
    """

    name: str
    arguments: str = ""
    id: str | None = None
    form: str = "function"
    extra: dict[str, Any] = {}


class Result(msgspec.Struct, frozen=True, tag="result", omit_defaults=True):
    """What a tool call gave, as the model will read it. `call_id` is that of the call as it stands in the history, `form` the
    form of that call: some formats answer each in its own way."""

    call_id: str | None
    text: str
    name: str = ""
    is_error: bool = False
    media: tuple[Image, ...] = ()
    extra: dict[str, Any] = {}
    form: str = "function"


class Opaque(msgspec.Struct, frozen=True, tag="opaque", omit_defaults=True):
    """A part of another kind, kept whole: `value` is its JSON value in the format `dialect` and goes back unchanged."""

    dialect: str
    value: Any


Part = Text | Image | Reasoning | Refusal | Call | Result | Opaque
