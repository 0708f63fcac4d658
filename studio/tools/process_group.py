"""Starting a process so that it can be ended with everything it started, on POSIX and on Windows.

Above: `worker_process`. Below: the operating system. Knows not what the process does.
"""

import os
import signal
import subprocess
import sys
from typing import Any

from studio.said import said


def own_group() -> dict[str, Any]:
    """Options for `subprocess.Popen`: a session of its own on POSIX, a process group without a console on Windows."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    return {"start_new_session": True}


def kill_group(pid: int) -> None:
    """End the process `pid` that was started with `own_group`, and all in its group, at once. Gone ones are no error.

    Windows walks the tree of children for this, which takes some 100 ms.
    """
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(pid)], capture_output=True, check=False)
        return
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def how_it_ended(code: int) -> str:
    """`signal 9` or `exit code 3`, from what `Popen.wait` returned."""
    return said("signal {signal}", signal=-code) if code < 0 else said("exit code {code}", code=code)
