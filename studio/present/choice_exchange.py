"""What went over HTTP when a small model was asked which groups of tools to open, in the form of a request and its end.

Above: `exchanges`. Below: `session`. Reads one event.
"""

from studio.messages.reply import ProviderError
from studio.session.events import GroupsChosen, ReplyReceived, RequestFailed, RequestSent


def request_of_choice(event: GroupsChosen) -> RequestSent:
    """The choice as a request; its body stands in `event.asked`."""
    return RequestSent(event.id, event.parent, event.t, url=event.exchange.url if event.exchange is not None else "")


def end_of_choice(event: GroupsChosen) -> ReplyReceived | RequestFailed:
    """How it ended. A reply that named no group is a reply all the same."""
    if event.reply is not None and (not event.error or event.exchange is None or event.exchange.status == 200):
        return ReplyReceived(event.id, event.parent, event.t, reply=event.reply, exchange=event.exchange)
    status = event.exchange.status if event.exchange is not None else None
    error = ProviderError("incomplete" if event.exchange is not None else "setup", event.error, status)
    return RequestFailed(event.id, event.parent, event.t, error=error, partial=event.reply, exchange=event.exchange)
