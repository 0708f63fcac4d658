"""Writes `resources/session.schema.json`, the JSON Schema of one line of a session file; `--check` only compares.

Run it with the project's own Python after a change in `studio/session/events.py`. A test fails while the file is out of date.
"""

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "resources" / "session.schema.json"
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from studio.session.lines import Line  # noqa: E402 - found from any folder only after the path is set
from studio.store.session_file import FORMAT  # noqa: E402

PIECE: dict[str, Any] = {
    "description": "A piece of a request body, as bytes of UTF-8, over the body of the request `base`.",
    "anyOf": [
        {"type": "integer", "description": "That many bytes from the start of the base."},
        {
            "type": "array",
            "items": {"type": "integer"},
            "minItems": 2,
            "maxItems": 2,
            "description": "The bytes [start, end) of the base.",
        },
        {"type": "string", "description": "This text."},
        {
            "type": "object",
            "properties": {"$more": {"type": "array"}},
            "required": ["$more"],
            "additionalProperties": False,
            "description": 'A comma and each member, as written here; {"$text": id} stands for the long text of event `id`.',
        },
    ],
}


def text() -> str:
    """The schema as it should stand in the file."""
    made = msgspec.json.schema(Line)
    made["$defs"]["RequestSent"]["properties"]["body"]["items"] = PIECE
    about = (
        "One line of a .tcsession file (JSON Lines, UTF-8). The first line is of kind session. Lines with an id hang in the tree; "
        "lines without one are notes. Notes of unknown kinds and unknown members are kept and passed over."
    )
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Toolcall Studio session, format {FORMAT}",
        "description": about,
    }
    return json.dumps({**head, **made}, indent=1, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    """Write the file, or compare it; 1 when it is out of date."""
    if arguments == ["--check"]:
        if FILE.is_file() and FILE.read_text(encoding="utf-8") == text():
            return 0
        print(f"{FILE.name} is out of date: run packaging/session_schema.py.", file=sys.stderr)
        return 1
    FILE.write_text(text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
