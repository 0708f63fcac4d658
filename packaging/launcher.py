"""The command `toolcall-studio` of a checkout: a short script in `.venv` that starts the program with that Python.

Standard library only. Above it stands `environment`. A wheel needs none of it: there pip makes the command.
"""

import shlex
from pathlib import Path

NAME = "toolcall-studio"
# -P keeps the current folder off sys.path: a json.py that lies there is not ours.
_START = "-P -m studio"


def launcher_of(folder: Path, platform: str) -> Path:
    """Where the command of the environment `folder` lies; `platform` is that of `sys`."""
    return folder / "Scripts" / f"{NAME}.cmd" if platform == "win32" else folder / "bin" / NAME


def launcher_text(python: str, platform: str) -> str:
    """The script. On Windows it finds Python beside itself, so that no letter of the path can be misread."""
    if platform == "win32":
        return f'@"%~dp0python.exe" {_START} %*\r\n'
    return f'#!/bin/sh\nexec {shlex.quote(python)} {_START} "$@"\n'


def put_launcher(folder: Path, python: str, platform: str) -> Path:
    """Write the command unless it is there as it should be; where it lies. OSError when it cannot be written."""
    path, text = launcher_of(folder, platform), launcher_text(python, platform).encode()
    if not path.is_file() or path.read_bytes() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
    if platform != "win32" and not path.stat().st_mode & 0o100:
        path.chmod(0o755)
    return path
