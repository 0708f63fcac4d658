"""The questions of MCP servers that wait for an answer, and what becomes of each: an event, also when nobody answered.

Above: `asked_by_servers`, whoever owns the connections. Below: `session/journal`, `asked_secrets`. Knows no front and no protocol. A
question that is taken back goes away by itself.
"""

import asyncio
import time
from collections.abc import Callable, Collection, Coroutine
from itertools import count
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from studio.engine.edits import EditRefusedError
from studio.problems import StudioError
from studio.said import said
from studio.session.events import ServerAsked
from studio.session.journal import Cursor, Journal
from studio.session.kept_exchange import NO_TIME
from studio.session.nodes import CallKey
from studio.session.server_view import Answer, Question
from studio.tasks import spawn
from studio.wire.redact import Redactor
from studio.workspace.asked_secrets import blanked_content, secrets_in

T = TypeVar("T")

TAKEN_BACK = said("The server asks no more: it took its question back, or ended.")
CALL_OVER = said("The call was over before the question was answered.")
CLOSED = said("The session was closed.")


class Waiting(msgspec.Struct):
    """A question and whoever waits for its answer. `given` is set once it is answered or taken back; `cursor` is where the call appends
    that was at work on it, `sent` what a model is asked for it now."""

    question: Question
    given: asyncio.Future[Answer]
    cursor: Cursor
    sent: str = ""


class ServerQuestions:
    """The open questions of one session. `asked` is what a connection's host hands its questions to."""

    def __init__(
        self,
        journal: Journal,
        redactor: Redactor,
        changed: Callable[[str], None],
        cursor_of: Callable[[CallKey], Cursor | None],
    ) -> None:
        """Answers go to `journal`, under the cursor of the call that was at work; `changed` hears the server's name when one of its
        questions comes or goes."""
        self._journal = journal
        self._redactor = redactor
        self._changed = changed
        self._cursor_of = cursor_of
        self._waiting: dict[int, Waiting] = {}
        self._numbers = count(1)

    @property
    def open(self) -> tuple[Question, ...]:
        """Those that wait, oldest first."""
        return tuple(waiting.question for waiting in self._waiting.values())

    async def asked(self, question: Question) -> Answer:
        """Wait for what the person answers; `number` and `since` of the question are filled in here. Returns with `cancel` when it was
        withdrawn; cancelling this takes it back. Either way an event says so."""
        number = next(self._numbers)
        given: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        made = self._redactor.value(replace(question, number=number, since=time.monotonic()))
        self._waiting[number] = Waiting(made, given, self._cursor(made))
        self._changed(made.server)
        try:
            return await given
        except asyncio.CancelledError:
            if number in self._waiting:
                self._end(number, Answer(action="cancel", error=TAKEN_BACK))
            raise

    def find(self, number: int) -> Question:
        """A question that waits. Raises EditRefusedError when it does not."""
        return self._find(number).question

    async def while_asked(self, number: int, sent: str, work: Coroutine[Any, Any, T]) -> T:
        """What comes of asking a model `sent` for a question. Ends it and raises EditRefusedError when nobody asks any more."""
        try:
            waiting = self._free(number)
        except EditRefusedError:
            work.close()
            raise
        waiting.sent = sent
        task = spawn(work, name=f"answer of a model for {waiting.question.server}")
        either: set[asyncio.Future[Any]] = {task, waiting.given}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            self._find(number)
            return task.result()
        finally:
            waiting.sent = ""
            task.cancel()
            await asyncio.wait({task})

    def answer(self, number: int, answer: Answer) -> None:
        """Answer a question: written first, then told to the server. What was typed into a field for a secret is blanked from now on.
        Raises EditRefusedError when nobody asks any more."""
        question = self.find(number)
        for secret in secrets_in(question.schema, answer.content or {}):
            self._redactor.register(secret)
        self._end(number, answer)

    def withdraw(self, why: str, *, since: Collection[int] = ()) -> None:
        """Nobody answers any more what waits beside the questions of these numbers; `why` is kept."""
        for number in list(self._waiting):
            if number not in since:
                self._end(number, Answer(action="cancel", error=why))

    def calls_now(self, calls: frozenset[CallKey]) -> None:
        """Only these calls run now: what was asked for others is withdrawn."""
        for number, waiting in list(self._waiting.items()):
            if waiting.question.call is not None and waiting.question.call not in calls:
                self._end(number, Answer(action="cancel", error=CALL_OVER))

    def _find(self, number: int) -> Waiting:
        waiting = self._waiting.get(number)
        if waiting is None:
            raise EditRefusedError(
                said("Nobody asks this any more."), said("It is answered, or the server took it back.")
            )
        return waiting

    def _free(self, number: int) -> Waiting:
        """A question that no model is answering."""
        waiting = self._find(number)
        if waiting.sent:
            raise EditRefusedError(said("A model is answering this already."), said("Wait for it, or decline."))
        return waiting

    def _end(self, number: int, answer: Answer) -> None:
        waiting = self._waiting.pop(number)
        if answer.action != "accept":
            answer = replace(answer, sent=waiting.sent)
        try:
            self._write(waiting, answer)
            answer = replace(answer, error="")  # why nobody answered is for the person, not for the server
        except StudioError as error:
            # The saved mark says that nothing can be written; the server gets no answer that the file does not know of.
            answer = Answer(action="cancel", error=str(error))
        if not waiting.given.done():
            waiting.given.set_result(answer)
        self._changed(waiting.question.server)

    def _cursor(self, question: Question) -> Cursor:
        """Where it belongs, also when the head goes elsewhere before it is answered."""
        found = self._cursor_of(question.call) if question.call is not None else None
        return found or self._journal.cursor

    def _write(self, waiting: Waiting, answer: Answer) -> None:
        if not self._journal.read_only:
            event = self._redactor.value(event_of(waiting.question, answer))
            self._journal.append(event, waiting.cursor)


def event_of(question: Question, answer: Answer) -> ServerAsked:
    """What is kept of a question and its answer; what is typed into fields for secrets is not."""
    return ServerAsked(
        server=question.server,
        call=question.call,
        what=question.what,
        asked=question.asked,
        action=answer.action,
        content=blanked_content(question.schema, answer.content),
        sent=answer.sent,
        reply=answer.reply,
        exchange=answer.exchange,
        error=answer.error,
        seconds=round(time.monotonic() - question.since, 3) or NO_TIME,
    )
