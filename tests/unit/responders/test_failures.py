"""What the headers and bodies of unhappy answers say."""

from email.utils import formatdate

import pytest

from studio.responders.failures import not_json, read_retry_after

NOW = 1_800_000_000.0


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ([("Retry-After", "20")], 20.0),
        ([("retry-after", "1.5")], 1.5),
        ([("retry-after", formatdate(NOW + 30, usegmt=True))], 30.0),
        ([("retry-after", formatdate(NOW - 30, usegmt=True))], 0.0),
        ([("retry-after", "30"), ("retry-after-ms", "250")], 0.25),
        ([("retry-after", "soon")], None),
        ([("retry-after", "-5")], None),
        ([("retry-after", "inf")], None),
        ([], None),
    ],
)
def test_the_wait_is_read_from_seconds_and_dates(headers: list[tuple[str, str]], seconds: float | None) -> None:
    assert read_retry_after(headers, NOW) == seconds


def test_a_foreign_body_is_quoted_by_its_start() -> None:
    error = not_json(200, [("Content-Type", "text/html; charset=utf-8")], b"<p>\n hello" + b"x" * 500)
    assert error.message.startswith("The server answered (200) with text/html that is no reply of a model: <p> hello")
    assert len(error.message) < 250


def test_an_empty_body_is_said() -> None:
    assert not_json(200, [], b" ").message == "The server answered (200) with an empty body."
