"""A date of a form: typed as year-month-day, or picked in a calendar that opens beside it.

Above: `field_row`. Below: `value_editors`. The text is what counts: whatever is typed stays as it is.
"""

from PySide6.QtCore import QDate, QEvent, QLocale, QPoint, Qt
from PySide6.QtGui import QKeyEvent, QTextCharFormat
from PySide6.QtWidgets import QCalendarWidget, QHBoxLayout, QMenu, QToolButton, QWidget, QWidgetAction

from studio.gui.editors.value_editors import TextValue
from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import IconButton


class DateValue(TextValue):
    """A text field with a calendar. Alt+Down opens it as in other fields with a list; Enter takes the day, Esc leaves the text alone."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent, placeholder="")
        self._name = name
        self.pick = IconButton("calendar", "", self)
        self.pick.clicked.connect(self.open_calendar)
        self.line.removeWidget(self._edit)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self._edit, 1)
        row.addWidget(self.pick)
        self.line.addLayout(row)
        self._edit.installEventFilter(self)
        self._reword()

    def open_calendar(self) -> QMenu:
        """Show the calendar below the field, at the day that is typed, else at today."""
        menu = QMenu(self)
        calendar = QCalendarWidget(menu)
        calendar.setLocale(QLocale(self.tr("en_US", "name of the locale for months and days")))
        calendar.setAccessibleName(self._name)
        _colour(calendar)
        typed = QDate.fromString(self._edit.text().strip(), Qt.DateFormat.ISODate)
        calendar.setSelectedDate(typed if typed.isValid() else QDate.currentDate())
        calendar.activated.connect(lambda day: self._take(day, menu))
        calendar.clicked.connect(lambda day: self._take(day, menu))
        holder = QWidgetAction(menu)
        holder.setDefaultWidget(calendar)
        menu.addAction(holder)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._edit.mapToGlobal(QPoint(0, self._edit.height())))
        calendar.setFocus()
        return menu

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Alt+Down in the field opens the calendar."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        opens = event.key() == Qt.Key.Key_Down and event.modifiers() == Qt.KeyboardModifier.AltModifier
        if opens:
            self.open_calendar()
        return opens

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _take(self, day: QDate, menu: QMenu) -> None:
        text = day.toString(Qt.DateFormat.ISODate)
        self._edit.set_text(text)
        self._edited(text)
        menu.close()
        self._edit.setFocus()

    def _reword(self) -> None:
        self._edit.setPlaceholderText(self.tr("year-month-day"))
        self.pick.set_words(self.tr("Choose in a calendar (Alt+Down)"))


def _colour(calendar: QCalendarWidget) -> None:
    """Weekends and arrows in the colours of the theme: Qt has a red and a black of its own."""
    calendar.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
    plain = QTextCharFormat()
    plain.setForeground(theme().color("text"))
    for day in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
        calendar.setWeekdayTextFormat(day, plain)
    size = theme().px(16)
    for name, shape in (("qt_calendar_prevmonth", "chevron_left"), ("qt_calendar_nextmonth", "chevron_right")):
        arrow = calendar.findChild(QToolButton, name)
        if isinstance(arrow, QToolButton):
            arrow.setIcon(icon(shape, "text", size))
