"""The messages of an MCP server as the protocol view lists them: filtered, each with its match, taken in as they come.

Above: the model of the protocol view, the log. Below: `session/server_view`. A book of 5,000 messages is filtered within a frame.
"""

import re
from collections.abc import Sequence
from typing import Literal, get_args

import msgspec

from studio.present.words import Words, words
from studio.session.server_view import WireMessage

Group = Literal["requests", "notifications", "log", "noise"]
GROUPS: tuple[Group, ...] = get_args(Group)
LOGGED = "notifications/message"
_number = re.compile(r"#(\d+)")


def group_of(message: WireMessage) -> Group | None:
    """By which switch a message is shown; None for those of our own, which always are."""
    match message.kind:
        case "request" | "answer" | "error":
            return "requests"
        case "notification":
            return "log" if message.method == LOGGED else "notifications"
        case "stderr":
            return "log"
        case "noise":
            return "noise"
        case "state":
            return None


class MessageFilter(msgspec.Struct, frozen=True):
    """`text`: words that must all stand in a message, in any case; `#12` is the message of that number, and what answers it."""

    text: str = ""
    groups: frozenset[Group] = frozenset(GROUPS)

    def takes(self, message: WireMessage) -> bool:
        """Whether a message is shown."""
        group = group_of(message)
        if group is not None and group not in self.groups:
            return False
        return all(_holds(message, word) for word in self.text.lower().split())


def _holds(message: WireMessage, word: str) -> bool:
    numbered = _number.fullmatch(word)
    if numbered is not None:
        return int(numbered[1]) in (message.number, message.answers)
    return word in message.method.lower() or word in message.text.lower()


class Taken(msgspec.Struct, frozen=True):
    """What a look at the messages brought: `gone` rows at the beginning fell off, `came` are at the end; `anew`: all are others."""

    anew: bool = False
    gone: int = 0
    came: tuple[WireMessage, ...] = ()


class MessageBook:
    """`rows` are the messages shown; `filter` is applied to each message once, and to all of them when it is changed."""

    def __init__(self) -> None:
        self.rows: list[WireMessage] = []
        self.filter = MessageFilter()
        self._known: dict[int, WireMessage] = {}
        self._answers: dict[int, WireMessage] = {}
        self._first = self._last = 0

    def forget(self) -> None:
        """Another server."""
        self.rows, self._known, self._answers = [], {}, {}
        self._first = self._last = 0

    @property
    def last(self) -> int:
        """The number of the newest message; 0 before the first."""
        return self._last

    def look(self, messages: Sequence[WireMessage]) -> Taken:
        """See what came since the last look; nothing is changed."""
        if not messages:
            return Taken(anew=bool(self._last))
        first, last = messages[0], messages[-1].number
        anew = last < self._last or self._known.get(first.number, first) != first
        known = 0 if anew else self._last
        came: list[WireMessage] = []
        for at in range(len(messages) - 1, -1, -1):
            message = messages[at]
            if message.number <= known:
                break
            came.append(message)
        gone = next((at for at, row in enumerate(self.rows) if row.number >= first.number), len(self.rows))
        return Taken(anew, 0 if anew else gone, tuple(reversed(came)))

    def shown(self, messages: Sequence[WireMessage]) -> list[WireMessage]:
        """Those that the filter lets through."""
        return [message for message in messages if self.filter.takes(message)]

    def note(self, taken: Taken, first: int) -> None:
        """Know what came, before rows are made of it, and forget what stood before the message of the number `first`."""
        if taken.anew:
            self.forget()
        for message in taken.came:
            self._known[message.number] = message
            self._last = message.number
            if message.answers is not None:
                self._answers[message.answers] = message
        if first > self._first:
            for number in range(self._first, first):
                self._known.pop(number, None)
                self._answers.pop(number, None)
        self._first = first

    def refilter(self, to: MessageFilter) -> None:
        """Show what another filter lets through."""
        self.filter = to
        self.rows = self.shown(list(self._known.values()))

    def request_of(self, message: WireMessage) -> WireMessage | None:
        """The request that a message answers."""
        return self._known.get(message.answers) if message.answers is not None else None

    def answer_of(self, message: WireMessage) -> WireMessage | None:
        """What answers a message."""
        return self._answers.get(message.number)

    def counterpart(self, message: WireMessage) -> WireMessage | None:
        """The request of an answer, the answer of a request."""
        return self.request_of(message) or self.answer_of(message)

    def method_of(self, message: WireMessage) -> str:
        """Its method; of an answer that of its request."""
        request = self.request_of(message)
        return message.method or (request.method if request is not None else "")

    def match_words(self, message: WireMessage) -> tuple[Words, float | None] | None:
        """What a message belongs to, and how long that took in seconds; None where it stands alone."""
        if message.kind in ("answer", "error"):
            if message.answers is None:
                return words("rpc.stray"), None
            return words("rpc.answers", number=str(message.answers)), message.seconds
        if message.kind == "request":
            answer = self.answer_of(message)
            if answer is None:
                return words("rpc.open"), None
            return words("rpc.answered", number=str(answer.number)), answer.seconds
        return None
