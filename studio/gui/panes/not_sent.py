"""What stands where a round has sent no request yet: a sentence, and the button that sends it where one is due.

Above: the HTTP and the Stream events dock. Below: `session_port`. Sends nothing itself.
"""

from PySide6.QtCore import QCoreApplication

from studio.gui.panes.session_port import SessionPort

translate = QCoreApplication.translate


def not_sent(session: SessionPort | None) -> tuple[str, str]:
    """The sentence, and the words of the button; without a request that is due there is none."""
    way = translate("NotSent", "Send the request") if session is not None and _is_due(session) else ""
    return translate("NotSent", "No request of this round has been sent yet."), way


def _is_due(session: SessionPort) -> bool:
    """Whether the session stands before a request: something was said, and no reply is open or under way."""
    state = session.state
    return bool(len(state.messages)) and not session.read_only and state.asked is None and state.open is None
