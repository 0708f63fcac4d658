"""The person's own prices: a list, and a line to write one, which can be begun with what the lists know of the model.

Above: `page_models`. Below: `entry_rows`, `workspace/prices`.
"""

import asyncio
from typing import Any

from PySide6.QtWidgets import QDoubleSpinBox, QFormLayout, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.dialogs.limit_number import LimitNumber
from studio.gui.look.theme import theme
from studio.gui.settings.entry_rows import Entry, EntryButton, EntryRows
from studio.gui.settings.page import Control, SettingsPort, worded
from studio.gui.widgets.buttons import Button
from studio.gui.words import fill
from studio.present.marked import QT_TRANSLATE_NOOP
from studio.workspace.preferences import OwnPrice

_NONE = QT_TRANSLATE_NOOP("Settings", "None: the lists that come with the program hold.")
_MODEL = QT_TRANSLATE_NOOP("Settings", "Model or pattern")
_INPUT = QT_TRANSLATE_NOOP("Settings", "In, per million tokens")
_OUTPUT = QT_TRANSLATE_NOOP("Settings", "Out, per million tokens")
_CACHED = QT_TRANSLATE_NOOP("Settings", "Cached, per million tokens")
_AS_IN = QT_TRANSLATE_NOOP("Settings", "as in")
_LINE = QT_TRANSLATE_NOOP("Settings", "in ${input} · out ${output} per million")
_LINE_CACHED = QT_TRANSLATE_NOOP("Settings", "in ${input} · cached ${cached} · out ${output} per million")
_LOOK_UP = QT_TRANSLATE_NOOP("Settings", "Look up")
_KEEP = QT_TRANSLATE_NOOP("Settings", "Keep the price")
_EDIT = QT_TRANSLATE_NOOP("Settings", "Edit")
_EDIT_IT = QT_TRANSLATE_NOOP("Settings", "Edit the price of {model}")
_REMOVE = QT_TRANSLATE_NOOP("Settings", "Remove")
_REMOVE_IT = QT_TRANSLATE_NOOP("Settings", "Remove the price of {model}")
_FOUND = QT_TRANSLATE_NOOP("Settings", "The lists know it as {model} of {provider}.")
_UNKNOWN = QT_TRANSLATE_NOOP("Settings", "The lists do not know this model.")
_WRITE = QT_TRANSLATE_NOOP("Settings", "Write the name of a model first.")
_MOST = 100_000


class PriceRows(Control):
    """`model`, `input`, `output` and `cached` are the fields of the line, `said` what came of looking up."""

    def __init__(self, port: SettingsPort) -> None:
        super().__init__()
        self._spawn = port.bridge.spawn
        self._prices, self._known = port.workspace.prices, dict[str, OwnPrice]()
        self.rows, self.model, self.said = EntryRows(self), QLineEdit(self), QLabel(self)
        self.input, self.output = (LimitNumber("", self, decimals=4, most=_MOST, prefix="$ ") for _ in range(2))
        self.cached = LimitNumber("", self, decimals=4, least=-1, most=_MOST, prefix="$ ")
        self.look_up, self.keep = Button("", self), Button("", self)
        self.said.setProperty("role", "muted")
        wrap_plainly(self.said)
        self._labels = tuple(QLabel(self) for _ in range(4))
        self._lay_out()
        self.look_up.clicked.connect(lambda _on=False: self._look_up())
        self.keep.clicked.connect(lambda _on=False: self._keep())
        self.model.returnPressed.connect(self._keep)
        self.model.textEdited.connect(lambda _text: self.said.setText(""))
        self.cached.setValue(-1)
        self.reword()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(theme().px(12))
        form.setVerticalSpacing(theme().px(4))
        named = QHBoxLayout()
        named.setSpacing(theme().px(8))
        named.addWidget(self.model, 1)
        named.addWidget(self.look_up)
        fields: tuple[QHBoxLayout | QDoubleSpinBox, ...] = (named, self.input, self.output, self.cached)
        for label, field in zip(self._labels, fields, strict=True):
            label.setBuddy(self.model if isinstance(field, QHBoxLayout) else field)
            form.addRow(label, field)
        kept = QHBoxLayout()
        kept.addWidget(self.keep)
        kept.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(4))
        column.addWidget(self.rows)
        column.addLayout(form)
        column.addWidget(self.said)
        column.addLayout(kept)

    def tell(self, value: Any) -> None:
        """Show the prices."""
        self._known = dict(value)
        self.rows.show_entries([self._entry(name, price) for name, price in self._known.items()], worded(_NONE))

    def target(self) -> QWidget:
        """The field of the name."""
        return self.model

    def reword(self) -> None:
        """The words in another language."""
        fields = (self.model, self.input, self.output, self.cached)
        for label, field, words in zip(self._labels, fields, (_MODEL, _INPUT, _OUTPUT, _CACHED), strict=True):
            label.setText(worded(words))
            field.setAccessibleName(worded(words))
        self.cached.setSpecialValueText(worded(_AS_IN))
        self.look_up.set_words(worded(_LOOK_UP))
        self.keep.set_words(worded(_KEEP))
        self.said.setText("")
        self.tell(self._known)

    def _entry(self, name: str, price: OwnPrice) -> Entry:
        line = _LINE if price.cached is None else _LINE_CACHED
        shown = {"input": f"{price.input:g}", "output": f"{price.output:g}", "cached": f"{price.cached or 0:g}"}
        edit = EntryButton(worded(_EDIT), fill(worded(_EDIT_IT), model=name), lambda: self._put(name, price))
        gone = EntryButton(worded(_REMOVE), fill(worded(_REMOVE_IT), model=name), lambda: self._remove(name))
        return Entry(name, fill(worded(line), **shown), (edit, gone), code=True)

    def _put(self, name: str, price: OwnPrice) -> None:
        """Put a price into the line."""
        self.model.setText(name)
        self.input.setValue(price.input)
        self.output.setValue(price.output)
        self.cached.setValue(-1 if price.cached is None else price.cached)
        self.model.setFocus()

    def _look_up(self) -> None:
        """The lists are large: they are loaded beside what the window does."""
        if self._prices.ready:
            self._fill()
        else:
            loading = self._spawn("look up a price", self._load())
            self.destroyed.connect(loading.cancel)

    async def _load(self) -> None:
        await asyncio.to_thread(self._prices.load)
        self._fill()

    def _fill(self) -> None:
        name = self.model.text().strip()
        found = self._prices.listed(name) if name else None
        if found is None:
            self.said.setText(worded(_UNKNOWN if name else _WRITE))
            return
        cached = found.cached.usual if found.cached is not None else None
        self._put(name, OwnPrice(input=found.input.usual, output=found.output.usual, cached=cached))
        self.said.setText(fill(worded(_FOUND), model=found.model, provider=found.provider))

    def _keep(self) -> None:
        name = self.model.text().strip()
        if not name:
            self.said.setText(worded(_WRITE))
            self.model.setFocus()
            return
        cached = self.cached.number()
        price = OwnPrice(input=self.input.number(), output=self.output.number(), cached=None if cached < 0 else cached)
        self.model.clear()
        self.said.setText("")
        self.given.emit({**self._known, name: price})

    def _remove(self, name: str) -> None:
        self.given.emit({each: price for each, price in self._known.items() if each != name})
