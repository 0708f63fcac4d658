"""The banner above the panes: why the session stands still, and the likely next moves as buttons.

Above: `window`. Below: `banner_content`, the bar of `widgets`. What a button does is told by its id and done elsewhere.
"""

import math

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.gui.panes.banner_content import BannerContent
from studio.gui.panes.offer import Offer
from studio.gui.widgets.banner import Banner, BannerButton
from studio.gui.words import fill, keyed

_SECOND = 1000


class StopBanner(QWidget):
    """Hidden while there is nothing to say. A and R approve and reject while it has the keyboard."""

    chosen = Signal(str)
    """The id of the offer that was taken."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content: BannerContent | None = None
        self._left = 0
        self._countdown = QTimer(self)
        self._countdown.setInterval(_SECOND)
        self._countdown.timeout.connect(self._tick)
        self.bar = Banner(self)
        self.bar.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.bar.pressed.connect(self._take)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.bar)
        self.hide()

    @property
    def content(self) -> BannerContent | None:
        """What is shown."""
        return self._content

    def tell(self, content: BannerContent | None) -> None:
        """Show other content; None hides the banner."""
        if content == self._content:
            return
        self._countdown.stop()
        self._left = 0
        self._content = content
        self.setVisible(content is not None)
        if content is not None:
            self._show(content)
            QAccessible.updateAccessibility(QAccessibleEvent(self.bar, QAccessible.Event.Alert))

    def focus_main(self) -> None:
        """Put the keyboard on the main button, or on the bar when there is none."""
        buttons = self.bar.buttons()
        (buttons[-1] if buttons else self.bar).setFocus()

    def changeEvent(self, event: QEvent) -> None:
        """Word the buttons anew when the language changes; the sentence follows with the next telling."""
        if event.type() == QEvent.Type.LanguageChange and self._content is not None:
            self._show(self._content)
        super().changeEvent(event)

    def _show(self, content: BannerContent) -> None:
        had_focus = any(button.hasFocus() for button in self.bar.buttons())
        last = len(content.offers) - 1
        made = [
            BannerButton(offer.id, self._worded(offer), "main" if at == last else "plain", offer.key)
            for at, offer in enumerate(content.offers)
        ]
        self.bar.show_stop(content.headline, content.detail, made, kind=content.tone, icon=content.icon)
        for button, offer in zip(self.bar.buttons(), content.offers, strict=False):
            button.setToolTip(keyed(self._worded(offer), offer.key) if offer.key else "")
        if had_focus:
            self.focus_main()

    def _worded(self, offer: Offer) -> str:
        if offer.id == "retry_later" and self._countdown.isActive():
            return fill(self.tr("Retrying in {n} s — stop waiting"), n=self._left)
        if offer.said:
            return offer.said
        wait = math.ceil(self._content.wait) if self._content is not None else 0
        return fill(QCoreApplication.translate("Banner", offer.words), n=wait, tool=offer.tool)

    def _take(self, id: str) -> None:
        if id == "stop_here":
            self.hide()  # until there is something else to say
        if id != "retry_later":
            self._countdown.stop()
            self.chosen.emit(id)
        elif self._content is not None:
            self._left = math.ceil(self._content.wait)
            if self._countdown.isActive():
                self._countdown.stop()
            else:
                self._countdown.start()
            self._show(self._content)

    def _tick(self) -> None:
        self._left -= 1
        if self._left <= 0:
            self._countdown.stop()
            self.chosen.emit("step")
        elif self._content is not None:
            self._show(self._content)
