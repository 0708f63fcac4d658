"""Exports of the session that is shown: chosen, written in the background, and told with a way to where the file lies.

Above: `dialog_room`. Below: `dialogs/export_transcript`, `bridge`. Nothing of the session runs; it stays as it is.
"""

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from studio.gui.bridge import Bridge
from studio.gui.shown_folder import show_folder
from studio.gui.words import fill
from studio.gui.works import Work
from studio.late import Late
from studio.workspace.workspace import Workspace

if TYPE_CHECKING:
    from studio.gui.dialogs import export_transcript
    from studio.workspace import exporting
    from studio.workspace.opened import OpenedSession
else:
    export_transcript = Late("studio.gui.dialogs.export_transcript")
    exporting = Late("studio.workspace.exporting")

_ENDINGS = {"markdown": "md", "html": "html", "har": "har", "json": "json"}


class ExportRoom(QObject):
    """`show` puts a dialog up."""

    def __init__(
        self, window: QWidget, workspace: Workspace, bridge: Bridge, show: Callable[[QDialog], object]
    ) -> None:
        super().__init__(window)
        self._window, self._workspace, self._bridge, self._show = window, workspace, bridge, show

    def table(self) -> Mapping[str, Callable[[], object]]:
        """What to do by the id of the action."""
        return {
            "export_transcript": self.transcript,
            "export_archive": lambda: self._ask("har", self.tr("Export HTTP archive"), self.tr("HTTP archive (*.har)")),
            "export_json": lambda: self._ask("json", self.tr("Export as JSON"), self.tr("JSON (*.json)")),
        }

    def transcript(self) -> None:
        """Choose what a transcript holds, look at it, and copy or save it."""
        session = self._bridge.session
        if session is None:
            return
        dialog = export_transcript.TranscriptDialog(self._window, self._workspace, self._bridge)
        dialog.save_wanted.connect(lambda form, choice, branch: self._save(dialog, form, choice, branch))
        dialog.copy_wanted.connect(self._copy)
        self._show(dialog)

    def _save(self, dialog: QDialog, form: str, choice: "exporting.Choice", branch: str) -> None:
        kinds = {"markdown": self.tr("Markdown (*.md)"), "html": self.tr("HTML (*.html)")}
        self._ask(form, self.tr("Export transcript"), kinds[form], choice, branch, dialog)

    def _ask(
        self,
        form: str,
        title: str,
        kind: str,
        choice: "exporting.Choice | None" = None,
        branch: str = "",
        over: QDialog | None = None,
    ) -> None:
        """Ask where the file goes, and write it there."""
        session = self._bridge.session
        if session is None:
            return
        dialog = QFileDialog(over or self._window, title, "", kind)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(_ENDINGS[form])
        dialog.selectFile(f"{session.path.stem}.{_ENDINGS[form]}")
        dialog.fileSelected.connect(lambda name: self._chosen(session, Path(name), choice, branch, over))
        self._show(dialog)

    def _chosen(
        self,
        session: "OpenedSession",
        path: Path,
        choice: "exporting.Choice | None",
        branch: str,
        over: QDialog | None,
    ) -> None:
        if over is not None:
            over.accept()
        self.write(session, path, choice, branch)

    def write(
        self, session: "OpenedSession", path: Path, choice: "exporting.Choice | None" = None, branch: str = ""
    ) -> None:
        """Write a session to a file, and say so; what takes long can be cut short, and then nothing is left of it."""

        async def export(work: Work) -> None:
            done = await session.export(path, choice or exporting.Choice(), branch=branch or None, told=work.told)
            self._bridge.offered.emit(self._told(done), self.tr("Show"), lambda: show_folder(self._bridge, done.path))

        said = fill(self.tr("Writing {file}"), file=path.name)
        self._bridge.work("export", said, self.tr("The export was stopped. Nothing was written."), export)

    def _told(self, done: "exporting.ExportedFile") -> str:
        places = {"file": done.path.name, "folder": done.path.parent}
        if done.pictures is not None:
            said = self.tr("{file} is written into {folder}, its pictures into {pictures} beside it.")
            return fill(said, **places, pictures=done.pictures.name)
        return fill(self.tr("{file} is written into {folder}, without any key."), **places)

    def _copy(self, form: str, choice: "exporting.Choice", branch: str) -> None:
        """Put the whole transcript into the clipboard; its pictures stay out of Markdown."""
        session = self._bridge.session
        if session is None:
            return
        ending, name = _ENDINGS[form], branch or None

        async def copy(work: Work) -> None:
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                path = Path(folder) / f"transcript.{ending}"
                done = await session.export(path, choice, branch=name, told=work.told)
                text = done.path.read_text(encoding="utf-8")
            QGuiApplication.clipboard().setText(text)
            self._bridge.notice.emit(self.tr("The transcript is in the clipboard."))

        self._bridge.work("copy a transcript", self.tr("Copying the transcript"), self.tr("Nothing was copied."), copy)
