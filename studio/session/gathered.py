"""What has come in so far that decides which tools a request offers: found, activated, chosen, named by sources. Pure.

Above: `state`, `engine/offering`. Below: `toolbox`, `events`.
"""

import msgspec
from msgspec.structs import replace

from studio.session.events import GroupsChosen, SourceAsked
from studio.session.toolbox import Added


class Gathered(msgspec.Struct, frozen=True):
    """`found` gives each tool that was found the query that found it, and `skills` are those activated, both for the rest of the session;
    `groups` are those chosen and `sourced` gives each tool the source that named it, both to the end of the turn. `chosen`: a small
    model was asked in this turn; `ready`: the tools of the next request were chosen."""

    found: dict[str, str] = {}
    skills: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    sourced: dict[str, str] = {}
    chosen: bool = False
    ready: bool = False


NOTHING = Gathered()


def of_turn(gathered: Gathered) -> Gathered:
    """At a new user message: what holds for a turn is gone."""
    if not (gathered.groups or gathered.sourced or gathered.chosen or gathered.ready):
        return gathered
    return replace(gathered, groups=(), sourced={}, chosen=False, ready=False)


def replied(gathered: Gathered) -> Gathered:
    """After a reply the tools of the next request are to be chosen again."""
    return replace(gathered, ready=False) if gathered.ready else gathered


def added(gathered: Gathered, more: Added | None) -> Gathered:
    """With what a result brought."""
    if more is None:
        return gathered
    found = {name: more.query for name in more.tools if name not in gathered.found}
    skills = (more.skill,) if more.skill and more.skill not in gathered.skills else ()
    return replace(
        gathered,
        found={**gathered.found, **found},
        skills=(*gathered.skills, *skills),
        groups=_joined(gathered.groups, more.groups),
    )


def asked(gathered: Gathered, event: SourceAsked) -> Gathered:
    """With what a source named."""
    new = {name: event.source for name in event.tools if name not in gathered.sourced}
    return replace(gathered, sourced={**gathered.sourced, **new}) if new else gathered


def chosen(gathered: Gathered, event: GroupsChosen) -> Gathered:
    """With the groups that a small model chose, or that the person opened."""
    chosen = gathered.chosen or not event.by_person
    return replace(gathered, groups=_joined(gathered.groups, event.groups), chosen=chosen)


def _joined(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[str, ...]:
    return (*old, *(name for name in dict.fromkeys(new) if name not in old))
