"""Reads a streamed `content` that is no plain text: a list of pieces, as reasoning models of Mistral stream it.

Above: `openai_chat_stream`. Below: `openai_chat_content`, `messages`.
"""

from typing import Any

from studio.dialects.openai_chat_content import NAME, read_piece
from studio.messages.delta import Delta
from studio.messages.parts import Opaque, Reasoning, Refusal, Text


def read_streamed_content(content: Any, deltas: list[Delta]) -> None:
    """Add the deltas of a `content` member that is not empty; what is neither text nor list is a part of its own."""
    if isinstance(content, str):
        deltas.append(("text", content))
    elif isinstance(content, list):
        for piece in content:
            _read(piece, deltas)
    else:
        deltas.append(("part", Opaque(NAME, content)))


def _read(piece: Any, deltas: list[Delta]) -> None:
    part = read_piece(_one_text(piece))
    match part:
        case Text():
            if part.text:
                deltas.append(("text", part.text))
            deltas.extend(("run_extra", key, value) for key, value in part.extra.items())
        case Reasoning():
            deltas.append(("reasoning", part.text, "content"))
            if part.signature:
                deltas.append(("signature", part.signature))
            deltas.extend(("run_extra", key, value) for key, value in part.extra.items() if key != "member")
        case Refusal():
            deltas.append(("refusal", part.text))
        case _:
            deltas.append(("part", part))


def _one_text(piece: Any) -> Any:
    """A piece of thinking whose texts are one text of a list, as in whole replies: some send it bare, cut up, or none yet."""
    if not isinstance(piece, dict) or piece.get("type") != "thinking":
        return piece
    thinking = piece.get("thinking")
    if isinstance(thinking, str):
        text = thinking
    elif isinstance(thinking, list) and all(_is_plain(inner) for inner in thinking):
        text = "".join(inner["text"] for inner in thinking)
    else:
        return piece
    return {**piece, "thinking": [{"type": "text", "text": text}]}


def _is_plain(piece: Any) -> bool:
    match piece:
        case {"type": "text", "text": str(), **more}:
            return not more
        case _:
            return False
