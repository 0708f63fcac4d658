"""A call that asks first says what will happen, which values would be made to fit, and where its result goes."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu

from studio.gui.panes.approval_words import approval_words
from studio.gui.panes.call_card import CallCard
from studio.messages.parts import Call
from studio.messages.toolspec import ToolSpec
from studio.session.agents import Agent
from studio.session.events import ResultRecorded, SetupChanged
from studio.session.executors import CommandLine, Executor, HttpEndpoint
from studio.session.mcp_servers import McpServer, Stdio, StreamableHttp, Way
from studio.session.nodes import CallKey
from studio.session.policies import ToolChoices
from studio.session.setup import Setup, ToolFile
from tests.gui.panes.conftest import Panes
from tests.gui.panes.memory_session import MemorySession
from tests.gui.panes.refund import BAD, SETUP, paused_session

PAY = Call("pay", '{"order": "48/213"}')


def _card(panes: Panes, session: MemorySession, key: CallKey) -> CallCard:
    panes.open(session)
    card = panes.response.calls.card(key)
    assert card is not None
    return card


@pytest.mark.parametrize(
    ("executor", "said"),
    [
        (HttpEndpoint("https://shop.example/{order}", "POST"), "It sends POST https://shop.example/48%2F213."),
        (CommandLine(("pay", "--", "{order}"), "/srv/shop"), "It runs pay -- 48/213 in /srv/shop."),
        (CommandLine(("pay", "{order}")), "It runs pay 48/213."),
        (Agent(), "It starts the agent pay, which asks a model."),
    ],
)
def test_what_an_executor_will_do_is_said_with_the_arguments(executor: Executor, said: str) -> None:
    schema = {"type": "object", "properties": {"order": {"type": "string"}}}
    setup = Setup(tools=(ToolSpec("pay", parameters=schema),), executors={"pay": executor})
    assert approval_words(PAY, setup) == said


@pytest.mark.parametrize(
    ("way", "at"),
    [
        (Stdio("npx", ("-y", "shop", "--key", "k")), "npx"),
        (StreamableHttp("https://shop.example/mcp?key=k"), "https://shop.example/mcp"),
    ],
)
def test_of_a_server_its_name_and_place_are_said_and_no_secret(way: Way, at: str) -> None:
    setup = Setup(tools=(ToolSpec("pay", source="shop"),), servers=(McpServer("shop", way),))
    assert approval_words(PAY, setup) == f"It calls pay of the MCP server shop ({at})."


def test_of_a_python_tool_its_file_and_folder_are_said_and_of_an_unknown_one_nothing() -> None:
    path = Path("home") / "me" / "shop.py"
    setup = Setup(tools=(ToolSpec("pay", source="shop.py"),), files=(ToolFile(str(path)),))
    assert approval_words(PAY, setup) == f"It runs pay of shop.py in a process of its own, in {path.parent}."
    assert approval_words(Call("other", "{}"), setup) == ""


def test_the_card_says_what_approving_does_and_nothing_of_it_when_the_tool_would_not_run(panes: Panes) -> None:
    session, refund, _ = paused_session()
    files = (ToolFile("shop/py"),)
    session.journal.append(SetupChanged(files=files))
    card = _card(panes, session, refund)
    assert card.bar.will.text().startswith("It runs issue_refund of py in a process of its own")
    assert card.bar.will.isVisible()
    session.reaches = False
    session.journal.append(SetupChanged(system="x"))
    panes.bridge.tick()
    assert not card.bar.will.isVisible()
    assert card.bar.approve.text() == "Tell the model"
    assert "it would not run" in card.bar._said.text()


def test_each_value_that_fix_types_would_write_stands_beside_it(panes: Panes) -> None:
    session, refund, _ = paused_session()
    card = _card(panes, session, refund)
    assert card.bar.changes.isVisible()
    assert card.bar.changes.text() == 'amount: 89.90 · currency: "EUR"'
    card.bar.fix.click()
    assert not card.bar.changes.isVisible()
    assert session.asked[0][:2] == ("edit_call", refund)
    assert session.asked[0][3] == BAD.replace('"89.90"', "89.90").replace('"eur"', '"EUR"')


def test_a_new_id_is_one_press_away(panes: Panes) -> None:
    session, refund, _ = paused_session()
    card = _card(panes, session, refund)
    assert card.head.renew.accessibleName() == "New id"
    card.head.renew.click()
    assert session.asked[0][0] == "edit_call"
    assert session.asked[0][4] not in ("", None, "call_7Qm2ZxT9")


def test_the_context_menu_of_a_card_is_that_of_its_head(panes: Panes) -> None:
    session, refund, _ = paused_session()
    card = _card(panes, session, refund)
    QApplication.sendEvent(card, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(4, 4), QPoint(4, 4)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert "Duplicate" in [action.text() for action in menu.actions()]
    menu.close()


def test_a_result_that_goes_to_the_caller_says_so_and_an_error_does_not(panes: Panes) -> None:
    session, refund, notify = paused_session()
    choices = {name: ToolChoices(return_behavior="immediate") for name in ("issue_refund", "notify_customer")}
    session.journal.append(SetupChanged(choices={**SETUP.choices, **choices}))
    session.journal.append(ResultRecorded(call=refund, text="ok"))
    session.journal.append(ResultRecorded(call=notify, text="no", is_error=True))
    card = _card(panes, session, refund)
    assert [chip.text() for chip in card.result.extras.chips] == ["TO THE CALLER"]
    other = panes.response.calls.card(notify)
    assert other is not None
    assert not other.result.extras.chips
