"""The calls that are due, run: one, or all of a reply at once; and the stop that comes of it.

Above: `stepper`. Below: `before_call`, `calling`, `raised`. All was decided before; one call that goes wrong does
not touch the others.
"""

import asyncio
from collections.abc import Sequence

from msgspec.structs import replace

from studio.engine import raised
from studio.engine.before_call import BeforeCall
from studio.engine.calling import Calling
from studio.engine.edits import open_call
from studio.engine.missing import MissedError
from studio.engine.services import Services
from studio.engine.under_way import UnderWay
from studio.problems import StudioError
from studio.session.journal import Cursor, Journal
from studio.session.nodes import CallKey
from studio.session.notes import Stopped
from studio.tasks import spawn


class Batch:
    """Runs calls of one session."""

    def __init__(self, journal: Journal, services: Services, under_way: UnderWay, before: BeforeCall) -> None:
        self._journal = journal
        self._services = services
        self._before = before
        self._under_way = under_way
        self._calling = Calling(journal, services, under_way)

    async def run(self, keys: Sequence[CallKey], cursor: Cursor) -> Stopped | None:
        """Run calls, several at once, and append their results; the stop after the first of them, in their order, that has one."""
        if len(keys) == 1:
            stops = [await self._caught(keys[0], cursor)]
        else:
            # Held before anything is waited for: what was decided of them stays decided until each has run.
            held = {key: self._under_way.begin(key, cursor) for key in keys}
            try:
                unready = await self._unready(keys, cursor)
                if unready is not None:
                    return unready
                stops = await self._at_once(keys, cursor)
            finally:
                for key, run in held.items():
                    self._under_way.end(key, run)
        tree = self._journal.tree
        for key, stop in zip(keys, stops, strict=True):
            found = stop or raised.stop_after(self._services, tree, tree.state(cursor.at), key)
            if found is not None:
                return replace(found, at=cursor.at)
        return None

    async def one(self, key: CallKey, cursor: Cursor, *, approved: bool) -> Stopped | None:
        """Run one call, as the person asked; the stop after it. Raises StudioError when it cannot run."""
        await self._run(key, cursor, approved=approved or self._before.was_approved(key, cursor))
        return raised.stop_after(self._services, self._journal.tree, self._journal.tree.state(cursor.at), key)

    def end_agent(self, key: CallKey, cursor: Cursor) -> Stopped | None:
        """What the agent of a call came to becomes its result; the stop after it, where it came to nothing."""
        try:
            self._calling.end_agent(cursor)
        except MissedError as error:
            return replace(_problem(key, cursor, error), place=None)
        return raised.stop_after(self._services, self._journal.tree, self._journal.tree.state(cursor.at), key)

    async def _unready(self, keys: Sequence[CallKey], cursor: Cursor) -> Stopped | None:
        """The stop before all of them when one's tool cannot be made ready."""
        for key in keys:
            try:
                await self._calling.prepare(open_call(self._journal.tree.state(cursor.at), key), cursor)
            except StudioError as error:
                return _problem(key, cursor, error)
        return None

    async def _held(self, key: CallKey, cursor: Cursor) -> Stopped | None:
        """Run one call that is held already."""
        run = self._under_way.running[key]
        try:
            return await self._caught(key, cursor, held=True)
        finally:
            self._under_way.end(key, run)

    async def _at_once(self, keys: Sequence[CallKey], cursor: Cursor) -> list[Stopped | None]:
        tasks = [spawn(self._held(key, cursor), name=f"call {key}") for key in keys]
        try:
            await asyncio.wait(tasks)
        except asyncio.CancelledError:
            for task in tasks:
                if not task.cancelling():
                    task.cancel()
            await asyncio.wait(tasks)
            raise
        return [task.result() for task in tasks]

    async def _caught(self, key: CallKey, cursor: Cursor, *, held: bool = False) -> Stopped | None:
        """Run one call; the stop when it could not run. One that the person decided about in the meantime does not run."""
        try:
            if open_call(self._journal.tree.state(cursor.at), key).status != "open":
                return None
            approved = self._before.was_approved(key, cursor)
            await (self._run_held if held else self._run)(key, cursor, approved=approved)
        except StudioError as error:
            return _problem(key, cursor, error)
        return None

    async def _run(self, key: CallKey, cursor: Cursor, *, approved: bool) -> None:
        run = self._under_way.begin(key, cursor)
        try:
            await self._run_held(key, cursor, approved=approved)
        finally:
            self._under_way.end(key, run)

    async def _run_held(self, key: CallKey, cursor: Cursor, *, approved: bool) -> None:
        call = open_call(self._journal.tree.state(cursor.at), key)
        await self._calling.run(call, cursor, approved=approved)


def _problem(key: CallKey, cursor: Cursor, error: StudioError) -> Stopped:
    what = "missed_result" if isinstance(error, MissedError) else "tool_problem"
    return Stopped(cursor.at, "exception", "before_call", key, what, str(error))
