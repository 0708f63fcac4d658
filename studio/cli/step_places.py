"""Decisions that change where a session stands and where it stops. None of them runs or sends anything.

Above: `step`. Below: `workspace`, `step_named`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from studio.cli import step_decisions as say
from studio.cli.command import STOPPED, CommandError
from studio.cli.step_named import branch_named, step_named
from studio.session.breakpoints import Breakpoint
from studio.workspace.opened import OpenedSession


def _fork(session: OpenedSession, what: say.Fork) -> None:
    session.fork(step_named(session, what.at), what.name, what.note, what.expects)


def _branch(session: OpenedSession, what: say.Branch) -> None:
    start = branch_named(session, what.branch).start
    if what.name is not None:
        session.rename_branch(start, what.name)
    if what.note is not None or what.expects is not None:
        session.note_branch(start, what.note, what.expects)
    if what.hidden is not None:
        (session.hide_branch if what.hidden else session.show_branch)(start)


def _rewind(session: OpenedSession, what: say.Rewind) -> None:
    session.rewind(step_named(session, what.to))


def _back(session: OpenedSession, _: say.Back) -> None:
    session.step_back()


def _undo(session: OpenedSession, _: say.Undo) -> None:
    session.undo()


def _redo(session: OpenedSession, _: say.Redo) -> None:
    session.redo()


def _breakpoint(session: OpenedSession, what: say.SetBreakpoint) -> None:
    members = {name: getattr(what, name) for name in what.__struct_fields__ if name not in ("place", "trouble")}
    session.set_breakpoint(Breakpoint(**members, place=what.place or "", trouble=what.trouble or ""))


def _remove_breakpoint(session: OpenedSession, what: say.RemoveBreakpoint) -> None:
    _known(what.id, session.journal.breakpoints, "breakpoint")
    session.remove_breakpoint(what.id)


def _watch(session: OpenedSession, what: say.SetWatch) -> None:
    session.set_watch(what.expression, what.id)


def _remove_watch(session: OpenedSession, what: say.RemoveWatch) -> None:
    _known(what.id, session.journal.watches, "watch")
    session.remove_watch(what.id)


def _list(_: OpenedSession, __: say.List) -> None:
    """They are printed where a decision is told."""


def _known(id: str, there: Mapping[str, object], word: str) -> None:
    if id not in there:
        raise CommandError(f"There is no {word} {id}.", f"There are: {', '.join(there) or 'none'}.", code=STOPPED)


Places: Mapping[type, Callable[[OpenedSession, Any], None]] = {
    say.Fork: _fork,
    say.Branch: _branch,
    say.Rewind: _rewind,
    say.Back: _back,
    say.Undo: _undo,
    say.Redo: _redo,
    say.SetBreakpoint: _breakpoint,
    say.RemoveBreakpoint: _remove_breakpoint,
    say.SetWatch: _watch,
    say.RemoveWatch: _remove_watch,
    say.List: _list,
}
"""How each of these decisions is carried out."""
