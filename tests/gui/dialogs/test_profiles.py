"""The profiles page in the running program: presets, what does not fit, the list of models, and a test told line by line."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.gui.dialogs.profiles import ProfilesDialog
from studio.workspace.profiles import presets, read_profile
from tests.flow.chat_server import Answer, ChatServer, fails, hangs, says
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]


def opened(stage: Stage, *profiles: dict[str, Any]) -> ProfilesDialog:
    for value in profiles:
        stage.program.workspace.save_profile(read_profile(value))
    stage.trigger("profiles")
    dialog = stage.window.dialogs.current
    assert isinstance(dialog, ProfilesDialog)
    return dialog


def near(url: str, **more: Any) -> dict[str, Any]:
    return {"name": "near", "base_url": url, "model": "tiny", **more}


def begin_with(dialog: ProfilesDialog, name: str) -> None:
    dialog.form.connection.preset.choose(next(preset for preset in presets() if preset.name == name))


def test_every_preset_fills_the_form_and_can_be_saved(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = opened(stage)
        for preset in presets():
            dialog.new.click()
            begin_with(dialog, preset.name)
            assert dialog.form.connection.rows["preset"].said() == preset.note
            address = dialog.form.connection.address
            address.setText(address.text().replace("{resource}", "mine"))
            dialog.save.click()
            assert dialog._said.text() == "Saved."
        kept = {profile.name: profile for profile in stage.program.workspace.profiles}
        assert list(kept) == [preset.name for preset in presets()]
        azure, anthropic = kept["azure"], kept["anthropic"]
        assert (azure.key_header, azure.key_env) == ("api-key", "AZURE_OPENAI_API_KEY")
        assert (anthropic.dialect, anthropic.model) == ("anthropic_messages", "")
        dialog.reject()

    live(play)


def test_a_part_of_an_address_that_is_to_be_filled_in_is_selected_and_said(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = opened(stage)
        begin_with(dialog, "azure")
        assert dialog.form.connection.address.selectedText() == "{resource}"
        dialog.save.click()
        assert "{resource}" in dialog.form.connection.rows["base_url"].problem()
        assert stage.program.workspace.profiles == []
        dialog.reject()

    live(play)


def test_what_does_not_fit_is_said_beside_its_field_and_the_keyboard_goes_there(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = opened(stage, near("http://127.0.0.1:9/v1"))
        form = dialog.form
        await stage.until(dialog.isActiveWindow)
        changes: tuple[tuple[str, Callable[[], object]], ...] = (
            ("proxy", lambda: form.more.proxy.setText("nonsense")),
            ("headers", lambda: form.more.headers.set_text("Authorization: secret")),
            ("key_header", lambda: form.connection.header.setText("a b")),
        )
        for place, change in changes:
            dialog._show("near")
            change()
            dialog.save.click()
            part = form.more if place in form.more.rows else form.connection
            assert part.rows[place].problem(), place
            assert part.rows[place].field.hasFocus() or place == "key_header", place
        assert stage.program.workspace.profiles[0].proxy is None
        dialog.reject()

    live(play)


def test_all_members_of_a_profile_come_back_as_they_were(live: Live) -> None:
    values = near(
        "https://example.org/v1", dialect="anthropic_messages", key_env="MY_KEY", key_header="x-mine", calls="hermes",
        params={"max_tokens": 9, "thinking": {"type": "adaptive"}}, headers={"X-Team": "shop"}, retries=0,
        proxy="http://127.0.0.1:8080", stream=False, timeout={"connect": 3.0, "read": 4.5},
    )  # fmt: skip

    async def play(stage: Stage) -> None:
        dialog = opened(stage, values)
        before = stage.program.workspace.profiles
        dialog.save.click()
        assert dialog._said.text() == "Saved."
        assert stage.program.workspace.profiles == before
        dialog.reject()

    live(play)


def test_another_dialect_says_what_it_leaves_out_and_the_old_one_brings_it_back(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = opened(stage, near("http://127.0.0.1:9/v1", params={"seed": 3, "max_tokens": 9, "top_k": 1}))
        form = dialog.form
        form.connection.dialect.choose("anthropic_messages")
        assert form.params.params() == {"max_tokens": 9}
        assert "seed, top_k" in form.connection.rows["dialect"].said()
        form.connection.dialect.choose("ollama_chat")
        assert form.params.params() == {"options": {"seed": 3, "num_predict": 9}}
        form.connection.dialect.choose("openai_chat")
        assert form.params.params() == {"seed": 3, "max_tokens": 9, "top_k": 1}
        dialog.reject()

    live(play)


def test_a_name_that_is_taken_replaces_no_other_profile(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = opened(stage, near("http://127.0.0.1:9/v1"), near("http://127.0.0.1:8/v1") | {"name": "far"})
        dialog.list.setCurrentRow(1)
        dialog.form.connection.name.setText("near")
        dialog.save.click()
        assert "near already" in dialog.form.connection.rows["name"].problem()
        assert [one.base_url for one in stage.program.workspace.profiles] == [
            "http://127.0.0.1:9/v1",
            "http://127.0.0.1:8/v1",
        ]
        dialog.reject()

    live(play)


@pytest.mark.parametrize("by_mouse", [True, False])
def test_another_row_waits_until_what_was_typed_is_saved(live: Live, by_mouse: bool) -> None:
    async def play(stage: Stage) -> None:
        dialog = opened(stage, near("http://127.0.0.1:9/v1"), near("http://127.0.0.1:8/v1") | {"name": "far"})
        rows, form = dialog.list, dialog.form
        assert not form.is_changed
        form.model.model.setEditText("typed")
        if by_mouse:
            there = rows.visualItemRect(rows.item(1)).center()
            QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, there)
        else:
            QTest.keyClick(rows, Qt.Key.Key_Down)
        await stage.frame()
        dialog.new.click()
        assert (rows.currentRow(), [item.text() for item in rows.selectedItems()]) == (0, ["near"])
        assert form.model.model.currentText() == "typed"
        assert "not saved yet" in dialog._said.text()
        dialog.save.click()
        rows.setCurrentRow(1)
        assert (form.connection.name.text(), form.model.model.currentText()) == ("far", "tiny")
        assert stage.program.workspace.profiles[0].model == "typed"
        dialog.reject()

    live(play)


def test_models_that_come_late_are_not_offered_for_another_profile(live: Live) -> None:
    async def play(stage: Stage) -> None:
        with model_server() as url:
            dialog = opened(stage, near(url), near(url) | {"name": "far"})
            model = dialog.form.model
            model.fetch.click()
            dialog.list.setCurrentRow(1)
            assert model.fetch.isEnabled()
            await stage.until(lambda: not stage.window.bridge.is_busy)
            assert (model.model.count(), model.rows["model"].problem()) == (0, "")
            dialog.reject()

    live(play)


def trying(live: Live, answers: tuple[Answer, ...], play: Callable[[Stage, ProfilesDialog], Any]) -> None:
    async def scene(stage: Stage) -> None:
        with ChatServer(*answers) as server:
            dialog = opened(stage, near(server.url))
            dialog.test.click()
            await play(stage, dialog)
            dialog._close.click()

    live(scene)


def test_the_answers_of_a_test_stand_one_a_line_with_what_to_do(live: Live) -> None:
    async def play(stage: Stage, dialog: ProfilesDialog) -> None:
        await stage.until(lambda: "answered" in dialog._said.text())
        assert dialog.lines.said("reachable").startswith("Reachable: yes")
        assert "does not support tools" in dialog.lines.said("tools")
        assert "Choose a model that takes tools" in dialog.lines.said("tools")
        assert dialog.test.text() == "Test"

    trying(live, (fails(400, "tiny does not support tools"), says("one two three four five six")), play)


def test_answers_come_while_the_test_still_asks_and_cancel_ends_it(live: Live) -> None:
    async def play(stage: Stage, dialog: ProfilesDialog) -> None:
        await stage.until(lambda: dialog.lines.said("reachable").startswith("Reachable: yes"))
        assert dialog.lines.said("tools") == "Calls tools: asking…"
        assert dialog.test.text() == "Cancel test"
        dialog.test.click()
        await stage.until(lambda: not stage.window.bridge.is_busy)
        assert dialog.lines.said("tools") == "Calls tools: not asked"
        assert dialog._said.text() == "The test was ended."

    trying(live, (hangs("half a"),), play)


class _Models(BaseHTTPRequestHandler):
    """Tells its models to anybody who brings the key."""

    def do_GET(self) -> None:
        known = self.headers["Authorization"] == "Bearer typed-key-123456"
        told = {"data": [{"id": "small"}, {"id": "large"}]} if known else {"error": {"message": "no such key"}}
        body = json.dumps(told).encode()
        self.send_response(200 if known else 401)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def model_server() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Models)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_the_models_of_the_server_are_offered_before_anything_is_saved(live: Live) -> None:
    async def play(stage: Stage) -> None:
        with model_server() as url:
            dialog = opened(stage)
            form = dialog.form
            form.connection.address.setText(url)
            form.model.fetch.click()
            await stage.until(lambda: "no such key" in form.model.rows["model"].problem())
            form.connection.key_kind.choose("keyring")
            QTest.keyClicks(form.connection.key, "typed-key-123456")
            form.model.fetch.click()
            await stage.until(lambda: form.model.model.count() == 2)
            assert [form.model.model.itemText(at) for at in range(2)] == ["small", "large"]
            assert form.model.model.currentText() == ""
            assert stage.program.workspace.profiles == []
            dialog.reject()

    live(play)


def test_tab_goes_through_the_form_as_one_reads_it(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = opened(stage, near("http://127.0.0.1:9/v1", key_env="MY_KEY"))
        await stage.until(dialog.isActiveWindow)
        dialog.form.connection.name.setFocus()
        seen: list[int] = []
        for _ in range(60):
            at = dialog.focusWidget()
            if not dialog.form.isAncestorOf(at):
                break
            seen.append(at.mapTo(dialog.form, QPoint(0, 0)).y())
            QTest.keyClick(at, Qt.Key.Key_Tab)
        assert len(seen) > 20
        assert seen == sorted(seen)
        dialog.reject()

    live(play)


def test_the_wheel_over_a_field_scrolls_the_form_and_changes_nothing(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = opened(stage, near("http://127.0.0.1:9/v1"))
        await stage.until(dialog.isActiveWindow)
        dialog.list.setFocus()
        for field in (dialog.form.more.retries, dialog.form.model.calls.box):
            at = QPointF(5, 5)
            turn = (QPoint(0, 0), QPoint(0, -120), Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier)
            event = QWheelEvent(at, field.mapToGlobal(at), *turn, Qt.ScrollPhase.NoScrollPhase, False)
            QApplication.sendEvent(field, event)
        assert dialog.form.more.retries.value() == 2
        assert dialog.form.model.calls.value() == "native"
        dialog.reject()

    live(play)


def test_ctrl_enter_saves_from_any_field_and_the_size_is_remembered(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = opened(stage, near("http://127.0.0.1:9/v1"))
        await stage.until(dialog.isActiveWindow)
        dialog.form.more.proxy.setFocus()
        QTest.keyClicks(dialog.form.more.proxy, "http://127.0.0.1:1")
        QTest.keyClick(dialog.form.more.proxy, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert stage.program.workspace.profiles[0].proxy == "http://127.0.0.1:1"
        dialog.resize(1000, 700)
        dialog.reject()
        again = opened(stage)
        assert again.size() == QSize(1000, 700)
        again.reject()

    live(play)
