"""What shaping a tool's schema comes to, as values: the schema to send, what was changed in it, and what cannot be sent.

Above: `tool_shape` and its parts, `tool_shaping`, the fronts. Below: nothing. Pure data.
"""

from typing import Any, Literal, get_args

import msgspec

Target = Literal["openai", "openai_strict", "anthropic", "anthropic_strict", "gemini_compat", "ollama"]
"""Who takes the schema: what each refuses or does not understand differs."""

TARGETS: tuple[Target, ...] = get_args(Target)


class SchemaChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing said otherwise than declared. `code` is what was done (`properties_added`, `made_required`, …), `at` the JSON
    pointer of the place in the schema, `detail` the keyword or name that it is about."""

    code: str
    at: str = ""
    detail: str = ""


class SchemaProblem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a schema cannot be sent: `code` (`unresolved_ref`, `not_strict_compatible`, …), its place and what stands there."""

    code: str
    at: str = ""
    detail: str = ""


class Shaped(msgspec.Struct, frozen=True):
    """`schema` as it would be sent; with `problems` it is not sent, and stands as it was declared. `not_strict` says why it is not sent
    in strict mode although that was wanted."""

    schema: Any
    changes: tuple[SchemaChange, ...] = ()
    problems: tuple[SchemaProblem, ...] = ()
    target: Target | None = None
    not_strict: tuple[SchemaProblem, ...] = ()
