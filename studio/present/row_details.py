"""What each row says: title, summary, marks, tokens, time and bars, from the facts of its round.

Above: `rows`. Below: `round_facts`, `waterfall`, `words`. Knows nothing of the head: `rows` adds that.
"""

from typing import assert_never

from msgspec.structs import replace

from studio.messages.message import Message
from studio.messages.reply import ChatReply, ProviderError, Usage
from studio.messages.tokens import message_tokens
from studio.present.arguments_summary import arguments_summary, one_line
from studio.present.remarks import remark_notes
from studio.present.result_parts import gave
from studio.present.round_facts import Home, RoundFacts, Step, before
from studio.present.row import Badge, Bar, Phrase, Row, Slot
from studio.present.row_edits import edit_row
from studio.present.row_marks import (
    GOES_ON,
    SOURCES,
    call_badges,
    call_notes,
    remarks_badge,
    reply_notes,
    reply_summary,
    request_badges,
    request_notes,
    result_badges,
    run_badges,
    run_notes,
    setup_badges,
    setup_summary,
    truth_badges,
)
from studio.present.row_texts import message_text
from studio.present.row_tokens import estimate
from studio.present.row_undos import NOT_UNDONE, ROLLED_BACK, rollback_row, undone_row
from studio.present.waterfall import lasts, length_of_attempt, length_of_call, runs_for, waterfall
from studio.present.words import Words, words
from studio.session.events import MessageAdded, ReplyReceived, SetupChanged
from studio.session.nodes import CallKey, NodeId
from studio.session.setup import SETTINGS
from studio.session.state import CallState, ResultState

EDITED = Badge(Words("badge.edited"), "edit")


def round_row(slot: Slot, facts: RoundFacts, folded: bool) -> Row:
    """The row of a whole round."""
    fall, usage = waterfall(facts), _usage(facts)
    reply = facts.reply.reply if facts.reply else None
    summary = [reply.model_name] if reply and reply.model_name else []
    if usage.input is not None and usage.output is not None:
        summary.append(f"{usage.input:,} → {usage.output:,}")
    return Row(
        "round",
        slot.node,
        words("row.round", round=facts.label if facts.depth else facts.number),
        "",
        "text",
        rewind=before(facts.begun) if facts.begun is not None else slot.node,
        event=facts.last,
        round=facts.number,
        summary=tuple(summary),
        badges=_round_badges(facts) if folded else (),
        tokens_in=usage.input,
        tokens_out=usage.output,
        ms=fall.total,
        bars=fall.whole,
        folded=folded,
        level=2 * facts.depth,
        label=facts.label if facts.depth else "",
    )


def _round_badges(facts: RoundFacts) -> tuple[Badge, ...]:
    calls = facts.open.calls if facts.open else ()
    edited = (
        any(attempt.edited for attempt in facts.attempts.values())
        or bool(facts.open and facts.open.edited)
        or any(call.result is not None and call.result.edited for call in calls)
    )
    remarks = [remark for attempt in facts.attempts.values() for remark in attempt.request.remarks]
    return ((EDITED,) if edited else ()) + ((ROLLED_BACK,) if facts.undos else ()) + remarks_badge(remarks)


def step_row(slot: Slot, facts: RoundFacts) -> Row:
    """The row of one step within a round, or of a message or change of settings between rounds."""
    if slot.kind in ("edit", "memory"):
        return deeper(_aside(slot, facts), facts)
    row = deeper(_step(slot, facts), facts)
    if slot.kind == "rollback":
        return row
    kind = "result" if slot.kind == "error" else slot.kind
    return replace(row, event=facts.newest.get(Home(kind, slot.node, slot.call), slot.node))


def deeper(row: Row, facts: RoundFacts) -> Row:
    """The row as deep as its round is within agents, with the number of that."""
    if not facts.depth:
        return row
    return replace(row, level=row.level + 2 * facts.depth, label=facts.label if facts.number else "")


def _aside(slot: Slot, facts: RoundFacts) -> Row:
    """What stands beside a step: an edit of it, what a request left out."""
    if slot.kind == "memory":
        return _memory(slot, facts)
    made = next(made for made, home in facts.edits if made.node == slot.node and home.call == slot.call)
    return edit_row(made, facts.number)


def _step(slot: Slot, facts: RoundFacts) -> Row:
    match slot.kind:
        case "request":
            return _request(slot, facts)
        case "failed":
            return _provider_error(slot, facts)
        case "response":
            return _response(slot, facts)
        case "call":
            return _call(slot, facts)
        case "result" | "error":
            return _result(slot, facts)
        case "rollback":
            return rollback_row(slot, facts)
        case "undone":
            return undone_row(slot, facts)
        case "message" | "setup" | "damaged":
            return _said(slot, facts)
        case "session" | "round" | "fork" | "next" | "tools" | "asked" | "edit" | "memory":
            raise ValueError(slot.kind)
        case _:
            assert_never(slot.kind)


