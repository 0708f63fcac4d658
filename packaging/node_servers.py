"""The MCP servers of npm that tests start: put into a folder of `.venv` as they are locked; only told where that cannot be done.

Standard library only. Above it stands `verbs`, below `shell`. No script of a package runs while it is installed.
"""

import hashlib
import shutil
from pathlib import Path

from environment import Say
from shell import Run

FOLDER = "node-servers"
FILES = ("package.json", "package-lock.json")
_STAMP = "installed"
_NPM = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1", "--fetch-timeout=30000")


def make_ready(root: Path, run: Run, say: Say, npm: str | None = None) -> str:
    """Install what `tests/servers` locks, unless it is there already; why it could not be done, empty when all is well.

    npm: the program that installs; None when there is none.
    """
    source, folder = root / "tests" / "servers", root / ".venv" / FOLDER
    wanted = hashlib.sha256(b"\0".join((source / name).read_bytes() for name in FILES)).hexdigest()
    stamp = folder / _STAMP
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return ""
    if npm is None:
        return "Node.js with npm is not installed"
    say("Installing the MCP servers of npm that tests start (about 15 MB) …")
    folder.mkdir(parents=True, exist_ok=True)
    stamp.unlink(missing_ok=True)
    for name in FILES:
        shutil.copyfile(source / name, folder / name)
    ran = run([npm, "--prefix", str(folder), *_NPM])
    if ran.code:
        return f"npm could not install them: {_why(ran.output)}"
    stamp.write_text(wanted, encoding="utf-8")
    return ""


def find_npm() -> str | None:
    """Where npm is, if node is there, too."""
    return shutil.which("npm") if shutil.which("node") else None


def _why(output: str) -> str:
    """The first words of npm on what went wrong."""
    lines = (line.removeprefix("npm error").removeprefix("npm ERR!").strip() for line in output.splitlines())
    return next((line for line in lines if line), "it said nothing")
