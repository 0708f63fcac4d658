"""Finding fields of the settings by the words of their pages, in whatever language they are looked for.

Above: `settings_window`. Below: `page`. Pure: who asks says which words a text has.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from studio.gui.settings.page import SettingsField, SettingsPage


class Hit(NamedTuple):
    """A page with its fields that fit; no field where only the page's own words do."""

    page: SettingsPage
    fields: tuple[SettingsField, ...]


def find(pages: Sequence[SettingsPage], typed: str, words: Callable[[str], Iterable[str]]) -> list[Hit]:
    """The pages on which something fits all that is typed, in their order. `words` gives a text in all languages."""
    parts = typed.casefold().split()
    if not parts:
        return [Hit(page, ()) for page in pages]
    found = []
    for page in pages:
        of_page = _said(words, page.title, page.about, page.words)
        fields = tuple(field for field in page.fields if _fits(parts, _said(words, *_of(field)), of_page))
        if fields or all(part in of_page for part in parts):
            found.append(Hit(page, fields))
    return found


def _of(field: SettingsField) -> tuple[str, ...]:
    return field.label, field.hint, field.words, field.group


def _fits(parts: Sequence[str], of_field: str, of_page: str) -> bool:
    """All that is typed is said by the field or its page, and something of it by the field."""
    return all(part in of_field or part in of_page for part in parts) and any(part in of_field for part in parts)


def _said(words: Callable[[str], Iterable[str]], *texts: str) -> str:
    return " \n ".join(each for text in texts if text for each in words(text)).casefold()
