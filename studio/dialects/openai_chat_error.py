"""The error inside an answer of status 200, as OpenAI-style servers send it. Errors of other statuses are read in `error_bodies`.

Above: `openai_chat`, `openai_chat_stream`. Below: `error_bodies`.
"""

from typing import Any

from studio.dialects.error_bodies import message_and_type, read_error, shortened
from studio.messages.reply import ProviderError
from studio.said import said

__all__ = ["error_in", "read_error", "shortened"]


def error_in(chunk: dict[str, Any]) -> ProviderError | None:
    """The error in a chunk or whole body that came with status 200, None when it holds none."""
    error = chunk.get("error")
    if not error and "choices" not in chunk and (chunk.get("object") == "error" or "detail" in chunk):
        error = chunk
    if not error:
        return None
    message, kind = message_and_type({"error": error})
    code = error.get("code") if isinstance(error, dict) else None
    status = code if isinstance(code, int) and 100 <= code <= 599 else None
    return ProviderError("provider", message or said("The provider sent an error without words."), status, kind)
