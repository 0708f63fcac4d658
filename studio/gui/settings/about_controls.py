"""What stands on the page *About*: version and licence, where things lie, the libraries.

Above: `page_about`. Below: `libraries`, Qt. Chooses nothing.
"""

import platform
from pathlib import Path

from PySide6 import __version__ as qt_version
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QSizePolicy,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.look.theme import theme
from studio.gui.settings.libraries import libraries, program_version
from studio.gui.settings.page import Control, SettingsPort
from studio.gui.shown_folder import show_folder
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.row_inset import inset_rows
from studio.gui.words import fill

_ROW = 26


class ProgramFacts(Control):
    """Version, licence, Python and Qt; *Copy report…* opens what can be copied for whoever helps."""

    def __init__(self, port: SettingsPort) -> None:
        super().__init__()
        self._port = port
        self._said = QLabel(self)
        wrap_plainly(self._said)
        self._said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._said.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.report = Button("", self)
        self.report.clicked.connect(self._report)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        row = QHBoxLayout()
        row.addWidget(self.report)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(8))
        column.addWidget(self._said)
        column.addLayout(row)

    def target(self) -> QWidget:
        """The button."""
        return self.report

    def reword(self) -> None:
        """Words in the language of the window."""
        program = fill(self.tr("Toolcall Studio {version}, Apache License 2.0"), version=program_version())
        stands_on = self.tr("Python {python}, Qt for Python {qt}")
        stands_on = fill(stands_on, python=platform.python_version(), qt=qt_version)
        self._said.setText(f"{program}\n{stands_on}")
        self.report.set_words(self.tr("Copy report…"))

    def _report(self) -> None:
        self._port.actions["report"].trigger()


class Places(Control):
    """Where sessions and settings lie, each with *Show folder*."""

    def __init__(self, port: SettingsPort) -> None:
        super().__init__()
        self._port = port
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme().px(12))
        grid.setColumnStretch(1, 1)
        self._rows: list[tuple[QLabel, ElidedLabel, Button]] = []
        for at in range(2):
            row = (QLabel(self), ElidedLabel("", self, code=True), Button("", self))
            for column, widget in enumerate(row):
                grid.addWidget(widget, at, column)
            self._rows.append(row)
        self._rows[0][2].clicked.connect(lambda: self._show(self.sessions()))
        self._rows[1][2].clicked.connect(lambda: self._show(self._port.workspace.settings_path))
        port.chosen.changed.connect(self._follow)

    def sessions(self) -> Path:
        """A file in the folder of sessions: the folder is what is shown."""
        return self._port.workspace.kept_in.now / "sessions"

    def target(self) -> QWidget:
        """The first button."""
        return self._rows[0][2]

    def name_it(self, words: str, hint: str) -> None:
        """A group with that name."""
        self.setAccessibleName(words)

    def reword(self) -> None:
        """Words in the language of the window."""
        words = (self.tr("Sessions"), self.tr("Settings"))
        paths = (self.sessions().parent, self._port.workspace.settings_path)
        for (label, shown, button), name, path in zip(self._rows, words, paths, strict=True):
            label.setText(name)
            shown.set_text(str(path))
            button.set_words(self.tr("Show folder"))
            button.setAccessibleName(fill(self.tr("Show folder: {name}"), name=name))

    def _follow(self, path: str) -> None:
        if path == "start.sessions_folder":
            self.reword()

    def _show(self, file: Path) -> None:
        show_folder(self._port.bridge, file)


class Libraries(Control):
    """Name, version and licence of each."""

    def __init__(self, _port: SettingsPort) -> None:
        super().__init__()
        self.list = QTreeWidget(self)
        self.list.setUniformRowHeights(True)
        inset_rows(self.list, columns=3)
        self.list.header().setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        for each in libraries():
            item = QTreeWidgetItem(self.list, [each.name, each.version, each.licence])
            item.setToolTip(2, each.licence)
        self.list.setMinimumHeight(theme().px(160))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.list)
        theme().changed.connect(self._fit)
        self._fit()

    def target(self) -> QWidget:
        """The list."""
        return self.list

    def name_it(self, words: str, hint: str) -> None:
        """The list bears the name."""
        self.list.setAccessibleName(words)
        self.list.setAccessibleDescription(hint)

    def reword(self) -> None:
        """The heads of the columns."""
        self.list.setHeaderLabels([self.tr("Library"), self.tr("Version"), self.tr("Licence"), ""])

    def _fit(self) -> None:
        inset_rows(self.list, columns=3)
        for at in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(at)
            if item is not None:
                item.setSizeHint(2, QSize(0, theme().row(_ROW)))
