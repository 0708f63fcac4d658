"""A picture of the real window on a session, drawn without a display by a process of its own, in a home of its own.

Above: `demo`. Below: the program itself, started with `FILE --screenshot OUT.png`. Loads no Qt here.
"""

import os
import subprocess
import sys
from pathlib import Path

from studio.paths import HOME_VARIABLE

PATIENCE = 120
"""Seconds after which the drawing process is ended."""


def draw(session: Path, picture: Path, home: Path) -> str:
    """Draw the window on `session` into `picture`; empty when it is there, else why not. `home` is a folder for the
    program's settings, so that the person's recent sessions do not name a copy."""
    picture.unlink(missing_ok=True)
    command = [sys.executable, "-m", "studio", str(session), "--screenshot", str(picture.absolute())]
    try:
        done = subprocess.run(
            command, env=_variables(home), capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return f"The window was not drawn within {PATIENCE} seconds."
    if picture.is_file() and picture.stat().st_size > 0:
        return ""
    return done.stderr.strip() or f"The drawing process ended with {done.returncode}."


def _variables(home: Path) -> dict[str, str]:
    """The environment: this very package, no display, a home of its own."""
    package = Path(__file__).resolve().parents[2]
    paths = [str(package), *filter(None, [os.environ.get("PYTHONPATH")])]
    own = {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": os.pathsep.join(paths), HOME_VARIABLE: str(home)}
    return {**os.environ, **own}
