"""What MCP servers ask during a command, and who answers: options, the person at the terminal, or nobody.

Above: `run`, `call`, `replay`. Below: `asked_fields`, `workspace`. Without an option every question is declined, and a sentence on stderr
says which one and how it could be answered. A question goes to stderr, so that stdout stays clean.
"""

import argparse
import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, assert_never
from urllib.parse import urlsplit

import msgspec

from studio.cli.asked_fields import ask_line, fill, say, say_fields
from studio.cli.command import BAD_FILE, WRONG_USE, CommandError
from studio.cli.terminal import can_ask
from studio.problems import StudioError
from studio.session.server_view import Answer, Question
from studio.tasks import Tasks
from studio.workspace.changes import Change, ServerChanged
from studio.workspace.opened import OpenedSession

DECLINE = Answer(action="decline")
_NOBODY = "Nobody could be asked: there is no terminal."
_NO_MODEL = "No model is named here (--allow-sampling PROFILE)."
_CLOSING_SECONDS = 5.0


class Chosen(msgspec.Struct, frozen=True):
    """What the options say: filled forms in the order given, whether to ask the person, which profile answers for models (empty: the
    session's; None: none), and whether addresses may be opened. `models`: the command has a model of its own."""

    forms: tuple[dict[str, Any], ...] = ()
    ask: bool = False
    sampling: str | None = None
    urls: bool = False
    models: bool = True


def add_options(options: argparse.ArgumentParser, *, models: bool) -> None:
    """Add them, in a group of their own. `models`: the command has a model of its own."""
    options.set_defaults(models=models)
    group = options.add_argument_group("what MCP servers ask (declined without these)")
    group.add_argument(
        "--answer",
        action="append",
        default=[],
        metavar="JSON|FILE",
        help="fill in a server's form with this JSON object; of several the first that fits",
    )
    group.add_argument(
        "--ask", action="store_true", help="ask at the terminal: forms field by field, addresses, models"
    )
    group.add_argument("--accept-urls", action="store_true", help="allow addresses; they are printed, never opened")
    whose = "the run's model, or PROFILE's," if models else "the model of PROFILE"
    group.add_argument(
        "--allow-sampling",
        nargs="?" if models else None,
        const="" if models else None,
        metavar="PROFILE",
        help=f"let {whose} answer what a server wants of a model",
    )


def chosen(given: argparse.Namespace) -> Chosen:
    """What the options say. CommandError when a form is no JSON object, or its file cannot be read."""
    return Chosen(tuple(map(_form, given.answer)), given.ask, given.allow_sampling, given.accept_urls, given.models)


@contextlib.asynccontextmanager
async def answering(session: OpenedSession, given: Chosen) -> AsyncIterator[None]:
    """Meanwhile the questions of the session's servers are answered, one after the other."""
    answers = _Answers(session, given)
    end = session.subscribe(answers.heard)
    try:
        yield
    finally:
        end()
        await answers.tasks.cancel_all(_CLOSING_SECONDS)


