"""Moving a session from the terminal: Ctrl+C that stops cleanly, the exit code of where it stopped, and why in a sentence.

Above: `demo`, `run`, `replay`. Below: `workspace`, `command`.
"""

import asyncio
import contextlib
import signal
import sys
from collections.abc import Iterator
from typing import Any

from studio.cli.command import CANCELLED, CHECK_FAILED, DONE, SERVER_FAILED, STOPPED, WRONG_USE, CommandError
from studio.cli.terminal import Terminal
from studio.messages.reply import ProviderError
from studio.present.labels import english
from studio.present.stop_words import error_words, failure_text, stop_words, unknown_name
from studio.present.terminal_words import for_terminal
from studio.present.text_lines import visible
from studio.problems import StudioError
from studio.session.notes import Stopped
from studio.tasks import spawn
from studio.workspace.changes import Change, ModeChanged
from studio.workspace.failure_advice import advice_code, advice_template
from studio.workspace.opened import OpenedSession

NOBODY_THERE = "nobody could be asked for approval"
"""The text of the stop after a call that was rejected for want of a terminal."""
NO_TERMINAL = "Run it at a terminal, or say --approve all or --approve none."
HERE = {
    "tools_refused": "Choose a model that takes tools, or add --calls auto: the tools are told as text then.",
    "key_refused": "Check the key: --key-env NAME or the profile names the variable that holds it.",
}
"""What a command says otherwise than the window, by the code of the advice."""


def exit_code(stop: Stopped) -> int:
    """The exit code for where a session came to rest."""
    match stop:
        case Stopped(reason="finished"):
            return DONE
        case Stopped(what="stopped"):
            return CANCELLED
        case Stopped(what="provider_error" | "server_missing"):
            return SERVER_FAILED
        case Stopped(what="no_answer"):
            return WRONG_USE
        case Stopped(what="differs" | "missed_result" | "missed_undo" | "failed"):
            return CHECK_FAILED
        case _:
            return STOPPED


def why_not_finished(session: OpenedSession, stop: Stopped) -> StudioError | None:
    """The error that a stop short of the end is; None when it is none: an end, a difference, Ctrl+C."""
    code, state = exit_code(stop), session.tree.state(stop.at)
    if code in (DONE, CANCELLED) or (code == CHECK_FAILED and stop.what != "failed"):
        return None
    if code == WRONG_USE and stop.text:
        return StudioError(for_terminal(session.blanked(stop.text)))
    if code == SERVER_FAILED and state.failed is not None:
        why = failure_text(english(error_words(state.failed)), state.failed.message)
        told = f"The request failed: {why}".rstrip(".: ")
        return StudioError(
            session.blanked(told if told.endswith(("?", "!")) else f"{told}."), _what_to_do(state.failed)
        )
    head, *rest = (for_terminal(english(part)) for part in stop_words(stop, state))
    known = session.why_not_offered(unknown_name(stop, session.state))
    rest = [known, *rest[1:]] if known is not None else rest
    more = f" ({', '.join(part.rstrip('.') for part in rest)})" if rest else ""
    return StudioError(
        session.blanked(f"Stopped before the end: {head}{more}."), NO_TERMINAL if stop.text == NOBODY_THERE else ""
    )


def _what_to_do(error: ProviderError) -> str:
    wait = f"The server asks to wait {error.retry_after:g} s. " if error.retry_after else ""
    return f"{wait}{HERE.get(advice_code(error)) or advice_template(error)}".rstrip()


def conclusion(terminal: Terminal, said: dict[str, Any], code: int, why: StudioError | None) -> int:
    """The last JSON value of a command that moved a session, with `said`, and the error on stderr too; the exit code."""
    error = {"error": {"sentence": why.sentence, "help": why.help}} if why is not None else {}
    terminal.value({"entry": "end", **said, "exit": code, **error})
    if why is not None:
        terminal.flush()
        print(visible(str(why)), file=sys.stderr)
    return code


@contextlib.contextmanager
def stopped_by_ctrl_c(session: OpenedSession) -> Iterator[None]:
    """Meanwhile Ctrl+C cancels what is under way, so that the session is written to its end; without it, it would be cut off."""
    loop = asyncio.get_running_loop()

    def cancel(*_: object) -> None:
        loop.call_soon_threadsafe(lambda: spawn(session.cancel(), name="cancel"))

    former = signal.signal(signal.SIGINT, cancel)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former)


@contextlib.contextmanager
def written_down(session: OpenedSession) -> Iterator[None]:
    """Raise CommandError when meanwhile something could not be written, also where the session itself went on: a short line
    may still fit where a long one did not."""
    lost: list[str] = []

    def take(change: Change) -> None:
        if isinstance(change, ModeChanged) and session.saved not in ("saved", "saving"):
            lost.append(session.saved)

    end = session.subscribe(take)
    try:
        yield
    finally:
        end()
    if lost:
        raise CommandError(lost[0], code=STOPPED)


@contextlib.contextmanager
def ctrl_c_as_usual() -> Iterator[None]:
    """Meanwhile Ctrl+C raises KeyboardInterrupt, for questions that hold everything up."""
    former = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former)
