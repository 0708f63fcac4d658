"""The language is switched while the window, all its docks, and the dialogs that leave it usable stand open: every word changes.

Not so a dialog that holds its window until it is answered: the menus and the settings that switch are out of reach under it.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from studio.gui.dock_titles import dock_titles
from studio.paths import resources
from tests.gui.window.conftest import Play, Stage
from tests.gui.window.words_shown import words_shown

Live = Callable[[Play], None]
CHINESE = re.compile(r"[\u4e00-\u9fff]+")
KEPT = {
    "简体中文",  # a language is named in its own words
    "向左滚动", "向右滚动",  # Qt names the arrows of a row of tabs once, when it makes them
}  # fmt: skip
WIRE = {"none"}
"""Words that go over the wire, which the window also says in another sense."""
DIALOGS = ("settings", "new_breakpoint", "sample")


def _catalogue() -> dict[str, str]:
    root = ET.parse(resources() / "translations" / "toolcall_studio_zh_CN.ts").getroot()
    return {each.findtext("source", ""): each.findtext("translation", "") for each in root.iter("message")}


def _windows() -> list[QWidget]:
    return [each for each in QApplication.topLevelWidgets() if each.isVisible()]


async def _all_words(stage: Stage) -> list[tuple[str, str]]:
    """What stands in the window with each of its docks and views shown, and in the dialogs beside it."""
    found: dict[tuple[str, str], None] = {}
    panes = stage.window.panes
    shows = (
        *(partial(stage.window.go_to, name) for name in dock_titles()),
        *(partial(panes.request.show_view, view) for view in ("form", "json", "diff", "chat")),
        *(partial(panes.response.show_view, view) for view in ("chat", "json", "diff", "calls")),
    )
    for show in shows:
        show()
        await stage.frame()
        for window in _windows():
            found.update(dict.fromkeys(words_shown(window)))
    return list(found)


async def _everything_open(stage: Stage) -> None:
    """A session with a call, a fault and a wrong watch; docks and dialogs made in the language of now."""
    await stage.demo()
    await stage.go("step")
    await _all_words(stage)
    stage.window.side.late.watch.field.line.setText("args.amount > 100")
    for id in DIALOGS:
        stage.trigger(id)
        await stage.frame()


@pytest.mark.promise("H3")
def test_no_word_of_the_language_before_is_left_after_a_switch(live: Live) -> None:
    async def play(stage: Stage) -> None:
        stage.window.look.use_language("zh_CN")
        await _everything_open(stage)
        written = stage.session.path.read_text(encoding="utf-8")
        stage.window.look.use_language("en")
        await stage.frame()
        left = [(where, text) for where, text in await _all_words(stage) if _is_ours(text, written)]
        assert left == []
        stage.window.look.use_language("zh_CN")
        await stage.frame()
        known = _catalogue()
        english = [
            (where, text)
            for where, text in await _all_words(stage)
            if known.get(text.replace("&", "").strip(), "") not in ("", text) and text not in WIRE
        ]
        assert english == []

    live(play)


def _is_ours(text: str, written: str) -> bool:
    """Whether a text holds Chinese that nobody wrote into the session."""
    return any(words not in KEPT and words not in written for words in CHINESE.findall(text))
