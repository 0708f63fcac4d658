"""Whose settings a dialog changes: those of the session, or of the agent in which it stood when the dialog was opened.

Above: the dialogs about settings. Below: the session. Words are those of the context `OfAgent`.
"""

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from studio.gui.words import fill, together
from studio.session.frames import LOCAL, inside_name
from studio.workspace.opened import OpenedSession

translate = QCoreApplication.translate


class OfAgent:
    """Made when the dialog is opened. The session may go into an agent, or out of it, while the dialog is up."""

    def __init__(self, session: OpenedSession) -> None:
        self._session, self._inside, self._name = session, session.state.inside, inside_name(session.state)

    def hint(self, usual: str) -> str:
        """The sentence under the dialog's title; inside an agent also that its settings are meant."""
        if not self._name:
            return usual
        more = translate(
            "OfAgent", "The session stands inside {agent}: what is chosen here is the agent's, and ends with it."
        )
        return together(usual, fill(more, agent=self._name))

    def refusal(self, names: Iterable[str] = LOCAL) -> str:
        """Why settings of these names cannot be changed now; empty when they can: another agent than at first, or none, would get them."""
        if self._session.state.inside == self._inside or LOCAL.isdisjoint(names):
            return ""
        if self._name:
            words = translate("OfAgent", "The session is not inside {agent} any more: nothing was changed.")
            return fill(words, agent=self._name)
        words = translate("OfAgent", "The session is inside {agent} now. Step out of it first, then press OK again.")
        return fill(words, agent=inside_name(self._session.state))
