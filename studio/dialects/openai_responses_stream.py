"""Reads a streamed Responses reply. Deltas are a preview; what an event of the end says (`…done`, the finished response) replaces it.

Above: `openai_responses`. Below: `_places` (which item an event speaks of), `_stream_items` (what an item's events say), `_reply`.
Knows nothing of bytes and framing; unknown events are passed over.
"""

from collections.abc import Callable, Sequence
from typing import Any

from studio.dialects.dialect_error import DialectError
from studio.dialects.json_bytes import loads
from studio.dialects.openai_chat_error import shortened
from studio.dialects.openai_responses_items import name_text
from studio.dialects.openai_responses_places import Item, Places
from studio.dialects.openai_responses_read import read_usage
from studio.dialects.openai_responses_reply import failure_in, finish_of, reply_extra
from studio.dialects.openai_responses_stream_items import (
    PREVIEWS,
    add_annotation,
    begin,
    finish_arguments,
    finish_piece,
    finish_reasoning,
    put,
    reopen_piece,
    says_nothing,
)
from studio.messages.delta import Delta
from studio.messages.reply import ProviderError
from studio.said import said

_STATUSES = {
    "response.completed": "completed",
    "response.done": "completed",
    "response.incomplete": "incomplete",
    "response.failed": "failed",
    "response.cancelled": "cancelled",
}
_NO_KEY: tuple[Any, ...] = ()


