"""What a transcript shows of each entry: labelled texts with a style, not yet cut to a width.

Above: `transcript_text`. Below: `transcript_entries`, `labels`. Pure.
"""

import json
from collections.abc import Iterator
from typing import Any, assert_never

from studio.present.form_names import form_name
from studio.present.labels import english
from studio.present.stop_words import failure_text, failure_words
from studio.present.transcript_asked import asked_blocks
from studio.present.transcript_asked_entry import ServerAskedEntry
from studio.present.transcript_block import Block
from studio.present.transcript_entries import (
    AnyEntry,
    AttemptEntry,
    CallEditedEntry,
    CallShown,
    DamagedEntry,
    FailedEntry,
    HistoryEntry,
    HostedShown,
    MessageEntry,
    RemarkShown,
    ReplyEditedEntry,
    ReplyEntry,
    RequestEntry,
    ResultEditedEntry,
    ResultEntry,
    SetupEntry,
    StopEntry,
    UncertainEntry,
    UndoneEntry,
)
from studio.present.transcript_run_blocks import run_blocks
from studio.present.transcript_toolbox_blocks import passage_blocks, toolbox_blocks
from studio.present.transcript_toolbox_entries import AgentStartedEntry, GroupsChosenEntry, OfferedEntry, SourceEntry
from studio.present.words import words


def blocks(entry: AnyEntry) -> Iterator[Block]:
    """The labelled texts of one entry."""
    match entry:
        case SetupEntry():
            yield from _setup(entry)
        case MessageEntry(role=role, text=text):
            yield Block("said", _title(f"row.{role}"), text)
            yield from _hosted(entry.hosted)
            yield from passage_blocks(entry.passages)
        case RequestEntry():
            yield Block("quiet", _title("row.request"), _request(entry))
            yield from _remarks(entry.remarks)
        case ReplyEntry():
            yield from _reply(entry)
        case ResultEntry() | AttemptEntry() | UndoneEntry():
            yield from run_blocks(entry)
        case SourceEntry() | GroupsChosenEntry() | OfferedEntry() | AgentStartedEntry():
            yield from toolbox_blocks(entry)
        case ServerAskedEntry():
            yield from asked_blocks(entry)
        case HistoryEntry() | ReplyEditedEntry() | CallEditedEntry() | ResultEditedEntry():
            yield from _changed(entry)
        case FailedEntry() | UncertainEntry() | DamagedEntry() | StopEntry():
            yield from _halted(entry)
        case _:
            assert_never(entry)


def _changed(entry: HistoryEntry | ReplyEditedEntry | CallEditedEntry | ResultEditedEntry) -> Iterator[Block]:
    if isinstance(entry, HistoryEntry):
        yield from _history(entry)
    else:
        yield from _edited(entry)


def _halted(entry: FailedEntry | UncertainEntry | DamagedEntry | StopEntry) -> Iterator[Block]:
    match entry:
        case FailedEntry():
            yield from _failed(entry)
        case UncertainEntry(tool=tool):
            said = words("row.uncertain", tool=tool) if tool else words("stop.uncertain_request")
            yield Block("error", _title("status.uncertain" if tool else "row.failed"), english(said))
        case DamagedEntry(sentence=sentence):
            yield Block("error", _title("row.damaged"), sentence)
        case StopEntry(said=said):
            yield Block("stop", _title("row.stop"), " · ".join(said))
        case _:
            assert_never(entry)


def _title(key: str, **params: str | int) -> str:
    return english(words(key, **params))


def _setup(entry: SetupEntry) -> Iterator[Block]:
    if not entry.changed and [remark.code for remark in entry.remarks] == ["forked_here"]:
        yield Block("quiet", _title("row.branch_here"), entry.remarks[0].sentence)
        return
    label = _title("row.setup" if entry.first else "row.settings")
    if entry.automatic:
        yield Block("quiet", label, f"({_title('badge.automatic')})")
        label = ""
    rest = dict(entry.changed)
    system = rest.pop("system", None)
    for name, value in rest.items():
        if value not in ({}, []) or not entry.first:
            yield Block("quiet", label, _setting(name.replace("_", " "), value))
            label = ""
    if system is not None:
        yield Block("said", _title("row.system"), system)
    yield from _remarks(entry.remarks)


def _remarks(remarks: tuple[RemarkShown, ...]) -> Iterator[Block]:
    """What is said otherwise than it stands; one sentence a line, with its message where there is one."""
    if remarks:
        yield Block("note", _title("row.remark"), "\n".join(map(_remark, remarks)))


def _remark(remark: RemarkShown) -> str:
    at = f" ({_title('remark.at_message', number=remark.place + 1)})" if remark.place is not None else ""
    return f"{remark.sentence}{at}"


def _hosted(hosted: tuple[HostedShown, ...]) -> Iterator[Block]:
    """Tools that the provider ran, and other parts that are kept as they came."""
    for part in hosted:
        yield Block("error" if part.failed else "quiet", "", part.line)


def _setting(name: str, value: Any) -> str:
    """A member of the setup; where it holds several things that have members of their own, each on a line."""
    match value:
        case dict() if value and all(isinstance(item, dict) for item in value.values()):
            lines = [f"{key}: {_value(item)}" for key, item in value.items()]
        case list() | tuple() if value and all(isinstance(item, dict) for item in value):
            lines = [_value(item) for item in value]
        case _:
            return f"{name}: {_value(value)}"
    return "\n".join([f"{name}:", *(f"- {line}" for line in lines)])


