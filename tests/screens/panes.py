"""Draws the Request and the Response pane in their main states into a folder, for people to look at.

`python -m tests.screens.panes OUT_DIR [NAME…]`: light, dark, 200 %, Chinese, wide and narrow.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication, QSplitter

from studio.gui.look.theme import ThemeName, apply_theme
from studio.gui.panes.request_pane import RequestPane
from tests.gui.panes.desk import MemoryBridge
from tests.gui.panes.refund import asked_session, new_session, paused_session


class Scene:
    """The two panes side by side over a bridge."""

    def __init__(self, width: int, height: int) -> None:
        self.bridge = MemoryBridge()
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.request = RequestPane(self.bridge)
        self.splitter.addWidget(self.request)
        self.splitter.resize(width, height)
        self.splitter.setSizes([width * 2 // 5, width * 3 // 5])
        self.splitter.show()

    def save(self, path: Path) -> None:
        """Let everything settle and take the picture."""
        self.bridge.tick()
        settle()
        self.splitter.grab().save(str(path))

    def end(self) -> None:
        """Take the panes away."""
        self.splitter.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def settle(ms: int = 250) -> None:
    """Let timers and layouts run."""
    loop = QEventLoop()
    QTimer.singleShot(ms, loop.quit)
    loop.exec()


def paused(scene: Scene) -> None:
    """Stopped before the sensitive call."""
    scene.bridge.open(paused_session()[0])


def empty(scene: Scene) -> None:
    """Nothing was said yet."""
    scene.bridge.open(new_session())


def asked(scene: Scene) -> None:
    """The first request is to be sent."""
    scene.bridge.open(asked_session())


def edit_past(scene: Scene) -> None:
    """A sent message is being edited."""
    paused(scene)
    block = scene.request.chat.blocks()[1]
    block.open()
    assert block.editor is not None
    block.editor.setPlainText("Refund order 48213, please.")


def view(name: str) -> Callable[[Scene], None]:
    """Another view of the request."""

    def show(scene: Scene) -> None:
        scene.bridge.open(asked_session() if name != "diff" else paused_session()[0])
        scene.request.show_view(name)

    return show


STATES: dict[str, Callable[[Scene], None]] = {
    "paused": paused,
    "empty": empty,
    "asked": asked,
    "edit_past": edit_past,
    "request_form": view("form"),
    "request_json": view("json"),
    "request_diff": view("diff"),
}
LOOKS: dict[str, tuple[ThemeName, float, int, int]] = {
    "light": ("light", 1.0, 884, 720),
    "dark": ("dark", 1.0, 884, 720),
    "double": ("light", 2.0, 884, 720),
    "wide": ("light", 1.0, 1280, 720),
}


def main(folder: Path, wanted: list[str]) -> None:
    """Draw every state in every look."""
    app = QApplication.instance() or QApplication(sys.argv)
    assert isinstance(app, QApplication)
    folder.mkdir(parents=True, exist_ok=True)
    for look, (theme, scale, width, height) in LOOKS.items():
        apply_theme(app, theme, scale)
        for name, make in STATES.items():
            if not wanted or f"{name}_{look}" in wanted or name in wanted or look in wanted:
                scene = Scene(width, height)
                make(scene)
                scene.save(folder / f"{name}_{look}.png")
                scene.end()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
