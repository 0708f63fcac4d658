"""How many tokens a text costs, estimated: no tokenizer of a provider is at hand without a download.

Above: `engine/memory`, `present`, the fronts. Below: `message`, `toolspec`. Whoever shows a figure says that it is an estimate, and may
scale it by what the provider reported for the last request.
"""

import json
import re
import string

from studio.messages.message import Message
from studio.messages.parts import Call, Image, Opaque, Reasoning, Result, Text
from studio.messages.toolspec import ToolSpec

_DENSE = re.compile(r"[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\U0001f000-\U0003ffff]")
"""Characters of scripts that cost about a token each."""
_PER_DENSE = 0.85
_PER_OTHER = 0.45
"""Characters beyond ASCII of other scripts."""
_PER_LETTER = 1 / 4.5
"""Small letters, spaces and line ends."""
_KINDS = (
    (string.ascii_uppercase.encode(), 0.4),
    (string.digits.encode(), 0.45),
    (string.punctuation.encode(), 0.38),
)
"""ASCII characters that cost more."""
_ASCII = bytes(range(128))
PER_MESSAGE = 4
"""What a role and its marks cost."""
PER_IMAGE = 800
PER_TOOL = 8


def text_tokens(text: str) -> int:
    """The tokens of a text; 0 for an empty one. Within a sixth of what two public tokenizers count for English, German, JSON and code;
    between the two for Chinese, Japanese and Russian, where they are as far apart as 2:3; half of it for random letters (base64)."""
    if not text:
        return 0
    raw = text.encode("utf-8", "surrogatepass")
    ascii_count = len(raw) - len(raw.translate(None, _ASCII))
    beyond = len(text) - ascii_count
    dense = len(_DENSE.findall(text)) if beyond else 0
    cost = dense * _PER_DENSE + (beyond - dense) * _PER_OTHER
    for signs, each in _KINDS:
        count = len(raw) - len(raw.translate(None, signs))
        cost, ascii_count = cost + count * each, ascii_count - count
    return max(1, round(cost + ascii_count * _PER_LETTER))


def calibrated(estimate: int, reported: int | None) -> float:
    """What an estimate is to be multiplied with, by what the provider reported for the last request that was estimated; 1 where it said
    nothing. Never less than a quarter or more than four times: then it counted something else."""
    if not reported or reported < 0 or estimate <= 0:
        return 1.0
    return min(max(reported / estimate, 0.25), 4.0)


def message_tokens(message: Message) -> int:
    """The tokens of a message with all its parts; of passages only what is text of it already."""
    return PER_MESSAGE + sum(map(_of_part, message.parts))


def _of_part(part: object) -> int:
    match part:
        case Text(text=text):
            return text_tokens(text)
        case Reasoning(text=text):
            return text_tokens(text)
        case Call(name=name, arguments=arguments):
            return text_tokens(name) + text_tokens(arguments)
        case Result(text=text, media=media):
            return text_tokens(text) + PER_IMAGE * len(media)
        case Image():
            return PER_IMAGE
        case Opaque(value=value):
            return text_tokens(json.dumps(value, ensure_ascii=False))
        case _:
            return 0


def tool_tokens(tool: ToolSpec) -> int:
    """The tokens of a declaration: name, description and schema."""
    schema = json.dumps(tool.parameters, ensure_ascii=False, separators=(",", ":"))
    return PER_TOOL + text_tokens(tool.name) + text_tokens(tool.description) + text_tokens(schema)
