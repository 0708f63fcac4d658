"""Answers from a script: no network, no key, and the words quote what the history says.

Above: `engine`, the bundled demo. Below: `script`, `template`, `messages/tokens`. Keeps nothing between requests but a count of tokens: its
usage is what the window estimates of the same request, tools included, so that the figures of a scripted session add up.
"""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Iterator, Sequence

from studio.messages.delta import Delta
from studio.messages.message import Message
from studio.messages.parts import Call, Part, Text
from studio.messages.reply import ChatReply, ProviderError, Usage
from studio.messages.request import ChatRequest
from studio.messages.tokens import PER_MESSAGE, message_tokens, text_tokens, tool_tokens
from studio.responders.responder import Asked, Closed, Failed, Opened
from studio.responders.script import Rule, SaidCall, SaidText, Script, results_by_tool
from studio.responders.template import fill_text, fill_value
from studio.said import said

_WORDS = re.compile(r"\s*\S+\s*|\s+")


class ScriptedResponder:
    """Gives the reply of the first rule that fits."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._count = _Count()

    async def answer(self, asked: Asked) -> AsyncGenerator[Opened | Delta | Failed | Closed, None]:
        """The reply, in words at the script's pace; Failed with `missed` when no rule fits."""
        request = asked.request
        rule = self._script.rule_for(request)
        if rule is None:
            yield Failed(ProviderError("missed", missed_sentence(request)))
            return
        yield Opened(200)
        parts = _parts(rule, request)
        pace = self._script.pace if rule.pace is None else rule.pace
        if asked.stream:
            for delta in _deltas(parts, in_words=pace > 0):
                if pace > 0:
                    await asyncio.sleep(pace / 1000)
                yield delta
        yield Closed(self._reply(parts, rule, request))

    def _reply(self, parts: tuple[Part, ...], rule: Rule, request: ChatRequest) -> ChatReply:
        calls = any(isinstance(part, Call) for part in parts)
        system = PER_MESSAGE + text_tokens(request.system) if request.system else 0
        usage = Usage(
            input=system + sum(map(tool_tokens, request.tools)) + self._count.of(request.messages),
            output=message_tokens(Message("assistant", parts)),
        )
        finish = rule.finish or ("tool_calls" if calls else "stop")
        return ChatReply(parts, finish, usage, request.model_name)


class _Count:
    """Tokens of a history; goes on from the last time when the history only grew."""

    def __init__(self) -> None:
        self._counted = 0
        self._last: Message | None = None
        self._total = 0

    def of(self, messages: Sequence[Message]) -> int:
        """The tokens of all messages."""
        known = 0 < self._counted <= len(messages) and messages[self._counted - 1] is self._last
        start, total = (self._counted, self._total) if known else (0, 0)
        for position in range(start, len(messages)):
            total += message_tokens(messages[position])
        self._counted, self._total = len(messages), total
        self._last = messages[-1] if messages else None
        return total


def missed_sentence(request: ChatRequest) -> str:
    """That the script does not know this request, and what it would have had to know."""
    last = request.messages[-1] if request.messages else None
    if last is None:
        return said("The script holds no reply to a request without messages.")
    if last.role != "tool":
        return said('The script holds no reply to "{text}".', text=_start(last.text))
    names = ", ".join(results_by_tool(last, request.messages))
    if any(result.is_error for result in last.results):
        return said("The script holds no reply after the results of {names} with an error.", names=names)
    return said("The script holds no reply after the results of {names}.", names=names)


def _start(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"


def _parts(rule: Rule, request: ChatRequest) -> tuple[Part, ...]:
    return tuple(_part(said, position, request) for position, said in enumerate(rule.parts))


def _part(said: SaidText | SaidCall, position: int, request: ChatRequest) -> Part:
    messages = request.messages
    if isinstance(said, SaidText):
        return Text(fill_text(said.text, messages))
    # The number of messages makes ids that differ along a path and are the same again when a request is repeated.
    call_id = said.id or f"call_{len(messages)}_{position}"
    if isinstance(said.arguments, str):
        return Call(said.call, fill_text(said.arguments, messages), call_id)
    return Call(said.call, json.dumps(fill_value(said.arguments, messages), ensure_ascii=False), call_id)


def _deltas(parts: tuple[Part, ...], *, in_words: bool) -> Iterator[Delta]:
    position = -1
    for part in parts:
        if isinstance(part, Text):
            for words in _pieces(part.text, in_words):
                yield ("text", words)
        elif isinstance(part, Call):
            position += 1
            yield ("call", position, part.id, part.name, "", part.form)
            for words in _pieces(part.arguments, in_words):
                yield ("call", position, None, None, words, part.form)


def _pieces(text: str, in_words: bool) -> list[str]:
    return _WORDS.findall(text) if in_words else [text]
