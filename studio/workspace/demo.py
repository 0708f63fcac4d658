"""The bundled demo: which files it is made of, and how its session begins.

Above: `workspace`. Below: `paths`. The story itself lies in `resources/demo`.
"""

import json
from pathlib import Path
from typing import Any

from studio import paths
from studio.session.setup import ResponderChoice, Setup

TITLE = "Refund triage"
SCRIPT = "demo/refund_script.json"


def tools_path() -> Path:
    """The demo's tools; they touch nothing outside."""
    return paths.resources() / "demo" / "refund_tools.py"


def _definition() -> dict[str, Any]:
    value: dict[str, Any] = json.loads((paths.resources() / "demo" / "refund_demo.json").read_bytes())
    return value


def setup() -> Setup:
    """The settings of the demo's session. Nothing is made to fit by itself: its story is how a misfit is found, told and mended."""
    told = _definition()
    choice = ResponderChoice("scripted", dialect="openai_chat", model_name=told["model_name"], script=SCRIPT)
    return Setup(responder=choice, system=told["system"], params=told.get("params", {}), coercion="off")


def message() -> str:
    """The first message."""
    return str(_definition()["message"])
