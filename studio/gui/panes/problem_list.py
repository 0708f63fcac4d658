"""The problems of where a session stands, as one list: arguments, a failed request, tools files, the session file.

Above: `problems_pane`. Below: `workspace`, `present/json_text`. Knows no widget.
"""

import msgspec

from studio.gui.words import say, sentence
from studio.present.json_text import replace_member
from studio.present.stop_words import error_words
from studio.session.events import CallKey
from studio.session.state import CallState
from studio.workspace.opened import OpenedSession


class Found(msgspec.Struct, frozen=True):
    """One problem. `call` is the call in question (`position` of `of` in round `round`), None for others.

    `repair` is the JSON text that would mend it, `arguments` the text it stands in.
    """

    rule: str
    sentence: str
    severity: str = "error"
    pointer: str = ""
    repair: str | None = None
    arguments: str = ""
    call: CallKey | None = None
    round: int = 0
    position: int = 0
    of: int = 0

    def repaired(self) -> str:
        """The arguments with the repair in place. Raises JsonPlaceError when the place is gone."""
        return replace_member(self.arguments, self.pointer, self.repair or "null")


def found_problems(session: OpenedSession) -> tuple[Found, ...]:
    """All problems now, those of calls first."""
    found: list[Found] = []
    state = session.state
    if state.open is not None:
        waiting = [call for call in state.open.calls if call.status != "done"]
        for call in waiting:
            found += _of_call(session, call, len(state.open.calls))
    if state.failed is not None:
        found.append(Found(f"request.{state.failed.kind}", f"{say(error_words(state.failed))}: {state.failed.message}"))
    found += [Found("tools.file", problem) for problem in session.tool_problems]
    found += [Found("session.file", damage) for damage in session.damage]
    return tuple(found)


def _of_call(session: OpenedSession, call: CallState, of: int) -> list[Found]:
    place = session.state.open.calls.index(call) + 1 if session.state.open is not None else 0
    return [
        Found(
            problem.rule,
            f"{call.call.name}{problem.pointer.replace('/', '.')}: {sentence(problem.sentence)}",
            problem.severity,
            problem.pointer,
            problem.repair,
            call.call.arguments,
            call.key,
            session.state.rounds,
            place,
            of,
        )
        for problem in session.problems(call.key)
    ]
