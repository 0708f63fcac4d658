"""The tools of the next request, chosen: sources and a small model are asked, what they said is recorded, then what is offered.

Above: `stepper`, `sending`. Below: `offering`, `group_choice`, `services`. What was named or chosen only ever adds, to the end of the turn.
A failure opens nothing where somebody can look at it; else all groups that were to be chosen from, so that the job can be done.
"""

import time
from collections.abc import Sequence

from msgspec.structs import replace

from studio.engine.due import asks_model
from studio.engine.group_choice import choice_request, chooser_setup, read_choice
from studio.engine.offering import clash, offering
from studio.engine.services import Services, SourceAnswer
from studio.engine.state_document import history_of, message_of_turn
from studio.engine.under_way import UnderWay
from studio.messages.reply import ProviderError
from studio.problems import StudioError
from studio.responders.responder import Asked, Closed, Failed
from studio.said import said
from studio.session.events import GroupsChosen, SourceAsked, ToolsOffered
from studio.session.journal import Cursor, Journal
from studio.session.kept_exchange import NO_TIME, kept
from studio.session.notes import Stopped
from studio.session.own_tools import chosen_groups
from studio.session.setup import Setup
from studio.session.state import SessionState
from studio.session.toolbox import ToolSource

CHOICE_FAILED = "choice_failed"
TWO_TOOLS = "two_tools"
_MOST_TOLD = 10


class Choosing:
    """Chooses the tools of the requests of one session."""

    def __init__(self, journal: Journal, services: Services, under_way: UnderWay) -> None:
        self._journal = journal
        self._services = services
        self._under_way = under_way

    async def choose(self, cursor: Cursor) -> Stopped | None:
        """Ask who is to be asked, and offer what comes of it; the stop when one of them could not be asked."""
        failed = ""
        with self._under_way.choosing():
            for source in self._state(cursor).setup.sources:
                if source.on:
                    error = (await self._ask_source(source, cursor)).error
                    failed = failed or (f"{source.name}: {error}" if error else "")
            if asks_model(self._state(cursor)):
                event = self._journal.append(await self._ask_model(self._state(cursor)), cursor)
                failed = failed or event.error
        self._journal.append(ToolsOffered(tools=offering(self._state(cursor)).tools), cursor)
        if not failed or not self._services.stops_by_default():
            return None
        return Stopped(cursor.at, "exception", "before_request", what=CHOICE_FAILED, text=failed)

    def offer(self, cursor: Cursor) -> Stopped | None:
        """Right before a request goes: what it offers, where that is another choice than the last one; the stop when two of the tools
        have one name."""
        state = self._state(cursor)
        found = offering(state) if state.setup.chooses or state.setup.offered is not None else None
        twice = clash(state, found.names if found is not None else None)
        if twice:
            return Stopped(cursor.at, "exception", "before_request", what=TWO_TOOLS, text=twice)
        if found is not None and found.names != state.setup.offered:
            self._journal.append(ToolsOffered(tools=found.tools), cursor)
        return None

    def _state(self, cursor: Cursor) -> SessionState:
        return self._journal.tree.state(cursor.at)

    async def _ask_source(self, source: ToolSource, cursor: Cursor) -> SourceAsked:
        state = self._state(cursor)
        answer = await self._services.ask_source(state.setup, source, message_of_turn(state), history_of(state))
        return self._journal.append(_told(state.setup, source, answer), cursor)

    async def _ask_model(self, state: SessionState) -> GroupsChosen:
        """What the small model chose; from the recording, where the model's replies come from there."""
        if self._services.origin(state.setup) == "recorded":
            recorded = self._services.recorded_choice()
            return recorded or self._no_choice(
                state, GroupsChosen(), said("The recording holds no choice of groups here.")
            )
        began = time.monotonic()
        asked = ""
        try:
            setup, request = chooser_setup(state.setup), choice_request(state)
            stream = setup.responder.stream
            sent, shown = self._services.composer(setup).alone(request, stream=stream)
            asked = shown.decode("utf-8", "replace")
            end = await self._listen(setup, Asked(request, lambda: sent, stream))
        except StudioError as error:
            return self._no_choice(state, GroupsChosen(asked=asked), str(error))
        seconds = round(time.monotonic() - began, 3) or NO_TIME
        made = GroupsChosen(asked=asked, exchange=kept(end.exchange), seconds=seconds)
        if isinstance(end, Failed):
            partial = end.partial if end.partial is not None and end.partial.parts else None
            return self._no_choice(state, replace(made, reply=partial), end.error.message or end.error.kind)
        return self._read(state, replace(made, reply=end.reply), end.reply.text)

    async def _listen(self, setup: Setup, asked: Asked) -> Closed | Failed:
        async for item in self._services.chooser(setup).answer(asked):
            if isinstance(item, Closed | Failed):
                return item
        return Failed(ProviderError("incomplete", said("The answer ended without an end.")))

    def _read(self, state: SessionState, made: GroupsChosen, text: str) -> GroupsChosen:
        groups = read_choice(text, chosen_groups(state.setup.groups))
        if groups is None:
            return self._no_choice(
                state,
                made,
                said("What it said names no group: {words}", words=" ".join(text.split())[:200] or said("nothing")),
            )
        return replace(made, groups=groups)

    def _no_choice(self, state: SessionState, made: GroupsChosen, why: str) -> GroupsChosen:
        all_of = tuple(group.name for group in chosen_groups(state.setup.groups))
        opened = () if self._services.stops_by_default() else all_of
        return replace(made, groups=opened, error=str(said("No groups of tools were chosen. {why}", why=why)))


def _told(setup: Setup, source: ToolSource, answer: SourceAnswer) -> SourceAsked:
    """What it named that there is; names that are none are told."""
    known = {tool.name for tool in setup.tools}
    names = tuple(name for name in dict.fromkeys(answer.names) if name in known)
    unknown = [name for name in dict.fromkeys(answer.names) if name not in known]
    error = answer.error or (
        said("It named tools that there are not: {names}.", names=_listed(unknown)) if unknown else ""
    )
    return SourceAsked(source=source.name, tools=names, error=str(error), seconds=answer.seconds or NO_TIME)


def _listed(names: Sequence[str]) -> str:
    """The first few, each cut where it is long."""
    first = ", ".join(name[:100] for name in names[:_MOST_TOLD])
    return said("{names} and {n} more", names=first, n=len(names) - _MOST_TOLD) if len(names) > _MOST_TOLD else first
