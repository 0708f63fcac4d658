"""A page of the settings as it is shown: title, a sentence, the rows of its fields.

Above: `settings_window`. Below: `setting_row`. Scrolls where the window is too low for it.
"""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.look.theme import theme
from studio.gui.settings.page import SettingsPage, SettingsPort, worded
from studio.gui.settings.setting_row import SettingRow
from studio.gui.widgets.scroll_column import ScrollColumn

_NO_MORE = QSizePolicy.Policy.Maximum
"""Of a wide control that wants no more room than it needs."""


class PageView(ScrollColumn):
    """`rows` are its rows by the ids of the fields."""

    def __init__(self, page: SettingsPage, port: SettingsPort, parent: QWidget | None = None) -> None:
        super().__init__("", parent, look="plain")
        self.page, self._chosen = page, port.chosen
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._labels: list[tuple[QLabel, str]] = []
        holder = QWidget(self)
        self._fields = QVBoxLayout(holder)
        self._fields.setContentsMargins(0, 0, theme().px(12), theme().px(8))
        self._fields.setSpacing(theme().px(14))
        self._say(page.title, "card_title")
        if page.about:
            self._say(page.about, "muted")
        self.rows: dict[str, SettingRow] = {}
        for field in page.fields:
            if field.group:
                self._add_line()
                self._say(field.group, "strong")
            self.rows[field.id] = row = SettingRow(field, port, holder)
            self._fields.addWidget(row, int(field.wide and row.control.sizePolicy().verticalPolicy() != _NO_MORE))
        if not any(field.wide for field in page.fields):
            self._fields.addStretch(1)
        self.add(holder)
        self.take_room(holder)
        for ground in (self.viewport(), holder.parentWidget(), holder):
            if ground is not None:
                ground.setAutoFillBackground(False)  # the ground is that of the dialog
        self._reword()

    @property
    def is_usual(self) -> bool:
        """Whether nothing of the page is other than usual."""
        return all(self._chosen.is_usual(path) for path in self._paths())

    def reset(self) -> None:
        """All fields of the page as they usually are."""
        self._chosen.reset(*self._paths())

    def show_values(self) -> None:
        """Show what is chosen now: another part of the window may have changed it."""
        for row in self.rows.values():
            row.show_value()

    def mark(self, ids: frozenset[str]) -> None:
        """Mark the fields that were looked for, and no others."""
        for id, row in self.rows.items():
            row.mark(id in ids)

    def show_field(self, id: str) -> None:
        """Scroll a field into view."""
        self.reveal(self.rows[id])

    def go_to(self, id: str) -> None:
        """Put the keyboard into a field."""
        self.show_field(id)
        self.rows[id].control.target().setFocus(Qt.FocusReason.OtherFocusReason)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "page"):
            self._reword()

    def _paths(self) -> list[str]:
        return [field.path for field in self.page.fields if field.path]

    def _say(self, words: str, role: str) -> None:
        label = QLabel(self)
        wrap_plainly(label)
        label.setProperty("role", role)
        self._labels.append((label, words))
        self._fields.addWidget(label)

    def _add_line(self) -> None:
        rule = QFrame(self)
        rule.setProperty("look", "line")
        self._fields.addWidget(rule)

    def _reword(self) -> None:
        self.setAccessibleName(worded(self.page.title))
        for label, words in self._labels:
            label.setText(worded(words))
