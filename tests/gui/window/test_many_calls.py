"""Replies of very many calls, and secrets beside tools that name them: the window stays quick, and shows no value."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QWidget

from studio.gui.panes import calls_view
from studio.messages.toolspec import ToolSpec
from studio.session.executors import CommandLine, HttpEndpoint
from studio.session.setup import Stops
from tests.flow.chat_server import ChatServer, says
from tests.gui.window.conftest import Play, Stage
from tests.gui.window.test_call_stops import _begun, _calls

Live = Callable[[Play], None]
MANY, MOST = 30, 8


def test_a_reply_of_very_many_calls_is_shown_answered_at_once_and_taken_back(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        calls = [("add", json.dumps({"a": at})) for at in range(MANY)]
        with ChatServer(says("", *calls)) as server:
            await _begun(stage, tmp_path, server, stops=Stops(before_call=True))
            await stage.stopped("breakpoint")
            assert len(stage.window.panes.response.calls.cards()) == MANY
            stage.session.fill_open("7")
            await stage.frame()
            cards = stage.window.panes.response.calls.cards()
            assert all(card.result.isVisible() for card in cards)
            stage.session.undo()
            await stage.frame()
            assert all(call.status == "open" for call in _calls(stage))
            assert not any(card.result.isVisible() for card in cards)

    live(play)


def test_of_a_reply_with_hundreds_of_calls_a_hundred_cards_are_there_and_the_others_a_press_away(
    live: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls_view, "MOST", MOST)

    async def play(stage: Stage) -> None:
        calls = [("add", json.dumps({"a": at})) for at in range(2 * MOST + 3)]
        with ChatServer(says("", *calls)) as server:
            await _begun(stage, tmp_path, server, stops=Stops(before_call=True))
            await stage.stopped("breakpoint")
            view = stage.window.panes.response.calls
            assert (len(view.cards()), view.before.isHidden(), view.after.isHidden()) == (MOST, True, False)
            view.after.click()
            await stage.frame()
            stage.window.refresh()
            await stage.frame()
            assert json.loads(view.cards()[0].facts.call.call.arguments) == {"a": MOST}, "nothing takes the person back"
            stage.window.views.show_call(_calls(stage)[-1].key)
            assert len(view.cards()) == 3
            assert view.after.isHidden()
            await stage.go("step")
            assert view.cards()[1].facts.is_due, "the call that is due comes into view"

    live(play)


def test_what_a_tool_prints_in_a_flood_is_drawn_together_and_its_end_is_shown(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        live_output = stage.window.panes.response.calls.cards()[0].live
        drawn: list[int] = []
        live_output.textChanged.connect(lambda: drawn.append(1))
        for at in range(2000):
            live_output.add(f"line {at}\n")
        await stage.until(lambda: live_output.toPlainText().endswith("line 1999\n"))
        assert len(live_output.toPlainText()) <= 4000
        assert len(drawn) < 200

    live(play)


def test_no_dialog_about_a_tool_shows_the_value_of_a_variable(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    value = "s3cr3t-value-of-the-shop"
    monkeypatch.setenv("SHOP_KEY", value)

    async def play(stage: Stage) -> None:
        await stage.demo()
        header = ("Authorization", "Bearer ${SHOP_KEY}")
        stage.session.declare(ToolSpec("h"), HttpEndpoint("http://127.0.0.1:9/${SHOP_KEY}", headers=(header,)))
        stage.session.declare(ToolSpec("c"), CommandLine(("echo",), env={"KEY": "${SHOP_KEY}"}))
        await stage.frame()
        for name in ("h", "c"):
            stage.window.tools.executors_wanted.emit((name,))
            await _shows_no(value, stage)
            stage.window.tools.page_wanted.emit(name)
            stage.window.dialogs.current.show_view("runs")  # type: ignore[union-attr]
            await _shows_no(value, stage)
        await _shows_no(value, stage, stage.window)

    live(play)


async def _shows_no(value: str, stage: Stage, widget: QWidget | None = None) -> None:
    """The dialog that is up (or the window) holds the name of the variable, and its value nowhere."""
    await stage.frame()
    dialog = stage.window.dialogs.current
    shown = widget or dialog
    assert shown is not None
    said = [label.text() for label in shown.findChildren(QLabel)]
    said += [text.toPlainText() for text in shown.findChildren(QPlainTextEdit)]
    said += [each.toolTip() + each.accessibleDescription() for each in shown.findChildren(QWidget)]
    assert all(value not in text for text in said)
    if dialog is not None:
        assert any("SHOP_KEY" in text for text in said)
        dialog.reject()
