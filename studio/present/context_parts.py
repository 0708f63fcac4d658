"""The parts of a prompt, counted one by one: system text, skills, tools, each message, each result of a tool message, passages. Pure.

Above: `workspace/context`. Below: `context_values`, `messages/tokens`. Remembers what it counted: a longer history costs what is new.
"""

from collections.abc import Iterable, Iterator, Sequence

from studio.messages.message import Message
from studio.messages.parts import Result
from studio.messages.tokens import PER_MESSAGE, message_tokens, text_tokens, tool_tokens
from studio.messages.toolspec import ToolSpec
from studio.present.context_values import Origin, Part
from studio.session.setup import Setup
from studio.session.skill_words import section, system_of

_FIRST = 120
"""Characters of a text that are shown of it at most."""
_MOST_KEPT = 50_000
_MESSAGES = 1_000_000
"""From here on the parts of messages are counted: those before come and go."""
_Counted = tuple[Origin, int, int | None, str, str]
"""Origin, tokens, place of the result, name, first words."""


class PartCounter:
    """Counts the parts of the requests of one session. Parts of messages that went along before in the same places are shared."""

    def __init__(self) -> None:
        self._messages: dict[int, tuple[Message, tuple[_Counted, ...]]] = {}
        self._tools: dict[int, tuple[ToolSpec, int]] = {}
        self._sent: list[tuple[int, Message]] = []
        self._parts: list[Part] = []
        self._ends: list[int] = []

    def parts(self, setup: Setup, said: Sequence[Message], carried: Iterable[tuple[int, Message]]) -> tuple[Part, ...]:
        """All parts in order. `said` is the history, `carried` what of it goes along: place and message, passages as text of it."""
        sent = list(carried)
        alike = map(_same, sent, self._sent)
        kept = next((at for at, same in enumerate(alike) if not same), min(len(sent), len(self._sent)))
        del self._sent[kept:], self._parts[self._ends[kept - 1] if kept else 0 :], self._ends[kept:]
        for index, message in sent[kept:]:
            self._parts += self._of_message(index, said[index], message)
            self._ends.append(len(self._parts))
        self._sent = sent
        return (*self._before(setup), *self._parts)

    def tokens(self, messages: Iterable[Message]) -> int:
        """The tokens of messages."""
        return sum(sum(each[1] for each in self._counted(message)) for message in messages)

    def _before(self, setup: Setup) -> Iterator[Part]:
        whole, skills = system_of(setup), section(setup)
        if whole:
            mine = PER_MESSAGE + text_tokens(whole)
            of_skills = min(text_tokens(skills), mine)
            yield Part("system", mine - of_skills, 0)
            if skills:
                yield Part("skills", of_skills, 1)
        for at, tool in enumerate(setup.sent_tools):
            yield Part("tools", self._tool(tool), 2 + at, name=tool.name)

    def _of_message(self, index: int, own: Message, sent: Message) -> Iterator[Part]:
        counted, order = self._counted(own), _MESSAGES + len(self._parts)
        for at, (origin, tokens, place, name, text) in enumerate(counted):
            yield Part(origin, tokens, order + at, index, place, name, text)
        more = 0 if sent is own else message_tokens(sent) - sum(each[1] for each in counted)
        if more > 0:
            named = _first(", ".join(each.source for each in own.passages))
            yield Part("passages", more, order + len(counted), index, text=named)

    def _counted(self, message: Message) -> tuple[_Counted, ...]:
        known = self._messages.get(id(message))
        if known is None or known[0] is not message:
            if len(self._messages) >= _MOST_KEPT:
                self._messages.clear()
            known = self._messages[id(message)] = message, tuple(_count(message))
        return known[1]

    def _tool(self, tool: ToolSpec) -> int:
        known = self._tools.get(id(tool))
        if known is None or known[0] is not tool:
            known = self._tools[id(tool)] = tool, tool_tokens(tool)
        return known[1]


def _same(one: tuple[int, Message], other: tuple[int, Message]) -> bool:
    return one[1] is other[1] and one[0] == other[0]


def _count(message: Message) -> Iterator[_Counted]:
    whole, text = message_tokens(message), _first(message.text)
    results = [(at, part) for at, part in enumerate(message.parts) if isinstance(part, Result)]
    if message.role != "tool" or not results:
        names = ", ".join(call.name for call in message.calls)
        yield _origin(message.role), whole, None, names, text
        return
    each = [message_tokens(Message("tool", (part,))) - PER_MESSAGE for _, part in results]
    rest = whole - sum(each)
    for nth, ((at, part), tokens) in enumerate(zip(results, each, strict=True)):
        yield "results", tokens + (rest if nth == 0 else 0), at, part.name, _first(part.text)


def _origin(role: str) -> Origin:
    match role:
        case "assistant":
            return "replies"
        case "tool":
            return "results"
        case "system" | "developer":
            return "system"
        case _:
            return "person"


def _first(text: str) -> str:
    """The first words on one line."""
    line = " ".join(text[: 4 * _FIRST].split())
    return line if len(line) <= _FIRST else f"{line[: _FIRST - 1]}…"
