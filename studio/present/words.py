"""Something to be said, as a key and its values: the window translates it, the command line prints it in English.

Above: `labels` has the English template of each key; `rows` and the fronts make and show them. Knows no language.
"""

import msgspec


class Words(msgspec.Struct, frozen=True):
    """One phrase. `key` is one of `labels.TEMPLATES`; `params` fill its named places (`{tool}`).

    A template with `{n}` has a singular and a plural form, chosen by the number `params["n"]`.
    """

    key: str
    params: dict[str, str | int] = {}


def words(key: str, **params: str | int) -> Words:
    """The phrase of `key` with its places filled by name."""
    return Words(key, params)
