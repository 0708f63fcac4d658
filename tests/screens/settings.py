"""Pictures of the settings window: `python -m tests.screens.settings OUT [NAME…]`.

Each page in a few looks, the search with its hits, and the page of keys with a conflict.
"""

import asyncio
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from studio.gui.app import Program
from studio.gui.settings.keys_control import KeysControl
from studio.gui.window import StudioWindow
from tests.screens.window import Look, Scene, demo, take_all

SMALL = (1280, 800)
_LOOKS: dict[str, Look] = {
    "": {},
    "dark": {"theme": "dark", "size": SMALL},
    "zh": {"language": "zh_CN", "size": SMALL},
    "200": {"size": SMALL, "scale": 200},
    "contrast": {"theme": "high_contrast", "size": SMALL},
}
_PAGES = {
    "general": ("", "dark", "zh", "200"),
    "appearance": ("", "dark", "zh"),
    "editor": ("", "dark"),
    "keyboard": ("", "dark", "zh", "200"),
    "about": ("", "dark", "zh"),
}


def page(name: str) -> Scene:
    """A page of the settings."""

    async def scene(_program: Program, window: StudioWindow) -> None:
        window.dialogs.settings.open(name)
        await asyncio.sleep(0.2)

    return scene


async def search(program: Program, window: StudioWindow) -> None:
    """Hits of a search, by page."""
    await page("general")(program, window)
    settings = window.dialogs.settings.current
    assert settings is not None
    settings.search.setText("font")


async def conflict(program: Program, window: StudioWindow) -> None:
    """A key that belongs to another action."""
    await page("keyboard")(program, window)
    settings = window.dialogs.settings.current
    assert settings is not None
    control = settings.page.rows["keys"].control
    assert isinstance(control, KeysControl)
    program.look.chosen.put("keys", {"step_back": ["F4"]})
    control.rows.choose("step_back")
    QTest.keyClick(control.giver.field, Qt.Key.Key_F5)


async def roomy(program: Program, window: StudioWindow) -> None:
    """Roomy rows in the whole window."""
    await demo(program, window)
    program.look.chosen.put("appearance.density", "roomy")
    await asyncio.sleep(0.2)


async def compact(program: Program, window: StudioWindow) -> None:
    """Compact rows in the whole window."""
    await demo(program, window)
    program.look.chosen.put("appearance.density", "compact")
    await asyncio.sleep(0.2)


SCENES: dict[str, tuple[Scene, Look]] = {
    **{
        "_".join(filter(None, (f"settings_{name}", look))): (page(name), _LOOKS[look])
        for name, looks in _PAGES.items()
        for look in looks
    },
    "settings_search": (search, {}),
    "settings_search_dark": (search, _LOOKS["dark"]),
    "settings_conflict": (conflict, {}),
    "settings_conflict_contrast": (conflict, _LOOKS["contrast"]),
    "density_roomy": (roomy, {}),
    "density_compact": (compact, {}),
}


if __name__ == "__main__":
    wanted = sys.argv[2:] or list(SCENES)
    take_all(Path(sys.argv[1]), wanted, SCENES, [name for name in wanted if name.startswith("settings_")])
