"""Keeps the keyboard off chance: when the widget that has it goes away, it comes back, or goes to what is due.

Above: `window`. Below: `bridge`, `session_panes`, `centre`. Qt alone would hand the keyboard to the next widget of the tab
order, where a key meant for something else could revert or remove.
"""

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from studio.gui.bridge import Bridge
from studio.gui.centre import Centre
from studio.gui.panes.call_card import CallCard
from studio.gui.session_panes import SessionPanes
from studio.session.nodes import CallKey


class FocusKeeper(QObject):
    """While the session runs the keyboard waits on the centre, which does nothing with it; what the person does with it then
    holds."""

    def __init__(self, window: QWidget, bridge: Bridge, panes: SessionPanes, centre: Centre) -> None:
        super().__init__(window)
        self._window, self._bridge, self._panes, self._centre = window, bridge, panes, centre
        self._lost: QWidget | None = None
        self._was_in_banner = False
        self._parks = False
        self._fresh: QWidget | None = None
        self._due_before: CallKey | None = None
        self._due_moving: CallKey | None = None
        self._turn, self._quiet, self._shown = QTimer(self), QTimer(self), QTimer(self)
        for timer in (self._turn, self._quiet, self._shown):
            timer.setSingleShot(True)
            timer.setInterval(0)
        self._turn.timeout.connect(self._turn_over)
        self._shown.timeout.connect(self._follow)
        bridge.refreshed.connect(self._settle)
        bridge.refreshed.connect(self._shown.start)  # once the cards have been told, too
        bridge.session_changed.connect(self._another)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._changed)

    def begun(self) -> None:
        """The window has said where the keyboard is in the session that came. While another window has it nobody is told of a widget
        that takes it along, so that is looked at when it comes back."""
        self._fresh = None if self._window.isActiveWindow() else self._window.focusWidget()

    def _changed(self, old: QWidget | None, new: QWidget | None) -> None:
        if self._parks or not isValid(self._window) or self._turn.isActive():
            return
        if old is None:
            self._back(new)
        elif isValid(old) and not self._quiet.isActive():
            self._moved(old)

    def _back(self, new: QWidget | None) -> None:
        """The keyboard comes from another window of the program, or of another one."""
        if new is None or new.window() is not self._window:
            return
        fresh, self._fresh = self._fresh, None
        if fresh is not None and new is not fresh:
            self._lost = fresh
            self._turn.start()

    def _moved(self, old: QWidget) -> None:
        if old is self._centre and self._lost is not None:
            self._forget()
        elif self._window.isAncestorOf(old) and old.window() is self._window:
            self._fresh = None
            if not _takes(old):
                self._was_in_banner = self._lost is None and self._centre.banner.isAncestorOf(old)
                self._lost = self._lost or old
                self._turn.start()

    def _turn_over(self) -> None:
        """All that moved the keyboard with the widget has had its turn; where it gave it back, nothing is to be done."""
        if self._lost is not None and self._lost is QApplication.focusWidget():
            self._forget()
        if self._lost is not None and self._is_moving() and self._centre.isVisible():
            self._parks = True
            self._centre.setFocus()
            self._parks = False
        self._settle()

    def _follow(self) -> None:
        """Go on to a newly due call when the keyboard does nothing where it is, or in the card of the call that has run: what is
        typed there now would be a fork."""
        if self._is_moving():
            card = self._due_card()
            self._due_moving = self._due_moving or (card.facts.call.key if card is not None else None)
            return
        composer = self._panes.request.chat.composer.editor
        if QApplication.focusWidget() is self._centre and _takes(composer):
            self._give(composer)
        due, before = self._due_card(), self._due_before
        began = before or self._due_moving  # a card that came while the session was busy was never seen at rest
        self._due_before, self._due_moving = due.facts.call.key if due is not None else None, None
        if due is None or self._due_before == before:
            return
        left = self._panes.response.calls.card(began) if began is not None else None
        if QApplication.focusWidget() is self._centre or (left is not None and _has_run(left) and _holds(left)):
            self._due().setFocus()

    def _settle(self) -> None:
        if self._lost is None or self._turn.isActive() or self._is_moving():
            return
        lost, self._lost = self._lost, None
        self._give(lost if isValid(lost) and _takes(lost) else self._due())

    def _give(self, widget: QWidget) -> None:
        widget.setFocus()
        if widget is self._panes.request.chat.composer.editor:
            self._panes.request.chat.show_end()

    def _another(self) -> None:
        """The window itself says where the keyboard is when another session comes."""
        self._forget()
        self._due_before = self._due_moving = None
        self._turn.stop()
        self._quiet.start()

    def _forget(self) -> None:
        self._lost = None

    def _is_moving(self) -> bool:
        return self._bridge.running or self._bridge.is_busy

    def _due(self) -> QWidget:
        """The main button of the due card (the card itself where it would approve), else that of the banner when the keyboard
        was there, else the composer, else the centre."""
        card = self._due_card()
        approves = card is not None and card.facts.phase == "approval"
        buttons = self._centre.banner.bar.buttons() if self._was_in_banner and not approves else []
        wanted: list[QWidget] = list(buttons[-1:])
        if card is not None:
            wanted += [card] if approves else [card.bar.main_button(), card]
        wanted.append(self._panes.request.chat.composer.editor)
        return next(filter(_takes, wanted), self._centre)

    def _due_card(self) -> CallCard | None:
        return next((card for card in self._panes.response.calls.cards() if card.facts.is_due), None)


def _takes(widget: QWidget) -> bool:
    return widget.isVisible() and widget.isEnabled()


def _has_run(card: CallCard) -> bool:
    return card.facts.phase == "done" and not card.has_draft


def _holds(widget: QWidget) -> bool:
    focus = QApplication.focusWidget()
    return focus is not None and widget.isAncestorOf(focus)
