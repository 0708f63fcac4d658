"""Finding settings: all that is typed must fit, in whatever language; pages alone where no field fits."""

import pytest

from studio.gui.settings.page import Control, SettingsField, SettingsPage, SettingsPort
from studio.gui.settings.search import find

pytestmark = pytest.mark.promise("H2")


def _make(_port: SettingsPort) -> Control:
    raise AssertionError("Nothing is made to be found.")


PAGES = (
    SettingsPage(
        "look",
        "Appearance",
        "eye",
        (
            SettingsField("theme", "Theme", _make, words="night"),
            SettingsField("size", "Text size", _make, hint="Everything grows with it."),
        ),
    ),
    SettingsPage("keys", "Keyboard", "key", (SettingsField("keys", "Keys of actions", _make, group="Theme of keys"),)),
)
CHINESE = {"Theme": "主题", "Keyboard": "键盘"}


def _found(typed: str) -> list[tuple[str, ...]]:
    hits = find(PAGES, typed, lambda text: (text, CHINESE.get(text, "")))
    return [(hit.page.id, *(field.id for field in hit.fields)) for hit in hits]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", [("look",), ("keys",)]),
        ("NIGHT", [("look", "theme")]),
        ("grows", [("look", "size")]),
        ("主题", [("look", "theme")]),
        ("appearance size", [("look", "size")]),
        ("appearance", [("look",)]),
        ("键盘", [("keys",)]),
        ("theme", [("look", "theme"), ("keys", "keys")]),
        ("theme grows", []),
        ("hologram", []),
    ],
)
def test_a_field_is_found_by_its_words_with_those_of_its_page(typed: str, found: list[tuple[str, ...]]) -> None:
    assert _found(typed) == found
