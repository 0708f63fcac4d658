"""Who would read the history: what is known of the server and the model, as far as the rules ask.

Above: the rules of each format. Below: `dialects/traits`. What is not known is treated as a server that takes more.
"""

import msgspec

from studio.dialects.traits import Traits, traits_of

_HOMES = {
    "openai_chat": ("api.openai.com", ".openai.azure.com"),
    "openai_responses": ("api.openai.com", ".openai.azure.com"),
    "anthropic_messages": ("api.anthropic.com",),
    "ollama_chat": (),
}
"""The addresses of those who made the formats: what they write about them holds there."""


class Server(msgspec.Struct, frozen=True):
    """`strict`: whoever made the format answers, and refuses what its documents forbid. `nine`: call ids have to be nine letters and digits
    (an error where `refuses_ids`). `alternates`: the model's template wants user and assistant in turn."""

    dialect: str = "openai_chat"
    strict: bool = False
    nine: bool = False
    refuses_ids: bool = False
    alternates: bool = False


def server_of(dialect: str, base_url: str, model_name: str, traits: Traits | None = None) -> Server:
    """What is known of the model at an address."""
    known = traits or traits_of(dialect, base_url, model_name)
    nine = known.call_ids == "nine"
    strict = any(home in base_url for home in _HOMES.get(dialect, ()))
    return Server(dialect, strict, nine, nine and "mistral.ai" in base_url, nine)
