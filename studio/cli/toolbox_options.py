"""The options of `run` that say which tools a request offers: groups, context values, tools that stay in; as members of a setup.

Above: `run`. Below: `workspace`, `terminal`. What a file of groups says wrong is named with its place.
"""

import argparse
import json
from pathlib import Path
from typing import Any


def add_options(options: argparse.ArgumentParser) -> None:
    """Add them, in a group of their own."""
    group = options.add_argument_group("which tools a request offers")
    group.add_argument("--groups", type=Path, metavar="FILE", help="a JSON file with groups of tools and their rules")
    group.add_argument(
        "--context",
        type=context_value,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a value that rules of groups may ask for, such as role=admin; JSON, else a text",
    )
    group.add_argument("--pin", action="append", default=[], metavar="NAME", help="offer this tool in any case")


def members(given: argparse.Namespace) -> dict[str, Any]:
    """The members of the setup that the options give."""
    return {"context": dict(given.context), "pinned": tuple(given.pin)}


def context_value(text: str) -> tuple[str, Any]:
    """`role=admin` as a name and a value. Raises ArgumentTypeError."""
    name, equals, said = text.partition("=")
    if not equals or not name.strip():
        raise argparse.ArgumentTypeError(f"wants NAME=VALUE, and was given {text!r}")
    try:
        return name.strip(), json.loads(said)
    except (ValueError, RecursionError):
        return name.strip(), said
