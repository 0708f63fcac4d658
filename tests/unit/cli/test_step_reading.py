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
        ('{"do":"mock","text":5}', "Decision 1 .mock. cannot be understood: text: this must be a text, and is a"),
        ('{"do":"mock"}', "Decision 1 .mock. cannot be understood: the member text is missing"),
        ('{"do":"mock","text":"a","tool":"b"}', "there is no member tool. It may have: text, call, is_error"),
        (
            '{"do":"set_truth","call":"a","truth":"maybe"}',
            "truth: there is no 'maybe' here. It may be: keep, notify, rewrite",
        ),
        ('{"do":"settings","values":{"frob":1}}', "values: there is no setting frob. It may have: call_seconds, "),
        ('{"do":"settings","values":{"limits":{"token":1}}}', "values.limits: there is no member token. Did you mean"),
        ('{"do":"edit_reply"}', "it wants either text or reply"),
        ('{"do":"edit_call","call":"a","arguments":{},"patch":{}}', "it wants either arguments or patch"),
        ('{"do":"run"}\n{"do"', "Decision 2 is no JSON"),
        ("[", "The decisions are no JSON"),
        ("", "It holds no decision."),
        (" \n", "It holds no decision."),
        ("[]", "It holds no decision."),
        ("5", "Decision 1 says nothing that can be done: 5"),
    ],
)
def test_what_cannot_be_understood_is_told_with_its_number_and_member(text: str, told: str) -> None:
    with pytest.raises(CommandError, match=told) as caught:
        listed(text)
    assert caught.value.code == 2
