"""The part of a mock rule's form that says what it answers: text, JSON, a template or the tool itself; late, or gone wrong.

Above: `mock_form`. Below: `field_section`, the editors. What plays no part is not shown.
"""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, QPoint, QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from studio.gui.dialogs.limit_number import LimitNumber
from studio.gui.dialogs.mock_pictures import MockPictures
from studio.gui.dialogs.mock_turns import MockTurns
from studio.gui.dialogs.mock_words import ANSWERED_BY_TEXT, recorded_words
from studio.gui.editors.text_editor import TextEditor
from studio.gui.look.theme import theme
from studio.gui.panes.fault_words import FAULTS, fault_words
from studio.gui.parameters.field_section import FieldSection
from studio.gui.parameters.json_field import JsonField
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.segmented import Segmented
from studio.gui.widgets.still_combo import StillCombo
from studio.session.mocks import MockRule

Recorded = Callable[[], Sequence[MockRule]]
_LONGEST_DELAY = 3600.0
_DECIMALS = 2


class MockAnswer(FieldSection):
    """`edited`: something else stands in the fields."""

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("MockAnswer", "What it answers"), parent)
        self._json = ""
        self._was, self._delay = "text", (0.0, 0.0)
        self._texts, self._at = [""], 0
        self.recorded: Recorded = lambda: ()
        """The results that the form's tools gave, as rules."""
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
        self.turns, self.pictures = MockTurns(self), MockPictures(self)
        self.from_recording = Button(self.tr("From a recorded result…"), self, look="link")
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
            self._texts, self._at = list(rule.texts), 0
            self._write(rule.text)
            self.pictures.show_pictures(rule.media)
            self.is_error.setChecked(rule.is_error)
            self.delay.setValue(rule.delay)
            self._delay = (self.delay.value(), rule.delay)
        self._fit()

    def values(self) -> dict[str, Any]:
        """What stands in the fields, as members of a rule."""
        shown, exact = self._delay
        delay = self.delay.number()
        self._store()
        own = self.kind.current() != "real"
        return {
            "answer": self.kind.current(),
            "text": self._texts[0],
            "then": tuple(self._texts[1:]) if own else (),
            "media": self.pictures.pictures() if own else (),
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
        for each in (self.text, self.json, self.turns):
            column.addWidget(each)
        self.turns.add(self.from_recording)
        self.add("text", "", texts, focus=self.text)
        self.add("media", self.tr("Pictures"), self.pictures, focus=self.pictures.more)
        self.add("is_error", "", self.is_error)
        self.add("delay", self.tr("Delay"), self.delay)

    def _connect(self) -> None:
        self.kind.chosen.connect(self._change_kind)
        self.fault.currentIndexChanged.connect(lambda _at: self._changed())
        self.text.edited.connect(lambda _text: self.edited.emit())
        self.json.textChanged.connect(self._tell_json)
        self.turns.moved.connect(self._turn)
        self.turns.added.connect(self._add_turn)
        self.turns.removed.connect(self._remove_turn)
        self.pictures.edited.connect(self.edited)
        self.pictures.refused.connect(self.rows["media"].set_problem)
        self.from_recording.clicked.connect(lambda _on=False: self._open_recorded())
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
            ("media", fault in ("", "slow") and kind != "real"),
            ("is_error", fault in ("", "slow") and kind != "real"),
        ):
            self.show_row(name, shown)
        self.json.setVisible(kind == "json")
        self.text.setVisible(kind in ("text", "template"))
        self.turns.show_turn(self._at, len(self._texts))
        self.rows["text"].set_hint(self._hint(kind))
        self.rows["delay"].set_hint(self.tr("A slow call takes ten seconds at least.") if fault == "slow" else "")

    # ---- answers in turn

    def _write(self, text: str) -> None:
        """Put an answer into the editors, without telling."""
        with QSignalBlocker(self):
            self.text.set_text(text)
            self.json.set_text(text)
            self._json = self.json.shown()

    def _store(self) -> None:
        self._texts[self._at] = self._editor().text()

    def _turn(self, to: int) -> None:
        """Show another answer; what is typed stays in its own."""
        self._store()
        self._at = to
        self._write(self._texts[to])
        self._fit()
        self._editor().setFocus()

    def _add_turn(self) -> None:
        self._texts.insert(self._at + 1, "{}" if self.kind.current() == "json" else "")
        self._turn(self._at + 1)
        self.edited.emit()

    def _remove_turn(self) -> None:
        del self._texts[self._at]
        self._at = min(self._at, len(self._texts) - 1)
        self._write(self._texts[self._at])
        self._fit()
        self.edited.emit()

    # ---- from a recording

    def make_recorded(self) -> QMenu:
        """The results that can be taken over, for the button and for tests."""
        menu = QMenu(self)
        for rule in self.recorded():
            action = menu.addAction(recorded_words(rule))
            action.triggered.connect(lambda _on=False, rule=rule: self._take_over(rule))
        if menu.isEmpty():
            menu.addAction(self.tr("These tools have given no result on this branch yet.")).setEnabled(False)
        return menu

    def _open_recorded(self) -> None:
        self.make_recorded().popup(self.from_recording.mapToGlobal(QPoint(0, self.from_recording.height())))

    def _take_over(self, rule: MockRule) -> None:
        """Let the answer that is being written be this one."""
        with QSignalBlocker(self):
            self.fault.setCurrentIndex(0)
            self.kind.set_current(rule.answer)
            self._was = rule.answer
            self.is_error.setChecked(rule.is_error)
            self.pictures.show_pictures(rule.media)
        self._write(rule.text)
        self._changed()

    def _hint(self, kind: str) -> str:
        if kind == "template":
            return self.tr("{order_id} stands for the argument of that name, {items.0.sku} for one inside it.")
        return ""
