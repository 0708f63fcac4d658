"""`mcp-serve FILE`: the tools of a file as an MCP server over stdin and stdout. Naming the file trusts it.

Above: `__main__`. Below: `tools_source`, `tools/mcp/serve`. stdout is the protocol's alone; all else goes to stderr. The file is read
once; after a change the client starts the server anew. Ends when stdin ends, on Ctrl+C, or when it is told to.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

from studio.cli.command import CANCELLED, DONE, conclude, parser
from studio.cli.tools_source import tools_of
from studio.present.text_lines import visible
from studio.tasks import spawn
from studio.tools.mcp.serve import serve

_SIGNALS = {signal.SIGINT: CANCELLED, signal.SIGTERM: 128 + signal.SIGTERM}


def main(arguments: list[str]) -> int:
    """Run the command; its exit code."""
    options = parser("mcp-serve", "Offer the tools of a file as an MCP server over stdin and stdout, until stdin ends.")
    options.add_argument("file", type=Path, help="a Python or JSON file with tools")
    options.add_argument("--python", default="", metavar="PYTHON", help="the interpreter to run it with (else our own)")
    given = options.parse_args(arguments)
    return conclude(given.as_json, lambda _: offer(given.file, given.python))


async def offer(path: Path, interpreter: str = "") -> int:
    """Offer the tools of a file; the exit code. CommandError 3 when it cannot be used."""
    async with tools_of(path, interpreter) as source:
        stopped: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        _listen(stopped)
        served = spawn(serve(path.stem, source.loaded.specs, source.run, _say), name="mcp-serve")
        ending: set[asyncio.Future[Any]] = {served, stopped}
        await asyncio.wait(ending, return_when=asyncio.FIRST_COMPLETED)
    if not served.done():
        # A thread of it waits in a read of stdin that nothing ends.
        sys.stderr.flush()
        os._exit(stopped.result())
    served.result()
    return DONE


def _listen(stopped: "asyncio.Future[int]") -> None:
    """Take Ctrl+C and the request to end as what they are, so that the tools' process is ended first."""
    loop = asyncio.get_running_loop()

    def stop(code: int) -> None:
        if not stopped.done():
            stopped.set_result(code)

    for number, code in _SIGNALS.items():
        signal.signal(number, lambda *_, code=code: loop.call_soon_threadsafe(stop, code))


def _say(text: str) -> None:
    print(visible(text), file=sys.stderr, flush=True)
