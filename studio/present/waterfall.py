"""The bars of a round on its own time axis: model and tools, without the time in which the session waited for the person.

Above: `row_details`. Below: `round_facts`. Times are milliseconds.
"""

from collections.abc import Iterable
from typing import NamedTuple

from studio.present.round_facts import Attempt, Home, RoundFacts, Undo, Waterfall
from studio.present.row import Bar, Live
from studio.session.events import AgentStarted, RequestFailed, ResultRecorded
from studio.session.kept_exchange import KeptExchange
from studio.session.nodes import CallKey


class Span(NamedTuple):
    """Something that took time. `began` and `ended` are the session's clock, `length` the time that counts, `first_byte` the
    wait for it (0: not known)."""

    home: Home
    began: int
    ended: int
    length: int
    token: str
    first_byte: int = 0


def waterfall(facts: RoundFacts) -> Waterfall:
    """The bars of one round, made once and kept until something is added."""
    if facts.fall is None:
        facts.fall = _made(sorted(_spans(facts), key=lambda span: (span.began, span.ended)))
    return facts.fall


def _made(spans: list[Span]) -> Waterfall:
    if not spans:
        return Waterfall({}, (), None)
    starts = _placed(spans)
    total = max(start + span.length for start, span in zip(starts, spans, strict=True))
    bars = {span.home: _bars(span, start, max(total, 1)) for start, span in zip(starts, spans, strict=True)}
    return Waterfall(bars, tuple(bar for found in bars.values() for bar in found), total)


def length_of_call(facts: RoundFacts, key: CallKey) -> int | None:
    """How long a call ran; None when it did not run here."""
    result, started = facts.results.get(key), facts.started.get(key)
    if result is None:
        return None
    if result.seconds > 0:
        return round(result.seconds * 1000)
    return result.t - started.t if started is not None and result.source == "ran" else None


def length_of_undo(undo: Undo) -> int | None:
    """How long an undo ran; None when no tool ran."""
    if undo.end is None or undo.started is None:
        return None
    return round(undo.end.seconds * 1000) if undo.end.seconds > 0 else undo.end.t - undo.started.t


def length_of_attempt(attempt: Attempt) -> int | None:
    """How long a request took; None while it has no end."""
    if attempt.end is None:
        return None
    seconds = _seconds(attempt)
    return round(seconds * 1000) if seconds > 0 else attempt.end.t - attempt.request.t


def _seconds(attempt: Attempt) -> float:
    match attempt.end:
        case RequestFailed(exchange=exchange):
            return exchange.seconds if exchange else 0.0
        case None:
            return 0.0
        case reply:
            return reply.seconds


def lasts(facts: RoundFacts, attempt: Attempt) -> int | None:
    """How long a request has been under way; None where nobody says that it is."""
    live = facts.live
    return max(live.now - attempt.request.t, 0) if live is not None and attempt is facts.waited_for else None


def runs_for(facts: RoundFacts, key: CallKey) -> int | None:
    """How long a call has been running; None where nobody says that it is."""
    started, live = facts.started.get(key), facts.live
    if started is None or live is None or key not in facts.running or key in facts.results:
        return None
    return max(live.now - started.t, 0)


def _spans(facts: RoundFacts) -> Iterable[Span]:
    yield from _ended(facts)
    if facts.live is not None:
        yield from _under_way(facts, facts.live)


def _under_way(facts: RoundFacts, live: Live) -> Iterable[Span]:
    """What has no end yet, up to now."""
    attempt = facts.waited_for
    length = lasts(facts, attempt) if attempt is not None else None
    if attempt is not None and length:
        first = min(max((live.first_byte or live.now) - attempt.request.t, 0), length)
        yield Span(Home("request", attempt.request.id), attempt.request.t, live.now, length, "response", first)
    for key, started in facts.started.items():
        length = runs_for(facts, key)
        if length:
            token = "agent" if isinstance(started, AgentStarted) else "result"
            yield Span(Home("call", key[0], key), started.t, live.now, length, token)


def _ended(facts: RoundFacts) -> Iterable[Span]:
    for attempt in facts.attempts.values():
        length = length_of_attempt(attempt)
        if attempt.end is not None and length is not None:
            failed = isinstance(attempt.end, RequestFailed)
            home = Home("failed" if failed else "response", attempt.end.id)
            first = 0 if failed else min(_first_byte(attempt.end.exchange), length)
            yield Span(home, attempt.request.t, attempt.end.t, length, "error" if failed else "response", first)
    for key, result in facts.results.items():
        length = length_of_call(facts, key)
        if length is not None:
            began = facts.started[key].t if key in facts.started else result.t
            agent = isinstance(facts.started.get(key), AgentStarted)
            yield Span(Home("result", key[0], key), began, result.t, length, _token(result, agent))
    for key, undo in facts.undos.items():
        length = length_of_undo(undo)
        if length is not None and undo.started is not None and undo.end is not None:
            token = "error" if undo.end.is_error else "result"
            yield Span(Home("undone", key[0], key), undo.started.t, undo.end.t, length, token)


def _token(result: ResultRecorded, agent: bool) -> str:
    if result.is_error:
        return "error"
    if agent:
        return "agent"
    return "mock" if result.source == "mock" else "result"


def _first_byte(exchange: KeptExchange | None) -> int:
    return exchange.chunks[1] if exchange is not None and len(exchange.chunks) > 1 else 0


def _placed(spans: list[Span]) -> list[int]:
    """Where each span begins on the axis: those that ran at the same time keep their distance, gaps between them vanish."""
    starts: list[int] = []
    group_real = group_at = end_real = end_at = 0
    for span in spans:
        if not starts or span.began >= end_real:
            group_real, group_at = span.began, end_at
        starts.append(group_at + span.began - group_real)
        end_real = max(end_real, span.ended)
        end_at = max(end_at, starts[-1] + span.length)
    return starts


def _bars(span: Span, start: int, total: int) -> tuple[Bar, ...]:
    first, end = start + span.first_byte, start + span.length
    hollow = (Bar(start / total, first / total, span.token, hollow=True),) if span.first_byte else ()
    filled = (Bar(first / total, end / total, span.token),) if end > first or not hollow else ()
    return hollow + filled
