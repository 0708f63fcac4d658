"""`step FILE --do DECISIONS.json`: what the window can do with a session, done by a script in its file, one decision after the other.

Above: `__main__`. Below: `step_reading`, `step_edits`, `step_places`, `step_moves`, `step_told`, `workspace`. Nothing runs that is not
asked for; the first decision that is refused ends it.
"""

import argparse
import json
import shutil
from pathlib import Path
from typing import Any

import msgspec

from studio.cli import answering, server_answers, step_decisions, step_model
from studio.cli.command import (
    BAD_FILE,
    CANCELLED,
    DONE,
    SERVER_FAILED,
    STOPPED,
    WRONG_USE,
    CommandError,
    conclude,
    failing,
    parser,
)
from studio.cli.follow import Follower
from studio.cli.moving import conclusion, exit_code, stopped_by_ctrl_c, why_not_finished, written_down
from studio.cli.step_edits import Edits, use_profile
from studio.cli.step_moves import Moves
from studio.cli.step_places import Places
from studio.cli.step_reading import decisions, file_text, help_text, listed
from studio.cli.step_told import kept_lines, standing
from studio.cli.terminal import Terminal
from studio.paths import is_there
from studio.present.terminal_words import for_terminal
from studio.problems import StudioError
from studio.said import plain
from studio.session.notes import Stopped
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace


def main(arguments: list[str]) -> int:
    """Run the command; its exit code."""
    if "--help-decisions" in arguments:
        return conclude(False, _print_decisions)
    options = parser(
        "step", "Do to a session, in its file, what the window can do: edit, run, mock, reject, send, fork."
    )
    options.add_argument("file", type=Path, help="a session file (.tcsession); what is done is written into it")
    options.add_argument(
        "--do",
        required=True,
        metavar="DECISIONS.json",
        help="a JSON list of decisions, or one a line; - reads them from stdin, each is done as it comes",
    )
    options.add_argument("--help-decisions", action="store_true", help="print all decisions with their members")
    options.add_argument("--save", type=Path, metavar="COPY", help="work in a copy; FILE is only read")
    options.add_argument(
        "--dry-run", action="store_true", help="only read the decisions and say whether they can be understood"
    )
    options.add_argument(
        "--trust", action="store_true", help="let the tools files and MCP servers run that the session names"
    )
    options.add_argument(
        "--model", choices=("live",), help="let requests go to the profile of the session, or to whom is named"
    )
    server_answers.add_options(options, models=True)
    answering.add_options(options, "--model-name", "with --model live: who answers (else whom the session names)")
    given = options.parse_args(arguments)
    return conclude(given.as_json, lambda terminal: step(terminal, given))


def _print_decisions(terminal: Terminal) -> int:
    for line in help_text().splitlines():
        terminal.line(line)
    return DONE


async def step(terminal: Terminal, given: argparse.Namespace) -> int:
    """Carry out the decisions; the exit code."""
    given.todo = listed(file_text(given.do)) if given.do != "-" else None
    if given.dry_run:
        if given.todo is None:
            raise CommandError("--dry-run wants a file of decisions.", "From stdin each is done as it comes.")
        count = len(given.todo)
        terminal.line(
            "1 decision can be understood." if count == 1 else f"{count} decisions can be understood.", "result"
        )
        terminal.value({"entry": "end", "decisions": count, "exit": DONE})
        return DONE
    workspace = Workspace()
    try:
        session = _opened(workspace, given)
        try:
            with failing(WRONG_USE):
                if given.trust:
                    _trust(session)
                step_model.make_ready(workspace, session, given)
                given.answers = server_answers.chosen(given)
        except CommandError:
            if given.save is not None:
                await workspace.close_session(session)
                given.save.unlink(missing_ok=True)
            raise
        return await _Doing(terminal, workspace, session, given).all()
    finally:
        await workspace.close()


def _opened(workspace: Workspace, given: argparse.Namespace) -> OpenedSession:
    """The session for writing, in a copy where one is wanted. CommandError 3 when it can only be read."""
    path: Path = given.file
    if given.save is not None:
        path = _copied(given.file, given.save)
    with failing(BAD_FILE):
        session = workspace.open(path, remember=False)
    if session.read_only:
        raise CommandError(session.read_only, "Add --save COPY to work in a copy.", code=BAD_FILE)
    return session


def _copied(file: Path, copy: Path) -> Path:
    if is_there(copy):
        raise CommandError(f"{copy} exists already.", "Choose another name.")
    try:
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
    except OSError as error:
        raise CommandError(f"{file} cannot be copied to {copy}: {error.strerror}.", code=BAD_FILE) from error
    return copy


