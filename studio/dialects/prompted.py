"""Calls printed as text, over another dialect: its wire, with the tools in the system text and the calls in the reply's text.

Above: `roster`. Below: the inner dialect, `printed`, `parameters`; its pieces: `prompted_read`, `_write`, `_stream`. The rules stand behind
the system text and are taken off again when a request is read, so that an edit of the body changes the system text or the tools.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from studio.dialects import parameters
from studio.dialects.dialect import Dialect
from studio.dialects.dialect_error import DialectError
from studio.dialects.printed.form import TextForm
from studio.dialects.printed.rules import Rules, read_rules, write_rules
from studio.dialects.prompted_read import read_history, read_parts
from studio.dialects.prompted_stream import PromptedReader
from studio.dialects.prompted_write import as_said, printed_parts
from studio.messages.message import Message
from studio.messages.origin import marked
from studio.messages.reply import ChatReply, ProviderError
from studio.messages.request import ChatRequest
from studio.messages.toolspec import ToolSpec

MOST_STOPS = 4
"""Chat Completions refuses more stop sequences; the form's own are then left out and the reader cuts."""


class Prompted:
    """The dialect `inner` with calls printed in `form`. It has the inner one's name, path and headers: only what is said differs.

    Tools that only the provider can run (`web_search`) stay native. Calls that come natively are read as such; in the history
    every call is printed, for the request declares no tool.
    """

    def __init__(self, inner: Dialect, form: TextForm) -> None:
        self.inner = inner
        self.form = form
        self.name = inner.name
        self.path = inner.path
        self.framing: Literal["sse", "ndjson"] = inner.framing
        self.key_header = inner.key_header
        self.headers = inner.headers

    def shape(self, request: ChatRequest) -> ChatRequest:
        """The tools, their choice and whether several may be called as rules behind the system text, the form's stop sequences
        among the parameters. A request that is shaped already, or has no tools, stays as it is."""
        told = _told(request.tools)
        if not told:
            return self.inner.shape(request)
        choice = parameters.get(self.name, request.params, "tool_choice")
        flag = parameters.get(self.name, request.params, "parallel_calls")
        params = request.params
        for name in ("parallel_calls", "tool_choice"):
            params = parameters.put(self.name, params, name, None)
        rules = Rules(request.system, told, choice, flag if isinstance(flag, bool) else None)
        tools = tuple(tool for tool in request.tools if tool not in told)
        shaped = replace(request, system=write_rules(self.form, rules), tools=tools, params=self._with_stops(params))
        return self.inner.shape(shaped)

    def write_frame(self, request: ChatRequest, *, stream: bool) -> tuple[bytes, bytes]:
        """Of a shaped request, as the inner dialect writes it."""
        return self.inner.write_frame(request, stream=stream)

    def write_system(self, text: str) -> bytes:
        """Of a shaped request, as the inner dialect writes it."""
        return self.inner.write_system(text)

    def write_message(self, message: Message) -> bytes:
        """The message with its calls as text, or its results as a message of the user; nothing when only what the model made up
        is left. DialectError for a part of another format."""
        items = map(self.inner.write_message, as_said(self.form, message))
        return b",".join(item for item in items if item)

    def write_request(self, request: ChatRequest, *, stream: bool) -> bytes:
        """The whole body."""
        said = [made for message in request.messages for made in as_said(self.form, message)]
        return self.inner.write_request(replace(self.shape(request), messages=said), stream=stream)

    def read_request(self, body: bytes) -> ChatRequest:
        """The request in a body: the rules as tools and choice, calls and results out of the texts. DialectError when it is none,
        and when the words of the rules were changed, which are made from the tools."""
        request = self.inner.read_request(body)
        rules = read_rules(self.form, request.system)
        if rules is None:
            return replace(request, messages=self._history(request, ()))
        params = self._without_stops(request.params)
        for name, value in (("tool_choice", rules.choice), ("parallel_calls", rules.several)):
            params = params if value is None else self._with(params, name, value)
        return replace(
            request,
            system=rules.before,
            messages=self._history(request, rules.tools),
            tools=(*rules.tools, *request.tools),
            params=params,
        )

    def read_reply(self, body: bytes, request: ChatRequest | None = None) -> ChatReply:
        """The reply in a whole body, with the calls that its text prints. DialectError when it is none."""
        reply = self.inner.read_reply(body, request)
        return marked(replace(reply, parts=read_parts(self.form, reply.parts, self._tools(request))), self.name)

    def write_reply(self, reply: ChatReply) -> bytes:
        """The reply with its calls printed, and all that the model made up after them."""
        return self.inner.write_reply(self._printed(reply))

    def write_stream(self, reply: ChatReply) -> Iterator[bytes]:
        """The same as a stream."""
        return self.inner.write_stream(self._printed(reply))

    def delta_reader(self, request: ChatRequest | None = None) -> PromptedReader:
        """A fresh reader; the tools that `request` declares, natively or in its rules, give printed values their types."""
        return PromptedReader(self.inner.delta_reader(request), self.form, self._tools(request))

    def read_error(self, status: int, body: bytes) -> ProviderError:
        """As the inner dialect reads it."""
        return self.inner.read_error(status, body)

    def _printed(self, reply: ChatReply) -> ChatReply:
        return replace(reply, parts=printed_parts(self.form, reply.parts))

    def _tools(self, request: ChatRequest | None) -> Sequence[ToolSpec]:
        if request is None:
            return ()
        told = _told(request.tools)
        if told:
            return told
        try:
            rules = read_rules(self.form, request.system)
        except DialectError:
            return ()
        return rules.tools if rules is not None else ()

    def _history(self, request: ChatRequest, tools: Sequence[ToolSpec]) -> list[Message]:
        return [marked(message, self.name) for message in read_history(self.form, request.messages, tools)]

    def _stops(self, params: dict[str, Any]) -> list[str]:
        stops = parameters.get(self.name, params, "stop")
        return list(stops) if isinstance(stops, list | tuple) else []

    def _with_stops(self, params: dict[str, Any]) -> dict[str, Any]:
        stops = self._stops(params)
        made = [*stops, *(stop for stop in self.form.stop if stop not in stops)]
        if made == stops or (self.name == "openai_chat" and len(made) > MOST_STOPS):
            return params
        return self._with(params, "stop", made)

    def _without_stops(self, params: dict[str, Any]) -> dict[str, Any]:
        stops = self._stops(params)
        kept = [stop for stop in stops if stop not in self.form.stop]
        return params if kept == stops else self._with(params, "stop", kept or None)

    def _with(self, params: dict[str, Any], name: str, value: Any) -> dict[str, Any]:
        """The params with a parameter, or as they are where the wire has no place for it."""
        try:
            return parameters.put(self.name, params, name, value)
        except DialectError:
            return params


def _told(tools: Sequence[ToolSpec]) -> tuple[ToolSpec, ...]:
    """The tools that a model can be told of; a provider's own ones, and those that take free text, have a type of theirs."""
    return tuple(tool for tool in tools if not _is_own(tool.extra.get("entry")))


def _is_own(entry: Any) -> bool:
    return isinstance(entry, dict) and "type" in entry
