"""The forms of printed calls by name.

Above: `prompted`, `detect`. Below: each form.
"""

from studio.dialects.dialect_error import DialectError
from studio.dialects.printed.deepseek import DeepSeek
from studio.dialects.printed.form import TextForm
from studio.dialects.printed.glm import Glm
from studio.dialects.printed.harmony import Harmony
from studio.dialects.printed.hermes import Hermes
from studio.dialects.printed.json_block import JsonBlock
from studio.dialects.printed.llama_json import LlamaJson
from studio.dialects.printed.mistral import Mistral
from studio.dialects.printed.pythonic import Pythonic
from studio.dialects.printed.qwen_xml import QwenXml
from studio.dialects.printed.react import React

_ALL = (Hermes, QwenXml, LlamaJson, Mistral, DeepSeek, Glm, Harmony, Pythonic, JsonBlock, React)
_FORMS: dict[str, type[TextForm]] = {one.name: one for one in _ALL}

NAMES: tuple[str, ...] = tuple(_FORMS)
"""The names that `form` knows."""


def form(name: str) -> TextForm:
    """The form of that name. DialectError when there is none."""
    if name not in _FORMS:
        raise DialectError(f"There is no text form named {name!r}. Known are: {', '.join(NAMES)}.")
    return _FORMS[name]()