def _trust(session: OpenedSession) -> None:
    for file in session.untrusted:
        session.trust(session.fingerprint(Path(file.path), file.interpreter), for_good=False)
    for name in session.untrusted_executors():
        session.trust_executor(name, for_good=False)
    for name in session.untrusted_servers():
        session.trust_server(name, for_good=False)


_MENDED = (
    "The decision repair mends what can be, send_anyway sends it all the same; toolcall-studio check names every place."
)


class _Doing:
    """Carries out decisions one after the other, and tells what came of each."""

    def __init__(
        self, terminal: Terminal, workspace: Workspace, session: OpenedSession, given: argparse.Namespace
    ) -> None:
        self._terminal, self._workspace, self._session, self._given = terminal, workspace, session, given
        self._count = 0
        self._stop: Stopped | None = None
        self._unasked: StudioError | None = None
        self._follower = None if terminal.as_json else Follower(terminal, session, stops=False)

    async def all(self) -> int:
        """All of them, to the first that is refused or fails; the exit code."""
        self._terminal.value(
            {"entry": "standing", **standing(self._session, self._session.tree.last, self._session.standing)}
        )
        why: StudioError | None = None
        code = DONE
        with written_down(self._session), stopped_by_ctrl_c(self._session):
            async with server_answers.answering(self._session, self._given.answers):
                try:
                    async for decision in decisions(self._given.todo):
                        code = await self._one(decision)
                        if code != DONE:
                            break
                except CommandError as error:
                    code, why = error.code, error
                except StudioError as error:
                    code, why = STOPPED, error
        if code == DONE and self._stop is not None and self._stop.reason == "exception":
            code = exit_code(self._stop)
        return self._end(code, why)

    async def _one(self, decision: step_decisions.AnyDecision) -> int:
        """Carry out one; the exit code with which the whole ends, 0 to go on. Raises StudioError when it is refused."""
        self._count += 1
        name = str(decision.__struct_config__.tag)
        if self._follower is not None:
            self._follower.decided(_told(name, self._session.blanked(decision)))
        before = self._session.tree.last
        try:
            self._stop = await self._do(decision)
        except StudioError as error:
            raise _numbered(error, self._count, name) from error
        told = standing(self._session, before, self._stop or self._session.standing) if self._terminal.as_json else {}
        self._terminal.value({"entry": "done", "decision": self._count, "do": name, **told})
        if isinstance(decision, step_decisions.List):
            for line in kept_lines(self._session):
                self._terminal.line(line)
        if self._follower is not None and self._stop is not None:
            self._follower.stopped(self._stop)
        if self._stop is not None and self._stop.what == "no_answer":
            self._unasked = step_model.unasked(self._given, self._count, name)
            return STOPPED
        code = exit_code(self._stop) if self._stop is not None else DONE
        return code if code in (CANCELLED, SERVER_FAILED) else DONE

    async def _do(self, decision: step_decisions.AnyDecision) -> Stopped | None:
        kind = type(decision)
        if isinstance(decision, step_decisions.Profile):
            use_profile(self._workspace, self._session, decision.name)
        elif kind in Edits:
            Edits[kind](self._session, decision)
        elif kind in Places:
            Places[kind](self._session, decision)
        else:
            step_model.check(self._workspace, self._session, decision)
            return await Moves[kind](self._session, decision)
        return None

    def _end(self, code: int, why: StudioError | None) -> int:
        if self._follower is not None:
            self._follower.end()
        why = why or self._unasked
        if why is None and code != DONE and self._stop is not None:
            why = why_not_finished(self._session, self._stop)
            if why is not None and self._stop.what == "invalid_history":
                why = StudioError(why.sentence, _MENDED)
        self._terminal.line(f"Session: {self._session.path}", "quiet")
        return conclusion(self._terminal, {"file": str(self._session.path), "decisions": self._count}, code, why)


def _numbered(error: StudioError, count: int, name: str) -> CommandError:
    """The error with the number of its decision."""
    code = error.code if isinstance(error, CommandError) and error.code != WRONG_USE else STOPPED
    return CommandError(
        f"Decision {count} ({name}) was refused: {for_terminal(error.sentence)}", for_terminal(error.help), code=code
    )


def _told(name: str, decision: step_decisions.AnyDecision) -> str:
    """A decision as it was written, what is left at its default left out."""
    fields = msgspec.structs.fields(decision)
    values = {field.encode_name: getattr(decision, field.name) for field in fields}
    said = [
        f"{field.encode_name}: {_short(values[field.encode_name])}"
        for field in fields
        if field.required or values[field.encode_name] != field.default
    ]
    return f"{name} ({', '.join(said)})" if said else name


def _short(value: Any) -> str:
    text = (
        value if isinstance(value, str) else json.dumps(msgspec.to_builtins(value, enc_hook=plain), ensure_ascii=False)
    )
    return text if len(text) <= 80 else f"{text[:80]}…"
