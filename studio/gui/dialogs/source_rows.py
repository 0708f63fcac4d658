"""The page with the sources: functions of the session's tools files that are asked before every request which more tools to offer.

Above: the dialog of groups. Below: `source_row`. What stands here is a draft until the dialog is accepted; nothing runs.
"""

from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import hint_label
from studio.gui.dialogs.source_row import SourceRow
from studio.gui.parameters.field_section import FieldSection
from studio.gui.widgets.buttons import Button
from studio.session.setup import Setup
from studio.session.toolbox import ToolSource


class SourceRows(FieldSection):
    """`sources_` are the rows from top to bottom."""

    edited = Signal()

    def __init__(self, setup: Setup, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("SourceRows", "Sources"), parent)
        self._files = [file.path for file in setup.files]
        self._names = [tool.name for tool in setup.tools]
        self.sources_: list[SourceRow] = []
        why = self.tr(
            "A source is a function of a tools file: function(message, history) gives the names of tools to offer. It is asked "
            "before every request and only ever adds; what it named stays to the end of the turn. The function itself is no tool."
        )
        self.column.addWidget(hint_label(why, self))
        self.add_button = Button(self.tr("Add a source"), self, icon_name="plus")
        self.add_button.clicked.connect(lambda _on=False: self._add_new())
        line = QHBoxLayout()
        line.addWidget(self.add_button)
        line.addStretch(1)
        self.column.addLayout(line)
        self._none = hint_label(self.tr("No sources yet."), self)
        self.column.addWidget(self._none)
        self._list = QVBoxLayout()
        self._list.setSpacing(20)
        self.column.addLayout(self._list)
        self.column.addStretch(1)
        for source in setup.sources:
            self._insert(source)
        self._fit()

    def values(self) -> dict[str, Any]:
        """The sources, as a member of a setup."""
        return {"sources": tuple(row.source() for row in self.sources_)}

    def refuse(self) -> bool:
        """Say beside the first row that cannot be saved why; False when all can."""
        taken: set[str] = set()
        for row in self.sources_:
            if row.refuse(taken):
                return True
            taken.add(row.source().name)
        return False

    def _add_new(self) -> None:
        row = self._insert(ToolSource("", self._files[0] if self._files else "", ""))
        self._fit()
        row.show()
        row.name.setFocus(Qt.FocusReason.OtherFocusReason)
        self.edited.emit()

    def _insert(self, source: ToolSource) -> SourceRow:
        row = SourceRow(source, self._files, self._names, self)
        row.changed.connect(self.edited)
        row.removed.connect(lambda: self._remove(row))
        self.sources_.append(row)
        self._list.addWidget(row)
        return row

    def _remove(self, row: SourceRow) -> None:
        self.sources_.remove(row)
        self._list.removeWidget(row)
        row.hide()
        row.deleteLater()
        self.add_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self._fit()
        self.edited.emit()

    def _fit(self) -> None:
        self._none.setVisible(not self.sources_)
