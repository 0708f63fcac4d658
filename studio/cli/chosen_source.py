"""Where the tools of a command come from: a file, or an MCP server that the options name.

Above: `tools`, `call`. Below: `tools_source`, `mcp_source`, `mcp_options`.
"""

import argparse
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from studio.cli import mcp_options
from studio.cli.mcp_source import server_source
from studio.cli.mcp_words import with_advice
from studio.cli.server_answers import Chosen
from studio.cli.terminal import Terminal
from studio.cli.tools_source import Source, tools_of

NOBODY = Chosen()
"""Whatever a server asks is declined."""


def check_chosen(options: argparse.ArgumentParser, given: argparse.Namespace) -> None:
    """End the command when neither or both are named."""
    if mcp_options.said(given) == (given.file is not None):
        both = given.file is not None
        options.error(
            with_advice("a file and a server are two sources: name one of them", given)
            if both
            else "name a file with tools, or an MCP server with --mcp, --mcp-url or --mcp-servers"
        )
    if mcp_options.said(given) and given.python:
        options.error("--python goes with a Python file")


@asynccontextmanager
async def chosen_source(
    terminal: Terminal, given: argparse.Namespace, answers: Chosen = NOBODY
) -> AsyncIterator[Source]:
    """The tools as long as they are wanted; `answers` says who answers what a server asks.

    CommandError 3 when the file cannot be used, 4 when the server cannot start.
    """
    if not mcp_options.said(given):
        async with tools_of(given.file, given.python) as source:
            yield source
        return
    read = mcp_options.one_server(given)
    seconds = getattr(given, "seconds", None)
    async with server_source(terminal, read, answers, seconds=seconds, shown=given.verbose) as source:
        yield source
