"""An open session and what MCP servers ask the person: forms to fill in, addresses to visit, answers of a model.

Above: `opened`. Below: `serving`. Nothing is answered by itself; what was answered is an event.
"""

from typing import Any

import msgspec

from studio.checks.problem import Problem
from studio.messages.message import Message
from studio.session.server_view import Answer, Question
from studio.workspace.serving import ServingSession


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


class AskedSession(ServingSession):
    """Questions of servers, oldest first."""

    @property
    def questions(self) -> tuple[Question, ...]:
        """Those that wait for an answer."""
        raise NotImplementedError

    def check_answer(self, number: int, content: dict[str, Any]) -> tuple[Problem, ...]:
        """What is wrong with a filled form."""
        raise NotImplementedError

    def answer_question(self, number: int, answer: Answer) -> None:
        """Answer a form or an address. Raises EditRefusedError when nobody asks any more, or the form does not fit."""
        raise NotImplementedError

    def sampling_request(self, number: int, profile: str = "") -> SamplingRequest:
        """What would be sent for a question of that kind, by the session's profile or another one. Raises NotReadyError."""
        raise NotImplementedError

    async def answer_sampling(self, number: int, profile: str = "") -> None:
        """Let the profile's model answer, after the person approved; the exchange is kept with the event. Raises StudioError when it
        cannot; the question then stays."""
        raise NotImplementedError

    def write_sampling(self, number: int, text: str) -> None:
        """Answer in the model's place, by hand."""
        raise NotImplementedError