def _value(value: Any) -> str:
    match value:
        case list():
            return ", ".join(_value(item) for item in value) or "–"
        case dict():
            return ", ".join(f"{key} {_value(item)}" for key, item in value.items() if item != "") or "–"
        case str():
            return value
        case _:
            return json.dumps(value, ensure_ascii=False)


def _history(entry: HistoryEntry) -> Iterator[Block]:
    count = (words("count.removed", n=len(entry.removed)), words("count.added", n=len(entry.inserted)))
    yield Block("edit", _title("row.edited"), " · ".join((_title("edited.history"), ", ".join(map(english, count)))))
    for mark, messages in (("-", entry.removed), ("+", entry.inserted)):
        for message in messages:
            said = "\n".join(filter(None, (message.text, *(part.line for part in message.hosted))))
            yield Block("edit", mark, f"{message.role}: {said}")


def _request(entry: RequestEntry) -> str:
    said = [english(words("count.messages", n=entry.messages)), english(words("count.tools", n=entry.tools))]
    if entry.left_out:
        said.append(english(words("count.left_out", n=entry.left_out)))
    if entry.passages:
        said.append(english(words("count.passages", n=entry.passages)))
    if entry.form:
        said.append(_title("request.as_text", form=form_name(entry.form)))
    if entry.source != "live":
        said.append(entry.source.replace("_", " "))
    return ", ".join(said)


def _reply(entry: ReplyEntry) -> Iterator[Block]:
    if entry.thinking or entry.sealed:
        yield Block(
            "quiet", f"({_title('mark.thinking')})", "\n".join(filter(None, (entry.thinking, _mark(entry.sealed))))
        )
    label = _title("row.reply")
    for part in entry.hosted:
        yield Block("error" if part.failed else "quiet", label, part.line)
        label = ""
    if entry.text or not (entry.calls or entry.refusal or entry.hosted):
        yield Block("said", label, entry.text)
        label = ""
    if entry.refusal:
        yield Block("error", label, f"({_title('mark.refusal')}) {entry.refusal}")
        label = ""
    for call in entry.calls:
        yield Block("call", label, _call(call))
        yield from _way(call)
        label = ""
    if entry.resumable:
        yield Block("note", label, f"{_title('reply.paused')} {_title('reply.paused_next')}")
        label = ""
    if entry.seconds:
        yield Block("quiet", label, f"{entry.seconds:.2f} s")


def _mark(text: str) -> str:
    return f"({text})" if text else ""


def _way(call: CallShown) -> Iterator[Block]:
    """Which way the call came, where it was not natively."""
    if call.form in ("text", "custom", "legacy") or call.signed:
        way = _title(
            "way.signed" if call.form == "function" else f"way.{call.form}", form=form_name(call.in_form or "?")
        )
        yield Block("quiet", "", _mark(way))


def _call(call: CallShown | None) -> str:
    return "" if call is None else f"{call.tool}({call.arguments})"


def _failed(entry: FailedEntry) -> Iterator[Block]:
    said = english(failure_words(entry.kind, entry.status))
    yield Block("error", _title("row.failed"), failure_text(said, entry.message))
    arrived = "\n".join(filter(None, (entry.partial, *map(_call, entry.calls))))
    if arrived:
        yield Block("quiet", "", f"({_title('mark.cut')}) {arrived}")


def _edited(entry: ReplyEditedEntry | CallEditedEntry | ResultEditedEntry) -> Iterator[Block]:
    match entry:
        case ReplyEditedEntry():
            what = _title("edited.reply")
            was = "\n".join([*filter(None, [entry.was_text]), *map(_call, entry.was_calls)])
            now = "\n".join([*filter(None, [entry.text]), *map(_call, entry.calls)])
        case CallEditedEntry():
            tool = entry.now.tool if entry.now is not None else ""
            what, was, now = (
                _title("edited.call", tool=tool),
                _with_id(entry.was, entry),
                _with_id(entry.now, entry),
            )
        case ResultEditedEntry():
            what, was, now = _title("edited.result", tool=entry.tool), entry.was or "", entry.text
        case _:
            assert_never(entry)
    by = "" if isinstance(entry, ReplyEditedEntry) or not entry.rule else entry.rule
    said = (what, _title("edited.by_breakpoint", rule=by)) if by else (what,)
    yield Block("edit", _title("row.edited"), " · ".join(said))
    if was != now or not isinstance(entry, CallEditedEntry):
        yield Block("edit", "-", was)
        yield Block("edit", "+", now)
    if isinstance(entry, CallEditedEntry) and (was == now or entry.truth != "rewrite"):
        yield Block("note", "", "\n".join(filter(None, (_title(f"truth.{entry.truth}"), entry.notice))))


def _with_id(call: CallShown | None, entry: CallEditedEntry) -> str:
    """The call; with its id where that is what was changed."""
    same = entry.was is not None and entry.now is not None and entry.was.id == entry.now.id
    return _call(call) if same or call is None else f"{_call(call)} id {call.id}"
