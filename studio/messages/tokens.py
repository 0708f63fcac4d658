"""How many tokens a text costs, estimated: no tokenizer of a provider is at hand without a download.

Above: `engine/memory`, `present`, the fronts. Below: `message`, `toolspec`. Whoever shows a figure says that it is an estimate, and may
scale it by what the provider reported for the last request.
"""

import json
import re

from studio.messages.message import Message
from studio.messages.parts import Call, Image, Opaque, Reasoning, Result, Text
from studio.messages.toolspec import ToolSpec

_DENSE = re.compile(r"[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\U0001f000-\U0003ffff]")
"""Characters of scripts that cost about a token each."""
_PER_TOKEN = 4.0
_PER_DENSE = 0.9
PER_MESSAGE = 4
"""What a role and its marks cost."""
PER_IMAGE = 800
PER_TOOL = 8


def text_tokens(text: str) -> int:
    """The tokens of a text; 0 for an empty one."""
    dense = len(_DENSE.findall(text)) if not text.isascii() else 0
    return max(1, round((len(text) - dense) / _PER_TOKEN + dense * _PER_DENSE)) if text else 0


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
