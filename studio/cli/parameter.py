"""`NAME=VALUE` as options say a member of the request body.

Above: `run`, `profile`. Below: `command`.
"""

import json
from typing import Any

from studio.cli.command import CommandError


def parameter(text: str) -> tuple[str, Any]:
    """`temperature=0.2`: the value as JSON where it is JSON, else as text."""
    name, sign, value = text.partition("=")
    if not (name and sign):
        raise CommandError(f"--param wants NAME=VALUE, and was given {text!r}.")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value
