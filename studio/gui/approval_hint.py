"""Says what a call waits for when going on did nothing, and puts the keyboard where A and R decide.

Above: `window`. Below: `bridge`, `centre`.
"""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from studio.gui.bridge import Bridge
from studio.gui.centre import Centre
from studio.gui.focus_round import text_focus


class ApprovalHint(QObject):
    """Lives as long as the window. A text that is being typed keeps the keyboard."""

    def __init__(self, window: QWidget, bridge: Bridge, centre: Centre) -> None:
        super().__init__(window)
        self._window, self._bridge, self._centre = window, bridge, centre
        bridge.held.connect(self._tell)

    def _tell(self) -> None:
        if text_focus(self._window) == "edit":
            self._centre.notice.show_notice(self.tr("This call waits for your approval. Decide in the banner."))
            return
        self._centre.banner.bar.setFocus()
        self._centre.notice.show_notice(
            self.tr("This call waits for your approval: A approves, R rejects.")
            if self._would_run()
            else self.tr("The arguments of this call do not fit, so it would not run: A tells the model, R rejects.")
        )

    def _would_run(self) -> bool:
        """Whether approving would run the tool."""
        session = self._bridge.session
        key = session.standing.call if session is not None and session.standing is not None else None
        return session is None or key is None or session.reaches_tool(key)
