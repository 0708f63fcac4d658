"""Calls of an MCP server through our connection beside the SDK's own stdio client, same server. Run: python -m tests.bench.mcp_calls

One process a side and case, by turns: a round trip of `echo`, an answer of 50 MB, 100,000 lines of stderr and as many log notifications.
Seconds on the clock, the longest time in which the loop did nothing else, and the peak of memory over what was used before. No test.
"""

import asyncio
import json
import logging
import os
import resource
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from studio.tasks import spawn
from studio.tools.mcp.connection import Connection
from studio.tools.tool import CallContext
from tests.flow.bad_servers import SERVER, connected

CALLS = 500
BIG = 50_000_000
BEAT = 0.005
NOWHERE = Path(os.devnull).open("w")  # noqa: SIM115 - to the end of the process
CASES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "round trip of a call": ("echo", CALLS, {"text": "hello"}),
    "answer of 50 MB": ("big", 1, {"size": BIG}),
    "flood of 200,000 lines": ("flood", 1, {}),
}
Call = Callable[[str, dict[str, Any]], Awaitable[object]]


def main() -> None:
    """Print the figures of all cases; with a side and a case as arguments measure that one and print it as JSON."""
    if len(sys.argv) > 1:
        logging.disable()
        print(json.dumps(asyncio.run(measured(*sys.argv[1:]))))
        return
    print(f"{'':26}{'':8}{'each':>12}{'whole':>11}{'longest hold':>15}{'peak over base':>17}")
    for case, (_, times, _) in CASES.items():
        for side in ("ours", "sdk", "ours", "sdk"):
            found = json.loads(_run(side, case))
            whole = found["seconds"]
            print(
                f"{case:26}{side:8}{whole / times * 1e3:9.3f} ms{whole:9.2f} s"
                f"{found['hold'] * 1e3:12.1f} ms{found['memory']:14.0f} MB"
            )


def _run(side: str, case: str) -> str:
    command = [sys.executable, "-m", "tests.bench.mcp_calls", side, case]
    root = Path(__file__).parents[2]
    return subprocess.run(command, cwd=root, check=True, stdout=subprocess.PIPE, text=True, timeout=300).stdout


async def measured(side: str, case: str) -> dict[str, float]:
    """The figures of a case: seconds, the longest hold of the loop in seconds, the peak of memory in MB over what was used before."""
    tool, times, arguments = CASES[case]
    return await (_ours if side == "ours" else _sdk)(lambda call: _timed(call, tool, times, arguments))


async def _ours(work: Callable[[Call], Awaitable[dict[str, float]]]) -> dict[str, float]:
    connection: Connection
    connection, _ = connected()
    await connection.start()
    try:
        return await work(lambda tool, given: connection.call(tool, given, CallContext("call", seconds=120.0)))
    finally:
        await connection.close()


async def _sdk(work: Callable[[Call], Awaitable[dict[str, float]]]) -> dict[str, float]:
    where = StdioServerParameters(command=sys.executable, args=[str(SERVER), ""])
    async with Client(stdio_client(where, NOWHERE), cache=None) as client:
        return await work(client.call_tool)


async def _timed(call: Call, tool: str, times: int, arguments: dict[str, Any]) -> dict[str, float]:
    held = [0.0]
    beating = spawn(_beat(held), name="beat")
    base, began = _peak(), time.perf_counter()
    for _ in range(times):
        await call(tool, arguments)
    seconds = time.perf_counter() - began
    await asyncio.sleep(2 * BEAT)
    beating.cancel()
    return {"seconds": seconds, "hold": held[0], "memory": _peak() - base}


async def _beat(held: list[float]) -> None:
    """How late the loop comes back to this, at most."""
    while True:
        before = time.perf_counter()
        await asyncio.sleep(BEAT)
        held[0] = max(held[0], time.perf_counter() - before - BEAT)


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
