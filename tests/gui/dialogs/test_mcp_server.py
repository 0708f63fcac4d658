"""A server comes into the session through the window: by paste, by drop, by form; it is tried, and nothing starts before it is trusted."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import keyring
import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.gui.dialogs.mcp_server import McpServerDialog
from studio.gui.dialogs.mcp_trust import McpTrustDialog
from studio.gui.dialogs.unknown_file import UnknownFileDialog
from studio.session.mcp_servers import McpServer, Stdio
from studio.session.server_view import WireMessage
from tests.flow.canned import Gate
from tests.flow.mcp_fake import FakeServer
from tests.gui.dialogs.served import files, shown
from tests.gui.window.conftest import Play, Stage
from tests.unit.store.test_secrets import MemoryKeyring

Live = Callable[[Play], None]
KEY = "ghp_Zk3mQ9x7Lr2vT8yB4nW6cD1fG5hJ0kPsEuAo"


@pytest.fixture
def ring() -> Iterator[MemoryKeyring]:
    """A keyring of this test."""
    before, made = keyring.get_keyring(), MemoryKeyring()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


def _dialog(stage: Stage) -> McpServerDialog:
    found = stage.window.dialogs.current
    assert isinstance(found, McpServerDialog)
    return found


def _trust(stage: Stage) -> McpTrustDialog:
    found = stage.window.dialogs.current
    assert isinstance(found, McpTrustDialog)
    return found


@pytest.mark.promise("E1")
def test_a_pasted_command_line_is_added_with_its_key_kept_and_starts_when_it_is_trusted(
    live: Live, ring: MemoryKeyring
) -> None:
    async def play(stage: Stage) -> None:
        server = FakeServer("look")
        session = shown(stage, git=server)
        stage.trigger("add_server")
        dialog = _dialog(stage)
        QApplication.clipboard().setText(f"GITHUB_TOKEN={KEY} uvx mcp-server-git --repository '/my notes'")
        await stage.frame()
        dialog.form.command.program.setFocus()
        QTest.keyClick(dialog.form.command.program, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        assert dialog.form.name.text() == "git"
        dialog.ok.click()
        row = dialog.form.command.env.rows[0]
        assert "is a secret" in dialog.form.command.rows["env"].problem()
        assert not session.state.setup.servers
        row.keep.click()
        assert row.value.text() == "${GITHUB_TOKEN}"
        dialog.ok.click()
        (kept,) = session.state.setup.servers
        args = ("mcp-server-git", "--repository", "/my notes")
        assert kept.way == Stdio("uvx", args, {"GITHUB_TOKEN": "${GITHUB_TOKEN}"})
        assert list(ring.kept.values()) == [KEY]
        await stage.until(lambda: isinstance(stage.window.dialogs.current, McpTrustDialog))
        trust = _trust(stage)
        said = trust.text.toPlainText()
        assert said.startswith("uvx mcp-server-git --repository '/my notes'\n")
        assert "GITHUB_TOKEN=${GITHUB_TOKEN}" in said
        assert server.starts == 0
        await stage.until(trust.trust.isEnabled)
        trust.trust.click()
        await stage.until(lambda: server.running == 1)
        assert session.untrusted_servers() == ()

    live(play)


@pytest.mark.promise("E1")
def test_of_a_dropped_file_what_is_ticked_is_added_and_nothing_starts_by_that(live: Live, tmp_path: Path) -> None:
    text = {"mcpServers": {"a": {"command": "one"}, "b": {"url": "https://b.example/mcp"}, "c": {"command": "three"}}}
    file = tmp_path / "mcp.json"
    file.write_text(json.dumps(text), encoding="utf-16")  # as PowerShell writes it

    async def play(stage: Stage) -> None:
        fake = FakeServer("look")
        session = shown(stage, a=fake, b=fake, c=fake)
        stage.window.take_file(file)
        await stage.until(lambda: stage.window.dialogs.current)
        dialog = _dialog(stage)
        assert (dialog.page, dialog.choice.list.topLevelItemCount()) == ("choice", 3)
        item = dialog.choice.list.topLevelItem(1)
        assert item is not None
        item.setCheckState(0, Qt.CheckState.Unchecked)
        dialog.ok.click()
        assert [each.name for each in session.state.setup.servers] == ["a", "c"]
        trust = _trust(stage)
        trust.later.click()
        await stage.until(trust.once.isEnabled)
        assert trust.name == "c"
        trust.later.click()
        await stage.until(lambda: stage.window.dialogs.current is None)
        assert (fake.starts, session.untrusted_servers()) == (0, ("a", "c"))
        await stage.frame()
        assert "a, c" in stage.window.tools._untrusted.text()
        stage.trigger("review_tools")
        assert _trust(stage).name == "a"

    live(play)


def test_a_button_that_is_pressed_twice_closes_the_dialog_once(live: Live) -> None:
    async def play(stage: Stage) -> None:
        session = shown(stage)
        stage.window.dialogs.servers.add()
        dialog = _dialog(stage)
        dialog.take_text("https://mcp.shop.example/mcp")
        dialog.ok.click()
        dialog.cancel.click()
        await stage.frame()
        assert [each.name for each in session.state.setup.servers] == ["shop"]

    live(play)


def test_what_is_dropped_and_is_no_plain_file_is_not_read(live: Live, tmp_path: Path) -> None:
    endless = tmp_path / "endless.json"
    endless.symlink_to("/dev/zero")
    large = tmp_path / "large.json"
    large.write_bytes(b" " * 4_000_001)

    async def play(stage: Stage) -> None:
        shown(stage)
        stage.window.take_file(endless)
        await stage.until(lambda: "it is no file but a device" in stage.window.centre.trouble.text)
        assert stage.window.dialogs.current is None
        stage.window.take_file(large)
        await stage.until(lambda: stage.window.dialogs.current)
        assert isinstance(stage.window.dialogs.current, UnknownFileDialog)
        stage.window.dialogs.current.accept()
        stage.window.dialogs.servers.add()
        _dialog(stage).take_file(endless)
        assert "no plain file" in _dialog(stage)._said.text()

    live(play)


def test_a_server_that_is_kept_to_be_tried_is_saved_from_then_on_and_not_added_again(live: Live) -> None:
    async def play(stage: Stage) -> None:
        session = shown(stage, files=FakeServer("look"))
        stage.window.dialogs.servers.add()
        dialog = _dialog(stage)
        dialog.take_text(json.dumps({"mcpServers": {"files": {"command": "serve-files"}}}))
        assert (dialog.ok.text(), dialog._said.isVisible()) == ("Add", True)
        dialog.test.click()
        assert dialog.trust is not None
        dialog.trust.later.click()
        assert (dialog.ok.text(), dialog._said.isVisible()) == ("Save", False)
        dialog.ok.click()
        assert [each.name for each in session.state.setup.servers] == ["files"]

    live(play)


def test_a_server_that_is_tried_lists_its_tools_or_shows_its_stderr_and_cancel_leaves_nothing(live: Live) -> None:
    async def play(stage: Stage) -> None:
        server = FakeServer("look", "wipe")
        session = shown(stage, files(without=("wipe",)), files=server)
        session.trust_server("files", for_good=False)
        stage.window.dialogs.servers.edit("files")
        dialog = _dialog(stage)
        dialog.test.click()
        await stage.until(dialog.trial.tools.isVisible)
        rows = [dialog.trial.tools.topLevelItem(at) for at in range(2)]
        assert [(row.text(0), row.isDisabled()) for row in rows if row is not None] == [("look", False), ("wipe", True)]
        server.gate = Gate()
        dialog.test.click()
        await server.gate.reached.wait()
        dialog.cancel.click()
        await stage.until(dialog.ok.isVisible)
        assert (server.running, "nothing of it runs" in dialog.trial.said.text()) == (0, True)
        server.gate, server.fails = None, "files did not start."
        server.made[-1].messages = [WireMessage(1, 0.0, False, "stderr", "no such folder: /notes")]
        dialog.test.click()
        await stage.until(dialog.trial.output.isVisible)
        assert dialog.trial.said.text() == "files did not start."
        assert "no such folder" in dialog.trial.output.toPlainText()

    live(play)


@pytest.mark.parametrize("ends", ["removed", "renamed", "ready when it goes"])
def test_a_server_that_goes_while_it_is_tried_is_said_to_be_gone(live: Live, ends: str) -> None:
    async def play(stage: Stage) -> None:
        server = FakeServer("look")
        session = shown(stage, files(), files=server)
        session.trust_server("files", for_good=False)
        gate = server.gate = Gate()
        stage.window.dialogs.servers.edit("files")
        dialog = _dialog(stage)
        dialog.test.click()
        await stage.until(lambda: server.starts == 1)
        if ends == "renamed":
            session.put_server(replace(files(), name="other"), was="files")
        else:
            session.remove_server("files")
        if ends.startswith("ready"):
            gate.open.set()
        await stage.until(dialog.ok.isVisible)
        assert "Starting" not in dialog.trial.said.text()
        assert server.running == 0
        dialog.ok.click()
        assert stage.window.dialogs.current is None

    live(play)


def test_trust_is_only_for_what_is_shown_and_other_fields_keep_what_is_not_in_the_form(live: Live) -> None:
    async def play(stage: Stage) -> None:
        extra = {"icon": "x"}
        session = shown(stage, McpServer("files", Stdio("one"), extra=extra), files=FakeServer("look"))
        stage.window.dialogs.servers.trust("files")
        trust = _trust(stage)
        await stage.until(trust.trust.isEnabled)
        session.put_server(McpServer("files", Stdio("two"), extra=extra), was="files")
        trust.trust.click()
        assert trust.text.toPlainText().startswith("two")
        assert session.untrusted_servers() == ("files",)
        trust.reject()
        stage.window.dialogs.servers.edit("files")
        dialog = _dialog(stage)
        dialog.form.command.program.setText("three -x 'a b'")
        dialog.form.command.split()
        dialog.form.taking.prefix.setText("f_")
        dialog.ok.click()
        assert session.state.setup.servers == (
            McpServer("files", Stdio("three", ("-x", "a b")), prefix="f_", extra=extra),
        )

    live(play)
