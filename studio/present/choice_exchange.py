"""What went over HTTP when a model was asked beside the session, in the form of a request and its end: which groups of tools to open, or
what an MCP server wanted it to say.

Above: `exchanges`. Below: `session`. Reads one event.
"""

from typing import Literal

from studio.messages.reply import ProviderError
from studio.session.events import GroupsChosen, ReplyReceived, RequestFailed, RequestSent, ServerAsked

Beside = GroupsChosen | ServerAsked


def is_beside(event: object) -> bool:
    """Whether a model was asked, and not the person."""
    return (isinstance(event, GroupsChosen) and not event.by_person) or (
        isinstance(event, ServerAsked) and bool(event.sent)
    )


def request_beside(event: Beside) -> RequestSent:
    """What was asked as a request; its body is `body_beside`."""
    return RequestSent(event.id, event.parent, event.t, url=event.exchange.url if event.exchange is not None else "")


def body_beside(event: Beside) -> str:
    """What was sent."""
    return event.asked if isinstance(event, GroupsChosen) else event.sent


def end_beside(event: Beside) -> ReplyReceived | RequestFailed:
    """How it ended. A reply that named no group is a reply all the same."""
    if event.reply is not None and (not event.error or event.exchange is None or event.exchange.status == 200):
        return ReplyReceived(event.id, event.parent, event.t, reply=event.reply, exchange=event.exchange)
    status = event.exchange.status if event.exchange is not None else None
    error = ProviderError(_kind(event), event.error, status)
    return RequestFailed(event.id, event.parent, event.t, error=error, partial=event.reply, exchange=event.exchange)


def _kind(event: Beside) -> Literal["incomplete", "cancelled", "setup"]:
    """What nobody waited for any more was cancelled."""
    if event.exchange is not None:
        return "incomplete"
    return "cancelled" if isinstance(event, ServerAsked) else "setup"
