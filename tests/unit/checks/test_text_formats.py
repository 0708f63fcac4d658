"""Texts of a form that have to be of a format: what fits is left alone, what does not is a problem at its field."""

import pytest

from studio.checks.text_formats import format_problems

GOOD = {
    "email": ["me@example.com", "a.b+c@mail.example.org", "me@localhost"],
    "uri": ["https://example.com/a?b=c", "urn:isbn:123", "mailto:me@example.com"],
    "date": ["2026-12-31", "2024-02-29"],
    "date-time": ["2026-12-31T23:59:00Z", "2026-12-31T23:59:00.5+02:00", "2026-12-31t23:59:00z"],
    "hostname": ["what ever"],
}
BAD = {
    "email": ["", "me", "me@", "@example.com", "a b@example.com", "me@example.com."],
    "uri": ["", "example.com", "/a/b", "https://a b", "http://[bad"],
    "date": ["", "31.12.2026", "2026-13-01", "2026-02-30", "20261231"],
    "date-time": ["", "2026-12-31", "2026-12-31T23:59:00", "2026-12-31T25:00:00Z"],
}


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in GOOD.items() for text in texts])
def test_what_is_of_the_format_is_no_problem(kind: str, text: str) -> None:
    assert list(format_problems({"properties": {"it": {"type": "string", "format": kind}}}, {"it": text})) == []


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in BAD.items() for text in texts])
def test_what_is_not_is_one_with_its_place(kind: str, text: str) -> None:
    (found,) = format_problems({"properties": {"it": {"type": "string", "format": kind}}}, {"it": text})
    assert (found.rule, found.pointer, found.severity) == ("schema.format", "/it", "error")
    assert "such as" in found.sentence


def test_odd_schemas_and_values_are_left_to_the_schema_check() -> None:
    for schema in (None, 5, {}, {"properties": 5}, {"properties": {"it": 5}}, {"properties": {"it": {"format": 5}}}):
        assert list(format_problems(schema, {"it": "x"})) == []
    assert list(format_problems({"properties": {"it": {"format": "email"}}}, {"it": 5})) == []
