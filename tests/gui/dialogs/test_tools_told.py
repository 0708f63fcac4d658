"""What the dialogs of tools say holds: no promise that adding breaks, no sentence that is over, no place that nothing fills."""

import json
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from studio.gui.dialogs.tool_import import ImportToolsDialog
from studio.gui.dialogs.tool_new import NewToolDialog
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]


def _declared(name: str) -> dict[str, object]:
    return {"name": name, "description": "Mine.", "input_schema": {"type": "object"}}


def _new(stage: Stage, kind: str) -> NewToolDialog:
    stage.trigger({"hand": "add_by_hand", "http": "add_http"}[kind])
    dialog = stage.window.dialogs.current
    assert isinstance(dialog, NewToolDialog)
    return dialog


def test_a_listed_tool_that_runs_already_is_not_ticked_and_the_others_are_added(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        before = stage.session.state.setup.tool("get_order")
        stage.trigger("import_tools")
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, ImportToolsDialog)
        dialog.text.setPlainText(json.dumps([_declared("get_order"), _declared("book_van")]))
        dialog.text.flush()
        item = dialog.found.topLevelItem(0)
        assert item is not None
        assert item.checkState(0) == Qt.CheckState.Unchecked
        assert "runs already" in item.text(1)
        assert [spec.name for spec in dialog.chosen()] == ["book_van"]
        dialog.add.click()
        await stage.frame()
        assert stage.session.state.setup.tool("book_van") is not None
        assert stage.session.state.setup.tool("get_order") == before
        stage.trigger("import_tools")
        again = stage.window.dialogs.current
        assert isinstance(again, ImportToolsDialog)
        again.text.setPlainText(json.dumps([_declared("book_van")]))
        again.text.flush()
        assert [spec.name for spec in again.chosen()] == ["book_van"], "a mere declaration is replaced"
        again.reject()

    live(play)


def test_why_a_tool_was_not_added_is_said_until_it_is_mended(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        dialog = _new(stage, "hand")
        dialog.add.click()
        assert dialog._said.isVisible()
        QTest.keyClicks(dialog.declaration.name, "get_van")
        assert not dialog._said.isVisible()
        dialog.reject()

    live(play)


def test_a_place_in_an_address_that_no_parameter_fills_is_named(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        dialog = _new(stage, "http")
        schema = {"type": "object", "properties": {"city": {"type": "string"}}}
        dialog.runs.take_schema(schema)
        dialog.show_view("runs")
        dialog.runs.http.url.setText("https://shop.example/{city}?days={dayz}")
        said = dialog.runs.preview.said
        assert said.isVisible()
        assert "{dayz}" in said.text()
        dialog.runs.http.url.setText("https://shop.example/{city}")
        assert not said.isVisible()
        dialog.reject()

    live(play)


def test_with_get_there_is_no_body_to_choose(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        dialog = _new(stage, "http")
        dialog.show_view("runs")
        http = dialog.runs.http
        http.method.setCurrentText("POST")
        assert http.body.isVisible()
        http.method.setCurrentText("GET")
        assert not http.body.isVisible()
        dialog.reject()

    live(play)
