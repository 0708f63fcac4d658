"""Finds out whether Qt can start here, and adds the system libraries and the font it lacks, or says how.

Standard library only. Above it stands `verbs`, beside it `environment`; it knows neither.
"""

import os
import re
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from shell import CannotError, Ran, Run

# Names differ between releases of Debian and Ubuntu: the first one that the system's list offers is taken.
APT_PACKAGES: tuple[tuple[str, ...], ...] = (
    ("libegl1",),
    ("libgl1",),
    ("libopengl0",),
    ("libxkbcommon0",),
    ("libxkbcommon-x11-0",),
    ("libdbus-1-3",),
    ("libfontconfig1",),
    ("libglib2.0-0t64", "libglib2.0-0"),
    ("libx11-xcb1",),
    ("libxcb-cursor0",),
    ("libxcb-glx0",),
    ("libxcb-icccm4",),
    ("libxcb-image0",),
    ("libxcb-keysyms1",),
    ("libxcb-randr0",),
    ("libxcb-render-util0",),
    ("libxcb-render0",),
    ("libxcb-shape0",),
    ("libxcb-shm0",),
    ("libxcb-sync1",),
    ("libxcb-util1",),
    ("libxcb-xfixes0",),
    ("libxcb-xinerama0",),
    ("libxcb-xkb1",),
)
APT_FONT = ("fonts-dejavu-core",)

PROBE = """
import ctypes, pathlib, sys
import PySide6
from PySide6 import QtGui, QtWidgets
application = QtWidgets.QApplication([])
if not QtGui.QFontDatabase.families():
    print("LACKS font")
if sys.platform == "linux":
    try:
        ctypes.CDLL(str(pathlib.Path(PySide6.__file__).parent / "Qt/plugins/platforms/libqxcb.so"))
    except OSError as error:
        print("LACKS window", error)
print("STARTS")
"""


@dataclass(frozen=True)
class Found:
    """What the probe found: can Qt start at all, can it open windows under X, is there a font; and the library named."""

    starts: bool
    windows: bool
    font: bool
    library: str
    output: str

    @property
    def complete(self) -> bool:
        """Nothing is missing."""
        return self.starts and self.windows and self.font


@dataclass(frozen=True)
class System:
    """The facts of this machine that decide what may be done."""

    has_apt: bool
    is_root: bool
    has_display: bool


def this_system(variables: Mapping[str, str]) -> System:
    """The facts of the machine this runs on."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return System(shutil.which("apt-get") is not None, is_root, has_display(sys.platform, variables))


def has_display(name: str, variables: Mapping[str, str]) -> bool:
    """Whether a window can be shown, by the system's name and its environment variables."""
    return name in ("win32", "darwin") or bool(variables.get("DISPLAY") or variables.get("WAYLAND_DISPLAY"))


def probe(python: str, run: Run) -> Found:
    """Try Qt in a child process of `python`, without a display."""
    ran = run([python, "-c", PROBE], variables={"QT_QPA_PLATFORM": "offscreen"})
    named = re.search(r"(lib[\w.+-]+\.so[\w.]*): cannot open", ran.output)
    starts = ran.code == 0 and "STARTS" in ran.output
    windows, font = "LACKS window" not in ran.output, "LACKS font" not in ran.output
    return Found(starts, starts and windows, starts and font, named.group(1) if named else "", ran.output)


def make_ready(python: str, run: Run, say: Callable[[str], None], system: System) -> bool:
    """Let Qt start here; True when nothing is missing (and need not be looked for again).

    False: only what a window needs is missing and there is no display. CannotError, with the one command that helps,
    when Qt cannot do what this machine needs.
    """
    found = probe(python, run)
    if found.complete:
        return True
    if not found.starts and not found.library:
        raise CannotError("Qt does not start in .venv; its own words stand above.", found.output)
    if system.has_apt and system.is_root:
        _install(run, say, found)
        found = probe(python, run)
    if found.complete or (found.starts and not system.has_display):
        return found.complete
    raise CannotError(_what_to_do(run, system, found), found.output if not found.library else "")


def choose_packages(known: str, *, font: bool) -> list[str]:
    """The packages to ask apt for.

    known: the output of `apt-cache policy` for all names; a name without a candidate is not offered here.
    font: a font is there already.
    """
    offered = set(re.findall(r"^(\S+):\n  Installed: .*\n  Candidate: (?!\(none\))", known, re.MULTILINE))
    wanted = APT_PACKAGES if font else (*APT_PACKAGES, APT_FONT)
    return [next(name for name in names if name in offered) for names in wanted if offered.intersection(names)]


def _install(run: Run, say: Callable[[str], None], found: Found) -> None:
    say(f"Qt lacks {found.library or 'a font'}: adding system packages with apt-get …")
    _apt(run, ["update"])
    names = _choose_here(run, found)
    say(f"  {' '.join(names)}")
    _apt(run, ["install", "--yes", "--no-install-recommends", *names])


def _choose_here(run: Run, found: Found) -> list[str]:
    names = [name for names in (*APT_PACKAGES, APT_FONT) for name in names]
    known = run(["apt-cache", "policy", *names], variables={"LC_ALL": "C"}).output
    # A Qt that does not start could not say whether there is a font; asking for one twice does no harm.
    return choose_packages(known, font=found.font)


def _apt(run: Run, arguments: Sequence[str]) -> Ran:
    ran = run(["apt-get", *arguments], variables={"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"})
    if ran.code:
        sentence = (
            f"'apt-get {arguments[0]}' failed, so Qt's system libraries could not be added; its words stand above."
        )
        raise CannotError(sentence, ran.output)
    return ran


def _what_to_do(run: Run, system: System, found: Found) -> str:
    lacking = f"Qt lacks the system library {found.library}" if found.library else "Qt finds no font"
    names = _choose_here(run, found) if system.has_apt and not system.is_root else []
    if names:
        command = f"sudo apt-get update && sudo apt-get install --yes --no-install-recommends {' '.join(names)}"
        return f"{lacking}. This one command adds what is missing; then run yours again:\n  {command}"
    return f"{lacking}. Install the package of your system that brings it, and run the same command again."
