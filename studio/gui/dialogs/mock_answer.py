"""The part of a mock rule's form that says what it answers: text, JSON, a template or the tool itself; late, or gone wrong.

Above: `mock_form`. Below: `field_section`, the editors. What plays no part is not shown.
"""

from typing import Any

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from studio.gui.dialogs.limit_number import LimitNumber
from studio.gui.dialogs.mock_words import ANSWERED_BY_TEXT
from studio.gui.editors.text_editor import TextEditor
from studio.gui.look.theme import theme
from studio.gui.panes.fault_words import FAULTS, fault_words
from studio.gui.parameters.field_section import FieldSection
from studio.gui.parameters.json_field import JsonField
from studio.gui.widgets.segmented import Segmented
from studio.gui.widgets.still_combo import StillCombo
from studio.session.mocks import MockRule

_LONGEST_DELAY = 3600.0
_DECIMALS = 2


class MockAnswer(FieldSection):
    """`edited`: something else stands in the fields."""

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("MockAnswer", "What it answers"), parent)
        self._json = ""
        self._was, self._delay = "text", (0.0, 0.0)
        self.fault = StillCombo(self)
        self.kind = Segmented(self.tr("Kind of answer"), self._kinds(), self)
        self.text, self.json = TextEditor(self.tr("Answer"), self, code=True), JsonField(self, least=3, most=14)
        self.is_error = QCheckBox(self.tr("Read as an error"), self)
        self.delay = LimitNumber(
            self.tr("Seconds to wait before the answer"),
            self,
            decimals=_DECIMALS,
            most=_LONGEST_DELAY,
            suffix=" s",
            none=self.tr("at once"),
        )
        self.text.fit_height(3, 12)
        self.json.setAccessibleName(self.tr("Answer"))
        self.fault.setAccessibleName(self.tr("How the call goes wrong"))
        choices = [("", self.tr("no")), *((each, fault_words(each)) for each in FAULTS)]
        self.fault.show_choices(choices, "")
        self._add_rows()
        self._connect()

    def show_rule(self, rule: MockRule) -> None:
        """Fill the fields, without telling."""
        with QSignalBlocker(self):
            self.clear_problems()
            self.fault.setCurrentIndex(("", *FAULTS).index(rule.fault))
            self.kind.set_current(rule.answer)
            self.text.set_text(rule.text)
            self.json.set_text(rule.text)
            self._json = self.json.shown()
            self.is_error.setChecked(rule.is_error)
            self.delay.setValue(rule.delay)
            self._delay = (self.delay.value(), rule.delay)
        self._fit()

    def values(self) -> dict[str, Any]:
        """What stands in the fields, as members of a rule."""
        shown, exact = self._delay
        delay = self.delay.number()
        return {
            "answer": self.kind.current(),
            "text": self._editor().text(),
            "is_error": self.is_error.isChecked(),
            "delay": exact if delay == shown else delay,
            "fault": self.fault.value(),
        }

    def _kinds(self) -> list[tuple[str, str]]:
        return [
            ("text", self.tr("Text")),
            ("json", self.tr("JSON")),
            ("template", self.tr("Template")),
            ("real", self.tr("The tool itself")),
        ]

    def _add_rows(self) -> None:
        self.add("fault", self.tr("Goes wrong"), self.fault)
        kinds, texts = QWidget(self), QWidget(self)
        row = QHBoxLayout(kinds)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.kind)
        row.addStretch(1)
        self.add("answer", self.tr("Answer"), kinds, focus=self.kind)
        column = QVBoxLayout(texts)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(8))
        for each in (self.text, self.json):
            column.addWidget(each)
        self.add("text", "", texts, focus=self.text)
        self.add("is_error", "", self.is_error)
        self.add("delay", self.tr("Delay"), self.delay)

    def _connect(self) -> None:
        self.kind.chosen.connect(self._change_kind)
        self.fault.currentIndexChanged.connect(lambda _at: self._changed())
        self.text.edited.connect(lambda _text: self.edited.emit())
        self.json.textChanged.connect(self._tell_json)
        self.is_error.toggled.connect(lambda _on: self.edited.emit())
        self.delay.valueChanged.connect(lambda _value: self.edited.emit())

    def _change_kind(self, kind: str) -> None:
        """What was typed goes along."""
        if kind == "json":
            self.json.set_text(self.text.text())
        elif self._was == "json":
            self.text.set_text(self.json.text())
        self._changed()

    def _tell_json(self) -> None:
        """Tell of each change at once; Qt's signal comes for changes of colour, too."""
        if self.json.shown() != self._json:
            self._json = self.json.shown()
            self.edited.emit()

    def _changed(self) -> None:
        self._fit()
        self.edited.emit()

    def _editor(self) -> TextEditor | JsonField:
        return self.json if self.kind.current() == "json" else self.text

    def _fit(self) -> None:
        fault, kind = self.fault.value(), self.kind.current()
        self._was = kind
        answers = fault in ANSWERED_BY_TEXT
        for name, shown in (
            ("answer", answers),
            ("text", answers and kind != "real"),
            ("is_error", fault in ("", "slow") and kind != "real"),
        ):
            self.show_row(name, shown)
        self.json.setVisible(kind == "json")
        self.text.setVisible(kind in ("text", "template"))
        self.rows["text"].set_hint(self._hint(kind))
        self.rows["delay"].set_hint(self.tr("A slow call takes ten seconds at least.") if fault == "slow" else "")

    def _hint(self, kind: str) -> str:
        if kind == "template":
            return self.tr("{order_id} stands for the argument of that name, {items.0.sku} for one inside it.")
        return ""
