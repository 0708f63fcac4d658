"""How tools are told to the model: natively, automatically, or as text in one of the forms, each with its sentence.

Above: the profile's form, the Form view of the request, *Send as*. Below: `present/parameter_words`. Knows no session.
"""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.gui.parameters.param_row import ParamRow
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill
from studio.present.form_names import form_name
from studio.present.parameter_words import ABOUT, WAYS, way_template
from studio.workspace.parameters import CALLS


class CallsChoice(QWidget):
    """`chosen`: the person chose another way. Where only text forms are offered they have their plain names."""

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None, *, ways: Sequence[str] = CALLS) -> None:
        super().__init__(parent)
        self._ways = tuple(ways)
        self.box = StillCombo(self)
        self.row = ParamRow(self.box, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.row)
        self.box.currentIndexChanged.connect(lambda _at: self._tell())
        self.box.activated.connect(lambda _at: self.chosen.emit())
        self.setFocusProxy(self.box)
        self._show(self._ways[0])

    def value(self) -> str:
        """`native`, `auto` or the name of a text form."""
        return str(self.box.value())

    def set_value(self, calls: str) -> None:
        """Show a way without telling; one that is not known is shown by its name."""
        self._show(calls)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._show(self.value())
        super().changeEvent(event)

    def _show(self, calls: str) -> None:
        listed = self._ways if calls in self._ways else (*self._ways, calls)
        words = _words if set(WAYS) & set(self._ways) else form_name
        self.box.show_choices([(way, words(way)) for way in listed], calls)
        self.box.setAccessibleName(self.tr("How tools are told"))
        self._tell()

    def _tell(self) -> None:
        about = ABOUT.get(self.value(), "")
        self.row.set_hint(QCoreApplication.translate("parameters", about) if about else "")


def _words(way: str) -> str:
    template, places = way_template(way)
    return fill(QCoreApplication.translate("parameters", template), **places)
