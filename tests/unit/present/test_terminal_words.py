"""What is said at a terminal names options; every sentence that is said otherwise is one that the core says."""

from pathlib import Path

import pytest

from studio.present.terminal_words import INSTEAD, for_terminal

STUDIO = Path(__file__).parents[3] / "studio"


def test_a_switch_becomes_an_option_and_anything_else_stays() -> None:
    told = for_terminal("The recording ends before pay. Type the result, or switch Tools to live.")
    assert told == "The recording ends before pay. Mock the call; replay with --tools live runs it."
    assert for_terminal("Nothing of a window.") == "Nothing of a window."


@pytest.mark.parametrize("window", [window for window, _ in INSTEAD])
def test_the_core_still_says_so(window: str) -> None:
    rooms = [STUDIO / room for room in ("engine", "workspace")]
    assert any(window in path.read_text(encoding="utf-8") for room in rooms for path in room.rglob("*.py"))
