"""Sources of tools as they are asked: a function of a trusted tools file, in its worker.

Above: `services`. Below: `world`, `tools/python_file` through `wiring`. A file that nobody trusts runs nothing; that is its answer.
"""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from studio.engine.services import SourceAnswer
from studio.problems import StudioError
from studio.said import said
from studio.session.setup import Setup, ToolFile
from studio.session.toolbox import ToolSource
from studio.tools.tool import Outcome
from studio.workspace import wiring
from studio.workspace.world import World

if TYPE_CHECKING:
    from studio.tools.python_file import PythonTools

_OURS = "the file has no function "
"""What the worker says of a function that is none."""
LoadedFile = Callable[[ToolFile], Awaitable["PythonTools"]]


class Sources:
    """Asks the sources of one session. `of_session` gives the worker of a file whose tools the session has, started if need be; any
    other file has a worker here."""

    def __init__(self, world: World, of_session: LoadedFile) -> None:
        self._world = world
        self._of_session = of_session
        self._own: dict[ToolFile, PythonTools] = {}

    async def ask(self, setup: Setup, source: ToolSource, message: str, history: list[dict[str, Any]]) -> SourceAnswer:
        """What the source names; why it names nothing. Raises nothing but cancellation."""
        try:
            tools = await self._worker(setup, source)
        except StudioError as error:
            return SourceAnswer(error=str(error))
        outcome = await tools.ask(source.function, message, history, setup.call_seconds)
        clean = self._world.redactor.text
        if outcome.status != "ok":
            return SourceAnswer(error=clean(_said(outcome.text)), seconds=outcome.seconds)
        return SourceAnswer(_names(outcome), seconds=outcome.seconds)

    async def close(self) -> None:
        """End the workers that are of sources alone."""
        while self._own:
            await self._own.popitem()[1].close()

    async def _worker(self, setup: Setup, source: ToolSource) -> "PythonTools":
        """The worker of the source's file. Raises StudioError when it may not run, or cannot."""
        path = Path(source.file)
        of_session = next((file for file in setup.files if Path(file.path) == path), None)
        interpreter = of_session.interpreter if of_session is not None else ""
        now = ToolFile(str(path), interpreter, wiring.python_tools(path, interpreter).fingerprint())
        if of_session is not None and now == of_session:
            return await self._of_session(self._trusted(now))
        return self._own.get(now) or await self._started(self._trusted(now))

    def _trusted(self, file: ToolFile) -> ToolFile:
        if not self._world.trusts(file):
            raise StudioError(
                said("{file} is not trusted yet, or it changed since.", file=Path(file.path).name),
                said("Review it and trust it, or switch the source off."),
            )
        return file

    async def _started(self, file: ToolFile) -> "PythonTools":
        """A worker for what the file holds now; that of an earlier content ends."""
        for old in [each for each in self._own if each.path == file.path]:
            await self._own.pop(old).close()
        tools = wiring.python_tools(Path(file.path), file.interpreter)
        await tools.load(file.fingerprint, toolless=True)
        self._own[file] = tools
        return tools


def _names(outcome: Outcome) -> tuple[str, ...]:
    """The worker has looked at what the function gave; its text is a JSON list of names. Halves of characters are in no name."""
    return tuple(str(name).encode("utf-8", "replace").decode() for name in json.loads(outcome.text))


def _said(text: str) -> str:
    """The errors of a function keep their kind; our own word has none."""
    return text.removeprefix("LookupError: ") if text.startswith(f"LookupError: {_OURS}") else text
