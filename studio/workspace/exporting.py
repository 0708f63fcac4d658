"""An open session written out: as a transcript, as an HTTP archive, as the document of `show --json`. The session stays as it is.

Above: `opened`, both fronts. Below: `export_writing`, `store/session_file`. Nothing runs, and no secret of this run goes along.
"""

import asyncio
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

from studio.paths import is_there
from studio.present.exchanges import Exchanged, path_exchanges
from studio.present.transcript_pieces import Choice
from studio.said import said
from studio.session.journal import Journal, NowhereSink
from studio.session.nodes import NodeId
from studio.store import session_file
from studio.store.shelf import in_use
from studio.workspace import export_writing
from studio.workspace.export_writing import FORMS, ExportedFile, ExportError, Form, Source, StoppedError
from studio.workspace.moved import MovedSession

__all__ = ["FORMS", "Choice", "ExportError", "ExportedFile", "ExportingSession", "Form"]

PREVIEW = 60_000
"""Characters of a preview."""
_AT_ONCE = 0.08


def form_of(path: Path) -> Form:
    """What is to be written, by the ending of a file's name. Raises ExportError for one that says nothing."""
    found = FORMS.get(path.suffix.lower())
    if found is None:
        raise ExportError(
            said(
                "What is to be written is told by the ending of its name, and {name} has none of them.", name=path.name
            ),
            said("Use .md or .html for a transcript, .json for the document, .har for the HTTP archive."),
        )
    return found


class ExportingSession(MovedSession):
    """Exports that only read."""

    async def export(
        self,
        path: Path,
        choice: Choice = Choice(),  # noqa: B008 - a frozen value
        *,
        branch: str | None = None,
        told: Callable[[float], object] = lambda _far: None,
    ) -> ExportedFile:
        """Write the session to `path`, in the form that its name ends in: of the named branch, else of that of the head. In a thread and
        from a reading of its own; `told` hears there how far it is. Whole or not at all, also when it is cancelled. Raises StudioError."""
        path = path.absolute()  # noqa: ASYNC240 - reads no file
        form, start = form_of(path), self._start_of(branch)
        self._check_target(path)
        if form == "har" and not any(one.kept and one.request.source == "live" for one in self._exchanges(start)):
            raise ExportError(
                said("Nothing of this branch went over HTTP."), said("An archive holds what was asked of a live model.")
            )
        stop = Event()

        def hear(far: float) -> None:
            if stop.is_set():
                raise StoppedError(said("Stopped."))
            told(far)

        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            file = self._reading(Path(folder))
            loop = asyncio.get_running_loop()
            work = loop.run_in_executor(None, lambda: self._write(file, path, form, choice, start, hear))
            try:
                return await asyncio.shield(work)
            except asyncio.CancelledError:
                stop.set()
                await asyncio.wait((work,))
                if not work.cancelled():
                    work.exception()  # looked at, so that nobody calls it lost
                raise

    async def transcript_preview(self, form: Form, choice: Choice, branch: str | None = None) -> tuple[str, bool]:
        """The beginning of a transcript as it would be written, and whether it is all of it. Raises ExportError."""
        await asyncio.to_thread(self._wired.world.prices.load)
        ends: list[float] = []

        def enough() -> bool:
            """Counted from the first step on: to find that one may take its time."""
            now = time.perf_counter()
            ends[:] = ends or [now + _AT_ONCE]
            return now > ends[0]

        source = self._source(self.journal, self._start_of(branch), self.damage)
        return export_writing.preview(source, form, choice, PREVIEW, enough)

    def _exchanges(self, start: NodeId) -> Iterator[Exchanged]:
        tip = next((one.tip for one in self.branches if one.start == start), self.head)
        return path_exchanges(self.tree, tip)

    def _start_of(self, branch: str | None) -> NodeId:
        if branch is None:
            return self.tree.branch_of(self.head) if self.head else NodeId(0)
        found = next((one.start for one in self.branches if one.name == branch), None)
        if found is None:
            known = ", ".join(one.name for one in self.branches)
            raise ExportError(
                said("There is no branch named {name}.", name=branch), said("There are: {names}.", names=known)
            )
        return found

    def _check_target(self, path: Path) -> None:
        """A session is never overwritten by what is made of it."""
        if is_there(path) and (path.samefile(self.path) or in_use(path)):
            raise ExportError(said("{file} is open as a session itself.", file=path.name), said("Choose another name."))

    def _reading(self, folder: Path) -> Path:
        """A file that a thread may read. The session's own handle reads it where locks bind everybody, and where it was moved away."""
        if self._sink is None:
            return self.path
        copy = folder / "copy.tcsession"
        self._sink.copy_to(copy)
        return copy

    def _write(
        self, file: Path, path: Path, form: Form, choice: Choice, start: NodeId, told: Callable[[float], object]
    ) -> ExportedFile:
        read = session_file.read(file)
        journal = Journal(read.tree, NowhereSink(), lambda: 0, read.notes, read.head)
        journal.title = journal.title or read.header.title
        return export_writing.write(self._source(journal, start, self.damage), path, form, choice, told)

    def _source(self, journal: Journal, start: NodeId, damage: tuple[str, ...]) -> Source:
        world = self._wired.world
        title = journal.title or self.path.stem
        cost = world.prices.cost_of
        return Source(journal, start, title, self.path.name, self.begun, damage, world.redactor, cost)
