"""Two branches laid beside one another: rounds and the calls in them, each with how it stands, and from difference to difference."""

import pytest

from studio.present.compared import Change, Comparison, FirstDecision, Likely, Pair, Side
from studio.present.labels import english
from studio.present.laid import next_difference, title
from studio.present.laid_rounds import LaidRounds
from studio.present.story_values import Action, Observation, Round

pytestmark = pytest.mark.promise("H1")
RAN, OTHER = Observation("1"), Observation("2")
LEFT = (
    Round(1, actions=(Action("a", "{}", observation=RAN),)),
    Round(2, actions=(Action("a", '{"x": 1}'), Action("b", '{"x": 1, "y": 2}', observation=RAN), Action("c", "{}"))),
    Round(3, text="done"),
)
RIGHT = (
    LEFT[0],
    Round(2, actions=(Action("z", "{}"), Action("b", '{"y": 2, "x": 1}', observation=OTHER), Action("c", "[]"))),
    Round(3, text="not done"),
)
CHANGE = Change("call", "", "a", "z")
FOUND = Comparison(
    Side("T", "main"),
    Side("T", "other"),
    (
        Pair(LEFT[0], RIGHT[0], shared=True),
        Pair(LEFT[1], RIGHT[1], decision=(CHANGE,)),
        Pair(LEFT[2], RIGHT[2], decision=(Change("text", "", "done", "not done"),)),
        Pair(None, LEFT[0], decision=(CHANGE,)),
    ),
    FirstDecision(1, (Likely("chance"), Likely("tools", (CHANGE,) * 5))),
)


def test_each_round_is_a_row_and_below_it_its_calls_by_their_place() -> None:
    laid = LaidRounds(FOUND)
    rows = [laid.row(at) for at in range(len(laid))]
    assert [(row.level, english(row.standing)) for row in rows] == [
        (0, "the same round"),
        (1, "the same round"),
        (0, "differs"),
        (1, "another tool"),
        (1, "another result"),
        (1, "other arguments"),
        (0, "differs"),
        (0, "only right"),
        (1, "only right"),
    ]
    assert (rows[1].left, rows[4].right) == ("a({})   → 1", 'b({"y": 2, "x": 1})   → 2')
    assert title(laid, english) == "T · main ↔ T · other"


def test_a_difference_is_the_call_and_the_round_only_where_no_call_of_it_differs() -> None:
    laid = LaidRounds(FOUND)
    assert [at for at in range(len(laid)) if laid.differs(at)] == [3, 4, 5, 6, 8]
    assert laid.first == 3
    assert (next_difference(laid, 3, 1), next_difference(laid, 3, -1), next_difference(laid, 8, 1)) == (4, 8, 3)
    assert next_difference(LaidRounds(Comparison(Side(), Side(), FOUND.pairs[:1])), 0, 1) is None
    assert next_difference(LaidRounds(Comparison(Side(), Side())), 0, 1) is None


def test_a_row_is_shown_in_full_and_knows_its_round() -> None:
    laid = LaidRounds(FOUND)
    assert laid.texts(5, english) == ("c({})", "c([])")
    assert laid.texts(8, english) == ("", "a({})\n\n→ 1")
    assert laid.texts(6, english) == ("done", "not done")
    assert [laid.round_at(at) for at in (0, 5, 8)] == [1, 2, None]


def test_likely_causes_are_lines_and_no_more_than_a_few() -> None:
    lines = list(LaidRounds(FOUND).causes(english))
    assert lines[0].startswith("Chance")
    assert len(lines) == 6
    assert lines[-1] == "    … +2"
