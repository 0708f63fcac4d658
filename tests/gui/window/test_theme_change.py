"""What was drawn under one theme is drawn anew under another; a tip in the status bar stands alone."""

from collections.abc import Callable

from PySide6.QtGui import QImage, QTextCursor
from PySide6.QtWidgets import QComboBox

from studio.gui.look.icons import pixmap
from studio.gui.look.theme import theme
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]


def _shown(box: QComboBox, at: int) -> QImage:
    return box.itemIcon(at).pixmap(16, 16).toImage()


def test_lines_of_the_console_take_the_colours_of_the_new_theme(live: Live) -> None:
    async def play(stage: Stage) -> None:
        console = stage.window.console
        console.add("error", "broken")
        console.add("notice", "by the way")
        stage.trigger("theme_dark")
        cursor = QTextCursor(console.text.document())
        colours = []
        for words in ("broken", "by the way"):
            cursor = console.text.document().find(words)
            colours.append(cursor.charFormat().foreground().color().name())
        assert colours == [theme().color("error").name(), theme().color("muted").name()]
        stage.trigger("theme_light")
        assert console.text.document().find("broken").charFormat().foreground().color() == theme().color("error")

    live(play)


def test_icons_of_profile_and_tool_take_the_colour_of_the_new_theme(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        (card, *_) = stage.window.panes.response.calls.cards()
        tools = [tool.name for tool in card.facts.tools if not tool.sensitive]
        at = card.head.name.findText(tools[0])
        for name in ("dark", "light"):
            stage.trigger(f"theme_{name}")
            assert _shown(card.head.name, at) == pixmap("call", "muted", 16).toImage()
            assert _shown(stage.window.toolbar.responder, 0) == pixmap("globe", "accent", 16).toImage()

    live(play)


def test_a_tip_in_the_status_bar_is_not_drawn_over_the_counters(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        status = stage.window.status
        status.showMessage("What Step does.")
        stage.window.refresh()
        assert not any(part.isVisible() for part in (status._round, status._tokens, status._time, *status._lines))
        status.clearMessage()
        assert all(part.isVisible() for part in (status._round, status._tokens, status._time, *status._lines))
        status.showMessage("What Close does.")
        stage.trigger("close")
        await stage.until(lambda: stage.window.bridge.session is None)
        status.clearMessage()
        assert not status._round.isVisible()

    live(play)
