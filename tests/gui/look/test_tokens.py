"""The contrast table, computed from the tokens: text at least 4.5 : 1 on its grounds, 7 : 1 in high contrast, signs 3 : 1."""

from collections.abc import Iterable

import msgspec
import pytest
from PySide6.QtGui import QColor, QPalette

from studio.gui.look.palette import palette
from studio.gui.look.tokens import DARK, LIGHT, SOFT_TEXT, TABLES, Tokens, contrast

GROUNDS = ("surface", "raised", "window")
TEXTS = (
    "text", "muted", "faint", "accent", "request", "response", "call", "result", "agent", "mock", "edit", "error",
    "fork", "warn",
)  # fmt: skip
CODE = ("code_key", "code_string", "code_number", "code_word", "code_sign")
LEAST = {"light": 4.5, "dark": 4.5, "high_contrast": 7.0}
TABLE = {
    "LIGHT": {"text": 14.0, "muted": 5.6, "faint": 4.9, "strong": 3.0, "call": 5.1, "edit": 5.8, "warn": 5.1},
    "DARK": {"text": 12.3, "muted": 6.8, "faint": 5.3, "strong": 3.9, "call": 7.9, "edit": 6.9, "warn": 8.9},
}


def ratio(table: str, ink: str, ground: str) -> float:
    return contrast(getattr(TABLES[table], ink), getattr(TABLES[table], ground))


def weak(table: str, pairs: Iterable[tuple[str, str]], least: float) -> dict[tuple[str, str], float]:
    """The pairs that fall short, with what they reach."""
    found = {pair: round(ratio(table, *pair), 2) for pair in pairs}
    return {pair: reached for pair, reached in found.items() if reached < least}


@pytest.mark.parametrize(("table", "least"), LEAST.items())
def test_text_is_readable_on_every_ground(table: str, least: float) -> None:
    pairs = [(ink, ground) for ink in TEXTS for ground in (*GROUNDS, "inset", "caret_line")]
    pairs += [(ink, "sel") for ink in TEXTS if ink != "faint"]  # nothing faint stands on a selection
    pairs += [(ink, "hover") for ink in ("text", "muted", "accent")]
    assert weak(table, pairs, least) == {}


@pytest.mark.parametrize(("table", "least"), LEAST.items())
def test_code_is_readable_also_where_something_was_found(table: str, least: float) -> None:
    grounds = ("surface", "raised", "inset", "caret_line", "sel", "search_hit")
    assert weak(table, [(ink, ground) for ink in (*CODE, "text") for ground in grounds], least) == {}


@pytest.mark.parametrize(("table", "least"), LEAST.items())
def test_text_is_readable_on_buttons_chips_and_bars(table: str, least: float) -> None:
    pairs = [*((ink, ground) for ground, ink in SOFT_TEXT.items()), ("accent_text", "accent")]
    pairs += [(ink, ground) for ink in ("text", "muted") for ground in SOFT_TEXT]
    pairs += [(ink, "paused_ground") for ink in ("faint", "call")]  # the row where the session stands
    assert weak(table, pairs, least) == {}


@pytest.mark.parametrize("table", TABLES)
def test_signs_and_outlines_are_visible(table: str) -> None:
    pairs = [(ink, ground) for ink in ("strong", "breakpoint", "accent") for ground in GROUNDS]
    pairs += [("paused_line", "surface"), ("accent", "sel"), ("accent", "hover"), ("breakpoint", "sel")]
    assert weak(table, pairs, 3.0) == {}


@pytest.mark.parametrize("tokens", TABLES.values(), ids=TABLES)
def test_the_ring_of_focus_is_told_from_the_line_of_where_it_stands(tokens: Tokens) -> None:
    assert tokens.accent != tokens.paused_line


@pytest.mark.parametrize("table", TABLES)
def test_the_palette_of_qt_holds_no_colour_that_is_not_of_the_theme(table: str) -> None:
    made = palette(TABLES[table])
    known = {QColor(value).name() for value in msgspec.to_builtins(TABLES[table]).values()}
    roles = (role for role in QPalette.ColorRole if role is not QPalette.ColorRole.NColorRoles)
    strange = {role.name for role in roles if role.name != "NoRole" and made.color(role).name() not in known}
    assert strange == set()


@pytest.mark.parametrize(("name", "tokens"), [("LIGHT", LIGHT), ("DARK", DARK)])
def test_the_lowest_contrasts_are_those_of_the_design(name: str, tokens: object) -> None:
    for ink, expected in TABLE[name].items():
        lowest = min(contrast(getattr(tokens, ink), getattr(tokens, ground)) for ground in GROUNDS)
        assert lowest == pytest.approx(expected, abs=0.06)


def test_contrast_runs_from_one_to_twenty_one() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#777777") == 1
