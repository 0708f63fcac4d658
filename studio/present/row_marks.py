"""Badges and notes of a row: how tools were told, what was said otherwise than it stands, which way a call came.

Above: `row_details`. Below: `remarks`, `form_names`. A badge is one short word; a note is a sentence for the tooltip and the ear.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from studio.messages.parts import Call
from studio.messages.passage import Passage
from studio.messages.remark import Remark
from studio.messages.reply import ChatReply
from studio.present.arguments_summary import one_line
from studio.present.form_names import badge_of, form_name, way_of
from studio.present.hosted_parts import hosted_parts
from studio.present.remarks import remark_notes
from studio.present.row import Badge, Phrase, Row
from studio.present.words import Words, words
from studio.session.events import AgentStarted, CallStarted, RequestSent, ResultRecorded, SetupChanged, UndoEnded
from studio.session.state import CallState, SessionState, settled
from studio.session.toolbox import Added

AS_TEXT = Badge(Words("badge.as_text"), "muted")
AUTOMATIC = Badge(Words("badge.automatic"), "warn")
CHANGED = Badge(Words("badge.changed"), "warn")
APPROVED = Badge(Words("badge.approved"), "muted")
DENIED = Badge(Words("badge.denied"), "error")
FAULT = Badge(Words("badge.fault"), "warn")
SKILL = Badge(Words("badge.skill"), "accent")
ANYWAY = Badge(Words("badge.sent_anyway"), "warn")
CUT = Badge(Words("badge.cut"), "muted")
SOURCES = {
    "mock": Badge(Words("badge.mock"), "mock"),
    "recorded": Badge(Words("badge.recorded"), "muted"),
    "rejected": Badge(Words("badge.rejected"), "warn"),
    "refused": Badge(Words("badge.not_run"), "error"),
    "by_hand": Badge(Words("badge.by_hand"), "mock"),
}
GOES_ON = Badge(Words("badge.goes_on"), "accent")


def request_badges(request: RequestSent) -> tuple[Badge, ...]:
    """That it was sent although it was not valid, how many passages went along and remarks came, and whether its tools were told as
    text. What the memory left out has a row of its own."""
    anyway = (ANYWAY,) if request.invalid else ()
    along = (Badge(words("count.passages", n=request.passages), "muted"),) if request.passages else ()
    return anyway + along + remarks_badge(request.remarks) + ((AS_TEXT,) if request.form else ())


def request_notes(request: RequestSent) -> tuple[Phrase, ...]:
    """The same in sentences."""
    told = (words("request.as_text", form=form_name(request.form)),) if request.form else ()
    left = sum(count for _, count in request.left_out)
    out = (words("request.left_out", n=left),) if left else ()
    wrong = (words("request.invalid", codes=", ".join(request.invalid)),) if request.invalid else ()
    return (*wrong, *told, *out, *remark_notes(request.remarks))


def with_passages(row: Row, request: RequestSent, before: SessionState) -> Row:
    """A request's row with the sources of the passages that went along."""
    said = settled(before)
    of_turn = next((message.passages for message in reversed(said) if message.role == "user"), ())
    always = [passage for message in said for passage in message.passages if passage.always]
    sent = always if request.passages == len(always) else [*always, *(one for one in of_turn if not one.always)]
    sources = ", ".join(dict.fromkeys(_source(passage) for passage in sent))
    return replace(row, notes=(*row.notes, words("request.passages_of", sources=sources))) if sources else row


def _source(passage: Passage) -> str:
    return f"{passage.source} ({passage.where})" if passage.where else passage.source


def remarks_badge(remarks: Sequence[Remark]) -> tuple[Badge, ...]:
    """How many remarks; nothing where there is none."""
    return (Badge(words("count.remarks", n=len(remarks)), "warn"),) if remarks else ()


def setup_badges(event: SetupChanged) -> tuple[Badge, ...]:
    """Whether the program changed the settings by itself (then the summary says why), else how much the change left out."""
    return (AUTOMATIC,) if event.automatic else remarks_badge(event.remarks)