class _Answers:
    """Takes each question of a session once."""

    def __init__(self, session: OpenedSession, given: Chosen) -> None:
        self.tasks = Tasks("questions of MCP servers")
        self._session = session
        self._given = given
        self._taken: set[int] = set()
        self._one_at_a_time = asyncio.Lock()

    def heard(self, change: Change) -> None:
        """Something changed in the session."""
        if not isinstance(change, ServerChanged) or change.what != "question":
            return
        for question in self._session.questions:
            if question.number not in self._taken:
                self._taken.add(question.number)
                self.tasks.spawn(self._answer(question), name=f"question {question.number}")

    async def _answer(self, question: Question) -> None:
        async with self._one_at_a_time:
            with contextlib.suppress(StudioError):  # it is gone: the server took it back
                await self._decided(question)

    async def _decided(self, question: Question) -> None:
        try:
            match question.what:
                case "form":
                    self._session.answer_question(question.number, self._form(question))
                case "url":
                    self._session.answer_question(question.number, self._url(question))
                case "sampling":
                    await self._sampling(question)
                case _:
                    assert_never(question.what)
        except StudioError as error:
            say(f"{question.server}: {error}")
            self._session.answer_question(question.number, DECLINE)

    def _form(self, question: Question) -> Answer:
        why = ""
        for content in self._given.forms:
            problems = self._session.check_answer(question.number, content)
            if not problems:
                return Answer(action="accept", content=content)
            why = f" --answer does not fit: {problems[0].pointer.removeprefix('/') or 'the form'}: {problems[0].sentence}."
        if self._given.ask and can_ask():
            return fill(question, lambda content: self._session.check_answer(question.number, content))
        say(_asks(question))
        say_fields(question)
        say(f"It was declined.{why or _how(self._given, '--answer JSON, or --ask')}")
        return DECLINE

    def _url(self, question: Question) -> Answer:
        say(
            f"{_asks(question)}\nAddress: {question.url}\nHost: {_host(question.url)}. Nothing is opened: open it yourself."
        )
        if self._given.urls:
            return Answer(action="accept")
        if self._given.ask and can_ask():
            return _yes_or_no("Allow it? [y]es · [n]o: ")
        say(f"It was declined.{_how(self._given, '--accept-urls, or --ask')}")
        return DECLINE

    async def _sampling(self, question: Question) -> None:
        number, profile = question.number, self._given.sampling
        if profile is None and not (self._given.ask and can_ask()):
            option = "--allow-sampling" if self._given.models else "--allow-sampling PROFILE"
            how = _how(self._given, f"{option}, or --ask")
            say(f"{question.server} wants a model to answer something. It was declined.{how}")
            self._session.answer_question(number, DECLINE)
            return
        if profile is None and not self._given.models:
            say(f"{question.server} wants a model to answer. {_NO_MODEL}")
            self._looked_at(question, msgspec.json.encode(question.asked).decode(), may_send=False)
            return
        request = self._session.sampling_request(number, profile or "")
        say(f"{question.server} wants {request.model_name or 'a model'} to answer.")
        for note in request.notes:
            say(f"  {note}")
        if profile is not None or self._looked_at(question, request.body):
            await self._session.answer_sampling(number, profile or "", approved=request)

    def _looked_at(self, question: Question, body: str, *, may_send: bool = True) -> bool:
        """Show the person what a model would get. Whether to send it; else it was declined, or answered in the model's place."""
        say(_pretty(body))
        choice = "Send it? [y]es · [n]o · [w]rite the answer: " if may_send else "[n]o · [w]rite the answer: "
        said = ask_line(choice).strip().lower()[:1]
        if said == "w":
            self._session.write_sampling(question.number, ask_line("Answer: ").strip())
        elif said != "y" or not may_send:
            self._session.answer_question(question.number, DECLINE)
        return said == "y" and may_send


def _yes_or_no(words: str) -> Answer:
    return Answer(action="accept") if ask_line(words).strip().lower()[:1] == "y" else DECLINE


def _asks(question: Question) -> str:
    return f"{question.server} asks: {question.message or 'for an answer'}"


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or "none"
    except ValueError:
        return "none"


def _how(given: Chosen, options: str) -> str:
    return f" {_NOBODY}" if given.ask and not can_ask() else f" To answer: {options}."


def _pretty(body: str) -> str:
    try:
        return json.dumps(json.loads(body), ensure_ascii=False, indent=2)
    except (ValueError, RecursionError):
        return body


def _form(text: str) -> dict[str, Any]:
    where, read, code = "--answer", text, WRONG_USE
    if not text.lstrip().startswith("{"):
        where, code = text, BAD_FILE
        try:
            read = Path(text).read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            sentence = f"--answer: {text} is no JSON object, and no file that can be read."
            raise CommandError(sentence, code=WRONG_USE if text.startswith("[") else BAD_FILE) from error
    try:
        found = json.loads(read)
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{where} is no JSON: {error}.", code=code) from error
    if not isinstance(found, dict):
        raise CommandError(f"{where} has to be a JSON object with the fields of the form.", code=code)
    return found
