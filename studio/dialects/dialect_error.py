"""The error of a body that is not what a dialect can read or write.

Above: every dialect, `responders`. Below: `problems`, `messages/reply`.
"""

from studio.messages.reply import ProviderError
from studio.problems import StudioError
from studio.said import said


class DialectError(StudioError):
    """A body is not of the format, or a message cannot be said in it.

    `place` is where, as a path into the body (`messages[3].content`). `provider` is set when the body is an error of the
    provider's instead of a reply.
    """

    def __init__(self, sentence: str, *, place: str = "", provider: ProviderError | None = None) -> None:
        super().__init__(said("{place}: {sentence}", place=place, sentence=sentence) if place else sentence)
        self.place = place
        self.provider = provider
