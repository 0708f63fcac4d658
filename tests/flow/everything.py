"""npm's server-everything, which nobody here wrote: whether it is there, how it is started, and its way over HTTP.

Above: `test_mcp_everything`. `packaging/bootstrap.py test` installs it where node is there.
"""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from studio.session.mcp_servers import Stdio, StreamableHttp

FOLDER = Path(sys.prefix) / "node-servers"
INDEX = FOLDER / "node_modules" / "@modelcontextprotocol" / "server-everything" / "dist" / "index.js"
NODE = shutil.which("node") or ""


def why_not() -> str:
    """Why it cannot be started; empty when it can."""
    if not NODE:
        return "node is not installed, so npm's server-everything was not tried"
    if not (FOLDER / "installed").is_file():
        return "npm's server-everything is not installed (packaging/bootstrap.py test installs it), so it was not tried"
    return ""


def by_stdio() -> Stdio:
    """Started by the session."""
    return Stdio(NODE, (str(INDEX), "stdio"))


@contextlib.contextmanager
def by_http(tries: int = 3) -> Iterator[StreamableHttp]:
    """A process of its own on a free port of this machine; another one where somebody else took the port meanwhile."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = [NODE, str(INDEX), "streamableHttp"]
    env = {**os.environ, "PORT": str(port)}
    with subprocess.Popen(
        words, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        said = process.stderr.readline()
        if "listening" in said:
            try:
                yield StreamableHttp(f"http://127.0.0.1:{port}/mcp")
            finally:
                process.kill()
            return
        process.kill()
    assert tries > 1, said
    with by_http(tries - 1) as way:
        yield way
