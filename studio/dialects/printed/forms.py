"""The forms of printed calls by name, each loaded when it is first asked for.

Above: `prompted`, `detect`. Below: each form. One of the places with imports inside functions.
"""

from studio.dialects.dialect_error import DialectError
from studio.dialects.printed.form import TextForm
from studio.said import said

NAMES: tuple[str, ...] = (
    "hermes",
    "qwen_xml",
    "llama_json",
    "mistral",
    "deepseek",
    "glm",
    "harmony",
    "pythonic",
    "json_block",
    "react",
)
"""The names that `form` knows."""


def form(name: str) -> TextForm:
    """The form of that name. DialectError when there is none."""
    made = _marked(name) or _plain(name)
    if made is None:
        raise DialectError(
            said("There is no text form named {name}. Known are: {names}.", name=f"{name!r}", names=", ".join(NAMES))
        )
    return made


def _marked(name: str) -> TextForm | None:
    """A form with tags or tokens of its own around its calls."""
    match name:
        case "hermes":
            from studio.dialects.printed.hermes import Hermes

            return Hermes()
        case "qwen_xml":
            from studio.dialects.printed.qwen_xml import QwenXml

            return QwenXml()
        case "mistral":
            from studio.dialects.printed.mistral import Mistral

            return Mistral()
        case "deepseek":
            from studio.dialects.printed.deepseek import DeepSeek

            return DeepSeek()
        case "glm":
            from studio.dialects.printed.glm import Glm

            return Glm()
        case "harmony":
            from studio.dialects.printed.harmony import Harmony

            return Harmony()
        case _:
            return None


def _plain(name: str) -> TextForm | None:
    """A form whose calls are told from other text by their shape."""
    match name:
        case "llama_json":
            from studio.dialects.printed.llama_json import LlamaJson

            return LlamaJson()
        case "pythonic":
            from studio.dialects.printed.pythonic import Pythonic

            return Pythonic()
        case "json_block":
            from studio.dialects.printed.json_block import JsonBlock

            return JsonBlock()
        case "react":
            from studio.dialects.printed.react import React

            return React()
        case _:
            return None
