"""The dialogs about tools: what is declared, chosen and trusted in them comes out as changes of the session, and nothing runs."""

import json
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from studio.gui.dialogs.tool_import import ImportToolsDialog
from studio.gui.dialogs.tool_new import NewToolDialog
from studio.gui.dialogs.tool_page import ToolPage
from studio.gui.dialogs.tool_trust import TrustExecutorsDialog
from studio.session.executors import CommandLine, HttpEndpoint
from studio.session.policies import Policy, ToolChoices
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]


async def _page(stage: Stage, name: str) -> ToolPage:
    await stage.demo()
    stage.window.tools.page_wanted.emit(name)
    dialog = stage.window.dialogs.current
    assert isinstance(dialog, ToolPage)
    return dialog


def _new(stage: Stage, id: str) -> NewToolDialog:
    stage.trigger(id)
    dialog = stage.window.dialogs.current
    assert isinstance(dialog, NewToolDialog)
    return dialog


def test_enter_on_a_row_opens_the_page_of_its_tool(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        tools = stage.window.tools
        tools.list.choose("search_policy")
        QTest.keyClick(tools.list, Qt.Key.Key_Return)
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, ToolPage)
        assert dialog.spec().name == "search_policy"
        dialog.reject()

    live(play)


def test_a_page_that_was_only_looked_at_changes_nothing(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _page(stage, "issue_refund")
        for view in ("runs", "behaviour", "declaration"):
            dialog.switch.choose(view)
        dialog.declaration.schema.switch.choose("json")
        head = stage.session.head
        dialog.ok.click()
        assert stage.session.head == head
        assert stage.window.dialogs.current is None

    live(play)


def test_an_edited_description_is_what_the_model_is_told(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _page(stage, "get_order")
        dialog.declaration.description.setPlainText("Finds one order.")
        dialog.ok.click()
        tool = stage.session.state.setup.tool("get_order")
        assert tool is not None
        assert tool.description == "Finds one order."

    live(play)


def test_what_is_chosen_for_a_tool_holds_for_it_alone(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _page(stage, "issue_refund")
        dialog.show_view("behaviour")
        dialog.behaviour.boxes["coercion"].choose("ask")
        dialog.behaviour.boxes["tool_error"].choose("fail")
        dialog.behaviour.seconds.setValue(5)
        dialog.behaviour.approval.choose("allow")
        dialog.ok.click()
        setup = stage.session.state.setup
        assert setup.choices == {"issue_refund": ToolChoices(coercion="ask", tool_error="fail", seconds=5)}
        assert setup.policies == (Policy("issue_refund", "allow"),)

    live(play)


def test_the_schema_is_shown_as_it_is_sent_with_its_changes(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _page(stage, "issue_refund")
        assert "Exactly as declared" in dialog.sent.said.text()
        dialog.declaration.schema.show_view("json")
        schema = {"type": "object", "oneOf": [{"properties": {"a": {"type": "string"}}}, {"properties": {}}]}
        dialog.declaration.schema.json.setPlainText(json.dumps(schema))
        dialog.declaration.schema.json.flush()
        await stage.until(dialog.sent.changes.count)
        assert dialog.sent.changes.isVisible()
        dialog.reject()

    live(play)


def test_a_schema_that_is_none_is_not_taken(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _page(stage, "issue_refund")
        dialog.show_view("runs")
        schema = dialog.declaration.schema
        schema.show_view("json")
        schema.json.setPlainText('{"type": "object", "properties": {"a": {"type": "txt"}}}')
        head = stage.session.head
        dialog.ok.click()
        assert dialog.switch.current() == "declaration"
        assert 'no type "txt"' in dialog._said.text()
        assert stage.session.head == head
        dialog.reject()

    live(play)


def test_a_tool_by_hand_is_declared_and_taken_away_again(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        dialog = _new(stage, "add_by_hand")
        dialog.add.click()
        assert "needs a name" in dialog._said.text()
        QTest.keyClicks(dialog.declaration.name, "get_order")
        dialog.add.click()
        assert "already" in dialog._said.text()
        dialog.declaration.name.setText("book_van")
        dialog.declaration.schema.form.add.click()
        dialog.add.click()
        await stage.frame()
        tool = stage.session.state.setup.tool("book_van")
        assert tool is not None
        assert list(tool.parameters["properties"]) == ["parameter_1"]
        menu = stage.window.tools.make_menu("book_van")
        assert menu is not None
        next(action for action in menu.actions() if action.text() == "Remove").trigger()
        assert stage.session.state.setup.tool("book_van") is None

    live(play)


def test_an_http_tool_is_reviewed_before_it_may_run(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        dialog = _new(stage, "add_http")
        dialog.declaration.name.setText("find_van")
        dialog.show_view("runs")
        dialog.runs.http.url.setText("http://127.0.0.1:9/vans/{id}")
        assert "id" in dialog.runs.preview.said.text()
        dialog.runs.preview.arguments.setPlainText('{"id": "a b", "day": 3}')
        dialog.runs.preview.arguments.flush()
        assert dialog.runs.preview.shown.toPlainText().startswith("POST http://127.0.0.1:9/vans/a%20b\n")
        dialog.add.click()
        await stage.frame()
        assert stage.session.state.setup.executors == {"find_van": HttpEndpoint("http://127.0.0.1:9/vans/{id}")}
        review = stage.window.dialogs.current
        assert isinstance(review, TrustExecutorsDialog)
        assert "POST http://127.0.0.1:9/vans/{id}" in review.text.toPlainText()
        assert stage.session.untrusted_executors() == ("find_van",)
        assert stage.window.tools.trust_bar.isVisible()
        await stage.until(review.trust.isEnabled)
        review.trust.click()
        await stage.frame()
        assert stage.session.untrusted_executors() == ()
        assert not stage.window.tools.trust_bar.isVisible()

    live(play)


def test_a_command_is_shown_word_by_word(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        dialog = _new(stage, "add_command")
        dialog.declaration.name.setText("say")
        dialog.show_view("runs")
        dialog.runs.command.words.setPlainText("echo\n{text}\n")
        dialog.runs.preview.arguments.setPlainText('{"text": "two words; rm -rf /"}')
        dialog.runs.preview.arguments.flush()
        assert dialog.runs.preview.shown.toPlainText().splitlines() == ["0  echo", "1  two words; rm -rf /"]
        dialog.add.click()
        assert stage.session.state.setup.executors == {"say": CommandLine(("echo", "{text}"))}
        review = stage.window.dialogs.current
        assert isinstance(review, TrustExecutorsDialog)
        assert review.text.toPlainText().startswith("0  echo\n1  {text}")
        review.reject()
        assert stage.session.untrusted_executors() == ("say",)

    live(play)


def test_an_address_that_is_none_is_refused_with_the_sentence_of_the_core(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        dialog = _new(stage, "add_http")
        dialog.declaration.name.setText("find_van")
        dialog.runs.http.url.setText("ftp://example.org")
        dialog.add.click()
        assert "http://" in dialog._said.text()
        assert dialog.switch.current() == "runs"
        assert stage.session.state.setup.tool("find_van") is None
        dialog.reject()

    live(play)


def test_a_list_of_another_program_is_imported_as_far_as_it_is_ticked(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.trigger("import_tools")
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, ImportToolsDialog)
        assert not dialog.add.isEnabled()
        dialog.text.setPlainText("[1")
        dialog.text.flush()
        assert dialog._said.property("role") == "error"
        tools = [
            {"type": "function", "function": {"name": name, "description": name, "parameters": {"type": "object"}}}
            for name in ("one", "two")
        ]
        file = tmp_path / "tools.json"
        file.write_text(json.dumps(tools), encoding="utf-8")
        dialog.file.set_path(file)
        second = dialog.found.topLevelItem(1)
        assert second is not None
        second.setCheckState(0, Qt.CheckState.Unchecked)
        dialog.add.click()
        names = [tool.name for tool in stage.session.state.setup.tools]
        assert "one" in names
        assert "two" not in names

    live(play)


def test_marks_in_a_row_say_what_holds(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.session.change_setup(policies=(Policy("get_*", "deny"),))
        await stage.frame()
        model = stage.window.tools.model
        said = {
            line.tool.name: model.index(at, 0).data(Qt.ItemDataRole.ToolTipRole) for at, line in enumerate(model.lines)
        }
        assert "Denied" in said["get_order"]
        assert "Sensitive" in said["issue_refund"]
        assert "Sensitive" not in said["search_policy"]
        spoken = [model.index(at, 0).data(Qt.ItemDataRole.AccessibleTextRole) for at in range(model.rowCount())]
        assert any("denied" in text and "not sent" in text for text in spoken)

    live(play)


def test_the_row_menu_sets_the_approval_of_one_tool(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        menu = stage.window.tools.make_menu("get_order")
        assert menu is not None
        approval = next(action.menu() for action in menu.actions() if action.text() == "Approval")
        next(action for action in approval.actions() if action.text() == "Ask").trigger()  # type: ignore[attr-defined]
        assert stage.session.state.setup.policies == (Policy("get_order", "ask"),)

    live(play)
