"""Decisions as a script writes them: what cannot be understood is told with its number and member, before anything is done."""

import pytest

from studio.cli.command import CommandError
from studio.cli.step_decisions import EditCall, Profile, Run
from studio.cli.step_edits import Edits
from studio.cli.step_moves import Moves
from studio.cli.step_places import Places
from studio.cli.step_reading import help_text, kinds, listed


def test_each_kind_of_decision_is_carried_out_by_one_and_explained() -> None:
    doing = [*Edits, *Places, *Moves, Profile]
    assert sorted(each.__name__ for each in doing) == sorted(each.__name__ for each in kinds().values())
    told = help_text()
    assert all(f"  {name}" in told and (each.__doc__ or "").split()[0] in told for name, each in kinds().items())


def test_a_list_and_one_a_line_are_the_same() -> None:
    one, other = '{"do":"edit_call","call":"a","arguments":{"b":1}}', '{"do":"run"}'
    assert listed(f"[{one},{other}]") == listed(f"{one}\n\n{other}\n") == [EditCall("a", arguments={"b": 1}), Run()]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[{"do":"run"},{"do":"edit_cal","call":"a"}]', r"Decision 2 says nothing .* Did you mean edit_call\?"),
        ('{"do":"mock","text":5}', "Decision 1 .mock. has a wrong member text: expected str, got int"),
        ('{"do":"mock"}', "Decision 1 .mock. is not right: object missing required field text"),
        ('{"do":"mock","text":"a","tool":"b"}', "object contains unknown field tool"),
        ('{"do":"set_truth","call":"a","truth":"maybe"}', "has a wrong member truth: invalid enum value 'maybe'"),
        ('{"do":"run"}\n{"do"', "Decision 2 is no JSON"),
        ("[", "The decisions are no JSON"),
        ("5", "Decision 1 says nothing that can be done: 5"),
    ],
)
def test_what_cannot_be_understood_is_told_with_its_number_and_member(text: str, told: str) -> None:
    with pytest.raises(CommandError, match=told) as caught:
        listed(text)
    assert caught.value.code == 2
