"""Tests a profile with one to three small requests: what works, question by question. Nothing of it is kept.

Above: the profiles page, the command line. Below: `wiring`, `trial_findings`. Goes the way of any request, without a session.
"""

import time
from collections.abc import Callable
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from studio.dialects import parameters, roster
from studio.dialects.dialect_error import DialectError
from studio.messages.message import user
from studio.messages.reply import ChatReply, ProviderError
from studio.messages.request import ChatRequest
from studio.messages.toolspec import ToolSpec
from studio.responders.responder import Asked, Closed, Failed, Opened
from studio.said import said
from studio.workspace import wiring
from studio.workspace.trial_about import about
from studio.workspace.trial_findings import Answer, Facts, Heard, Question, findings, without_model
from studio.workspace.workspace import Workspace

if TYPE_CHECKING:
    from studio.responders.model_list import ModelList
    from studio.responders.profiles import Profile
    from studio.wire.http_client import HttpClient

COUNTING = "one two three four five six"
PROMPT = f"Reply with these words and nothing else: {COUNTING}"
TOOL_PROMPT = f'Call the tool repeat_words with the text "{COUNTING}". If you have no tools, do this instead. {PROMPT}'
JSON_PROMPT = 'Reply with a JSON object that has one member: "ready", with the value true.'
TOOL = ToolSpec(
    "repeat_words",
    "Repeats the words of a text.",
    {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
)
_CONTENT = ("text", "reasoning", "refusal", "call", "call_all", "part")
_DOUBTFUL = (400, 422, 500, 501)


class Trial(msgspec.Struct, frozen=True):
    """What came of it. `ok`: a reply came; `text` is it, or the error message; `seconds` the whole time. `answers` has one entry
    for each question, in the order in which they are asked."""

    ok: bool
    text: str
    seconds: float
    model_name: str = ""
    status: int | None = None
    answers: tuple[Answer, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether a reply came and no question was answered with no."""
        return self.ok and all(answer.answer != "no" for answer in self.answers)

    def answer(self, question: Question) -> Answer:
        """The answer to a question; KeyError when it was not asked."""
        found = {answer.question: answer for answer in self.answers}
        return found[question]


async def try_profile(
    workspace: Workspace,
    profile: "Profile",
    *,
    json_mode: bool = False,
    on_answers: Callable[[tuple[Answer, ...]], None] = lambda _: None,
) -> Trial:
    """Ask the profile's server what works; `json_mode` asks for that too. `on_answers` hears what is known so far, each time that
    more is; a later answer may be another one. Raises nothing but cancellation."""
    client = wiring.http_client()
    try:
        return await _Trying(workspace, profile, client, on_answers).run(json_mode)
    finally:
        await client.close()


class _Trying:
    """One test under way."""

    def __init__(
        self,
        workspace: Workspace,
        profile: "Profile",
        client: "HttpClient",
        on_answers: Callable[[tuple[Answer, ...]], None],
    ) -> None:
        self._world = workspace.world
        self._profile = profile
        self._client = client
        self._on_answers = on_answers
        self._opened = False
        self._form = profile.calls if profile.calls not in ("native", "auto") else ""
        self._began = time.monotonic()

    async def run(self, json_mode: bool) -> Trial:
        """With a tool first; once more without when that may have been why there was no reply, or when it was too short to
        tell whether it streams; then in JSON mode, when that is asked for."""
        models = await self._models() if not self._profile.model else None
        if models is not None and (models.names or models.error is not None):
            return self._unnamed(models)
        first = await self._ask(TOOL_PROMPT, tools=(TOOL,))
        has_key = self._world.key_state(self._profile) != "missing"
        facts = Facts(self._profile, self._form, self._url(), (TOOL,), first, has_key=has_key)
        if self._again(first):
            self._on_answers(findings(facts))
            facts = replace(facts, second=await self._ask(PROMPT))
        if json_mode:
            self._on_answers(findings(facts))
            third = await self._in_json() if facts.heard.reply is not None else None
            facts = replace(facts, json_mode=True, third=third)
        if about(facts.heard.error) == "model":
            facts = replace(facts, models=(await self._models()).names)
        return self._told(findings(facts), facts.heard)

    def _unnamed(self, models: "ModelList") -> Trial:
        answers = without_model(models.names, models.error)
        first_no = next(answer for answer in answers if answer.answer == "no")
        return Trial(False, first_no.sentence, time.monotonic() - self._began, answers=answers)

    def _again(self, first: Heard) -> bool:
        if first.error is not None:
            status = first.error.status
            doubtful = about(first.error) == "other" and status in _DOUBTFUL
            return about(first.error) == "tools" or doubtful
        return self._profile.stream and first.pieces == 1

    async def _in_json(self) -> Heard:
        try:
            params = parameters.put(self._profile.dialect, self._profile.params, "output", "json")
        except DialectError as error:
            return Heard(error=ProviderError("setup", str(error)))
        return await self._ask(JSON_PROMPT, params=params)

    async def _ask(self, prompt: str, tools: tuple[ToolSpec, ...] = (), params: dict[str, Any] | None = None) -> Heard:
        params = dict(self._profile.params) if params is None else params
        form = self._form if tools else ""
        for name in () if tools else ("tool_choice", "parallel_calls"):
            params = parameters.put(self._profile.dialect, params, name, None)
        request = ChatRequest(self._profile.model, (user(prompt),), tools=tools, params=params)
        dialect = roster.make(self._profile.dialect, form)
        try:
            body = dialect.write_request(request, stream=self._profile.stream)
        except DialectError as error:
            return Heard(error=ProviderError("setup", str(error)))
        return await self._listen(Asked(request, lambda: body, self._profile.stream), form)

    async def _listen(self, asked: Asked, form: str) -> Heard:
        world, pieces, began = self._world, 0, time.monotonic()
        responder = wiring.live_responder(
            self._profile, self._client, lambda: world.key(self._profile), world.redactor, _drop, text_form=form
        )
        async with aclosing(responder.answer(asked)) as told:  # type: ignore[type-var]
            async for item in told:
                pieces += isinstance(item, tuple) and item[0] in _CONTENT
                if isinstance(item, Opened) and not self._opened:
                    self._opened = True
                    self._on_answers((Answer("reachable", "yes", "reached"),))
                if isinstance(item, Closed | Failed):
                    return Heard.of(item, pieces, time.monotonic() - began)
        return Heard(error=ProviderError("incomplete", said("The answer ended without an end.")))

    async def _models(self) -> "ModelList":
        world = self._world
        return await wiring.list_models(self._profile, self._client, lambda: world.key(self._profile), world.redactor)

    def _url(self) -> str:
        path = roster.make(self._profile.dialect).path
        return self._world.redactor.url(self._profile.address(path))

    def _told(self, answers: tuple[Answer, ...], heard: Heard) -> Trial:
        took = time.monotonic() - self._began
        if heard.reply is None:
            message, status = (heard.error.message, heard.error.status) if heard.error else ("", None)
            return Trial(False, message or answers[0].sentence, took, status=status, answers=answers)
        return Trial(True, _text(heard.reply), took, heard.reply.model_name, answers=answers)


def _text(reply: ChatReply) -> str:
    called = ", ".join(f"{call.name}({call.arguments})" for call in reply.calls)
    return reply.text.strip() or called


def _drop(_data: bytes) -> None:
    """The bytes of a test are kept nowhere."""
