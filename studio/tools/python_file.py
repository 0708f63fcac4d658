"""The tools of a Python file: nothing of it runs before `load`; afterwards its functions run in a process of their own.

Above: `workspace`. Below: `worker_process`, `python_call`, `signature`. One process serves all calls; a time-out in a call
that cannot be cancelled ends it, and the next call starts a new one from the same bytes of the file.
"""

import asyncio
import hashlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from studio import paths
from studio.messages.toolspec import ToolSpec
from studio.said import said
from studio.tools import strategies, tools_file
from studio.tools.process_group import how_it_ended
from studio.tools.python_call import PythonCall
from studio.tools.signature import tool_spec
from studio.tools.tool import CallContext, Outcome
from studio.tools.tools_file import LoadedTools, Skipped, ToolsFileError
from studio.tools.worker_process import WorkerProcess

STATE_LOST = said("The tool process had ended and was started again; what the tools kept in memory is lost.")
_CANCEL_PATIENCE = 2.0
_CLOSE_PATIENCE = 1.0
_MOST_OUTPUT = 64_000
_MOST_DETAIL = 8_000


class PythonTools:
    """A tools file under an interpreter (None: our own). Times in seconds; for use from one event loop.

    `on_file_output(text)` is told what the file prints outside of calls.
    """

    def __init__(
        self,
        path: Path,
        interpreter: str | None = None,
        load_timeout: float = 20.0,
        call_timeout: float = 60.0,
        on_file_output: Callable[[str], None] | None = None,
    ) -> None:
        self.path = path.absolute()
        self.interpreter = interpreter or sys.executable
        self.file_output = ""
        self._load_timeout = load_timeout
        self._call_timeout = call_timeout
        self._on_file_output = on_file_output
        self._source: bytes | None = None
        self._functions: dict[str, dict[str, Any]] = {}
        self._worker: WorkerProcess | None = None
        self._starting = asyncio.Lock()
        self._answer: asyncio.Future[dict[str, Any]] | None = None
        self._calls: dict[str, PythonCall] = {}
        self._count = 0
        self._why = ""

    @property
    def pid(self) -> int | None:
        """The process id of the worker; None when none runs."""
        return None if self._worker is None else self._worker.pid

    def fingerprint(self) -> str:
        """A hash of the file's content and the interpreter, for trust. Runs nothing. ToolsFileError if unreadable."""
        return self._fingerprint_of(self._read())

    async def load(self, trusted: str | None = None, *, toolless: bool = False) -> LoadedTools:
        """Import the file in a new process and find its tools. ToolsFileError says why it cannot be used; with `toolless` it need not
        have any.

        With `trusted` (a fingerprint) nothing runs when the content is another one by now. Calls under way of an
        earlier load end as `died`.
        """
        source = self._read()
        if trusted is not None and trusted != self._fingerprint_of(source):
            raise tools_file.changed(self.path)
        await self.close()
        async with self._starting:
            self._source, self.file_output = source, ""
            try:
                return self._loaded(await self._start(source), toolless=toolless)
            except BaseException:
                self._source = None
                await self._end_worker(patience=0)
                raise

    async def run(self, name: str, arguments: dict[str, Any], context: CallContext) -> Outcome:
        """Run a function once. Raises nothing but cancellation, and then only when the call has really been stopped."""
        try:
            worker, notice = await self._ready()
        except ToolsFileError as error:
            return Outcome("error", strategies.not_run(name, str(error)), error.detail)
        if name not in self._functions:
            return Outcome("error", strategies.unknown_tool(name, list(self._functions)))
        call = PythonCall(name, context.on_output, context.on_progress)
        seconds = context.seconds or self._functions[name].get("timeout") or self._call_timeout
        outcome = await self._run_in(worker, call, _asked(name, arguments, context), seconds)
        return msgspec.structs.replace(outcome, detail=f"{notice}\n{outcome.detail}".strip()) if notice else outcome

    async def ask(self, function: str, message: str, history: list[dict[str, Any]], seconds: float) -> Outcome:
        """Ask a function of the file, which need be no tool, which tools to offer: the outcome's text is a JSON list of names. Raises
        nothing but cancellation, and then only when the function has really been stopped."""
        try:
            worker, _ = await self._ready()
        except ToolsFileError as error:
            return Outcome("error", strategies.not_run(function, str(error)), error.detail)
        given = {"message": message, "history": history}
        asked = {"op": "ask", "name": function, "arguments": given, "label": function}
        return await self._run_in(worker, PythonCall(function), asked, seconds)

    async def close(self) -> None:
        """End the worker; no process is left. Calls under way end as `died`. `load` may be called again."""
        async with self._starting:
            self._source = None
            await self._end_worker(_CLOSE_PATIENCE)

    def _read(self) -> bytes:
        try:
            return paths.file_bytes(self.path)
        except (OSError, ValueError) as error:
            raise tools_file.unreadable(self.path, error) from None

    def _fingerprint_of(self, source: bytes) -> str:
        return hashlib.sha256(source + b"\0" + self.interpreter.encode("utf-8", "surrogateescape")).hexdigest()

    def _loaded(self, told: dict[str, Any], *, toolless: bool) -> LoadedTools:
        skipped = tuple(Skipped(each["name"], each["reason"], each["line"]) for each in told["skipped"])
        self._functions = {each["name"]: each for each in told["functions"]}
        if not self._functions and not toolless:
            raise tools_file.nothing_found(self.path, skipped, self.file_output)
        specs = tuple(tool_spec(each, self.path.name) for each in told["functions"])
        return LoadedTools(specs, skipped, self.file_output, told["python"])

    async def _ready(self) -> tuple[WorkerProcess, str]:
        """The worker, and what to say when it had to be started again."""
        async with self._starting:
            if self._worker is not None and not self._worker.ended.done():
                return self._worker, ""
            if self._source is None:
                raise tools_file.not_loaded(self.path)
            try:
                await self._start(self._source)
            except BaseException:
                await self._end_worker(patience=0)
                raise
            assert self._worker is not None
            return self._worker, STATE_LOST

    async def _start(self, source: bytes) -> dict[str, Any]:
        """Start a process and have it load the file; what it answered."""
        loop = asyncio.get_running_loop()
        answer = self._answer = loop.create_future()
        worker = WorkerProcess(self.interpreter, self.path.parent, self._take, self._take_stray)
        self._why = ""
        try:
            await worker.start()
        except OSError as error:
            raise tools_file.cannot_start(self.interpreter, error) from None
        self._worker = worker
        worker.ended.add_done_callback(lambda ended: self._lost(worker, ended.result()))
        worker.send(
            {
                "op": "load",
                "path": str(self.path),
                "source": source.decode("latin-1"),
                "importable": [str(paths.importable())],
            }
        )
        await asyncio.wait({answer, worker.ended}, timeout=self._load_timeout, return_when=asyncio.FIRST_COMPLETED)
        return self._answered(worker, answer)

    def _answered(self, worker: WorkerProcess, answer: asyncio.Future[dict[str, Any]]) -> dict[str, Any]:
        about = (worker.connected, self.interpreter, self.file_output)
        if answer.done():
            if answer.result()["op"] == "refused":
                raise tools_file.refused(self.path, answer.result(), self.file_output)
            return answer.result()
        if worker.ended.done():
            raise tools_file.ended(self.path, worker.ended.result(), *about)
        raise tools_file.hangs(self.path, self._load_timeout, *about)

    async def _run_in(
        self, worker: WorkerProcess, call: PythonCall, message: dict[str, Any], timeout: float
    ) -> Outcome:
        self._count += 1
        key, name = str(self._count), call.name
        self._calls[key] = call
        try:
            worker.send({"call": key, **message})
            await asyncio.wait({call.done}, timeout=timeout)
            if call.done.done():
                return call.outcome(self._why, self.file_output[-_MOST_DETAIL:])
            await self._stop(worker, key, call, f"{name} took longer than {timeout:g} seconds")
            return call.timed_out(timeout)
        except asyncio.CancelledError:
            await self._stop(worker, key, call, f"{name} was cancelled")
            raise
        finally:
            del self._calls[key]

    async def _stop(self, worker: WorkerProcess, key: str, call: PythonCall, why: str) -> None:
        """Stop a call for real: told so where it can hear it, as a coroutine or by its context; else its process is ended."""
        try:
            if self._functions.get(call.name, {}).get("stoppable") and not call.done.done():
                worker.send({"op": "cancel", "call": key})
                await asyncio.wait({call.done}, timeout=_CANCEL_PATIENCE)
        finally:
            if not call.done.done():
                self._why = why
                worker.kill()
                await asyncio.wait({worker.ended})

    def _take(self, message: dict[str, Any]) -> None:
        call = self._calls.get(message.get("call") or "")
        match message["op"]:
            case "output" if call is not None:
                call.take_output(message["stream"], message["text"])
            case "output":
                self._take_stray(message["text"])
            case "progress":
                if call is not None:
                    call.take_progress(message["fraction"], message["text"])
            case "done":
                if call is not None:
                    call.finish(message)
            case _:
                if self._answer is not None and not self._answer.done():
                    self._answer.set_result(message)

    def _take_stray(self, text: str) -> None:
        self.file_output = (self.file_output + text)[-_MOST_OUTPUT:]
        if self._on_file_output is not None:
            self._on_file_output(text)

    def _lost(self, worker: WorkerProcess, code: int) -> None:
        if self._worker is not worker:
            return
        self._worker = None
        self._why = self._why or how_it_ended(code)
        for call in self._calls.values():
            call.finish(None)

    async def _end_worker(self, patience: float) -> None:
        if self._worker is not None:
            self._why = self._why or "it was closed"
            await self._worker.close(patience)


def _asked(name: str, arguments: dict[str, Any], context: CallContext) -> dict[str, Any]:
    """The message that begins a call; what its `ToolContext` will say of it goes with it."""
    ids = {each: getattr(context, each) for each in ("session_id", "call_id", "memory_id", "idempotency_key")}
    label = f"{name} {context.call_id}"
    return {"op": "call", "name": name, "arguments": arguments, "label": label, "ids": ids}


class PythonTool:
    """One function of a tools file as a `Tool`."""

    def __init__(self, spec: ToolSpec, file: PythonTools) -> None:
        self.spec = spec
        self._file = file

    async def run(self, arguments: dict[str, Any], context: CallContext) -> Outcome:
        """Run once in the file's process; see `PythonTools.run`."""
        return await self._file.run(self.spec.name, arguments, context)
