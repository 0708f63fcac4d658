"""`--memory all|messages:N|tokens:N`: how much of the conversation each request carries.

Above: `run`. Below: `session/memory`.
"""

import argparse
from typing import Any

from studio.session.memory import Memory, memory_named


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
    try:
        return memory_named(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
