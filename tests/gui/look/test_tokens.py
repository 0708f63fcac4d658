"""The contrast table, computed from the tokens: text at least 4.5 : 1 on every ground it is used on, signs 3 : 1."""

import pytest

from studio.gui.look.tokens import DARK, LIGHT, SOFT_TEXT, TABLES, contrast

GROUNDS = ("surface", "raised", "window")
TEXTS = (
    "text", "muted", "faint", "accent", "request", "response", "call", "result", "agent", "mock", "edit", "error",
    "fork", "warn",
)  # fmt: skip
CODE = ("code_key", "code_string", "code_number", "code_word", "code_sign")
TABLE = {
    "LIGHT": {"text": 14.0, "muted": 5.6, "faint": 4.9, "strong": 3.0, "call": 5.1, "edit": 5.8, "warn": 5.1},
    "DARK": {"text": 12.3, "muted": 6.8, "faint": 5.2, "strong": 3.9, "call": 7.9, "edit": 6.9, "warn": 8.9},
}


def ratio(table: str, ink: str, ground: str) -> float:
    return contrast(getattr(TABLES[table], ink), getattr(TABLES[table], ground))


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("ink", TEXTS)
def test_text_is_readable_on_every_ground(table: str, ink: str) -> None:
    assert min(ratio(table, ink, ground) for ground in GROUNDS) >= 4.5


@pytest.mark.parametrize("table", TABLES)
def test_signs_and_outlines_are_visible(table: str) -> None:
    for ink in ("strong", "breakpoint", "accent"):
        assert min(ratio(table, ink, ground) for ground in GROUNDS) >= 3.0
    assert ratio(table, "paused_line", "surface") >= 3.0


@pytest.mark.parametrize("table", TABLES)
def test_text_is_readable_on_selection_soft_grounds_and_buttons(table: str) -> None:
    pairs = [*((ink, ground) for ground, ink in SOFT_TEXT.items()), ("accent_text", "accent")]
    pairs += [(ink, ground) for ink in ("text", "muted") for ground in ("sel", "hover", "inset", "caret_line")]
    pairs += [(ink, ground) for ink in CODE for ground in ("surface", "caret_line")]
    pairs += [("text", "search_hit"), ("text", "paused_ground"), ("text", "soft_mock"), ("text", "soft_warn")]
    weak = {pair: round(ratio(table, *pair), 2) for pair in pairs if ratio(table, *pair) < 4.5}
    assert weak == {}


@pytest.mark.parametrize(("name", "tokens"), [("LIGHT", LIGHT), ("DARK", DARK)])
def test_the_lowest_contrasts_are_those_of_the_design(name: str, tokens: object) -> None:
    for ink, expected in TABLE[name].items():
        lowest = min(contrast(getattr(tokens, ink), getattr(tokens, ground)) for ground in GROUNDS)
        assert lowest == pytest.approx(expected, abs=0.06)


def test_contrast_runs_from_one_to_twenty_one() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#777777") == 1
