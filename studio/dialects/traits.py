"""Facts about families of models and their servers that a dialect must know. Data, and the rules that pick it.

Above: `roster`, `responders/profiles`. Below: nothing. A fact here has a public source; what is not known has the default.
"""

from typing import Literal

import msgspec

CallIds = Literal["any", "nine"]


class Traits(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of a model and its server.

    `call_ids`: `nine` letters and digits (Mistral), or any text. `text_form`: how the family prints its calls where tools are
    not taken natively, empty when it is not known. `no_tools`: it is known to have no native calls here.
    """

    call_ids: CallIds = "any"
    text_form: str = ""
    no_tools: bool = False


def traits_of(dialect: str, base_url: str, model_name: str) -> Traits:
    """The traits of a model at an address."""
    name = model_name.lower()
    mistral = "mistral.ai" in base_url or name.startswith(("mistral", "codestral", "ministral", "magistral", "pixtral"))
    return Traits(call_ids="nine" if mistral and dialect == "openai_chat" else "any")


def text_form_for(calls: str, settled: str, traits: Traits) -> str:
    """The text form in which tools are told; empty for native calls. `calls` is the person's choice (`native`, `auto`, or a form),
    `settled` what automatic came to after the provider had refused tools."""
    if calls == "auto":
        return settled or (printed_by(traits) if traits.no_tools else "")
    return "" if calls == "native" else calls


def printed_by(traits: Traits) -> str:
    """The form to use where a model has no native calls: its family's own, or plain JSON."""
    return traits.text_form or "json_block"
