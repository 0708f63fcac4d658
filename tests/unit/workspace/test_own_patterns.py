"""Which patterns of the person can be used for blanking."""

import pytest

from studio.workspace.own_patterns import blanked, own_blanks, refusal


@pytest.mark.parametrize(
    "pattern", [r"\b\d{13,19}\b", r"[\w.]+@[\w.]+\.\w+", "ACME-[0-9]{4}", "Frau Müller", r"(?i)geheim\w*"]
)
def test_what_a_person_wants_hidden_can_be_hidden(pattern: str) -> None:
    assert refusal(pattern) == ""


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("(", "cannot be read"),
        ("", "Write a pattern first."),
        (".*", "would also blank"),
        (r"[a-z]+", "would also blank"),
        ("user", "would also blank user"),
        ("request", "would also blank request"),
        (r"x?", "would also blank"),
        (r"\w{20,}", "ids of calls"),
        ("redacted", "would also blank"),
        ("a" * 3000, "too long"),
        (r"(?=x)y", "cannot be read"),
    ],
)
def test_what_would_break_a_session_is_refused_with_the_reason(pattern: str, why: str) -> None:
    assert why in refusal(pattern)


def test_a_pattern_of_another_version_that_cannot_be_used_is_passed_over() -> None:
    assert own_blanks(["(", ".*"]) is None
    assert blanked("a ACME-1234", ["(", "ACME-[0-9]+"]) == "a [redacted]"
