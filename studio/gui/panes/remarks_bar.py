"""A bar over the views of the Request pane: what the request leaves out or says otherwise than the session, and why.

Above: the Request pane. Below: `present/remarks`. Folded to one line where there is more than one remark. Knows no session.
"""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import IconButton
from studio.gui.widgets.pane_header import IconSign
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.words import say, together
from studio.messages.remark import Remark
from studio.present.remarks import remark_words
from studio.present.words import words

_MOST = 200
_MOST_HEIGHT, _LEAST_HEIGHT, _LEAST_WIDTH = 150, 36, 120


class _Sentences(ScrollColumn):
    """The list: as high as its sentences up to a limit, and lower where the pane is."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("", parent, look="plain")
        self.wanted = 0
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        for ground in (self.viewport(), self.widget()):
            assert ground is not None
            ground.setAutoFillBackground(False)

    def sizeHint(self) -> QSize:
        """The height that is wanted."""
        return QSize(_LEAST_WIDTH, self.wanted)

    def minimumSizeHint(self) -> QSize:
        """One or two lines."""
        return QSize(_LEAST_WIDTH, min(self.wanted, theme().px(_LEAST_HEIGHT)))


class RemarksBar(QWidget):
    """`message_wanted` gives the number of a message whose link was pressed."""

    message_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._new, self._earlier, self._is_next = tuple[Remark, ...](), tuple[Remark, ...](), False
        self._open = False
        self._sign = IconSign("info", "warn", self)
        self._line, self._list = QLabel(self), QLabel(self)
        self._column = _Sentences(self)
        self.chevron = IconButton("chevron_right", "", self)
        self._lay_out()
        theme().changed.connect(self._show)
        self.hide()

    def show_remarks(self, new: Sequence[Remark], earlier: Sequence[Remark], *, is_next: bool) -> None:
        """Show what is new with a request, else what still holds from those before. `is_next`: it was not sent yet."""
        now = tuple(new), tuple(earlier), is_next
        if now != (self._new, self._earlier, self._is_next):
            self._new, self._earlier, self._is_next = now
            self._open = False
            self._show()

    @property
    def text(self) -> str:
        """The line; empty while nothing is to be said."""
        return "" if self.isHidden() else self._line.text()

    @property
    def sentences(self) -> list[str]:
        """All sentences, folded or not."""
        return [_sentence(remark) for remark in self._new or self._earlier]

    def is_open(self) -> bool:
        """Whether all sentences are seen."""
        return self._open

    def toggle(self) -> None:
        """Show all sentences, or fold them."""
        self._open = not self._open
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._show()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground and the line below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("soft_warn" if self._new else "raised"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme().color("border"))

    def _lay_out(self) -> None:
        for label in (self._line, self._list):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.RichText)
            label.setTextInteractionFlags(
                Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
            )
            label.linkActivated.connect(lambda number: self.message_wanted.emit(int(number)))
        self._line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self._list.setContentsMargins(24, 0, 0, 0)
        self._column.add(self._list)
        self.chevron.clicked.connect(lambda _on=False: self.toggle())
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._sign)
        row.addWidget(self._line, 1)
        row.addWidget(self.chevron)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 3, 8, 4)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self._column)

    def _show(self) -> None:
        shown = self._new or self._earlier
        self.setVisible(bool(shown))
        if not shown:
            return
        single = len(self._new) == 1
        unfolded = self._open and not single
        self._sign.set("info", "warn" if self._new else "muted")
        for label in (self._line, self._list):
            label.setFont(theme().font(12))
        colour = theme().name_of("text" if self._new else "muted")
        self._line.setText(self._html(shown[0], colour) if single else _coloured(self._summary(), colour))
        self.chevron.setVisible(not single)
        self.chevron.set_icon_name("chevron_down" if self._open else "chevron_right")
        self.chevron.set_words(self.tr("Fold the list") if self._open else self.tr("Show all of them"))
        self._column.setVisible(unfolded)
        if unfolded:
            self._list.setText("".join(f"<p style='margin:3px 0'>{line}</p>" for line in self._lines(shown)))
            width = max(self.width() - 40, _LEAST_WIDTH)
            self._column.wanted = min(self._list.heightForWidth(width) + 8, theme().px(_MOST_HEIGHT))
            self._column.updateGeometry()
        self._name(shown)
        self.update()

    def _name(self, shown: Sequence[Remark]) -> None:
        said = together(*map(_sentence, shown[:6]))
        self.setAccessibleName(self._summary())
        self.setAccessibleDescription(said)
        self._column.setAccessibleName(self._summary())

    def _lines(self, shown: Sequence[Remark]) -> list[str]:
        colour = theme().name_of("text")
        lines = [self._html(remark, colour) for remark in shown[:_MOST]]
        if len(shown) > _MOST:
            lines.append(_coloured(say(words("remark.more", n=len(shown) - _MOST)), theme().name_of("muted")))
        return lines

    def _html(self, remark: Remark, colour: str) -> str:
        said = _coloured(_sentence(remark), colour)
        if remark.place is None:
            return said
        link = say(words("remark.at_message", number=remark.place + 1))
        return f"{said} <a href='{remark.place}' style='color:{theme().name_of('accent')}'>{escape(link)}</a>"

    def _summary(self) -> str:
        if not self._new:
            return say(words("remarks.before", n=len(self._earlier)))
        return say(words("remarks.next" if self._is_next else "remarks.sent", n=len(self._new)))


def _sentence(remark: Remark) -> str:
    return say(remark_words(remark))


def _coloured(text: str, colour: str) -> str:
    return f"<span style='color:{colour}'>{escape(text)}</span>"
