"""The row of templates on the page of a new session: choose one, save what stands in the form, delete one.

Above: `new_session`. Below: `workspace/templates`. A replay is no template: choosing it leads to its own dialog.
"""

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import plain_button
from studio.gui.dialogs.text_entry import TextEntry
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import sentence
from studio.problems import StudioError
from studio.workspace.templates import TEMPLATES, Template, Templates


class TemplateRow(QWidget):
    """`chosen` gives a template to be put into the form; `form` gives what stands there."""

    chosen = Signal(object)
    replay_wanted = Signal()
    failed = Signal(str)

    def __init__(self, templates: Templates, form: Callable[[], Template], parent: QDialog) -> None:
        super().__init__(parent)
        self._templates, self._form = templates, form
        self.choice = StillCombo(self)
        self.choice.setAccessibleName(self.tr("Template"))
        self.save = plain_button(self.tr("Save as template…"), parent)
        self.delete = plain_button(self.tr("Delete"), parent)
        self.delete.setAccessibleName(self.tr("Delete the template"))
        self.entry: TextEntry | None = None
        self.choice.activated.connect(lambda _at: self._choose())
        self.save.clicked.connect(self._ask_name)
        self.delete.clicked.connect(self._delete)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.choice, 1)
        row.addWidget(self.save)
        row.addWidget(self.delete)
        self.refresh(("last", ""))

    def refresh(self, at: tuple[str, str]) -> None:
        """Offer what there is now, with this one chosen."""
        words = {"empty": self.tr("Empty"), "tools": self.tr("With a tools file (the demo's)")}
        offered = [
            (("last", ""), self.tr("As last time")),
            *((("bundled", id), words[id]) for id in TEMPLATES),
            (("replay", ""), self.tr("Replay of a file…")),
            *((("saved", each.name), each.name) for each in self._templates.saved()),
        ]
        self.choice.show_choices(offered, at)
        self._tell()

    def _tell(self) -> None:
        can = self.choice.value()[0] == "saved"
        self.delete.setEnabled(can)
        self.delete.setToolTip("" if can else self.tr("Only templates that you saved can be deleted."))

    def _choose(self) -> None:
        kind, name = self.choice.value()
        self._tell()
        if kind == "replay":
            self.replay_wanted.emit()
            return
        found = self._templates.bundled(name) if kind == "bundled" else self._templates.named(name)
        self.chosen.emit(self._templates.last if kind == "last" else found)

    def _ask_name(self) -> None:
        kind, name = self.choice.value()
        self.entry = TextEntry(
            self,
            self.tr("Save as template"),
            self.tr("Name"),
            text=name if kind == "saved" else "",
            hint=self.tr("A template of the same name is replaced. The first message is kept, too."),
            ok=self.tr("Save"),
        )
        self.entry.given.connect(self._save)
        self.entry.finished.connect(self.entry.deleteLater)
        self.entry.open()

    def _save(self, name: str) -> None:
        if name.strip():
            made = self._form()
            self._attempt(lambda: self._templates.save(replace(made, name=name.strip())))
            self.refresh(("saved", name.strip()))

    def _delete(self) -> None:
        kind, name = self.choice.value()
        if kind == "saved":
            self._attempt(lambda: self._templates.delete(name))
            self.refresh(("last", ""))
            self.choice.setFocus()

    def _attempt(self, act: Callable[[], object]) -> None:
        try:
            act()
        except StudioError as error:
            self.failed.emit(sentence(error.said))
