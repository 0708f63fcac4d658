"""The error in a line or body of Ollama that came with status 200. Errors of other statuses are read in `error_bodies`.

Above: `ollama_chat`, `ollama_chat_stream`. Below: `error_bodies`.
"""

from typing import Any

from studio.dialects.error_bodies import message_and_type
from studio.messages.reply import ProviderError
from studio.said import said


def error_in(line: dict[str, Any]) -> ProviderError | None:
    """The error of a line, None when it holds none. The status stands beside it with models that run elsewhere."""
    error = line.get("error")
    if not error:
        return None
    message, kind = message_and_type({"error": error})
    inner = error.get("code") if isinstance(error, dict) else None
    status = line.get("status_code") or line.get("StatusCode") or inner
    known = status if isinstance(status, int) and 100 <= status <= 599 else None
    return ProviderError("provider", message or said("The server sent an error without words."), known, kind)
