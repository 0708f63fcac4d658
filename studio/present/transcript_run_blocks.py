"""What a transcript shows of runs: results, attempts that failed, calls that were undone.

Above: `transcript_blocks`. Below: `transcript_block`, `transcript_entries`, `labels`. Pure.
"""

import json
from collections.abc import Iterator
from typing import assert_never

from studio.present.labels import english
from studio.present.transcript_block import Block, Style
from studio.present.transcript_entries import AttemptEntry, ResultEntry, UndoneEntry
from studio.present.words import words

RunEntry = ResultEntry | AttemptEntry | UndoneEntry
_SAID_ITSELF = ("ok", "error")
_NO_ERROR = ("rejected", "refused")
"""Sources that say themselves that it did not run."""


def run_blocks(entry: RunEntry) -> Iterator[Block]:
    """The labelled texts of one run."""
    match entry:
        case ResultEntry():
            yield from _result(entry)
        case AttemptEntry():
            yield Block(
                "error",
                _say("row.attempt", number=entry.number, tool=entry.tool),
                _joined([*_which(entry), *_how(entry)]),
            )
            yield from _changed(entry.ran_with)
            yield Block("error", "", entry.text)
        case UndoneEntry():
            yield from _undone(entry)
        case _:
            assert_never(entry)
    yield from _output(entry)


def _say(key: str, **params: str | int) -> str:
    return english(words(key, **params))


def _joined(said: list[str]) -> str:
    return " · ".join(said)


def _result(entry: ResultEntry) -> Iterator[Block]:
    said = [entry.tool, *_which(entry), _say(f"source.{entry.source}"), *_how(entry)]
    if entry.agent:
        said.append(_say("result.of_agent"))
    if entry.approved:
        said.append(_say("result.approved"))
    if entry.attempts:
        said.append(_say("call.attempts", n=entry.attempts))
    if entry.whole:
        said.append(_say("result.cut", n=len(entry.whole)))
    style: Style = "error" if entry.is_error else "result"
    yield Block(style, "Result", _joined(said))
    yield from _changed(entry.ran_with)
    yield Block(style, "", entry.text)
    for place, part in enumerate(entry.parts, 1):
        yield Block("quiet", "", f"({_say('gave.place', place=place, what=part.line)})")
        if part.kind == "structured" and part.reads == "nothing" and not part.not_kept:
            yield Block("quiet", "", json.dumps(part.value, ensure_ascii=False))
    for number, picture in enumerate(() if entry.parts else entry.media, 1):
        yield Block("quiet", "", f"({_say('result.picture_of', number=number, what=picture)})")
    for line in _brought(entry):
        yield Block("note", "", f"({line})")


def _brought(entry: ResultEntry) -> Iterator[str]:
    """What the requests after it have of it."""
    if entry.query or entry.found:
        key = "adds.found" if entry.found else "adds.found_none"
        yield _say(key, query=entry.query, tools=", ".join(entry.found))
    if entry.skill:
        yield _say("adds.skill", skill=entry.skill)
    if entry.groups:
        yield _say("adds.groups", groups=", ".join(entry.groups))


def _which(entry: ResultEntry | AttemptEntry) -> list[str]:
    """Which call it was, where the name of the tool does not say it."""
    return [_say("call.place", i=entry.call, of=entry.of)] if entry.twin else []


def _changed(ran_with: str) -> Iterator[Block]:
    """What the tool got, where it is not what the call says."""
    if ran_with:
        yield Block("note", "", f"({_say('call.ran_with', arguments=ran_with)})")


def _undone(entry: UndoneEntry) -> Iterator[Block]:
    said = [_say("undo.by", undo=entry.undo)] if entry.undo else []
    said += [_say("undo.because", cause=entry.cause), _say(f"source.{entry.source}"), *_how(entry)]
    title = _say("row.not_undone" if entry.is_error else "row.undone", tool=entry.tool)
    style: Style = "error" if entry.is_error else "result"
    yield Block(style, title, _joined(said))
    if entry.arguments:
        yield Block("quiet", "", f"{entry.undo}({entry.arguments})")
    yield Block(style, "", entry.text)
    yield Block("note", _say("undo.told"), entry.told)


def _how(entry: RunEntry) -> list[str]:
    """How it ended, what stood in the tool's place, and how long it took."""
    source = "" if isinstance(entry, AttemptEntry) else entry.source
    said = []
    if entry.status not in (*_SAID_ITSELF, source):
        said.append(_say(f"status.{entry.status}"))
    if isinstance(entry, AttemptEntry) or (entry.is_error and source not in _NO_ERROR and entry.status != "skipped"):
        said.append(_say("mark.error"))
    if entry.rule:
        by_breakpoint = isinstance(entry, ResultEntry) and entry.by_breakpoint
        said.append(_say("edited.by_breakpoint" if by_breakpoint else "result.rule", rule=entry.rule))
    if entry.fault:
        said.append(_say("result.fault", fault=_say(f"fault.{entry.fault}")))
    if entry.seconds:
        said.append(f"{entry.seconds:.2f} s")
    return said


def _output(entry: RunEntry) -> Iterator[Block]:
    # The last words of a process that ended; of a server nothing else tells why.
    died = entry.detail if entry.status == "died" and not entry.stderr else ""
    for name, text in (("stdout", entry.stdout), ("stderr", entry.stderr or died)):
        if text:
            yield Block("quiet", name, text.rstrip("\n"))
