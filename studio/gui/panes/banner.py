"""The banner above the panes: why the session stands still, and the likely next moves as buttons.

Above: `window`. Below: `banner_content`, `gui/look`. What a button does is told by its id and done elsewhere.
"""

import math

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from studio.gui.look.icons import icon
from studio.gui.panes.banner_content import BannerContent, Offer

_ICON = 16


class Banner(QFrame):
    """Hidden while there is nothing to say. A and R approve and reject while it has the keyboard."""

    chosen = Signal(str)
    """The id of the offer that was taken."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self._content: BannerContent | None = None
        self._buttons: list[QPushButton] = []
        self._left = 0
        self._countdown = QTimer(self)
        self._countdown.setInterval(1000)
        self._countdown.timeout.connect(self._tick)
        self._sign, self._headline, self._detail = QLabel(self), QLabel(self), _Elided(self)
        self._headline.setObjectName("banner_headline")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(16, 6, 10, 6)
        self._row.setSpacing(8)
        for widget in (self._sign, self._headline):
            self._row.addWidget(widget)
        self._row.addWidget(self._detail, 1)
        self.setMinimumHeight(42)
        self.hide()

    def tell(self, content: BannerContent | None) -> None:
        """Show other content; None hides the banner."""
        if content == self._content:
            return
        had_focus = any(button.hasFocus() for button in self._buttons)
        self._countdown.stop()
        self._content = content
        self.setVisible(content is not None)
        if content is not None:
            self._show(content)
            self._announce(f"{content.headline}. {content.detail}")
            if had_focus and self._buttons:
                self._buttons[-1].setFocus()

    @property
    def content(self) -> BannerContent | None:
        """What is shown."""
        return self._content

    def focus_main(self) -> None:
        """Put the keyboard on the main button."""
        if self._buttons:
            self._buttons[-1].setFocus()

    def redraw(self) -> None:
        """Draw the sign anew, in the colours of the theme."""
        if self._content is not None:
            token = {"paused": "paused_text", "error": "error", "done": "result"}[self._content.tone]
            self._sign.setPixmap(icon(self._content.icon, token).pixmap(_ICON, _ICON))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Letters of offers choose them."""
        offers = self._content.offers if self._content is not None else ()
        for offer in offers:
            if offer.key and event.text().upper() == offer.key:
                self._take(offer)
                return
        super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Word the buttons anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange and self._content is not None:
            self._show(self._content)
        super().changeEvent(event)

    def _show(self, content: BannerContent) -> None:
        self.setProperty("tone", content.tone)
        self._headline.setText(content.headline)
        self._detail.say(f"— {content.detail}" if content.detail else "")
        self.redraw()
        for button in self._buttons:
            button.hide()
            button.deleteLater()
        self._buttons = [self._button(offer, offer is content.offers[-1]) for offer in content.offers]
        self.setAccessibleName(f"{content.headline}. {content.detail}")
        for widget in (self, self._headline, self._detail):
            widget.style().unpolish(widget)
            widget.style().polish(widget)

    def _button(self, offer: Offer, is_main: bool) -> QPushButton:
        button = QPushButton(self._worded(offer), self)
        button.setObjectName(f"offer_{offer.id}")
        button.setProperty("kind", "primary" if is_main else "plain")
        button.setAutoDefault(True)
        if offer.key:
            button.setToolTip(f"{button.text()} ({offer.key})")
        button.clicked.connect(lambda: self._take(offer))
        self._row.addWidget(button)
        return button

    def _worded(self, offer: Offer) -> str:
        wait = math.ceil(self._content.wait) if self._content is not None else 0
        return QCoreApplication.translate("Banner", offer.words).format(n=self._left or wait)

    def _take(self, offer: Offer) -> None:
        if offer.id != "retry_later":
            self._countdown.stop()
            self.chosen.emit(offer.id)
        elif self._countdown.isActive():
            self._countdown.stop()
            self._left = 0
            self._reword(offer)
        elif self._content is not None:
            self._left = math.ceil(self._content.wait)
            self._countdown.start()
            self._reword(offer)

    def _tick(self) -> None:
        self._left -= 1
        if self._left <= 0:
            self._countdown.stop()
            self.chosen.emit("step")
        elif self._content is not None:
            self._reword(next(offer for offer in self._content.offers if offer.id == "retry_later"))

    def _reword(self, offer: Offer) -> None:
        button = next(button for button in self._buttons if button.objectName() == f"offer_{offer.id}")
        stop = self.tr("Retrying in {n} s — stop waiting").format(n=self._left)
        button.setText(stop if self._countdown.isActive() else self._worded(offer))

    def _announce(self, text: str) -> None:
        self.setAccessibleDescription(text)
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))


class _Elided(QLabel):
    """One line that is cut with … when there is no room; the whole text is in the tooltip."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._whole = ""
        self.setObjectName("banner_detail")
        self.setMinimumWidth(40)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def say(self, text: str) -> None:
        """Show another text."""
        self._whole = text
        self.setToolTip(text.removeprefix("— "))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut anew for the new width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.setText(self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, max(self.width(), 40)))