def setup_summary(event: SetupChanged, changed: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
    """What changed: the sentence, where the program did it; else the names of the settings."""
    return remark_notes(event.remarks, 1)[:1] if event.automatic and event.remarks else changed


def call_badges(call: Call) -> tuple[Badge, ...]:
    """Which way the call came, where it was not natively."""
    said = badge_of(call)
    return (Badge(said, "muted"),) if said is not None else ()


def call_notes(state: CallState) -> tuple[Phrase, ...]:
    """The same in a sentence, and what the tool got where the call says something else."""
    said = way_of(state.call)
    ran = (words("call.ran_with", arguments=one_line(state.ran_with)),) if state.ran_with else ()
    attempts = (words("call.attempts", n=state.attempts),) if state.attempts else ()
    return ((said,) if said is not None else ()) + _kept(state) + ran + attempts


def _kept(state: CallState) -> tuple[Phrase, ...]:
    """What the history says of a call that runs otherwise than the model wrote it."""
    if not state.is_kept:
        return ()
    said = state.in_history
    return (words("call.kept", call=f"{said.name}({one_line(said.arguments)})"), Words(f"truth.{state.truth}"))


def truth_badges(state: CallState) -> tuple[Badge, ...]:
    """The same as a badge."""
    if not state.is_kept:
        return ()
    return (Badge(Words("badge.notice" if state.truth == "notify" else "badge.kept"), "edit"),)


def run_badges(state: CallState, started: CallStarted | AgentStarted | None) -> tuple[Badge, ...]:
    """How often the tool was run before, that it got other arguments, and that the person was asked."""
    retry = (Badge(words("badge.retry", times=state.attempts), "warn"),) if state.attempts else ()
    changed = (CHANGED,) if state.ran_with else ()
    return retry + changed + ((APPROVED,) if started is not None and started.approved else ())


def result_badges(source: str, status: str, event: ResultRecorded | None) -> tuple[Badge, ...]:
    """Where a result comes from, that it was made to go wrong, and that it was cut."""
    found = DENIED if status == "denied" else SOURCES.get(source)
    fault = (FAULT,) if event is not None and event.fault else ()
    cut = (CUT,) if event is not None and event.whole else ()
    return ((found,) if found is not None else ()) + fault + (_adds(event.adds) if event is not None else ()) + cut


def _adds(adds: Added | None) -> tuple[Badge, ...]:
    """What a result brought for the requests after it."""
    if adds is None:
        return ()
    found = (Badge(words("badge.found", n=len(adds.tools)), "accent"),) if adds.tools else ()
    opened = (Badge(words("badge.opened", n=len(adds.groups)), "accent"),) if adds.groups else ()
    return found + ((SKILL,) if adds.skill else ()) + opened


def _added(adds: Added | None) -> tuple[Phrase, ...]:
    """The same in sentences, with the names."""
    if adds is None:
        return ()
    tools = ", ".join(adds.tools)
    found = (words("adds.found", query=adds.query, tools=tools),) if tools else ()
    none = (words("adds.found_none", query=adds.query),) if adds.query and not tools else ()
    skill = (words("adds.skill", skill=adds.skill),) if adds.skill else ()
    return found + none + skill + ((words("adds.groups", groups=", ".join(adds.groups)),) if adds.groups else ())


def run_notes(event: ResultRecorded | UndoEnded, *, by_breakpoint: bool = False) -> tuple[Phrase, ...]:
    """Which rule or breakpoint answered, how it was made to go wrong, and how long it was before it was cut."""
    rule = (words("edited.by_breakpoint" if by_breakpoint else "result.rule", rule=event.rule),) if event.rule else ()
    fault = (Words(f"fault.{event.fault}"),) if event.fault else ()
    whole = event.whole if isinstance(event, ResultRecorded) else ""
    adds = _added(event.adds) if isinstance(event, ResultRecorded) else ()
    return rule + fault + adds + ((words("result.cut", n=len(whole)),) if whole else ())


def reply_notes(reply: ChatReply) -> tuple[Phrase, ...]:
    """That the turn goes on, and what the next step does then."""
    return (Words("reply.paused"), Words("reply.paused_next")) if reply.resumable else ()


def reply_summary(reply: ChatReply) -> tuple[Phrase, ...]:
    """What a reply without calls and text holds: a tool that the provider ran, and whether the turn goes on."""
    parts = hosted_parts(reply.parts)
    hosted: tuple[Phrase, ...] = (parts[0].title, parts[0].what) if parts else ()
    more: tuple[Phrase, ...] = (words("remark.more", n=len(parts) - 1),) if len(parts) > 1 else ()
    ends: tuple[Phrase, ...] = (Words("reply.goes_on" if reply.resumable else "session.finished"),)
    said = tuple(phrase for phrase in (*hosted, *more) if phrase)
    return said if said and not reply.resumable else (*said, *ends)
