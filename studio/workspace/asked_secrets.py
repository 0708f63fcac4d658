"""Which fields of a form that a server asks for take secrets: what is typed there is never kept.

Above: `server_questions`, the fronts. Below: nothing.
"""

import re
from collections.abc import Mapping
from typing import Any

from studio.wire.redact import BLANK

_NAMES = re.compile(
    r"(?i)(?:^|[_\s.-])(?:password|passwd|passphrase|passcode|pwd|secret|token|api[_-]?key|private[_-]?key|credentials?|pin|otp|cvv|cvc)"
    r"(?:$|[_\s.-])"
)
_NUMBERS = re.compile(r"(?i)(?:.*[_\s.-])?(?:pin|otp|cvv|cvc|passcode)(?:[_\s.-]?code)?")
"""Names of numbers that are secrets; a `token_limit` is none."""
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def is_secret(name: str, schema: Any) -> bool:
    """Whether a field takes a secret, as its name or its schema says."""
    member = schema if isinstance(schema, dict) else {}
    if member.get("format") == "password" or member.get("writeOnly") is True:
        return True
    if member.get("type", "string") != "string":
        return _NUMBERS.fullmatch(_CAMEL.sub("_", name)) is not None
    titled = member.get("title")
    said = (name, titled) if isinstance(titled, str) else (name,)
    return any(_NAMES.search(_CAMEL.sub("_", text)) for text in said)


def secrets_in(schema: Mapping[str, Any] | None, content: Mapping[str, Any]) -> tuple[str, ...]:
    """The texts that stand in such fields of a filled form."""
    return tuple(
        value
        for name, value in content.items()
        if isinstance(value, str) and value and is_secret(name, _field(schema, name))
    )


def blanked_content(schema: Mapping[str, Any] | None, content: dict[str, Any] | None) -> dict[str, Any] | None:
    """A filled form without what was typed into such fields."""
    if content is None:
        return None
    return {
        name: BLANK if value not in ("", None) and is_secret(name, _field(schema, name)) else value
        for name, value in content.items()
    }


def _field(schema: Mapping[str, Any] | None, name: str) -> Any:
    fields = (schema or {}).get("properties")
    return fields.get(name) if isinstance(fields, dict) else None
