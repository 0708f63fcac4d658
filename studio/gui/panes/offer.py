"""A button that helps where something stands still, as a value.

Above: `banner_offers`, `failed_call`, the cards. Below: nothing. Its words are keys of the translation context `Banner`.
"""

import msgspec


class Offer(msgspec.Struct, frozen=True):
    """A button. `id` is what the window does; `key` is pressed while the banner is focused; `tool` fills a place of the words; `said` are
    words in the language of the window, instead of a key."""

    id: str
    words: str
    key: str = ""
    tool: str = ""
    said: str = ""