def _request(slot: Slot, facts: RoundFacts) -> Row:
    attempt = facts.attempts[slot.node]
    request = attempt.request
    summary: tuple[Phrase, ...] = (words("count.messages", n=request.count),)
    if request.tools:
        summary += (words("count.tools", n=request.tools),)
    tries = list(facts.attempts).index(slot.node)
    badges: tuple[Badge, ...] = (EDITED,) if attempt.edited else ()
    if tries:
        badges += (Badge(words("badge.retry", times=tries), "warn"),)
    badges += request_badges(request)
    answered = facts.reply is not None and attempt.end is facts.reply
    return Row(
        "request", slot.node, Words("row.request"), "request", "request", rewind=before(request), round=facts.number, level=1,
        summary=summary, badges=badges, notes=request_notes(request),
        tokens_in=_usage(facts).input if answered else None, edited=attempt.edited, uncertain=attempt.end is None,
        ms=lasts(facts, attempt), bars=_bars(facts, Home("request", slot.node)),
    )  # fmt: skip


def _memory(slot: Slot, facts: RoundFacts) -> Row:
    """What the memory left out of a request."""
    request = facts.attempts[slot.node].request
    left = sum(count for _, count in request.left_out)
    return Row(
        "memory", slot.node, words("row.left_out", n=left), "scissors", "muted", rewind=before(request), event=request.id,
        round=facts.number, level=1, summary=(Words("row.window_reached"),),
    )  # fmt: skip


def _provider_error(slot: Slot, facts: RoundFacts) -> Row:
    event = next(step for step in facts.steps if step.id == slot.node)
    error: ProviderError = getattr(event, "error", ProviderError("cancelled", ""))
    attempt = next((found for found in facts.attempts.values() if found.end is event), None)
    refused = error.status is not None and not 200 <= error.status < 300  # a reply that broke off began with a 200
    title: Phrase = f"HTTP {error.status}" if refused else Words(f"error.{error.kind}")
    return Row(
        "failed", slot.node, title, "provider_error", "error", rewind=slot.node, round=facts.number, level=1,
        summary=(*_why(error), *_retried(facts, event)), ms=length_of_attempt(attempt) if attempt else None,
        bars=_bars(facts, Home("failed", slot.node)),
    )  # fmt: skip


def _retried(facts: RoundFacts, failed: Step) -> tuple[Phrase, ...]:
    """After what time the request was sent again."""
    later = (attempt.request.t for attempt in facts.attempts.values() if attempt.request.id > failed.id)
    again, ended = next(later, None), getattr(failed, "t", 0)
    return () if again is None else (words("row.retried", seconds=f"{(again - ended) / 1000:.1f}"),)


def _why(error: ProviderError) -> tuple[Phrase, ...]:
    if error.kind == "cancelled":
        return (Words("what.stopped"),)
    return (words("what.said", text=one_line(error.message)),) if error.message else ()


def _response(slot: Slot, facts: RoundFacts) -> Row:
    event = next(step for step in facts.steps if isinstance(step, ReplyReceived) and step.id == slot.node)
    attempt = next((found for found in facts.attempts.values() if found.end is event), None)
    opened = facts.open if facts.open is not None and facts.open.event == slot.node else None
    edited = opened is not None and opened.edited
    by_hand = attempt is not None and attempt.request.source == "by_hand"
    badges = ((EDITED,) if edited else ()) + ((SOURCES["by_hand"],) if by_hand else ())
    badges += (GOES_ON,) if event.reply.resumable else ()
    return Row(
        "response", slot.node, Words("row.reply"), "response", "response", rewind=slot.node, round=facts.number, level=1,
        summary=_said_by_model(opened.reply if opened else event.reply), badges=badges, edited=edited, mocked=by_hand,
        notes=reply_notes(event.reply),
        tokens_out=(event.reply.usage or Usage()).output, ms=length_of_attempt(attempt) if attempt else None,
        bars=_bars(facts, Home("response", slot.node)),
    )  # fmt: skip


def _said_by_model(reply: ChatReply) -> tuple[Phrase, ...]:
    if reply.calls:
        return (words("count.calls", n=len(reply.calls)),)
    text = one_line(reply.text)
    return (text,) if text else reply_summary(reply)


def _call(slot: Slot, facts: RoundFacts) -> Row:
    call = _state(facts, slot.call)
    started = call.status == "started"
    edits = ((EDITED,) if call.edited else ()) + truth_badges(call)
    badges = edits + run_badges(call, facts.started.get(call.key)) + call_badges(call.call)
    return Row(
        "call", slot.node, call.call.name, "call", "muted" if call.status == "open" else "call", slot.call, level=1,
        rewind=facts.before.get(call.key, facts.last), round=facts.number, code_title=True, code_summary=True,
        summary=_arguments(call), badges=badges, notes=call_notes(call), tool=call.call.name, edited=call.edited, uncertain=started,
        waiting=call.status == "open", ms=runs_for(facts, call.key),
        bars=_bars(facts, Home("call", slot.node, slot.call)),
    )  # fmt: skip


def _arguments(call: CallState) -> tuple[Phrase, ...]:
    text = arguments_summary(call.call.arguments)
    return (text,) if text else ()


