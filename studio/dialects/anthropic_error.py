"""What went wrong, as Anthropic and those who speak its format say it: in a body of its own, or as an event inside a stream.

Above: `anthropic_messages`, `anthropic_stream`. Below: `error_bodies`.
"""

from typing import Any

from msgspec.structs import replace

from studio.dialects import error_bodies
from studio.dialects.error_bodies import message_and_type, shortened
from studio.dialects.json_bytes import loads
from studio.messages.reply import ProviderError
from studio.said import said


def read_error(status: int, body: bytes) -> ProviderError:
    """The error in the body of an answer with `status`; its words name the request, which the provider asks for."""
    error = error_bodies.read_error(status, body)
    try:
        value = loads(body)
    except ValueError:
        return error
    return replace(error, message=error.message + _request(value)) if isinstance(value, dict) else error


def error_in(value: dict[str, Any]) -> ProviderError | None:
    """The error in a body or event of status 200, None when it holds none."""
    error = value.get("error")
    if not error and value.get("type") != "error" and ("type" in value or "detail" not in value):
        return None
    message, kind = message_and_type({"error": error} if error else value)
    words = message or said("The provider sent an error without words.")
    return ProviderError("provider", words + _request(value), None, "" if kind == "error" else kind)


def error_of(data: str) -> ProviderError:
    """The error for an event whose data is no JSON: cut in the middle, or words of a gateway."""
    if data.lstrip().startswith("{"):
        return ProviderError("incomplete", said("A piece of the stream is cut: it is not whole JSON."), body=data)
    return ProviderError("provider", shortened(data.strip()), body=data)


def _request(value: dict[str, Any]) -> str:
    request = value.get("request_id")
    return f" (request {request})" if isinstance(request, str) and request else ""
