"""A tool that is a command line: one process a call, never a shell; what it prints is the result.

Above: `workspace/wiring`. Below: `command_words`, `child_process`. Time-out, cancel and too much output end the process with all
that it started.
"""

import asyncio
import codecs
import json
import os
import time
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from studio.messages.toolspec import ToolSpec
from studio.paths import is_folder
from studio.session.executors import CommandLine
from studio.tools import strategies
from studio.tools.child_process import ChildProcess
from studio.tools.command_words import words_of
from studio.tools.filled import UnfilledError
from studio.tools.process_group import how_it_ended
from studio.tools.tool import CallContext, OnOutput, Outcome
from studio.tools.variables import Variables
from studio.wire.redact import Redactor

NOTHING = "Success"
_CALL_SECONDS = 60.0
_LAST_LINES = 20
_MOST_LAST = 4_000


class CommandTool:
    """A command line as a `Tool`. `variables` give what the environment holds."""

    def __init__(self, spec: ToolSpec, command: CommandLine, variables: Variables) -> None:
        self.spec = spec
        self._command = command
        self._variables = variables

    async def run(self, arguments: dict[str, Any], context: CallContext) -> Outcome:
        """Run the command once. Raises nothing but cancellation, and then only when the process is gone."""
        began = time.monotonic()
        heard = _Heard(context.on_output, self._variables.redactor)
        try:
            child = self._child(arguments, heard)
            await child.start()
        except UnfilledError as error:
            return Outcome("error", strategies.not_run(self.spec.name, str(error)))
        except (OSError, ValueError) as error:
            return Outcome("error", strategies.not_run(self.spec.name, self._why(error)))
        outcome = await self._ended(child, context.seconds or _CALL_SECONDS)
        heard.end()
        return replace(outcome, stderr=_text(child.errors), seconds=time.monotonic() - began)

    def _child(self, arguments: dict[str, Any], heard: "_Heard") -> ChildProcess:
        command = self._command
        environment = {**os.environ, **{name: self._variables.filled(text) for name, text in command.env.items()}}
        given = json.dumps(arguments).encode("ascii") if command.stdin == "json" else None
        folder = Path(command.folder) if command.folder else None
        return ChildProcess(words_of(command, arguments), folder, environment, given, command.most_bytes, heard.take)

    async def _ended(self, child: ChildProcess, seconds: float) -> Outcome:
        try:
            await asyncio.wait({child.ended}, timeout=seconds)
            if not child.ended.done():
                await child.stop()
                return replace(
                    Outcome("timeout", strategies.timed_out(self.spec.name, seconds)), stdout=self._head(child)
                )
        except asyncio.CancelledError:
            await child.stop()
            raise
        return self._outcome(child, child.ended.result())

    def _outcome(self, child: ChildProcess, code: int) -> Outcome:
        name, printed = self.spec.name, self._head(child)
        if child.flooded:
            most = f"{self._command.most_bytes:,} bytes"
            text = f"{printed}\n[cut here: {name} printed more than {most} and was stopped]"
            return Outcome("error", text)
        if code < 0:
            return Outcome("died", strategies.worker_died(name, how_it_ended(code)), stdout=printed)
        if code:
            clean = self._variables.redactor.text
            last = _last(clean(_text(child.errors))) or _last(clean(printed))
            ended = f"{name} ended with {how_it_ended(code)}"
            return Outcome("error", f"{ended}:\n{last}" if last else f"{ended}.", stdout=printed)
        if "\0" in printed:
            return Outcome("ok", f"{name} printed {len(child.printed):,} bytes that are no text.")
        return Outcome("ok", printed.rstrip("\r\n") or NOTHING)

    def _head(self, child: ChildProcess) -> str:
        """What it printed, without half of a secret where it was cut."""
        printed = child.printed
        return _text(self._variables.head(printed, self._command.most_bytes) if child.flooded else printed)

    def _why(self, error: OSError | ValueError) -> str:
        """Why the process could not be started, in a sentence."""
        program, folder = self._command.argv[0], self._command.folder
        if folder and not is_folder(Path(folder)):
            return f"there is no folder {folder}."
        if isinstance(error, FileNotFoundError):
            return f"the program {program} was not found."
        if isinstance(error, OSError):
            return f"the program {program} cannot be started: {error.strerror}."
        return "an argument holds a character that no command line can hold."


class _Heard:
    """Passes stderr on as it comes, without secrets and in whole characters."""

    def __init__(self, on_output: OnOutput | None, redactor: Redactor) -> None:
        self._on_output = on_output
        self._running = redactor.running()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def take(self, data: bytes) -> None:
        """The next bytes."""
        self._pass_on(self._running.feed(data))

    def end(self) -> None:
        """No more will come."""
        self._pass_on(self._running.end(), final=True)

    def _pass_on(self, data: bytes, *, final: bool = False) -> None:
        text = self._decoder.decode(data, final)
        if text and self._on_output is not None:
            self._on_output("stderr", text)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _last(text: str) -> str:
    """The last lines of a text; of a very long line its end."""
    return "\n".join(text.rstrip().splitlines()[-_LAST_LINES:])[-_MOST_LAST:]
