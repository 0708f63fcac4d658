"""An MCP server that does what no server should: raw lines on its streams, the standard library alone. Each tool is one way to do wrong;
so are the words it is started with. It is no test."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

SLEEPS = "import time; time.sleep(600)"
QUIET: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
FLOOD = 100_000
listed = ["echo", "die", "hang", "flood", "twice", "wrong_id", "big", "change", "leave_children", "close_output"]
listed += ["broken_answer", "close_input"]


def say(line: bytes) -> None:
    """Write a line to standard output."""
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def send(**message: Any) -> None:
    """Write a message."""
    say(json.dumps({"jsonrpc": "2.0", **message}).encode())


def answer(id: Any, text: str) -> None:
    """Answer a call."""
    send(id=id, result={"content": [{"type": "text", "text": text}]})


def die(id: Any, arguments: dict[str, Any]) -> None:
    sys.stderr.write("Traceback: the disk is on fire\n")
    sys.stderr.flush()
    os._exit(3)


def hang(id: Any, arguments: dict[str, Any]) -> None:
    return


def flood(id: Any, arguments: dict[str, Any]) -> None:
    params = b'{"level":"info","data":"x"}'
    for number in range(FLOOD // 1_000):
        sys.stderr.write("".join(f"line {number * 1_000 + each}\n" for each in range(1_000)))
        sys.stdout.buffer.write(b'{"jsonrpc":"2.0","method":"notifications/message","params":%s}\n' % params * 1_000)
    sys.stderr.flush()
    answer(id, "through")


def twice(id: Any, arguments: dict[str, Any]) -> None:
    answer(id, "first")
    answer(id, "second")


def wrong_id(id: Any, arguments: dict[str, Any]) -> None:
    answer(4711, "for somebody else")


def big(id: Any, arguments: dict[str, Any]) -> None:
    answer(id, "x" * arguments["size"])


def change(id: Any, arguments: dict[str, Any]) -> None:
    listed.append("new")
    send(method="notifications/tools/list_changed")
    answer(id, "changed")


def leave_children(id: Any, arguments: dict[str, Any]) -> None:
    """One in its own group, one that left the group, and one whose parent has ended."""
    near = subprocess.Popen([sys.executable, "-c", SLEEPS], **QUIET)
    far = subprocess.Popen([sys.executable, "-c", SLEEPS], start_new_session=True, **QUIET)
    parent = subprocess.run(
        [sys.executable, __file__, "orphan"], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
    )
    orphan = parent.stdout.decode()
    answer(id, f"{os.getpid()} {near.pid} {far.pid} {orphan}")


def close_output(id: Any, arguments: dict[str, Any]) -> None:
    os.close(1)


def close_input(id: Any, arguments: dict[str, Any]) -> None:
    os.close(0)
    answer(id, "deaf now")
    time.sleep(600)


def broken_answer(id: Any, arguments: dict[str, Any]) -> None:
    send(id=id, result="no object")


def call(id: Any, params: dict[str, Any]) -> None:
    """Run a tool."""
    name, arguments = params["name"], params.get("arguments") or {}
    tools: dict[str, Callable[[Any, dict[str, Any]], None]] = globals()
    if name in ("echo", "new"):
        answer(id, arguments.get("text", ""))
    else:
        tools[name](id, arguments)


def handle(message: dict[str, Any]) -> None:
    """Do as a message says."""
    id, params = message.get("id"), message.get("params") or {}
    match message.get("method"):
        case "initialize":
            info = {"name": "hostile", "version": "1"}
            capabilities = {"tools": {"listChanged": True}, "logging": {}}
            version = params["protocolVersion"]
            send(id=id, result={"protocolVersion": version, "capabilities": capabilities, "serverInfo": info})
        case "tools/list":
            send(id=id, result={"tools": [{"name": each, "inputSchema": {"type": "object"}} for each in listed]})
        case "tools/call":
            call(id, params)
        case "ping":
            send(id=id, result={})
        case _ if id is not None and "method" in message:
            send(id=id, error={"code": -32601, "message": "Method not found"})


def main(how: str) -> None:
    """Serve until the input ends."""
    match how:
        case "slow":
            time.sleep(20)
        case "deaf" | "stubborn":
            if how == "stubborn":
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
            sys.stderr.write("here\n")
            sys.stderr.flush()
            time.sleep(600)
        case "orphan":
            sys.stdout.write(str(subprocess.Popen([sys.executable, "-c", SLEEPS], start_new_session=True, **QUIET).pid))
            return
        case "dies":
            sys.stderr.write("No API key was given.\n")
            raise SystemExit(2)
        case "noise":
            say(b"Demo MCP Server v1.0 started")
            say(b"\xff\xfe caf\xe9 {")
            say(b'{"no": "message"}')
        case _:
            pass
    for line in sys.stdin.buffer:
        handle(json.loads(line))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
