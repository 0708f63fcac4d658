"""A model that calls what it is told to, one call a reply, whatever comes back. Shared by tests with real MCP servers."""

import itertools
import json
from pathlib import Path
from typing import Any

from studio.session.setup import ResponderChoice


def script(folder: Path, calls: list[tuple[str, dict[str, Any]]]) -> ResponderChoice:
    """A model that makes these calls one after the other, whatever comes back, and then is done."""
    first, *_ = calls
    rules: list[dict[str, Any]] = [{"after": "user", "parts": [{"call": first[0], "arguments": first[1]}]}]
    for (name, _), (following, arguments) in itertools.pairwise(calls):
        rules.append({"after": [name], "parts": [{"call": following, "arguments": arguments}]})
    path = folder / "script.json"
    path.write_text(json.dumps({"rules": [*rules, {"parts": [{"text": "Done."}]}]}), encoding="utf-8")
    return ResponderChoice("scripted", model_name="told", script=str(path))
