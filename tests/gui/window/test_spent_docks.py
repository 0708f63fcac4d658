"""The docks Context and Cost in the window: what they lead to, one figure everywhere, and lists of prices that nobody waits for."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from studio.messages.reply import Usage
from studio.session.responder_choice import ResponderChoice
from studio.session.setup import Setup
from tests.gui.panes.spent_session import Spender, spent
from tests.gui.window.conftest import Play, Stage

pytestmark = pytest.mark.promise("H1")


def _cost(stage: Stage) -> str:
    label = stage.window.findChild(QLabel, "status_cost")
    assert isinstance(label, QLabel)
    return label.text()


def _press(*keys: Qt.Key) -> None:
    for key in keys:
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, key)


def test_parts_and_rounds_are_gone_to_by_the_keyboard(live: Callable[[Play], None]) -> None:
    async def play(stage: Stage) -> None:
        window = stage.window
        window.bridge.show(spent(stage.program.workspace))
        await stage.frame()
        stage.trigger("focus_cost")
        await stage.until(lambda: window.side.late.made("cost") and window.side.late.cost.by.isVisible())
        cost = window.side.late.cost
        assert cost.total.text() == "Cost: at least $0.0007; of 1 reply it is not known."
        assert _cost(stage) == "at least $0.0007"
        cost.list.setFocus()
        _press(Qt.Key.Key_Home, Qt.Key.Key_Return)
        assert window.bridge.selection is not None
        assert stage.session.tree.kind(window.bridge.selection) == "reply"
        cost.by.choose("tools")
        cost.list.setFocus()
        _press(Qt.Key.Key_Home, Qt.Key.Key_Return)
        await stage.until(window.side.tools.list.hasFocus)
        assert window.side.tools.list.current == "ask_helper"
        stage.trigger("focus_context")
        await stage.until(lambda: window.side.late.made("context") and window.side.late.context.list.isVisible())
        context = window.side.late.context
        for origin, there in (("person", (0, None)), ("system", (-1, None))):
            context.list.choose_origin(origin)
            _press(Qt.Key.Key_Return)
            await stage.frame()
            assert window.side.panes.request.chat._current == there

    live(play)


def test_the_lists_of_prices_come_by_themselves_and_hold_nobody_up(live: Callable[[Play], None]) -> None:
    async def play(stage: Stage) -> None:
        choice = ResponderChoice("live", "p", "openai_chat", "https://api.openai.com/v1", "gpt-4o-mini")
        made = Spender(stage.program.workspace, Setup(choice))
        made.ask()
        made.reply(Usage(1_000_000, 0))
        stage.window.bridge.show(made.session)
        await stage.until(lambda: _cost(stage) == "$0.150")
        assert not made.session.lacks_prices

    live(play)
