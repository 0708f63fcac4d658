"""The problems of where a session stands, as one list: arguments, a failed request, tools files, the session file.

Above: `problems_pane`. Below: `workspace`, `present/json_text`. Knows no widget.
"""

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication

from studio.checks.history.problem import HistoryProblem
from studio.checks.loop.finding import LoopFinding
from studio.checks.problem import Problem
from studio.gui.panes.missed_words import missed_sentence
from studio.gui.situation import wrong_messages
from studio.gui.words import fill, say, sentence
from studio.messages.reply import ProviderError
from studio.present.arguments_summary import one_line
from studio.present.json_text import rename_member, replace_member
from studio.present.not_run import NotRun
from studio.present.stop_words import error_words, failure_text
from studio.present.words import Words
from studio.session.events import ResultRecorded
from studio.session.frames import frames
from studio.session.nodes import CallKey
from studio.session.state import CallState
from studio.workspace.opened import OpenedSession


class Found(msgspec.Struct, frozen=True):
    """One problem. `call` is the call in question (`position` of `of` in round `round`, `1.2` inside an agent), None for others.

    `repair` is the JSON text that would mend it, `near` the name that a misspelled member was meant to have, `arguments` the text they
    stand in. `history` is a problem of the messages of the next
    request, `loop` the last call of what was seen of a loop, in round `round`; such a thing may be only a `hint`. `typed`: it is about
    what is typed and not committed yet. `line` is that of the file that is damaged, 0 for none.
    """

    rule: str
    sentence: str
    severity: str = "error"
    pointer: str = ""
    repair: str | None = None
    arguments: str = ""
    call: CallKey | None = None
    round: str = ""
    position: int = 0
    of: int = 0
    history: HistoryProblem | None = None
    loop: CallKey | None = None
    typed: bool = False
    line: int = 0
    near: str = ""

    def repaired(self) -> str:
        """The arguments with the repair in place. Raises JsonPlaceError when the place is gone."""
        if self.repair is None:
            return rename_member(self.arguments, self.pointer, self.near)
        return replace_member(self.arguments, self.pointer, self.repair or "null")


class Typed(msgspec.Struct, frozen=True):
    """What is wrong with what is typed: `messages` of the request (None: nothing is typed there), `calls` with their problems in words."""

    messages: tuple[HistoryProblem, ...] | None = None
    calls: dict[CallKey, tuple[Problem, ...]] = {}


NOT_TYPED = Typed()


def found_problems(session: OpenedSession, refused: NotRun, typed: Typed = NOT_TYPED) -> tuple[Found, ...]:
    """All problems now, those of calls first. What is typed counts in the place of what is committed there."""
    found: list[Found] = []
    state = session.state
    if state.open is not None:
        waiting = [call for call in state.open.calls if call.status != "done"]
        for call in waiting:
            found += _of_call(session, call, len(state.open.calls), typed.calls.get(call.key))
    if state.failed is not None:
        why = missed_sentence(session) or failure_text(say(error_words(state.failed)), _why(state.failed))
        found.append(Found(f"request.{state.failed.kind}", why))
    if typed.messages is None:
        found += [_of_history(problem) for problem in wrong_messages(session)]
    else:
        found += [replace(_of_history(problem), typed=True) for problem in typed.messages]
    found += [_of_loop(seen) for seen in session.loop_findings()]
    found += [_of_refused(name, event) for name, event in refused.of(session.tree, session.head)]
    found += [Found("tools.file", sentence(problem)) for problem in session.tool_problems]
    found += [Found("session.file", sentence(said), line=session.damaged_lines.get(said, 0)) for said in session.damage]
    return tuple(found)


def _of_history(problem: HistoryProblem) -> Found:
    said = sentence(problem.sentence)
    return Found(f"history.{problem.code}", said, problem.severity, problem.pointer, history=problem)


def _of_loop(seen: LoopFinding) -> Found:
    said = sentence(seen.sentence)
    last = seen.calls[-1] if seen.calls else None
    return Found(f"loop.{seen.code}", said, seen.severity, round=str(seen.round), loop=last)


def _why(error: ProviderError) -> str:
    return say(Words("what.stopped")) if error.kind == "cancelled" else sentence(error.message)


def _of_refused(name: str, event: ResultRecorded) -> Found:
    first, *points = event.text.splitlines() or [""]
    text = one_line(" ".join((first, "; ".join(point.removeprefix("- ") for point in points))))
    if not text.startswith(f"{name} was not run"):  # the same words twice
        said = QCoreApplication.translate("ProblemList", "{tool} was not run: {text}")
        text = fill(said, tool=name or "?", text=text)
    return Found(f"call.{event.status}", text)


def _of_call(session: OpenedSession, call: CallState, of: int, typed: tuple[Problem, ...] | None = None) -> list[Found]:
    place = session.state.open.calls.index(call) + 1 if session.state.open is not None else 0
    return [
        Found(
            problem.rule,
            _told(call.call.name, problem.pointer, sentence(problem.sentence)),
            problem.severity,
            problem.pointer,
            problem.repair,
            call.call.arguments,
            call.key,
            ".".join(str(frame.rounds) for frame in reversed(list(frames(session.state)))),
            place,
            of,
            typed=typed is not None,
            near=problem.near,
        )
        for problem in (session.problems(call.key) if typed is None else typed)
    ]


def _told(tool: str, pointer: str, said: str) -> str:
    """The sentence after the place that it is about, unless it names the tool itself."""
    return said if not pointer and tool in said else f"{tool}{pointer.replace('/', '.')}: {said}"
