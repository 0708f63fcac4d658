"""A JSON value that does not fit is told with its place, its words and what there is."""

from typing import Any

import pytest

from studio.cli.step_decisions import Mock, SetTruth
from studio.session.breakpoints import Breakpoint
from studio.session.events import SetupChanged
from studio.session.samples import SampleArm, SampleProbe
from studio.tools.fitted import MisfitError, fitted


@pytest.mark.parametrize(
    ("value", "kind", "told"),
    [
        ({"text": 5}, Mock, "text: this must be a text, and is a whole number."),
        ({}, Mock, "The member text is missing."),
        (
            {"call": "a", "truth": "notfy"},
            SetTruth,
            "truth: there is no 'notfy' here. Did you mean notify? It may be: keep, notify, rewrite.",
        ),
        (
            {"text": "a", "is_eror": True},
            Mock,
            "There is no member is_eror. Did you mean is_error? It may have: text, call, is_error.",
        ),
        (
            [{"prompt": "a", "expect": []}],
            tuple[SampleProbe, ...],
            "[0]: there is no member expect. Did you mean expects? It may have: prompt, expects.",
        ),
        ([{"system": "a"}], tuple[SampleArm, ...], "[0]: the member name is missing."),
        ({"a": 1}, tuple[SampleArm, ...], "This must be a list, and is an object."),
        (
            {"kind": "setup", "limits": {"tokns": 1}},
            SetupChanged,
            "limits: there is no member tokns. Did you mean tokens? It may have: tokens, cost, seconds, same_call.",
        ),
        (
            {"kind": "setup", "choices": {"refund": {"coercion": "of"}}},
            SetupChanged,
            "choices[...].coercion: there is no 'of' here. It may be: ask, langchain4j, lossless, off.",
        ),
        (
            {"id": "", "place": "before", "tool": "a"},
            Breakpoint,
            "place: there is no 'before' here. ",
        ),
    ],
)
def test_what_does_not_fit_is_told(value: Any, kind: Any, told: str) -> None:
    with pytest.raises(MisfitError) as caught:
        fitted(value, kind)
    assert str(caught.value).startswith(told)


def test_what_fits_is_made() -> None:
    assert fitted([{"prompt": "a"}, {"expects": ["b"]}], tuple[SampleProbe, ...]) == (
        SampleProbe("a"),
        SampleProbe(expects=("b",)),
    )
    assert fitted({"system": None, "context": {"any": {"deep": 1}}}, SetupChanged) == SetupChanged(
        system=None, context={"any": {"deep": 1}}
    )
