"""An open session and what MCP servers ask the person: forms to fill in, addresses to visit, answers of a model.

Above: `opened`. Below: `by_hand`, `server_questions`, `sampling`. Nothing is answered by itself; what was answered is an event.
"""

from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from studio.checks.problem import Problem
from studio.checks.text_formats import format_problems
from studio.engine import under_way as engine
from studio.engine.edits import EditRefusedError
from studio.messages.message import Message
from studio.messages.reply import ProviderError
from studio.messages.request import ChatRequest
from studio.present.labels import english
from studio.present.stop_words import failure_text, failure_words
from studio.problems import StudioError
from studio.responders.responder import Asked, Closed, Failed, Responder
from studio.said import said
from studio.session.journal import Journal
from studio.session.kept_exchange import kept
from studio.session.server_view import Answer, Question
from studio.session.setup import ResponderChoice, Setup
from studio.store.session_file import SessionSink
from studio.tools.tool import OnProgress
from studio.workspace import wiring
from studio.workspace.by_hand import ByHandSession, MadeCall
from studio.workspace.changes import ServerChanged
from studio.workspace.sampling import sampling_chat, written
from studio.workspace.server_questions import CALL_OVER, CLOSED, ServerQuestions
from studio.workspace.services import NotReadyError, Wired


class SamplingError(StudioError):
    """The model gave no answer."""


class SamplingRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What a server wants a model to answer, as the person sees it before approving: the exact body that would be sent, to which profile
    and model. `notes` say what the server wished for that is not followed (model hints, context)."""

    profile: str
    model_name: str
    system: str
    messages: tuple[Message, ...]
    max_tokens: int
    body: str
    notes: tuple[str, ...] = ()


class _Ready(msgspec.Struct, frozen=True):
    """A request to a model, ready to go: `sent` is its body, `shown` the same without secrets."""

    choice: ResponderChoice
    request: ChatRequest
    sent: bytes
    shown: str
    notes: tuple[str, ...]


class AskedSession(ByHandSession):
    """Questions of servers, oldest first."""

    def __init__(self, path: Path, journal: Journal, wired: Wired, sink: SessionSink | None, retries: int = 0) -> None:
        super().__init__(path, journal, wired, sink, retries)
        self._questions = ServerQuestions(
            journal,
            wired.world.redactor,
            lambda server: self.tell(ServerChanged(server, "question")),
            self._stepper.cursor_of,
        )
        wired.servers.asked = self._questions.asked

    @property
    def questions(self) -> tuple[Question, ...]:
        """Those that wait for an answer."""
        return self._questions.open

    def check_answer(self, number: int, content: dict[str, Any]) -> tuple[Problem, ...]:
        """What is wrong with a filled form."""
        question = self._questions.find(number)
        schema = question.schema or {"type": "object"}
        found = wiring.check_value(schema, content)
        wrong = {problem.pointer for problem in found}
        return (*found, *(problem for problem in format_problems(schema, content) if problem.pointer not in wrong))

    def answer_question(self, number: int, answer: Answer) -> None:
        """Answer a form or an address. Raises EditRefusedError when nobody asks any more, or the form does not fit."""
        question = self._questions.find(number)
        if answer.action == "accept" and question.what == "sampling":
            raise EditRefusedError(
                said("This is for a model to answer."), said("Let a profile answer it, or write the answer.")
            )
        if answer.action != "accept" or question.what == "url":
            answer = replace(answer, content=None)
        elif question.what == "form":
            answer = replace(answer, content=answer.content or {})
            self._check_form(number, answer.content or {})
        self._questions.answer(number, answer)

    def _check_form(self, number: int, content: dict[str, Any]) -> None:
        problems = [problem for problem in self.check_answer(number, content) if problem.severity == "error"]
        if problems:
            first = problems[0]
            where = first.pointer.removeprefix("/") or "The form"
            raise EditRefusedError(
                said("{where}: {why}.", where=where, why=first.sentence), said("Mend it, or decline.")
            )

    def sampling_request(self, number: int, profile: str = "") -> SamplingRequest:
        """What would be sent for a question of that kind, by the session's profile or another one. Raises NotReadyError."""
        return self._as_shown(number, self._ready_to_ask(number, profile))

    def _as_shown(self, number: int, ready: _Ready) -> SamplingRequest:
        most = self._questions.find(number).asked.get("maxTokens")
        return SamplingRequest(
            profile=ready.choice.profile,
            model_name=ready.choice.model_name,
            system=self.blanked(ready.request.system or ""),
            messages=self.blanked(tuple(ready.request.messages)),
            max_tokens=most if isinstance(most, int) else 0,
            body=ready.shown,
            notes=ready.notes,
        )

    async def answer_sampling(self, number: int, profile: str = "", *, approved: SamplingRequest | None = None) -> None:
        """Let the profile's model answer, after the person approved; the exchange is kept with the event. Raises StudioError when it
        cannot, and when something else than `approved` would be sent, or to another one (the settings changed since, or an agent with a
        model of its own is at work); the question then stays."""
        ready = self._ready_to_ask(number, profile)
        if approved is not None and self._as_shown(number, ready) != approved:
            raise EditRefusedError(
                said("What would be sent is not what was shown any more."), said("Look at it once more.")
            )
        responder = self._wired.chooser(Setup(ready.choice))
        end = await self._questions.while_asked(number, ready.shown, _listen(responder, ready))
        if isinstance(end, Failed):
            words = english(failure_words(end.error.kind, end.error.status))
            raise SamplingError(
                said("The model gave no answer. {why}", why=failure_text(words, end.error.message)),
                said("Let it answer once more, choose another profile, or write the answer yourself."),
            )
        answer = Answer(action="accept", reply=end.reply, sent=ready.shown, exchange=kept(end.exchange))
        self._questions.answer(number, answer)

    def write_sampling(self, number: int, text: str) -> None:
        """Answer in the model's place, by hand."""
        self._of_kind(number)
        self._questions.answer(number, Answer(action="accept", reply=written(text)))

    async def call_by_hand(self, tool: str, arguments: str, on_progress: OnProgress | None = None) -> MadeCall:
        """The same; what was asked for it waits no longer when it is over."""
        before = {question.number for question in self.questions}
        try:
            return await super().call_by_hand(tool, arguments, on_progress)
        finally:
            if not self.activity.calls:
                self._questions.withdraw(CALL_OVER, since=before)

    def withdraw_questions(self) -> None:
        """The session ends: nobody answers any more."""
        self._questions.withdraw(CLOSED)

    def take_activity(self, now: engine.Activity) -> None:
        """What was asked for a call that is over waits no longer."""
        super().take_activity(now)
        self._questions.calls_now(now.calls)

    def _of_kind(self, number: int) -> Question:
        question = self._questions.find(number)
        if question.what != "sampling":
            raise EditRefusedError(said("This is not for a model to answer."), said("Answer it yourself."))
        return question

    def _ready_to_ask(self, number: int, profile: str) -> _Ready:
        question, choice = self._of_kind(number), self._answering(profile)
        known = self._wired.world.profile(choice.profile)
        request, notes = sampling_chat(question.asked, choice, known.params if known is not None else {})
        composer = self._wired.composer(Setup(choice))
        sent, shown = composer.alone(request, stream=False)
        return _Ready(choice, request, sent, shown.decode("utf-8", "replace"), notes)

    def _answering(self, profile: str) -> ResponderChoice:
        """Who is asked: the session's model, or that of a profile. Raises NotReadyError."""
        own = self.state.setup.responder
        if not profile or profile == own.profile:
            if self.model_mode == "recorded":
                raise NotReadyError(
                    said("This replay asks no model."), said("Choose a profile, or write the answer yourself.")
                )
            if own.kind == "by_hand" and not own.profile:
                raise NotReadyError(
                    said("No model is chosen."), said("Choose a profile, or write the answer yourself.")
                )
            return replace(own, stream=False, calls="native", text_form="")
        found = self._wired.world.profile(profile)
        if found is None:
            raise NotReadyError(
                said("There is no profile named {profile}.", profile=profile), said("Choose another one.")
            )
        url = self._wired.world.redactor.url(found.base_url)
        return ResponderChoice("live", found.name, found.dialect, url, found.model, stream=False)


async def _listen(responder: Responder, ready: _Ready) -> Closed | Failed:
    async for item in responder.answer(Asked(ready.request, lambda: ready.sent, stream=False)):
        if isinstance(item, Closed | Failed):
            return item
    return Failed(ProviderError("incomplete", said("The answer ended without an end.")))
