"""Rules that answer calls in a tool's place, as values.

Above: `setup`, `tools/canned`, the fronts. Below: `messages/parts`.
"""

from typing import Literal

import msgspec

from studio.messages.parts import Image
from studio.problems import StudioError

MOST_MEDIA = 1_000_000
"""Characters that the data addresses of a rule's pictures may have together."""
Fault = Literal["", "timeout", "error", "empty", "not_json", "truncated", "huge", "slow", "closed"]
"""A way in which a tool goes wrong: no end in time · it raises · nothing · text that is no JSON · cut JSON · one megabyte · ten seconds ·
its process ends."""


class MockRule(msgspec.Struct, frozen=True, omit_defaults=True):
    """Answers calls of the tools whose name fits `tool` (`get_*`), the first rule that fits counts.

    `when` is a JMESPath over the arguments; `nth` only that call of the tool (from 1; 0: each), counted along the path; `times` how
    often the rule answers (0: always). `answer`: `text`, `json`, a `template` with `{member}` of the arguments, or `real`: the tool
    runs after all (with a delay). `then` are the answers that follow `text` in turn, the last one from then on; `media` are pictures
    beside the text. `delay` in seconds. A `fault` goes before the answer.
    """

    id: str
    tool: str
    when: str = ""
    nth: int = 0
    times: int = 0
    answer: Literal["text", "json", "template", "real"] = "text"
    text: str = ""
    is_error: bool = False
    delay: float = 0.0
    fault: Fault = ""
    on: bool = True
    then: tuple[str, ...] = ()
    media: tuple[Image, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """The answers in their order."""
        return (self.text, *self.then)


class RuleError(StudioError):
    """A rule that cannot answer. `member` is the one to change, empty where it is the whole; `column` the place in a condition, from 1,
    0 where there is none; `repair` the condition as it was probably meant, empty where that is not plain."""

    def __init__(self, sentence: str, help: str = "", member: str = "", column: int = 0, repair: str = "") -> None:
        super().__init__(sentence, help)
        self.member = member
        self.column = column
        self.repair = repair
