"""Asks where a report shall lie and writes it there beside the window: Markdown, or one page of HTML, by the end of its name.

Above: the parts that have something to report. Below: `workspace/saved_report`, `bridge`. Knows not what is reported.
"""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QApplication, QFileDialog

from studio.gui.bridge import Bridge
from studio.gui.shown_folder import show_folder
from studio.gui.words import fill
from studio.gui.works import Work
from studio.present.report import Part
from studio.workspace.saved_report import REPORTS, save_report

Parts = Callable[[], Iterator[Part]]


class ReportSaver(QObject):
    """`dialog` is the question where, while it is asked."""

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.dialog: QFileDialog | None = None

    def ask(self, parts: Parts, title: str, name: str) -> None:
        """Ask where, then write. `name` is the name that is proposed, without its end."""
        session = self._bridge.session
        folder = session.path.parent if session is not None else Path()
        dialog = QFileDialog(QApplication.activeWindow(), self.tr("Save report"), str(folder))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([self.tr("HTML page (*.html)"), self.tr("Markdown (*.md)")])
        dialog.setDefaultSuffix("html")
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix("md" if "*.md" in chosen else "html"))
        dialog.selectFile(f"{name}.html")
        dialog.fileSelected.connect(lambda path: self.save(Path(path), parts, title))
        dialog.finished.connect(lambda _result: self._closed())
        self.dialog = dialog
        dialog.open()

    def save(self, path: Path, parts: Parts, title: str) -> None:
        """Write it, in a thread; it can be cut short, and then nothing is written."""
        if path.suffix.lower() not in REPORTS:
            path = path.with_name(f"{path.name}.html")
        stopped = Event()
        language = QCoreApplication.translate(
            "ReportSaver", "en", "the language of a page of HTML by its code, as zh-CN"
        )

        async def write(_work: Work) -> None:
            try:
                await asyncio.to_thread(save_report, path, _until(stopped, parts()), title, language)
            except asyncio.CancelledError:
                stopped.set()
                raise
            said = fill(self.tr("Saved {name}."), name=path.name)
            self._bridge.offered.emit(said, self.tr("Show"), lambda: show_folder(self._bridge, path))

        self._bridge.work("report", self.tr("Saving the report"), self.tr("Nothing was saved."), write)

    def _closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None


class _StoppedError(OSError):
    """Nobody waits for it any more."""


def _until(stopped: Event, parts: Iterator[Part]) -> Iterator[Part]:
    for part in parts:
        if stopped.is_set():
            raise _StoppedError
        yield part
