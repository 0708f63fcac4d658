"""Pictures of the dialogs about tools and the loop, for people: `python tests/screens/tools.py OUT_DIR [NAME …]`.

Each picture is the real window on the real workspace, with the demo's tools.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from studio.gui.app import Program
from studio.gui.dialogs.loop_settings import LoopDialog
from studio.gui.window import StudioWindow
from studio.session.policies import Limits, Policy, Strategies
from tests.screens import window as screens

POLICIES = (Policy("get_*", "allow"), Policy("issue_*", "ask"), Policy("*_batch", "deny"), Policy("get_order", "deny"))


def loop(page: str, field: str = "") -> screens.Scene:
    """A page of the loop's settings."""

    async def show(program: Program, window: StudioWindow) -> None:
        await screens.demo(program, window)
        session = window.bridge.session
        assert session is not None
        session.change_setup(
            policies=POLICIES, strategies=Strategies("tell", "", "again"), limits=Limits(50_000, 0.25, 0, 3)
        )
        window.dialogs.loop(page, field)
        assert isinstance(window.dialogs.current, LoopDialog)

    return show


LOOKS: dict[str, dict[str, object]] = {
    "": {"size": (1280, 800)},
    "_dark": {"theme": "dark", "size": (1280, 800)},
    "_200": {"size": (1280, 800), "scale": 200},
}
SCENES = {
    **{f"loop_{page}": loop(page) for page in ("errors", "values", "calls", "approval")},
    "loop_limits": loop("limits", "cost"),
}

if __name__ == "__main__":
    made = {f"{name}{look}": (scene, options) for name, scene in SCENES.items() for look, options in LOOKS.items()}
    screens.SCENES.clear()
    screens.SCENES.update(made)
    screens.DIALOGS.clear()
    screens.DIALOGS.update(made)
    screens.main()
