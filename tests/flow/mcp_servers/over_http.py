"""The friendly server over streamable HTTP on this machine; the first line that it prints is its address.

Ends when its stdin does, so that nobody leaves it behind.
"""

import asyncio
import socket
import sys
import threading

import uvicorn

from tests.flow.mcp_servers.friendly import made


def main() -> None:
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(made().streamable_http_app(), log_level="critical"))

    def end_with_stdin() -> None:
        sys.stdin.read()
        server.should_exit = server.force_exit = True

    threading.Thread(target=end_with_stdin, daemon=True).start()
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/mcp", flush=True)
    asyncio.run(server.serve([listening]))


if __name__ == "__main__":
    main()
