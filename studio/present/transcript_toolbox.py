"""The entries of chosen tools and of agents, made of their events.

Above: `transcript`. Below: `transcript_toolbox_entries`, `session`. Pure.
"""

from collections.abc import Sequence
from typing import assert_never

from studio.messages.passage import Passage
from studio.messages.reply import ChatReply, Usage
from studio.present.transcript_toolbox_entries import (
    AgentStartedEntry,
    GroupsChosenEntry,
    OfferedEntry,
    OfferedShown,
    PassageShown,
    SourceEntry,
)
from studio.session.events import AgentStarted, GroupsChosen, SourceAsked, ToolsOffered
from studio.session.state import CallState, SessionState

Place = tuple[CallState | None, int, int]
"""An open call, its number from 1 on, and how many there are; zeros when it is not there."""


def choosing_entry(
    state: SessionState, event: SourceAsked | GroupsChosen | ToolsOffered, *, times: bool
) -> SourceEntry | GroupsChosenEntry | OfferedEntry:
    """What decides which tools the next request offers. `state` is that before."""
    match event:
        case SourceAsked():
            seconds = event.seconds if times else None
            return SourceEntry(state.rounds, event.source, event.tools, event.error, seconds)
        case GroupsChosen():
            return _groups(state, event, event.seconds if times else None)
        case ToolsOffered():
            return _offered(state, event)
        case _:
            assert_never(event)


def _groups(state: SessionState, event: GroupsChosen, seconds: float | None) -> GroupsChosenEntry:
    chooser, reply = state.setup.chooser.responder or state.setup.responder, event.reply or ChatReply()
    usage = reply.usage or Usage()
    model = reply.model_name or chooser.model_name
    return GroupsChosenEntry(
        state.rounds, event.groups, model, reply.text, event.error, usage.input, usage.output, seconds
    )


def _offered(state: SessionState, event: ToolsOffered) -> OfferedEntry:
    now = tuple(OfferedShown(tool.name, tool.why, tool.by) for tool in event.tools)
    before = state.setup.offered
    if before is None:
        return OfferedEntry(state.rounds, now, now, first=True)
    names = {tool.tool for tool in now}
    came = tuple(tool for tool in now if tool.tool not in before)
    return OfferedEntry(state.rounds, now, came, tuple(name for name in before if name not in names))


def agent_entry(rounds: int, event: AgentStarted, place: Place) -> AgentStartedEntry:
    """The beginning of an agent's session."""
    found, at, of = place
    name = found.call.name if found is not None else ""
    return AgentStartedEntry(rounds, at, of, name, event.message.text, event.ran_with, event.approved)


def passages_shown(passages: Sequence[Passage]) -> tuple[PassageShown, ...]:
    """Passages as a transcript shows them."""
    return tuple(PassageShown(one.source, one.where, one.text, one.always) for one in passages)
