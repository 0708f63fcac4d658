"""Pictures of the decisive stops of the ten journeys: `python -m tests.screens.journeys OUT [THEME]`.

The journeys themselves are gone, so a picture is what somebody sees who does this; nothing is set up for it. Below: `tests/gui/journeys`.
"""

import os
import subprocess
import sys
from pathlib import Path

from tests.gui.journeys.person import PICTURES

JOURNEYS = Path(__file__).parents[1] / "gui" / "journeys"


def main() -> int:
    """Go all journeys and keep their pictures in OUT."""
    out, *theme = sys.argv[1:]
    told = {PICTURES: str(Path(out).absolute()), "JOURNEY_THEME": theme[0] if theme else "light"}
    command = [sys.executable, "-m", "pytest", "-q", str(JOURNEYS)]
    return subprocess.run(command, env={**os.environ, **told}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
