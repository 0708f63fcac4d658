"""Files dropped onto the window or chosen in Open: each is taken for what it is, without running anything."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from studio.gui.dialogs.mcp_server import McpServerDialog
from studio.gui.dialogs.new_session import NewSessionDialog
from studio.gui.dialogs.tool_import import ImportToolsDialog
from studio.gui.dialogs.unknown_file import UnknownFileDialog
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]
pytestmark = pytest.mark.promise("H2")
TOOL = {"type": "function", "function": {"name": "pay", "parameters": {"type": "object", "properties": {}}}}


def test_each_file_is_taken_for_what_it_is(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        window = stage.window
        (tmp_path / "odd.har").write_text("nonsense")
        (tmp_path / "shop.py").write_text("def pay() -> str:\n    return 'paid'\n")
        (tmp_path / "tools.json").write_text(json.dumps([TOOL]))
        (tmp_path / "mcp.json").write_text(json.dumps({"mcpServers": {"files": {"command": "npx"}}}))
        window.dialogs.take_file(tmp_path / "odd.har")
        await stage.until(lambda: window.dialogs.current)
        unknown = window.dialogs.current
        assert isinstance(unknown, UnknownFileDialog)
        assert list(unknown.reasons) == ["session", "python", "servers", "tools"]
        unknown.accept()
        window.take_file(tmp_path / "shop.py")
        begun = window.dialogs.current
        assert isinstance(begun, NewSessionDialog)
        assert begun.tools.files() == [str(tmp_path / "shop.py")]
        begun.reject()
        window.take_file(tmp_path / "tools.json")
        await stage.until(lambda: "belong to a session" in window.centre.trouble.text)
        await stage.demo()
        window.take_file(tmp_path / "tools.json")
        await stage.until(lambda: isinstance(window.dialogs.current, ImportToolsDialog))
        listed = window.dialogs.current
        assert isinstance(listed, ImportToolsDialog)
        assert [spec.name for spec in listed.chosen()] == ["pay"]
        listed.reject()
        window.take_file(tmp_path / "mcp.json")
        await stage.until(lambda: isinstance(window.dialogs.current, McpServerDialog))
        window.dialogs.current.reject()  # type: ignore[union-attr]

    live(play)
