"""What an HTTP answer becomes: text, picture, a sentence, an error."""

import pytest

from studio.messages.parts import Image
from studio.tools.http_answer import Answered, origin, outcome_of, redirected


def answered(body: bytes, kind: str = "", status: int = 200, *, longer: bool = False, **headers: str) -> Answered:
    named = [("Content-Type", kind)] if kind else []
    return Answered(status, (*named, *headers.items()), body, longer)


@pytest.mark.parametrize(
    ("body", "kind", "text"),
    [
        (b'{"a": 1}', "application/json", '{"a": 1}'),
        (b'{"a": 1}', "application/problem+json; charset=utf-8", '{"a": 1}'),
        ("grün".encode("latin-1"), "text/plain; charset=ISO-8859-1", "grün"),
        ("grün".encode(), "text/plain; charset=no-such", "grün"),
        (b"a-" + b"9" * 900_000, "text/plain; charset=punycode", "a-" + "9" * 900_000),
        (b"\\ud800", "text/plain; charset=raw_unicode_escape", "\\ud800"),
        (b"+2AA-", "text/plain; charset=utf-7", "+2AA-"),
        (b"\xff!", "text/html", "\ufffd!"),
        (b"<svg/>", "image/svg+xml", "<svg/>"),
        ("grün".encode(), "", "grün"),
        (b"", "", "Success"),
        (b"", "text/plain", "Success"),
        (b"", "application/pdf", "Success"),
        (b"x", 'image/p"ng,\x01', 'The answer is no text: image/p"ng,\x01, 1 bytes.'),
        (b"%PDF-1.7", "application/pdf", "The answer is no text: application/pdf, 8 bytes."),
        (b"\xff\xfe\x00", "", "The answer is no text: of no known type, 3 bytes."),
        (b"plain", "application/octet-stream", "plain"),
    ],
)
def test_an_answer_becomes_what_a_model_can_read(body: bytes, kind: str, text: str) -> None:
    outcome = outcome_of(answered(body, kind))
    assert (outcome.status, outcome.text, outcome.media) == ("ok", text, ())


def test_a_picture_is_carried_as_one() -> None:
    outcome = outcome_of(answered(b"\x89PNG", "image/png"))
    assert outcome.media == (Image("data:image/png;base64,iVBORw==", "image/png"),)
    assert (outcome.status, outcome.text) == ("ok", "A picture (image/png, 4 bytes).")


def test_a_cut_is_seen_and_half_a_picture_is_none() -> None:
    cut = outcome_of(answered("grün".encode()[:3], "", longer=True))
    assert (cut.status, cut.text) == ("ok", "gr\n[cut here: only the first 3 bytes were read]")
    half = outcome_of(answered(b"\x89PNG", "image/png", longer=True))
    assert (half.status, half.media) == ("error", ())
    assert half.text == "The answer is a picture (image/png) of more than 4 bytes."


@pytest.mark.parametrize(
    ("status", "body", "kind", "text"),
    [
        (404, b"no such order", "text/plain", "HTTP 404 Not Found: no such order"),
        (500, b"", "", "HTTP 500 Internal Server Error"),
        (599, b"x", "text/plain", "HTTP 599: x"),
        (403, b"\xff\xd8\xff", "image/jpeg", "HTTP 403 Forbidden (image/jpeg, 3 bytes)"),
        (304, b"", "", "HTTP 304 Not Modified"),
    ],
)
def test_an_error_says_its_status_and_what_the_server_said(status: int, body: bytes, kind: str, text: str) -> None:
    outcome = outcome_of(answered(body, kind, status))
    assert (outcome.status, outcome.text) == ("error", text)


def test_a_long_error_is_cut() -> None:
    text = outcome_of(answered(b"x" * 10_000, "text/plain", 500)).text
    assert text.endswith("x\n[cut here: only the first 4,000 bytes were read]")


def test_a_redirect_is_a_whole_address_and_its_server_is_compared() -> None:
    at = "https://h/a/b"
    assert redirected(answered(b"", status=302, Location="../c#x"), at) == "https://h/c"
    assert redirected(answered(b"", status=302, Location="//evil/c"), at) == "https://evil/c"
    assert redirected(answered(b"", status=302), at) is None
    assert redirected(answered(b"", status=200, Location="/c"), at) is None
    assert origin("https://H:443/x") == origin(at) != origin("http://h/a/b")
    assert origin("https://h:444/") != origin(at)
