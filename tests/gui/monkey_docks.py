"""What the monkey does in docks and settings: parts brought into view, comparisons begun and broken off, choices, a flood of words.

Above: `monkey`. Below: the real window. Each act gets the window and a source of chance; `ACTS` names them.
"""

from collections.abc import Callable, Mapping
from random import Random

from studio.gui.panes.compare_pane import ComparePane
from studio.gui.settings.pages import PAGES
from studio.gui.window import StudioWindow
from studio.session.nodes import NodeId
from studio.store.settings import OwnPrice

SETTINGS: Mapping[str, tuple[object, ...]] = {
    "appearance.density": ("compact", "normal", "roomy"),
    "appearance.reduce_motion": (True, False),
    "appearance.code_font": ("", "No such font"),
    "text_scale": (80, 100, 150, 200),
    "editing.wrap": (True, False),
    "editing.check_kb": (0, 200),
    "rules": ({}, {"history.bad_call_id": "off"}),
    "prices": ({}, {"m": OwnPrice(input=0, output=0)}, {"*": OwnPrice(input=1e9, output=1e9, cached=0)}),
    "windows": ({}, {"*": 1}, {"m": 1_000_000_000}),
}
"""What is chosen otherwise while all else goes on."""


def _look_at_settings(window: StudioWindow, chance: Random) -> None:
    window.dialogs.settings.open(chance.choice(PAGES).id)


def _set(window: StudioWindow, chance: Random) -> None:
    path = chance.choice(tuple(SETTINGS))
    if window.dialogs.settings.chosen is not None:
        window.dialogs.settings.chosen.put(path, chance.choice(SETTINGS[path]))


def _show_dock(window: StudioWindow, chance: Random) -> None:
    if window.bridge.session is not None:
        window.docks.show(chance.choice(sorted(window.docks.all)))


def _print(window: StudioWindow, chance: Random) -> None:
    if window.bridge.session is not None:
        count = chance.choice((1, 5, 3000))
        window.bridge.notice.emit("\n".join(f"word {at} 退款" for at in range(count)))


def _compare(window: StudioWindow, chance: Random) -> None:
    session = window.bridge.session
    if session is None:
        return
    pane = window.side.late.compare
    match chance.choice(("again", "cancel", "mode", "side", "file", "step", "copy")):
        case "again":
            pane.begin()
        case "cancel":
            pane.cancel_work()
        case "mode":
            pane.sides.mode.choose(chance.choice(("branches", "steps", "answers")))
        case "file":
            pane.compare_file(chance.choice((session.path, session.path.with_name("gone.tcsession"))))
        case "step" if session.tree.last:
            pane.compare_step(NodeId(chance.randrange(session.tree.last + 1)))
        case "copy":
            pane.copy.click()
        case _:
            _choose_side(pane, chance)


def _choose_side(pane: ComparePane, chance: Random) -> None:
    if pane.sides.left.count():
        pane.sides.left.setCurrentIndex(chance.randrange(pane.sides.left.count()))
        pane.sides.changed.emit()


ACTS: Mapping[str, Callable[[StudioWindow, Random], None]] = {
    "look at settings": _look_at_settings,
    "set": _set,
    "show a dock": _show_dock,
    "print": _print,
    "compare": _compare,
}
