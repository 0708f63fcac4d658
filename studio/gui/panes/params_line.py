"""The line at the foot of the Request pane: the parameters that will be sent, in short, and a pencil to change them.

Above: the Request pane. Below: the theme. Knows no session.
"""

import json
from html import escape
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import IconButton
from studio.gui.words import say
from studio.present.words import words
from studio.session.setup import ResponderChoice
from studio.workspace.parameters import NAMES, get, rest

_SHORT = {"max_tokens": "max"}
_LONGEST = 40


class ParamsLine(QWidget):
    """`edit_wanted`: the pencil was pressed."""

    edit_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model_name, self._shown, self._form = "", list[tuple[str, str]](), ""
        self._label = QLabel(self)
        self._label.setTextFormat(Qt.TextFormat.RichText)
        self._label.setWordWrap(True)
        self.pencil = IconButton("edit", "", self)
        self.pencil.clicked.connect(lambda _on=False: self.edit_wanted.emit())
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 5, 8, 4)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        row.addWidget(self._label, 1)
        row.addWidget(self.pencil)
        theme().changed.connect(self._restyle)
        self._restyle()

    def set_setup(self, responder: ResponderChoice, params: dict[str, Any], form: str = "") -> None:
        """Show the parameters by neutral name as they are sent to this responder, and what else goes with them; `form` names the
        text form in which tools are told, empty for natively."""
        self._model_name, self._form = responder.model_name, form
        found = {name: get(responder.dialect, params, name) for name in NAMES}
        known = [(_SHORT.get(name, name), _plain(_brief(value))) for name, value in found.items() if value is not None]
        others = rest(responder.dialect, params)
        self._shown = [*known, *((name, _plain(value)) for name, value in others.items())]
        self._restyle()

    def words(self) -> str:
        """The line without its look."""
        said = [f"{name} {value}" for name, value in self._shown]
        told = [say(words("request.as_text", form=self._form))] if self._form else []
        return "   ".join([*said, *told]) or self.tr("no parameters")

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._restyle()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground and the line above."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("raised"))
        painter.fillRect(0, 0, self.width(), 1, theme().color("border"))

    def _restyle(self) -> None:
        muted = theme().name_of("muted")
        parts = [
            f"<span style='color:{muted}'>{escape(name)}</span>&nbsp;<b>{escape(value)}</b>"
            for name, value in self._shown
        ]
        if self._form:
            parts.append(f"<span style='color:{muted}'>{escape(say(words('request.as_text', form=self._form)))}</span>")
        nothing = self.tr("no parameters")
        none = f"<span style='color:{muted}'>{escape(nothing)}</span>"
        self._label.setFont(theme().font(12))
        self._label.setText("&nbsp; ".join(parts) or none)
        self._label.setToolTip(f"{self._model_name}   {self.words()}".strip())
        self.pencil.set_words(self.tr("Change model, parameters and tools"))
        self.setAccessibleName(self.words())
        self.setMinimumHeight(theme().px(38))


def _brief(value: Any) -> Any:
    """A schema of the reply in one word, a named tool by its name."""
    if isinstance(value, dict):
        return "schema" if "schema" in value else value.get("name", value)
    return value


def _plain(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
