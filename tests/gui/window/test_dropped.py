"""Files dropped onto the window or chosen in Open: each is taken for what it is, without running anything."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent

from studio.gui.dialogs.mcp_server import McpServerDialog
from studio.gui.dialogs.new_session import NewSessionDialog
from studio.gui.dialogs.tool_import import ImportToolsDialog
from studio.gui.dialogs.unknown_file import UnknownFileDialog
from studio.gui.window import StudioWindow
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


def _drop(window: StudioWindow, paths: list[Path]) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    none, left = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    window.dropEvent(QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, data, left, none))


def test_many_files_at_once_open_no_heap_of_windows_and_dialogs(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        window = stage.window
        files = [tmp_path / f"{at}.bin" for at in range(30)]
        for file in files:
            file.write_bytes(b"\xff\x00")
        _drop(window, files)
        assert "30 files are too many" in window.centre.trouble.text
        _drop(window, files[:3])
        await stage.until(lambda: "is nothing that can be opened here" in window.centre.trouble.text)
        assert window.dialogs.current is None
        _drop(window, files[:1])
        await stage.until(lambda: isinstance(stage.window.dialogs.current, UnknownFileDialog))

    live(play)
