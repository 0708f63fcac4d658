"""A rule of the checks is switched off from the row of a problem: here or always, after one more yes, and there is a way back."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from studio.gui.dialogs.rule_lowered import RuleLoweredDialog
from studio.gui.settings.rule_rows import RuleRows
from tests.flow.chat_server import ChatServer, says
from tests.gui.window.conftest import Play, Stage
from tests.gui.window.test_history_checks import _open

Live = Callable[[Play], None]
pytestmark = pytest.mark.promise("H2")


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with ChatServer(says("Done.")) as made:
        yield made


def _menu(stage: Stage, rule: str) -> QMenu:
    """The menu of the row of a rule, as the key or the mouse opens it."""
    pane = stage.window.problems
    items = [pane.list.topLevelItem(at) for at in range(pane.list.topLevelItemCount())]
    item = next(item for item in items if item is not None and item.text(0) == rule)
    pane.list.customContextMenuRequested.emit(pane.list.visualItemRect(item).center())
    return pane.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly)[-1]


def _act(menu: QMenu, *words: str) -> QAction:
    for at, word in enumerate(words):
        found = next(action for action in menu.actions() if action.text() == word)
        if at + 1 == len(words):
            return found
        inner = found.menu()
        assert isinstance(inner, QMenu)
        menu = inner
    raise AssertionError


def _title(stage: Stage) -> list[str]:
    """The title of the dock in its parts, in the singular."""
    parts = stage.window.docks.all["problems"].windowTitle().split(" · ")
    return [part.removesuffix("(s)").removesuffix("s") if at else part for at, part in enumerate(parts)]


def _agree(stage: Stage) -> None:
    asked = stage.window.findChildren(RuleLoweredDialog)[-1]
    asked.agree.click()


def test_here_it_lets_the_request_go_and_the_line_says_what_is_off(live: Live, server: ChatServer) -> None:
    async def play(stage: Stage) -> None:
        _open(stage, server)
        await stage.frame()
        pane = stage.window.problems
        assert _title(stage) == ["Problems", "2 error"]
        assert pane.off_line.isHidden()
        for rule in ("history.missing_result", "history.orphan_result"):
            menu = _menu(stage, rule)
            _act(menu, "Switch this rule off", "In this session…").trigger()
            menu.close()
            assert rule not in stage.session.state.setup.rules, "asked once more"
            _agree(stage)
            await stage.frame()
            assert stage.session.state.setup.rules[rule] == "off"
        assert pane.count == 0
        assert pane.off_line.text.startswith("2 rule")
        assert _title(stage) == ["Problems"]
        assert not stage.window.actions_.reasons["step"]
        assert stage.window.centre.notice.text() == "history.orphan_result is off in this session."
        stage.window.centre.notice._action.click()
        await stage.frame()
        assert pane.count == 1
        pane.off_line.link.click()
        settings = stage.window.dialogs.settings.current
        assert settings is not None
        control = settings.page.rows["rules"].control
        assert isinstance(control, RuleRows)
        control.here.lines["history.missing_result"].click()
        await stage.frame()
        assert pane.count == 2
        assert pane.off_line.isHidden()
        settings.close()

    live(play)


def test_always_is_kept_and_problems_stand_in_groups(live: Live, server: ChatServer) -> None:
    async def play(stage: Stage) -> None:
        _open(stage, server)
        await stage.frame()
        pane, workspace = stage.window.problems, stage.program.workspace
        menu = _menu(stage, "history.orphan_result")
        _act(menu, "Let it count as a warning", "Always…").trigger()
        menu.close()
        _agree(stage)
        await stage.frame()
        assert workspace.settings.rules == {"history.orphan_result": "warning"}
        assert _title(stage) == ["Problems", "1 error", "1 warning"]
        pane.group("rule")
        rows = [item.text(0) for at in range(pane.list.topLevelItemCount()) if (item := pane.list.topLevelItem(at))]
        assert rows == [
            "history.missing_result (1)", "history.missing_result",
            "history.orphan_result (1)", "history.orphan_result",
        ]  # fmt: skip
        assert pane.count == 2
        pane.group("round")
        head = pane.list.topLevelItem(0)
        assert head is not None
        assert head.text(0) == "The next request (2)"
        pane.go(1)
        assert pane.list.currentItem() is pane.list.topLevelItem(1), "a head is passed over"
        pane.list.customContextMenuRequested.emit(QPoint(5, pane.list.visualItemRect(head).center().y()))
        menu = pane.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly)[-1]
        assert [action.text() for action in menu.actions()] == ["Group", "Rules of the checks…"]
        menu.close()

    live(play)
