"""What all commands share: exit codes, errors as sentences, and the event loop.

Above: every command. Below: `problems`, `terminal`. Knows no command.
"""

import argparse
import asyncio
import contextlib
import os
import sys
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, NoReturn

from studio.cli.terminal import OutputError, Terminal
from studio.present.terminal_words import for_terminal
from studio.present.text_lines import visible
from studio.problems import StudioError
from studio.store.session_error import NotWrittenError

DONE = 0
CHECK_FAILED = 1
WRONG_USE = 2
BAD_FILE = 3
SERVER_FAILED = 4
STOPPED = 5
CANCELLED = 130
NOBODY_READS = 141
"""As the shell says it of a program that wrote into a closed pipe."""


class CommandError(StudioError):
    """A command that cannot go on; `code` is its exit code."""

    def __init__(self, sentence: str, help: str = "", *, code: int = WRONG_USE) -> None:
        super().__init__(sentence, help)
        self.code = code


@contextlib.contextmanager
def failing(code: int) -> Iterator[None]:
    """Errors meant for a person end the command with `code`; those that have a code keep it, and so do those of the output.
    A session that cannot be written stops what was going on: 5."""
    try:
        yield
    except (CommandError, OutputError):
        raise
    except NotWrittenError as error:
        raise CommandError(error.sentence, error.help, code=STOPPED) from error
    except StudioError as error:
        raise CommandError(for_terminal(error.sentence), for_terminal(error.help), code=code) from error


class _Parser(argparse.ArgumentParser):
    """Wrong options are an error like any other: a sentence, and a document with JSON."""

    def error(self, message: str) -> NoReturn:
        """End the program."""
        told = CommandError(f"{message[:1].upper()}{message[1:]}.", f"See {self.prog} --help.")
        self.exit(conclude("--json" in sys.argv, lambda _: _raised(told)))


def _raised(error: StudioError) -> int:
    raise error


def parser(name: str, said: str) -> argparse.ArgumentParser:
    """The parser of a command, with `--json`."""
    made = _Parser(prog=f"toolcall-studio {name}", description=said)
    made.add_argument("--json", action="store_true", dest="as_json", help="print JSON instead of text")
    return made


def conclude(as_json: bool, work: Callable[[Terminal], int | Coroutine[Any, Any, int]]) -> int:
    """Do the work of a command and give its exit code; errors become one sentence on stderr (and a document with JSON)."""
    _let_everything_through()
    terminal = Terminal(as_json=as_json)
    try:
        done = work(terminal)
        code = done if isinstance(done, int) else asyncio.run(done)
        terminal.flush()
        return code
    except RecursionError:
        return _failed(terminal, CommandError("Something in it is nested too deep to be read or shown.", code=BAD_FILE))
    except OutputError as error:
        _print_no_more()
        return _failed(Terminal(), CommandError(error.sentence, code=STOPPED))
    except StudioError as error:
        return _failed(terminal, error)
    except KeyboardInterrupt:
        return CANCELLED
    except BrokenPipeError:
        # Whoever read our output has gone.
        _print_no_more()
        return NOBODY_READS


def _print_no_more() -> None:
    """Python would complain once more when it flushes at its end."""
    os.dup2(_nowhere(), sys.stdout.fileno())


def _nowhere() -> int:
    return os.open(os.devnull, os.O_WRONLY)


def _failed(terminal: Terminal, error: StudioError) -> int:
    try:
        terminal.value({"error": {"sentence": error.sentence, "help": error.help}})
    except (OutputError, BrokenPipeError):
        _print_no_more()
    print(visible(_told(error)), file=sys.stderr)
    return error.code if isinstance(error, CommandError) else WRONG_USE


def _told(error: StudioError) -> str:
    """The sentence and what to do; after a list that begins a line."""
    return f"{error.sentence}\n{error.help}".rstrip() if "\n" in error.sentence else str(error)


def _let_everything_through() -> None:
    """A terminal that cannot show a character gets its escape instead of an error; a stream that is closed swallows all."""
    sys.stdout, sys.stderr = (stream or os.fdopen(_nowhere(), "w") for stream in (sys.stdout, sys.stderr))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
