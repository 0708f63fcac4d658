"""Makes `.venv` ready: the interpreter, the locked packages, the checkout on its path, its command; quick when nothing changed.

Standard library only. Above it stands `verbs`, below `launcher`, beside it `qt_libraries`, which it does not know.
"""

import hashlib
import importlib.util
import json
import locale
import os
import platform
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from launcher import put_launcher
from shell import CannotError, Ran, Run

Say = Callable[[str], None]
_STAMP = "toolcall-studio.json"
_UNFINISHED = "toolcall-studio.unfinished"
_NO_NETWORK = (
    "NewConnectionError",
    "ConnectionError",
    "ConnectTimeoutError",
    "ReadTimeoutError",
    "Temporary failure in name resolution",
    "Network is unreachable",
    "ProxyError",
    "No matching distribution found",
)


@dataclass(frozen=True)
class Environment:
    """The `.venv` of one checkout, and how to reach it."""

    root: Path
    run: Run
    say: Say

    @property
    def folder(self) -> Path:
        """The folder of the environment."""
        return self.root / ".venv"

    @property
    def python(self) -> str:
        """Its interpreter, which may not be there yet."""
        return str(self.folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python"))

    @property
    def _stamp(self) -> Path:
        return self.folder / _STAMP

    def remembered(self) -> dict[str, str]:
        """What the last complete setup wrote down; empty when there is none or it cannot be read."""
        try:
            found = json.loads(self._stamp.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def remember(self, facts: dict[str, str]) -> None:
        """Write `facts` down in one go: an interrupted write leaves the old ones."""
        draft = self._stamp.with_suffix(".new")
        draft.write_text(json.dumps(facts, indent=1), encoding="utf-8")
        draft.replace(self._stamp)

    def make_ready(self, *, dev: bool) -> None:
        """Make the environment match the lock file; CannotError when that cannot be done.

        dev: with the tools of development. An environment that has them also serves without them.
        """
        wanted = self._wanted(dev=dev)
        if not (self._is_alive() and wanted.items() <= self.remembered().items()):
            self._fill(wanted, dev=dev)
        self._put_launcher()

    def _fill(self, wanted: dict[str, str], *, dev: bool) -> None:
        facts = {**self._wanted(dev=False), **wanted}
        self._stamp.unlink(missing_ok=True)
        self._make_interpreter()
        self._install("requirements-dev.lock" if dev else "requirements.lock")
        self._put_checkout_on_path()
        self.remember(facts)

    def _wanted(self, *, dev: bool) -> dict[str, str]:
        name = "requirements-dev.lock" if dev else "requirements.lock"
        content = (self.root / "packaging" / name).read_bytes()
        return {"python": platform.python_version(), "root": str(self.root), name: hashlib.sha256(content).hexdigest()}

    def _is_alive(self) -> bool:
        """Whether its interpreter starts, has pip, and is of the release that runs this."""
        asked = self.run([self.python, "-c", "import pip, platform; print(platform.python_version())"])
        return asked.code == 0 and asked.output.split() == [platform.python_version()]

    def _make_interpreter(self) -> None:
        if self._is_alive() and not (self.folder / _UNFINISHED).exists():
            return
        if missing := missing_modules():
            raise CannotError(without_venv(missing))
        self.say("Making the folder .venv …")
        if self.folder.exists():
            shutil.rmtree(self.folder)
        made = self.run([getattr(sys, "_base_executable", sys.executable), "-m", "venv", str(self.folder)])
        if made.code:
            # Some systems have the module and yet not what it needs: venv then names ensurepip in its own words.
            if "ensurepip" in made.output:
                raise CannotError(without_venv(["ensurepip"]))
            raise CannotError("Python could not make .venv; its own words stand above.", made.output)

    def _install(self, lock: str) -> None:
        path = self.root / "packaging" / lock
        pins = sum("==" in line and not line.startswith(" ") for line in path.read_text(encoding="utf-8").splitlines())
        self.say(f"Installing up to {pins} locked packages (new ones are fetched: at most about 150 MB) …")
        command = [self.python, "-m", "pip", "install", "--require-hashes", "--no-input", "--requirement", str(path)]
        # While this file is there, pip may have been killed amid unpacking: the next try starts over.
        unfinished = self.folder / _UNFINISHED
        unfinished.touch()
        ran = self.run(command, variables={"PIP_DISABLE_PIP_VERSION_CHECK": "1"}, on_line=Progress(self.say).line)
        if ran.code == 0 or fetching_failed(ran):
            unfinished.unlink()
        if ran.code:
            raise CannotError(why_pip_failed(ran), "" if fetching_failed(ran) else ran.output)

    def _put_checkout_on_path(self) -> None:
        asked = self.run([self.python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"])
        if asked.code:
            raise CannotError("The new .venv does not work: delete the folder and try again.", asked.output)
        encoding = "utf-8" if sys.version_info >= (3, 13) else locale.getpreferredencoding(do_setlocale=False)
        pointer = Path(asked.output.strip()) / "toolcall-studio.pth"
        pointer.write_text(f"{self.root}{os.linesep}", encoding=encoding, newline="")

    def _put_launcher(self) -> None:
        try:
            put_launcher(self.folder, self.python, sys.platform)
        except OSError as error:
            # Everything else works without it.
            self.say(f"The command toolcall-studio could not be put into .venv: {error.strerror}.")


class Progress:
    """pip's lines told in few: one for every ten packages looked at, one for the unpacking."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._seen = 0

    def line(self, line: str) -> None:
        """Take one line of pip."""
        if line.startswith(("Collecting ", "Requirement already satisfied: ")):
            self._seen += 1
            if self._seen % 10 == 0:
                self._say(f"  {self._seen} packages looked at")
        elif line.startswith("Installing collected packages: "):
            self._say(f"  unpacking {line.count(',') + 1} packages")


def missing_modules() -> list[str]:
    """The modules that making an environment takes and this Python lacks (Debian keeps them in a package apart)."""
    return [name for name in ("venv", "ensurepip") if importlib.util.find_spec(name) is None]


def without_venv(missing: list[str]) -> str:
    """The sentence for a Python without these modules."""
    return (
        f"This Python has no {' and no '.join(missing)}, so it cannot make .venv: on Debian or Ubuntu install it with "
        "'apt-get install python3-venv' (as root) and run the same command again; elsewhere use a complete Python."
    )


def fetching_failed(ran: Ran) -> bool:
    """Whether pip ended because it reached no package index."""
    return ran.code != 0 and any(sign in ran.output for sign in _NO_NETWORK)


def why_pip_failed(ran: Ran) -> str:
    """One sentence for a pip that failed, from what it wrote."""
    if "DO NOT MATCH THE HASHES" in ran.output:
        return "A package is not the one that was locked (its hash differs), so nothing of it was installed."
    if fetching_failed(ran):
        return (
            "The packages could not be fetched: no Python package index answered. Connect this machine, or tell pip of "
            "your proxy or mirror ('pip config'), and run the same command again."
        )
    if "No space left on device" in ran.output:
        return "The disk is full: .venv takes about 450 MB. Make room and run the same command again."
    return "pip could not install the locked packages; its own words stand above. The next try starts .venv over."
