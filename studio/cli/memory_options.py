"""`--memory all|messages:N|tokens:N`: how much of the conversation each request carries.

Above: `run`. Below: `session/memory`.
"""

import argparse
from typing import Any

from studio.session.memory import Memory


def add_options(options: argparse.ArgumentParser) -> None:
    """Add the option."""
    options.add_argument(
        "--memory",
        type=memory,
        default=Memory(),
        metavar="all|messages:N|tokens:N",
        help="how much of the conversation each request carries: all of it (all), the last N messages, or as many of the last as fit "
        "into N tokens, as estimated; the system text and the message of the turn always go along",
    )


def members(given: argparse.Namespace) -> dict[str, Any]:
    """The member of the setup that the option gives."""
    return {"memory": given.memory}


def memory(text: str) -> Memory:
    """`messages:20` as a memory. Raises ArgumentTypeError."""
    kind, colon, most = text.partition(":")
    if text == "all":
        return Memory()
    if colon and most.isdecimal() and int(most) > 0:
        if kind == "messages":
            return Memory("messages", int(most))
        if kind == "tokens":
            return Memory("tokens", int(most))
    raise argparse.ArgumentTypeError(f"wants all, messages:N or tokens:N, such as messages:20, and was given {text!r}")
