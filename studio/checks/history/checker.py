"""Checks the history of request bodies in one wire format; a longer history costs only its new messages.

Above: `engine/compose`, `engine/validity`. Below: `walk`, `frame`, `words` and the files of the formats.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from studio.checks.history.anthropic import anthropic_item
from studio.checks.history.chat import chat_item
from studio.checks.history.frame import list_member, order_of, tool_wrongs
from studio.checks.history.item import NOTHING, Item, Wrong
from studio.checks.history.matching import pairs
from studio.checks.history.ollama import ollama_item
from studio.checks.history.problem import HistoryProblem
from studio.checks.history.quick import quick_step
from studio.checks.history.responses import responses_item
from studio.checks.history.server import Server
from studio.checks.history.walk import START, Found, Order, Walk, after, at_end
from studio.checks.history.window import Window, is_clean
from studio.checks.history.words import MATCH, repair_of, sentence
from studio.checks.rules import Levels, nothing
from studio.session.chain import Along, Chain

_READERS: dict[str, Callable[[Any, Server], Item]] = {
    "openai_chat": chat_item,
    "openai_responses": responses_item,
    "anthropic_messages": anthropic_item,
    "ollama_chat": ollama_item,
}


class HistoryChecks:
    """The checks of the requests of one session. Remembers the walk along each history. `always` tells what the person made of rules in
    all sessions."""

    def __init__(self, always: Callable[[], Levels] = nothing) -> None:
        self.always = always
        self._server = Server("")
        self._head = self._tail = b""
        self._order = Order()
        self._named: tuple[Wrong, ...] = ()
        self._walks: Along[bytes, Walk] = Along(START, lambda walk, _: walk)
        self._window = Window()
        self._is_chat = False

    def of(
        self, server: Server, head: bytes, items: Chain[bytes], tail: bytes, *, window: bool = False
    ) -> tuple[tuple[Found, ...], tuple[Wrong, ...]]:
        """What is wrong with the messages, and with the names of tools, of the body `head + items + tail`. Each item is one message of the
        body, or several joined by commas. A `window` is a history that leaves messages out: nothing is remembered but the last one."""
        if self._server is not server or self._head != head or self._tail != tail:
            self._begin(server, head, tail)
        walk = self._window.walked(items, self._step, self._order) if window else self._walks.of(items)
        return () if is_clean(walk) else at_end(walk, self._order), self._named

    def _begin(self, server: Server, head: bytes, tail: bytes) -> None:
        frame = _frame(head + tail)
        order, known = order_of(frame, server), (self._server, self._order)
        self._server, self._head, self._tail = server, head, tail
        self._order, self._named = order, tool_wrongs(frame, server)
        if known == (server, order):
            return
        self._window = Window()
        self._walks = Along(START, self._step)
        self._is_chat = server.dialect == "openai_chat" and not server.nine

    def _step(self, walk: Walk, link: Chain[bytes]) -> Walk:
        quick = quick_step(walk, link.value) if self._is_chat else None
        return quick or after(walk, self._read(link.value), self._order)

    def _read(self, raw: bytes) -> tuple[Item, ...]:
        return items_in(raw, _READERS.get(self._server.dialect, _nothing), self._server)


def _nothing(raw: Any, server: Server) -> Item:  # noqa: ARG001 - a format without rules
    return NOTHING


def items_in(raw: bytes, read: Callable[[Any, Server], Item], server: Server) -> tuple[Item, ...]:
    """What the rules read out of one item of a body: one message, or several."""
    return tuple([read(value, server) for value in _values(raw)])


def _values(raw: bytes) -> list[Any]:
    try:
        found = msgspec.json.decode(b"[" + raw + b"]")
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        found = _loads(b"[" + raw + b"]")
    return found if isinstance(found, list) else []


def _frame(raw: bytes) -> dict[str, Any]:
    found = _loads(raw)
    return found if isinstance(found, dict) else {}


def _loads(raw: bytes | str) -> Any:
    """The JSON value; None when there is none."""
    try:
        return json.loads(raw.decode("utf-8", "surrogatepass") if isinstance(raw, bytes) else raw)
    except (ValueError, RecursionError):
        return None


def check_body(text: str, server: Server) -> tuple[HistoryProblem, ...]:
    """What is wrong with a body as it is typed; nothing while it is no JSON object, or has no list of messages."""
    frame = _loads(text)
    read = _READERS.get(server.dialect)
    if not isinstance(frame, dict) or read is None:
        return ()
    member = list_member(server.dialect)
    values = frame.get(member)
    order = order_of(frame, server)
    walk = START
    for value in values if isinstance(values, list) else ():
        walk = after(walk, (read(value, server) if isinstance(value, dict) else NOTHING,), order)
    return problems(at_end(walk, order), tool_wrongs(frame, server), server.dialect)


def problems(
    found: Sequence[Found], tools: Sequence[Wrong], dialect: str, places: Sequence[int | None] = ()
) -> tuple[HistoryProblem, ...]:
    """The problems in words. `places` gives each item of the body the number of its message in the session."""
    member = list_member(dialect)
    made = [_problem(wrong, wrong.where, None) for wrong in tools]
    known, mates = [places[one.element] if one.element < len(places) else None for one in found], pairs(found)
    for at, one in enumerate(found):
        problem = _problem(one.wrong, f"/{member}/{one.at}{one.wrong.where}", known[at])
        mate = mates.get(at)
        made.append(problem if mate is None else _matched(problem, (known[mate], found[mate].wrong.nth)))
    return tuple(made)


def _matched(problem: HistoryProblem, mate: tuple[int | None, int]) -> HistoryProblem:
    return msgspec.structs.replace(problem, repair=MATCH, mate=mate)


def _problem(wrong: Wrong, pointer: str, message: int | None) -> HistoryProblem:
    return HistoryProblem(
        code=wrong.code,
        pointer=pointer,
        severity=wrong.severity,
        message=message,
        call_id=wrong.id,
        tool=wrong.tool,
        sentence=sentence(wrong),
        repair=repair_of(wrong),
        nth=wrong.nth,
    )