class OpenAIResponsesReader:
    """One streamed reply."""

    def __init__(self) -> None:
        self._places = Places()
        self._done = False
        self._finished = False
        self._error: ProviderError | None = None
        self._id = ""
        self._model = ""
        self._hot: tuple[Any, ...] = _NO_KEY
        self._again: Callable[[str], tuple[Delta]] | None = None

    def feed(self, data: str) -> Sequence[Delta]:
        """The deltas of one event's data."""
        if self._done or not data:
            return ()
        try:
            event = loads(data)
        except ValueError:
            return self._foreign(data)
        if not isinstance(event, dict):
            return ()
        kind = event.get("type")
        try:
            if type(kind) is str and kind in PREVIEWS:
                return self._preview(kind, event)
            self._hot = _NO_KEY
            deltas: list[Delta] = []
            self._read(kind if type(kind) is str else "", event, deltas)
        except DialectError as error:
            return self._failed(ProviderError("provider", str(error), body=data))
        return deltas

    def rest(self) -> Sequence[Delta]:
        """Nothing: every event is told at once."""
        return ()

    def end(self) -> ProviderError | None:
        """None when the response came to its end, or the end marker, and no error."""
        if self._error is not None or self._done or self._finished:
            return self._error
        return ProviderError("incomplete", said("The reply ended before it was whole: no response.completed came."))

    def _preview(self, kind: str, event: dict[str, Any]) -> Sequence[Delta]:
        """A fragment; most go on where the one before ended."""
        key = (
            kind,
            event.get("item_id"),
            event.get("output_index"),
            event.get("content_index"),
            event.get("summary_index"),
        )
        delta = event.get("delta")
        if key == self._hot and self._again is not None and type(delta) is str:
            return self._again(delta)
        if self._finished:
            return ()
        deltas: list[Delta] = []
        wanted, read = PREVIEWS[kind]
        again = read(self._places.found(event, wanted), event, deltas)
        self._hot, self._again = (key, again) if again is not None else (_NO_KEY, None)
        return deltas

    def _foreign(self, data: str) -> Sequence[Delta]:
        text = data.strip()
        if text == "[DONE]":
            self._done = True
            return ()
        if text.startswith("{"):
            words = said("A piece of the stream is cut: it is not whole JSON.")
            return self._failed(ProviderError("incomplete", words, body=data))
        return self._failed(ProviderError("provider", shortened(text), body=data))

    def _failed(self, error: ProviderError) -> Sequence[Delta]:
        self._error = self._error or error
        return (("error", error),)

    def _read(self, kind: str, event: dict[str, Any], deltas: list[Delta]) -> None:
        if kind in _STATUSES:
            response = event.get("response")
            self._end(response if isinstance(response, dict) else {}, _STATUSES[kind], deltas)
        elif event.get("object") == "response" and "output" in event:
            # Servers that do not stream answer with the whole response.
            self._end(event, "completed", deltas)
        elif kind in ("error", ""):
            self._read_error(event, deltas)
        elif self._finished:
            pass
        elif kind.startswith("response.output_item."):
            self._read_item(kind, event, deltas)
        elif isinstance(response := event.get("response"), dict):
            self._read_names(response, deltas)
        else:
            self._read_part(kind, event, deltas)

    def _read_names(self, response: dict[str, Any], deltas: list[Delta]) -> None:
        if not self._id and (reply_id := name_text(response.get("id"))):
            self._id = reply_id
            deltas.append(("id", reply_id))
        if not self._model and (model := name_text(response.get("model"))):
            self._model = model
            deltas.append(("model", model))

    def _read_error(self, event: dict[str, Any], deltas: list[Delta]) -> None:
        inner = event.get("error") or {
            key: value for key, value in event.items() if key not in ("type", "sequence_number")
        }
        error = failure_in({"error": inner} if event.get("type") == "error" else event)
        if error is not None:
            deltas.extend(self._failed(error))

    def _read_item(self, kind: str, event: dict[str, Any], deltas: list[Delta]) -> None:
        value = event.get("item")
        if not isinstance(value, dict):
            return
        if kind == "response.output_item.added":
            begin(self._places.opened(event, value), value, deltas)
        elif kind == "response.output_item.done":
            item = self._places.ended(event, value)
            self._places.name(item, value)
            put(item, value, deltas)

    def _read_part(self, kind: str, event: dict[str, Any], deltas: list[Delta]) -> None:
        find = self._places.found
        match kind:
            case "response.output_text.done":
                finish_piece(find(event, "message"), event, {"type": "output_text", "text": event.get("text")}, deltas)
            case "response.refusal.done":
                finish_piece(
                    find(event, "message"), event, {"type": "refusal", "refusal": event.get("refusal")}, deltas
                )
            case "response.content_part.done" if _is_said(event.get("part")):
                finish_piece(find(event, "message"), event, event["part"], deltas)
            case "response.content_part.added" if _is_said(event.get("part")):
                reopen_piece(find(event, "message"), event)
            case "response.output_text.annotation.added":
                add_annotation(find(event, "message"), event, deltas)
            case "response.function_call_arguments.done":
                finish_arguments(find(event, "function_call"), event, deltas)
            case "response.custom_tool_call_input.done":
                finish_arguments(find(event, "custom_tool_call"), event, deltas)
            case "response.reasoning_summary_text.done" | "response.reasoning_text.done":
                finish_reasoning(find(event, "reasoning"), event, deltas)
            case _:
                pass

    def _end(self, response: dict[str, Any], status: str, deltas: list[Delta]) -> None:
        if self._finished:
            return
        self._finished = True
        self._read_names(response, deltas)
        output = response.get("output")
        if isinstance(output, list):
            self._read_output([item for item in output if isinstance(item, dict)], deltas)
        response = response if response.get("status") or "status" in response else {**response, "status": status}
        deltas.extend(("extra", key, value) for key, value in reply_extra(response).items())
        if (finish := finish_of(response)) is not None:
            deltas.append(("finish", finish))
        if isinstance(usage := response.get("usage"), dict):
            deltas.append(("usage", read_usage(usage)))
        error = failure_in(response)
        if error is not None:
            deltas.extend(self._failed(error))

    def _read_output(self, output: list[dict[str, Any]], deltas: list[Delta]) -> None:
        """What of the finished response was not streamed, or not to its end."""
        before: Item | None = None
        for position, (value, item) in enumerate(zip(output, self._places.matched(output), strict=True)):
            if item is None:
                if self._places.items and says_nothing(value):
                    continue
                put(self._places.behind(before, value, position), value, deltas)
            else:
                before = item
                if not item.settled:
                    put(item, value, deltas)


def _is_said(part: Any) -> bool:
    """Whether a piece stands in a message; servers announce pieces of reasoning items by the same events."""
    return isinstance(part, dict) and part.get("type") not in ("reasoning_text", "summary_text")
