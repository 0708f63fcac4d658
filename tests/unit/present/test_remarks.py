"""Every remark that the core makes has its sentence; many are folded."""

import re
from pathlib import Path

import pytest

import studio
from studio.messages.remark import Remark
from studio.present.labels import TEMPLATES, english
from studio.present.remarks import MOST, remark_notes, remark_words

STUDIO = Path(studio.__file__).parent
MADE = re.compile(r'(?:Remark\(|_say\(|return )"([a-z_]+)"')


def _codes() -> set[str]:
    """The codes that are written out where remarks are made."""
    files = (
        "dialects/crossing",
        "dialects/parameters",
        "dialects/tool_shaping",
        "dialects/openai_responses_store",
        "engine/falling_back",
        "workspace/services",
    )
    found = {code for name in files for code in MADE.findall((STUDIO / f"{name}.py").read_text(encoding="utf-8"))}
    return {code for code in found if code.count("_") or code == "other"}


def test_each_code_that_is_written_out_has_its_sentence() -> None:
    codes = _codes()
    assert len(codes) >= 10
    assert [code for code in sorted(codes) if remark_words(Remark(code, "5")).key == "remark.other"] == []


@pytest.mark.parametrize(
    ("code", "subject", "said"),
    [
        (
            "reasoning_left_out",
            "1204",
            "Reasoning (1,204 characters) is left out: only the provider that made it takes it back.",
        ),
        (
            "reasoning_left_out",
            "1",
            "Reasoning (1 character) is left out: only the provider that made it takes it back.",
        ),
        ("reasoning_left_out", "0", "Encrypted reasoning is left out: only the provider that made it can read it."),
        (
            "members_left_out",
            "get_weather: defer_loading, strict",
            "Members of get_weather are left out (defer_loading, strict): only the format they came in knows them.",
        ),
        (
            "id_mapped",
            "call_1 → Ab3dEf9hK",
            "A call id is changed (call_1 → Ab3dEf9hK): this provider wants ids of another form.",
        ),
        (
            "schema_shaped",
            "search: made required (3), closed",
            "The schema of search is said otherwise for this provider: made required (3), closed.",
        ),
        (
            "schema_not_sent",
            "search: unresolved ref #/$defs/A (/properties/a)",
            "The tool search cannot be declared and is left out: unresolved ref #/$defs/A (/properties/a).",
        ),
        ("parameter_left_out", "seed", "The parameter seed is left out: this format cannot say it."),
        ("tools_refused", "react", "The provider takes no tools natively: they are told as text (ReAct) from here on."),
        (
            "told_as_text",
            "brand_new",
            "Tools are told as text (brand new), chosen automatically: this model takes none natively.",
        ),
        ("of_a_later_version", "x", "Said otherwise: of_a_later_version x"),
    ],
)
def test_a_remark_says_what_and_why(code: str, subject: str, said: str) -> None:
    assert english(remark_words(Remark(code, subject))) == said


@pytest.mark.parametrize("subject", ["", "x", "{n}", "a: b: c", "-1", "²"])
def test_an_odd_subject_breaks_no_sentence(subject: str) -> None:
    for key in TEMPLATES:
        if key.startswith("remark."):
            assert english(remark_words(Remark(key.removeprefix("remark."), subject)))


def test_many_remarks_are_counted_and_the_same_one_is_said_once() -> None:
    same = [Remark("refusal_as_text", "", place) for place in range(50)]
    many = [Remark("id_mapped", f"c{at} → n{at}") for at in range(20)]
    said = [english(words) for words in remark_notes([*same, *many]) if not isinstance(words, str)]
    assert len(said) == MOST + 1
    assert said[0].startswith("A refusal is sent as plain text")
    assert said[-1] == f"and {21 - MOST} more"
    assert len(remark_notes(same)) == 1
