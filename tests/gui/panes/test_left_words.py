"""What ran on the steps left behind: one call, several, and more than are counted."""

import pytest

from studio.gui.panes.left_words import left_words
from studio.present.left_behind import MOST


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["refund"], "1 call ran on the steps left behind: refund. Nothing is undone outside."),
        (["refund", "refund"], "2 calls ran on the steps left behind: refund ×2. Nothing is undone outside."),
        (["a"] * MOST, "100 or more calls ran on the steps left behind: a ×100. Nothing is undone outside."),
    ],
)
def test_the_number_of_calls_is_said_in_a_whole_sentence(names: list[str], said: str) -> None:
    assert left_words(names) == said
