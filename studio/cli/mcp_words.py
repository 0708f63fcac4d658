"""What the options of an MCP server are made of: the words of its command, a header, a variable, a number of seconds.

Above: `mcp_options`. Below: `command`. Starts nothing; a value is never repeated in an error: it may be a key.
"""

import argparse
import re
import shlex
import sys

from studio.cli.command import CommandError

ONE_TEXT = "The command of a server is one text, --mcp 'uvx mcp-server-time', or all words after --, which stand last."
_RUNS_OTHERS = re.compile(
    r"(?:python[\d.]*|py|node|npx|uvx?|bunx?|deno|docker|podman|pipx|java|ruby|php|perl|(?:ba|z|da)?sh|cmd)(?:\.exe|\.cmd)?",
    re.IGNORECASE,
)
"""Programs that are no server by themselves: alone they would wait for ever for what to run."""


def with_advice(message: str, given: argparse.Namespace) -> str:
    """A message about words that the command does not know: where a server's command is given, they may be meant for it."""
    return f"{message}. {ONE_TEXT[:-1]}" if given.mcp else message


def words_of(line: str) -> list[str]:
    """The words of a command line, as the shell of this system splits them. CommandError when a quote is open."""
    try:
        words = shlex.split(line, posix=sys.platform != "win32")
    except ValueError:
        raise CommandError(f"A quote of the command is not closed: {line}") from None
    if not words:
        raise CommandError("The command of the server is empty.")
    return [word[1:-1] if sys.platform == "win32" and word[:1] == word[-1:] == '"' else word for word in words]


def check_runs_something(words: list[str]) -> None:
    """Raise CommandError for a command that only names what runs a server: its other words were taken for something else."""
    if len(words) == 1 and _RUNS_OTHERS.fullmatch(re.split(r"[\\/]", words[0])[-1]):
        raise CommandError(f"{words[0]} alone is no server.", ONE_TEXT)


def header(text: str) -> tuple[str, str]:
    """`NAME=VALUE`, or as it stands in a request, `NAME: VALUE`."""
    found = re.fullmatch(r"\s*([^\s:=]+)\s*(?:=|:\s*)(.*)", text, re.DOTALL)
    if found is None:
        raise CommandError("--header wants NAME=VALUE.", "Such as --header 'Authorization=Bearer ${MY_TOKEN}'.")
    return found[1], found[2]


def variable(text: str) -> tuple[str, str]:
    """`NAME=VALUE`, or NAME, which stands for what it holds here."""
    name, sign, value = text.partition("=")
    return name, value if sign else f"${{{name}}}"


def seconds(text: str) -> float:
    """A number above 0, for argparse."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"wants a number of seconds, and was given {text!r}")
    return number
