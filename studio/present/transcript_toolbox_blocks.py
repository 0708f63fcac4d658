"""What a transcript shows of chosen tools, of an agent that begins, and of passages.

Above: `transcript_blocks`. Below: `transcript_block`, `transcript_toolbox_entries`, `labels`. Pure.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import assert_never

from studio.present.labels import english
from studio.present.transcript_block import Block
from studio.present.transcript_toolbox_entries import (
    AgentStartedEntry,
    GroupsChosenEntry,
    OfferedEntry,
    OfferedShown,
    PassageShown,
    SourceEntry,
)
from studio.present.words import words

ToolboxEntry = SourceEntry | GroupsChosenEntry | OfferedEntry | AgentStartedEntry


def toolbox_blocks(entry: ToolboxEntry) -> Iterator[Block]:
    """The labelled texts of one entry."""
    match entry:
        case SourceEntry():
            yield Block("error" if entry.error else "quiet", _say("row.source", source=entry.source), _named(entry))
        case GroupsChosenEntry():
            yield Block("error" if entry.error else "quiet", _say("row.groups_chosen"), _chosen(entry))
        case OfferedEntry():
            yield Block("quiet", _say("row.offered"), "\n".join(_offered(entry)))
        case AgentStartedEntry():
            yield Block("call", _say("row.agent_started", tool=entry.tool), entry.message)
            if entry.approved:
                yield Block("quiet", "", _say("result.approved"))
        case _:
            assert_never(entry)


def passage_blocks(passages: Iterable[PassageShown]) -> Iterator[Block]:
    """Where the passages of a message come from, one a line."""
    lines = [_passage(one) for one in passages]
    if lines:
        yield Block("quiet", _say("row.passages"), "\n".join(lines))


def _say(key: str, **params: str | int) -> str:
    return english(words(key, **params))


def _passage(one: PassageShown) -> str:
    said = " ".join(filter(None, (one.source, one.where)))
    return f"{said} ({_say('passage.always')})" if one.always else said


def _joined(said: Iterable[str]) -> str:
    return " · ".join(filter(None, said))


def _named(entry: SourceEntry) -> str:
    """What it named, and why it failed; of some names that it gives there may be no tool."""
    named = _say("source.named", tools=", ".join(entry.tools)) if entry.tools else _say("source.named_none")
    failed = _say("source.failed", error=entry.error) if entry.error else ""
    return _joined(("" if failed and not entry.tools else named, failed, _time(entry.seconds)))


def _chosen(entry: GroupsChosenEntry) -> str:
    opened = _say("groups.opened", groups=", ".join(entry.groups)) if entry.groups else _say("groups.opened_none")
    said = [_say("groups.by", model=entry.model)] if entry.model else []
    if entry.error:
        said.append(_say("groups.failed", error=entry.error))
    return _joined((*said, opened, _time(entry.seconds)))


def _time(seconds: float | None) -> str:
    return f"{seconds:.2f} s" if seconds else ""


def _offered(entry: OfferedEntry) -> Iterator[str]:
    """What came in, a line for each reason; then what is out."""
    by_why = sorted(entry.came, key=lambda tool: (tool.why, tool.by))
    for _, tools in groupby(by_why, key=lambda tool: (tool.why, tool.by)):
        same = list(tools)
        yield _say("offered.came", tools=f"{', '.join(tool.tool for tool in same)} ({_why(same[0])})")
    if entry.left:
        yield _say("offered.left", tools=", ".join(entry.left))
    if not entry.tools:
        yield _say("offered.none")
    elif not (entry.came or entry.left):
        yield _say("offered.same")


def _why(tool: OfferedShown) -> str:
    return _say(f"offered.why.{tool.why}", by=tool.by)
