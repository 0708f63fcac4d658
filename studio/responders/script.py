"""A script: rules that say what a model answers to which request, as a JSON file that people write.

Above: `scripted`. Below: pydantic, `messages`. Conditions look only at the request, so that a fork or a step back finds its rule.
"""

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from studio.messages.message import Message
from studio.messages.parts import Result
from studio.messages.request import ChatRequest
from studio.problems import StudioError
from studio.said import said


class ScriptError(StudioError):
    """A script that cannot be read; the sentence names the place."""


class SaidText(BaseModel):
    """Words of the reply; a template, see `template`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str


class SaidCall(BaseModel):
    """A tool call of the reply. `arguments` is an object of templates, or a text that is sent as it is written."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    call: str
    arguments: dict[str, Any] | str = {}
    id: str | None = None


class Rule(BaseModel):
    """One answer and when it is given. A condition that is left out always fits.

    `after`: `user` when the last message is the person's, or the tools whose results stand in the last message. `error`:
    whether one of these results is an error. `says`: words in the last message, capitals or not. `model`: the model's name.
    `pace`: milliseconds before each word, instead of the script's.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    after: Literal["user"] | list[str] | None = None
    error: bool | None = None
    says: str | None = None
    model: str | None = None
    parts: list[SaidText | SaidCall] = Field(min_length=1)
    finish: str | None = None
    pace: float | None = Field(default=None, ge=0)

    def fits(self, request: ChatRequest) -> bool:
        """Whether this rule answers `request`."""
        last = request.messages[-1] if request.messages else Message("user", ())
        if self.model is not None and self.model != request.model_name:
            return False
        if self.says is not None and self.says.casefold() not in _words(last).casefold():
            return False
        if self.after == "user":
            return last.role == "user" and self.error is None
        return self._fits_results(last, request.messages)

    def _fits_results(self, last: Message, messages: Sequence[Message]) -> bool:
        named = results_by_tool(last, messages)
        wanted = named.keys() if self.after is None else self.after
        if not all(tool in named for tool in wanted):
            return False
        return self.error is None or self.error == any(result.is_error for tool in wanted for result in named[tool])


class Script(BaseModel):
    """Rules in order: the first that fits answers. `pace` is in milliseconds a word, 0 for at once."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rules: list[Rule]
    pace: float = Field(default=0, ge=0)

    def rule_for(self, request: ChatRequest) -> Rule | None:
        """The rule that answers, None when none fits."""
        return next((rule for rule in self.rules if rule.fits(request)), None)


def read_script(data: str | bytes) -> Script:
    """The script in a JSON text. ScriptError with the first thing that does not fit."""
    try:
        return Script.model_validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(step) for step in first["loc"]) or "script"
        raise ScriptError(said("The script cannot be read ({place}): {why}.", place=place, why=first["msg"])) from None


def results_by_tool(last: Message, messages: Sequence[Message]) -> dict[str, list[Result]]:
    """The results in `last`, by the name of their tool: that of the result, or of the call before it with its id."""
    named: dict[str, list[Result]] = {}
    for result in last.results:
        named.setdefault(result.name or call_name(result.call_id, messages), []).append(result)
    return named


def call_name(call_id: str | None, messages: Sequence[Message]) -> str:
    """The tool that the latest call with this id names; empty when there is none."""
    for message in reversed(messages):
        for call in message.calls:
            if call.id == call_id:
                return call.name
    return ""


def _words(message: Message) -> str:
    return "\n".join((message.text, *(result.text for result in message.results)))