def _result(slot: Slot, facts: RoundFacts) -> Row:
    call = _state(facts, slot.call)
    result = call.result
    assert result is not None
    failed = result.is_error
    return Row(
        slot.kind, slot.node, one_line(result.text) or Words("row.empty"), "error" if failed else "result",
        "error" if failed else "result", slot.call, rewind=result.event, round=facts.number, level=1,
        code_title=bool(result.text.strip()), badges=_result_badges(call.key, result, facts), tool=call.call.name,
        notes=_result_notes(call.key, result, facts), estimate=estimate(result.text),
        ms=length_of_call(facts, call.key), bars=_bars(facts, Home("result", slot.node, slot.call)),
        edited=result.edited, mocked=result.source in ("mock", "by_hand"),
    )  # fmt: skip


def _result_badges(key: CallKey, result: ResultState, facts: RoundFacts) -> tuple[Badge, ...]:
    undone = facts.undone.get(key)
    undo = () if undone is None else (ROLLED_BACK if undone else NOT_UNDONE,)
    event = facts.results.get(key)
    return ((EDITED,) if result.edited else ()) + undo + result_badges(result.source, result.status, event)


def _result_notes(key: CallKey, result: ResultState, facts: RoundFacts) -> tuple[Phrase, ...]:
    event = facts.results.get(key)
    pictures = tuple(words("result.picture", number=number) for number in range(1, len(result.media) + 1))
    given = gave(event) if event is not None and not result.edited and not result.rolled_back else None
    parts = () if given is None else (words("result.parts", n=len(given.parts) + (given.structured is not None)),)
    return (run_notes(event, by_breakpoint=key in facts.by_breakpoint) if event is not None else ()) + pictures + parts


def _said(slot: Slot, facts: RoundFacts) -> Row:
    event = next(step for step in facts.steps if step.id == slot.node)
    level = 1 if facts.number else 0
    if isinstance(event, MessageAdded):
        message = event.message
        return Row(
            "message", slot.node, Words(f"row.{message.role}"), "message", "muted", rewind=slot.node, level=level,
            summary=_first_words(message), estimate=message_tokens(message),
        )  # fmt: skip
    if not isinstance(event, SetupChanged):
        return Row(
            "damaged", slot.node, Words("row.damaged"), "warn", "warn", rewind=slot.node, level=level, round=facts.number,
            summary=(Words("row.unreadable"),),
        )  # fmt: skip
    changed = changed_members(event)
    goes_on = any(remark.code == "forked_here" for remark in event.remarks)
    begins = Words("row.branch_goes_on") if goes_on else Words("row.branch_begins")
    title = Words("row.setup_changed") if changed else begins
    return Row(
        "setup",
        slot.node,
        title,
        "gear" if changed else "fork",
        "muted",
        rewind=slot.node,
        level=level,
        summary=setup_summary(event, changed),
        badges=setup_badges(event),
        notes=remark_notes(event.remarks),
    )


def _first_words(message: Message) -> tuple[Phrase, ...]:
    """Its text; else the results it carries, or the calls it asks for."""
    text = one_line(message.text) or one_line(message_text(message.parts))
    return (text,) if text else ()


def changed_members(event: SetupChanged) -> tuple[Phrase, ...]:
    """The names of the settings that changed, at most three."""
    default = SetupChanged()
    names = [name for name in SETTINGS if getattr(event, name) != getattr(default, name)]
    return tuple(Words(f"setup.{name}") for name in names[:3])


def _state(facts: RoundFacts, key: CallKey | None) -> CallState:
    assert facts.open is not None
    return next(call for call in facts.open.calls if call.key == key)


def _usage(facts: RoundFacts) -> Usage:
    return (facts.reply.reply.usage if facts.reply else None) or Usage()


def _bars(facts: RoundFacts, home: Home) -> tuple[Bar, ...]:
    return waterfall(facts).bars.get(home, ())


def fork_row(slot: Slot, name: str, rounds: int | None, own: bool, level: int, number: int, to: NodeId) -> Row:
    """The row at which the branch `name` starts. `own`: its path is shown; then the row leads `to` the branch that it left."""
    title = words("row.branch_start", branch=name) if own else words("row.fork", branch=name)
    summary: tuple[Phrase, ...] = (words("count.rounds", n=rounds),) if rounds is not None else ()
    return Row(
        "fork", slot.node, title, "fork", "fork", start=to, rewind=slot.node, event=slot.node, round=number, level=level,
        summary=summary,
    )  # fmt: skip


def session_row(title: str, begun: str) -> Row:
    """The row before everything: what the session is called and when it began."""
    summary: tuple[Phrase, ...] = (words("row.begun", time=begun),) if begun else ()
    return Row("session", NodeId(0), title or Words("row.session"), "person", "muted", summary=summary)


def next_row(number: int | str, summary: Words, asks: bool, depth: int = 0) -> Row:
    """What the next step will do; `asks`: it leads to the request of round `number`, `depth` agents deep."""
    title = words("row.round", round=number) if asks else Words("row.next")
    round, label = (0, number) if isinstance(number, str) else (number, "")
    return Row(
        "next", NodeId(0), title, "next", "muted", round=round, label=label, level=2 * depth, summary=(summary,), is_next=True
    )  # fmt: skip
