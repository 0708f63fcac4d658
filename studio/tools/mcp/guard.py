"""Keeps a server's processes: starts it, says how it ended, and ends all of it when whoever started it hangs up or is gone.

Run by path as a process of its own (`python -I -S guard.py`); only the standard library. Above: `process`, which talks to it over a
socket: one JSON line there tells what to start, then each line back is `{"pid"}`, `{"error", "errno"}` or `{"ended"}`. The server has the
three standard streams for itself: nothing is passed on, so nothing is slowed down, or left in between when this process is killed.
"""

import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, TextIO

GRACE = 2.0
"""Seconds for the server to end when its input has ended, and again when it was asked to."""
_ADOPT = 36  # PR_SET_CHILD_SUBREAPER


def main(where: str) -> None:
    """Start the server that the socket `where` names, and return when it and all that it started are gone."""
    line = _socket(where)
    talk = line.makefile("r", encoding="utf-8")
    told = talk.readline()
    if not told:
        return
    _adopt_orphans()
    try:
        server = _start(json.loads(told))
    except (OSError, ValueError) as error:
        _say(line, error=str(error), errno=getattr(error, "errno", None))
        return
    _let_go_of_the_streams()
    _say(line, pid=server.pid)
    ended = threading.Event()
    threading.Thread(target=_end_with_the_line, args=(talk, server.pid, ended), daemon=True).start()
    code = _wait(server)
    ended.set()
    _kill(server.pid)
    _end_orphans()
    _say(line, ended=code)


def _socket(where: str) -> socket.socket:
    """The line to whoever started this: a number on POSIX; on Windows what `socket.share` gave, which comes on the input."""
    if sys.platform == "win32":
        return socket.fromshare(bytes.fromhex(_first_line()))
    return socket.socket(fileno=int(where))


def _first_line() -> str:
    """The first line of the input and not a byte more: the others are for the server."""
    read = b""
    while not read.endswith(b"\n"):
        read += os.read(0, 1)
    return read.decode("ascii")


def _start(told: dict[str, Any]) -> subprocess.Popen[bytes]:
    group: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    return subprocess.Popen(
        told["words"], stdin=0, stdout=1, stderr=2, cwd=told["folder"] or None, env=told["environment"], **group
    )


def _let_go_of_the_streams() -> None:
    """What is held here as well would never be seen to end."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def _say(line: socket.socket, **what: object) -> None:
    try:
        line.sendall(json.dumps(what).encode("ascii") + b"\n")
    except OSError:
        pass  # nobody is left who could be told


def _end_with_the_line(talk: TextIO, server: int, ended: threading.Event) -> None:
    """When the line ends the server's input has ended, too: it may go by itself, is asked to, is killed."""
    try:
        talk.read()
    except OSError:
        pass
    if ended.wait(GRACE):
        return
    if sys.platform != "win32":
        _signal_group(server, signal.SIGTERM)
        if ended.wait(GRACE):
            return
    _kill(server)


def _wait(server: subprocess.Popen[bytes]) -> int:
    """The server's exit code. Orphans that end meanwhile are waited for, too, so that none stays as a zombie."""
    if sys.platform == "win32":
        return server.wait()
    while True:
        pid, status = os.waitpid(-1, 0)
        if pid == server.pid:
            return os.waitstatus_to_exitcode(status)


def _kill(server: int) -> None:
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(server)], capture_output=True, check=False)
    else:
        _signal_group(server, signal.SIGKILL)


def _signal_group(group: int, number: int) -> None:
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        pass


def _adopt_orphans() -> None:
    """On Linux whoever left the server's group becomes a child of this process when its parent ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_ADOPT, 1, 0, 0, 0)


def _end_orphans() -> None:
    """Only when the server is gone: what is left of its children are children of this process, and theirs become so with their end."""
    while killed := [pid for pid in _children() if _killed(pid)]:
        for pid in killed:
            try:
                os.waitpid(pid, 0)
            except ChildProcessError:
                pass


def _killed(pid: int) -> bool:
    try:
        os.kill(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def _children() -> list[int]:
    found: list[int] = []
    for listing in Path("/proc/self/task").glob("*/children"):
        try:
            found += map(int, listing.read_text().split())
        except OSError:
            continue  # that thread has ended
    return found


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
    os._exit(0)  # the thread that still listens shall not be waited for
