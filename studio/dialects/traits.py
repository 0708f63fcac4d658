"""Facts about families of models and their servers that a dialect must know. Data, and the rules that pick it.

Above: `roster`, `responders/profiles`. Below: nothing. A fact here has a public source; what is not known has the default.
"""

import re
from typing import Literal

import msgspec

_TAKES_SYSTEM_ANYWHERE = re.compile(r"opus-(4-[89]|[5-9])")
_PRINTED = tuple(
    (re.compile(words), form)
    for words, form in (
        (r"qwen[-_ ]?[23.5]*[-_ ]?coder|qwen3-coder", "qwen_xml"),
        (r"qwen|hermes|qwq|smollm|nemotron", "hermes"),
        (r"llama[-_ ]?3", "llama_json"),
        (r"llama[-_ ]?4|lfm2", "pythonic"),
        (r"mistral|ministral|codestral|magistral|devstral", "mistral"),
        (r"deepseek", "deepseek"),
        (r"glm-?4", "glm"),
        (r"gpt-oss", "harmony"),
    )
)
"""How families print calls by their chat templates, the first that fits."""
_NO_TOOLS = re.compile(
    r"smollm2?\b|gemma[-_:]?[123]|phi-?[23]\b|tinyllama|llama-?2|deepseek-r1:(1\.5|7|8|14|32|70)b|o1-(mini|preview)"
)
"""Models without native calls where they are commonly served."""

_GEMINI = re.compile(r"(^|/)gemini-")
CallIds = Literal["any", "nine"]


class Traits(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of a model and its server.

    `call_ids`: `nine` letters and digits (Mistral), or any text. `text_form`: how the family prints its calls where tools are
    not taken natively, empty when it is not known. `no_tools`: it is known to have no native calls here. `system_anywhere`:
    system messages may stand in the middle of the history (Anthropic's models from Opus 4.8 on, and all other formats).
    `schemas`: what is read of a tool's JSON Schema, where that is less than the format says (Gemini behind Chat Completions).
    """

    call_ids: CallIds = "any"
    text_form: str = ""
    no_tools: bool = False
    system_anywhere: bool = True
    schemas: Literal["", "gemini"] = ""


def traits_of(dialect: str, base_url: str, model_name: str) -> Traits:
    """The traits of a model at an address."""
    name = model_name.lower()
    mistral = "mistral.ai" in base_url or name.startswith(("mistral", "codestral", "ministral", "magistral", "pixtral"))
    gemini = "generativelanguage.googleapis.com" in base_url or _GEMINI.search(name) is not None
    anywhere = dialect != "anthropic_messages" or _TAKES_SYSTEM_ANYWHERE.search(name) is not None
    return Traits(
        call_ids="nine" if mistral and dialect == "openai_chat" else "any",
        text_form=next((form for families, form in _PRINTED if families.search(name)), ""),
        no_tools=_NO_TOOLS.search(name) is not None,
        system_anywhere=anywhere,
        schemas="gemini" if gemini and dialect == "openai_chat" else "",
    )


def text_form_for(calls: str, settled: str, traits: Traits) -> str:
    """The text form in which tools are told; empty for native calls. `calls` is the person's choice (`native`, `auto`, or a form),
    `settled` what automatic came to after the provider had refused tools."""
    if calls == "auto":
        return settled or (printed_by(traits) if traits.no_tools else "")
    return "" if calls == "native" else calls


def printed_by(traits: Traits) -> str:
    """The form to use where a model has no native calls: its family's own, or plain JSON."""
    return traits.text_form or "json_block"
