"""A recorded session gone along again in a folder that is thrown away: with the recorded model and tools, or with a live model.

Above: `replayed`. Below: `workspace`. With the recorded model nothing of this machine plays in: no settings, no keys, no network.
"""

import json
import tempfile
from pathlib import Path

import msgspec

from studio.present.labels import english
from studio.present.stop_words import ends_words, nearest_words, stop_words
from studio.present.terminal_words import for_terminal
from studio.problems import StudioError
from studio.session.made_calls import Made, made
from studio.session.notes import Stopped
from studio.session.replay_rules import ReplayRules
from studio.session.tree import ROOT
from studio.testing.loose import shown
from studio.workspace import opening
from studio.workspace.opened import OpenedSession
from studio.workspace.services import ModelMode
from studio.workspace.workspace import Workspace

MISSES = ("differs", "missed_result", "missed_undo")
"""The stops at which a recording does not hold what was asked for."""


class Done(msgspec.Struct, frozen=True):
    """What a replay came to; `differs` says where it comes out otherwise than recorded, `stopped` why it stopped short of an end."""

    made: Made
    differs: str = ""
    stopped: str = ""


async def replay(file: Path, branch: str | None, *, live: bool, volatile: tuple[str, ...] = ()) -> Done:
    """Replay a branch of a file; what is `volatile` of a request may differ. Raises StudioError when the file cannot be read, such a place
    is none, or nobody is known who answers live."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        workspace = Workspace() if live else Workspace(folder / "data", folder / "config", {})
        try:
            if live:
                workspace.retries = _retries(workspace, file, branch)
            model: ModelMode = "live" if live else "recorded"
            rules, into = ReplayRules(volatile), folder / "replay.tcsession"
            session = workspace.replay(file, branch=branch, model=model, rules=rules, into=into, remember=False)
            return await _gone_along(session, live=live)
        finally:
            await workspace.close()


def _retries(workspace: Workspace, file: Path, branch: str | None) -> int:
    """How often a failed request is sent again, as the profile of the session says."""
    source = opening.recording(file, branch).recording
    choice = source.tree.state(source.leaf).setup.responder
    profile = workspace.world.profile(choice.profile)
    if profile is None:
        raise StudioError(
            f"{file.name} was answered by the profile {choice.profile or '(none)'}, which is not known here.",
            "Add it: toolcall-studio profile add NAME --preset P.",
        )
    return profile.retries


async def _gone_along(session: OpenedSession, *, live: bool) -> Done:
    stop, before = await _run(session), ROOT
    while not live and stop.at != before and session.went_on(stop):
        before = stop.at
        stop = await _run(session)
    differs = "" if live else _difference(session)
    return Done(made(session.tree, session.head), differs, _short_of_end(session, stop))


async def _run(session: OpenedSession) -> Stopped:
    """Go on to the end. A call that asks for approval may go on: no tool runs, its result is recorded or missed."""
    stop = await session.run_to_end()
    while stop.reason == "approval" and stop.call is not None:
        before = session.head
        await session.approve(stop.call)
        if session.head == before:
            break
        stop = await session.run_to_end()
    return stop


def _difference(session: OpenedSession) -> str:
    found = session.difference
    if found is not None:
        at = f"Request {session.state.rounds + 1} differs at {found.pointer}."
        return f"{at}\n  recorded: {shown(found.old)}\n  now:      {shown(found.new)}{_nearest(session)}"
    unused = session.unused_calls
    if unused:
        return f"A recorded call was not asked for: {unused[0].name}({json.dumps(unused[0].arguments)})."
    return ""


def _short_of_end(session: OpenedSession, stop: Stopped) -> str:
    if stop.reason in ("finished", "waiting"):
        return ""
    miss = session.miss
    if miss is not None and miss.ends and stop.what in MISSES:
        said = english(ends_words(miss.what, miss.tool))
        return f"{said[:1].upper()}{said[1:]}."
    said = " · ".join(for_terminal(english(part)) for part in stop_words(stop, session.tree.state(stop.at)))
    return f"The replay stopped there: {session.blanked(said)}{_nearest(session)}"


def _nearest(session: OpenedSession) -> str:
    """The recorded step that is nearest to what was missed, on a line of its own; empty where there is none."""
    miss = session.miss
    if miss is None or not miss.node:
        return ""
    return f"\n  {english(nearest_words(miss.what, miss.near, miss.round, miss.node))}"
