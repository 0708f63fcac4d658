"""The hints of the demo: when they are shown, what pressing one does, and that those closed stay closed.

Above: `session_side`. Below: `bridge`, `centre`, `panes`. They are kept in the settings; only the demo has them.
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject

from studio.gui.panes.hint_strip import HINTS, HintStrip
from studio.late import Late

if TYPE_CHECKING:
    from studio.gui.session_panes import SessionPanes
    from studio.gui.shell import Shell
    from studio.session.nodes import CallKey
    from studio.workspace import demo
else:
    demo = Late("studio.workspace.demo")


class HintRoom(QObject):
    """Lives as long as the window."""

    def __init__(self, shell: "Shell", panes: "SessionPanes") -> None:
        super().__init__(shell.window)
        self._shell, self._panes = shell, panes
        self.strip = HintStrip(shell.window)
        self.strip.hide()
        shell.centre.put_strip(self.strip)
        self.strip.wanted.connect(self._go)
        self.strip.closed.connect(self._close)
        self.strip.off.connect(self._switch_off)
        shell.bridge.refreshed.connect(self.refresh)
        shell.bridge.session_changed.connect(self.refresh)

    def refresh(self) -> None:
        """Show them over the demo, as long as they are on."""
        session, settings = self._shell.bridge.session, self._shell.workspace.settings
        on = settings.start.hints and session is not None and session.state.setup.responder.script == demo.SCRIPT
        if on:
            closed = frozenset(settings.closed_hints)
            self.strip.show_hints(closed if closed < frozenset(HINTS) else ())
        if self.strip.isHidden() is on:
            self.strip.setVisible(on)

    def _close(self, id: str) -> None:
        """Close one; with the last one they are switched off."""
        settings = self._shell.workspace.settings
        settings.closed_hints = [*(each for each in settings.closed_hints if each != id), id]
        if frozenset(settings.closed_hints) >= frozenset(HINTS):
            self._switch_off()
        else:
            self._keep()
            next(hint for hint in self.strip.hints.values() if not hint.isHidden()).button.setFocus()

    def _switch_off(self) -> None:
        settings = self._shell.workspace.settings
        settings.start, settings.closed_hints = replace(settings.start, hints=False), []
        self._keep()
        self._panes.response.setFocus()

    def _keep(self) -> None:
        self._shell.bridge.attempt(self._shell.workspace.save_settings)
        self.refresh()

    def _go(self, id: str) -> None:
        """Go to what a hint tells of."""
        key = self._call()
        if id == "go_on":
            self._shell.actions["step"].trigger()
        elif key is not None:
            if id == "change":
                self._panes.act(key, "edit_call")
            else:
                self._shell.bridge.select(None)
                self._panes.show_call(key)

    def _call(self) -> "CallKey | None":
        """The call that is looked for: the first that waits, else the first one."""
        session = self._shell.bridge.session
        calls = session.state.open.calls if session is not None and session.state.open is not None else ()
        waiting = [call.key for call in calls if call.status == "open"]
        return next(iter([*waiting, *(call.key for call in calls)]), None)
