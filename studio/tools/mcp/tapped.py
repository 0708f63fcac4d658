"""Both directions of a connection, tapped: every message goes into the log without secrets; what the person sends again is kept apart.

Above: `stdio`, `http`. Below: `wire_log`, the SDK's message types. Knows not how messages travel.
"""

import json
import logging
from typing import Any

from mcp_types import (
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError
from pydantic_core import PydanticSerializationError

from studio.said import said
from studio.session.server_view import WireMessage
from studio.tools.mcp.server_error import ServerError
from studio.tools.mcp.wire_log import MOST_TEXT, Kind, WireLog
from studio.wire.redact import Redactor

for _logger in ("mcp", "client"):  # "client" is what the SDK calls its session
    logging.getLogger(_logger).addHandler(
        logging.NullHandler()
    )  # else what the SDK logs, with what the server said, would go to the terminal

_OURS = "again-"
_HELP = said('Write an object such as {{"jsonrpc": "2.0", "method": "ping", "id": 1}}.')


class Tap:
    """The log of a connection, and which answers are the person's."""

    def __init__(self, log: WireLog, redactor: Redactor) -> None:
        self._log = log
        self._redactor = redactor
        self._again = 0
        self._ours: set[int | str | None] = set()

    def clean(self, text: str) -> tuple[str, int]:
        """The text as it may be kept: its beginning without secrets, and how long it was. May be called in any thread."""
        if len(text) <= MOST_TEXT:
            return self._redactor.text(text), len(text)
        return self._redactor.running().feed_text(text[:MOST_TEXT]), len(text)

    def sent(self, message: JSONRPCMessage, text: str) -> WireMessage:
        """A message goes to the server, as `text`."""
        return self._keep(message, *self.clean(text), sent=True)

    def heard(self, message: JSONRPCMessage, cleaned: tuple[str, int], at: float = 0.0) -> bool:
        """A message came at `at`. Whether it is the SDK's: not so the answer to what the person sent again."""
        self._keep(message, *cleaned, sent=False, at=at)
        return not self.is_ours(message)

    def is_ours(self, message: JSONRPCMessage) -> bool:
        """Whether it is an answer to what the person sent."""
        return isinstance(message, JSONRPCResponse | JSONRPCError) and message.id in self._ours

    def told(self, kind: Kind, text: str, at: float = 0.0, length: int = 0) -> None:
        """What is no message: noise, stderr, a state."""
        self._log.add(kind, self.clean(text)[0], at=at, length=max(length, len(text)))

    def again(self, text: str) -> tuple[JSONRPCMessage, str]:
        """What the person typed, as a message and as the line that is sent. A request gets an id (and a progress token) of its own, which
        the SDK does not use. Raises ServerError when it is no message."""
        value = _typed(text)
        if "method" in value and "id" in value:
            self._again += 1
            value["id"] = f"{_OURS}{self._again}"
            _renew_token(value)
            text = json.dumps(value)
        elif "\n" in text or "\r" in text:
            text = json.dumps(value)
        try:
            message = jsonrpc_message_adapter.validate_python(value, by_name=False)
        except ValidationError:
            raise ServerError(said("This is no JSON-RPC message."), _HELP) from None
        if isinstance(message, JSONRPCRequest):
            self._ours.add(message.id)
        return message, text

    def _keep(self, message: JSONRPCMessage, text: str, length: int, *, sent: bool, at: float = 0.0) -> WireMessage:
        match message:
            case JSONRPCRequest():
                return self._log.add(
                    "request", text, sent=sent, method=message.method, id=message.id, length=length, at=at
                )
            case JSONRPCNotification():
                return self._log.add("notification", text, sent=sent, method=message.method, length=length, at=at)
            case JSONRPCResponse():
                return self._log.add("answer", text, sent=sent, id=message.id, length=length, at=at)
            case JSONRPCError():
                return self._log.add("error", text, sent=sent, id=message.id, length=length, at=at)


def written(message: JSONRPCMessage) -> str:
    """A message as JSON in one line."""
    try:
        return message.model_dump_json(by_alias=True, exclude_unset=True)
    except PydanticSerializationError:  # half of a surrogate pair, which JSON can only hold escaped
        return json.dumps(message.model_dump(by_alias=True, exclude_unset=True))


def _typed(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ServerError(said("This is not JSON: {why}.", why=error), _HELP) from None
    if not isinstance(value, dict):
        raise ServerError(said("This is no JSON-RPC message."), _HELP)
    return value


def _renew_token(value: dict[str, Any]) -> None:
    params = value.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    if isinstance(meta, dict) and "progressToken" in meta:
        meta["progressToken"] = value["id"]
