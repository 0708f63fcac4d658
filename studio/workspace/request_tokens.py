"""How many tokens the next request of an open session costs without its tools, as estimated.

Above: the Tools dock. Below: `messages/tokens`, `session`. Cheap when asked again: what was counted of a history is kept with it.
"""

from weakref import WeakKeyDictionary

from studio.messages.message import Message
from studio.messages.tokens import message_tokens, text_tokens
from studio.session.chain import Chain
from studio.session.state import settled
from studio.workspace.seen import SeenSession

_counted: "WeakKeyDictionary[SeenSession, tuple[Chain[Message], int]]" = WeakKeyDictionary()
"""By session: the settled history that was counted last, and its tokens."""


def request_tokens(session: SeenSession) -> int:
    """The tokens of the system text and of the messages that the next request carries."""
    state = session.state
    whole = settled(state)
    base = state.messages
    known, tokens = _counted.get(session, (Chain[Message](), 0))
    if base.length < known.length or base.back(known.length) is not known:
        known, tokens = base.back(0), 0
    tokens += sum(map(message_tokens, base.since(known.length)))
    _counted[session] = (base, tokens)
    return text_tokens(state.setup.system or "") + tokens + sum(map(message_tokens, whole.since(base.length)))
