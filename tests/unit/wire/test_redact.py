"""Secrets are found in every form in which they travel, wherever the bytes are cut."""

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.wire.redact import BLANK, Redactor, keys_in

SECRET = 'sk-"å/+ 12\\'


@pytest.mark.parametrize(
    "form",
    [SECRET, 'sk-\\"å/+ 12\\\\', 'sk-\\"\\u00e5/+ 12\\\\', 'sk-\\"å\\/+ 12\\\\', quote(SECRET), quote(SECRET, safe="")],
)
def test_a_secret_is_found_plain_escaped_and_quoted(form: str) -> None:
    redactor = Redactor([SECRET])
    assert redactor.text(f"a {form} b") == f"a {BLANK} b"
    assert redactor.data(f"a {form} b".encode()) == f"a {BLANK} b".encode()


@pytest.mark.parametrize(
    "form",
    [
        "k%c3%a5y%2f%2b%3d%20%26'%3c1%3e",
        "k%C3%A5y/+=%20&'%3C1%3E",
        "k%C3%A5y%2F%2B%3D+%26'%3C1%3E",
        "k%c3%a5y%2f%2b%3d+%26%27%3c1%3e",
        "kåy/+= &amp;&#x27;&lt;1&gt;",
        "kåy/+= &amp;'&lt;1&gt;",
        "k\\u00e5y/\\u002b\\u003d \\u0026\\u0027\\u003c1\\u003e",
        "kåy/\\u002B\\u003D \\u0026\\u0027\\u003C1\\u003E",
        "".join(f"%{byte:02x}" for byte in "kåy/+= &'<1>".encode()),
    ],
)
def test_a_secret_is_found_as_other_programs_write_it(form: str) -> None:
    redactor = Redactor(["kåy/+= &'<1>"])
    assert redactor.text(f"a {form} b") == f"a {BLANK} b"
    assert redactor.data(f"a {form} b".encode()) == f"a {BLANK} b".encode()


def test_the_longer_of_two_secrets_is_taken_whole() -> None:
    assert Redactor(["secret-1", "secret-12"]).text("secret-12 secret-1") == f"{BLANK} {BLANK}"


def test_short_secrets_are_looked_for_only_in_headers() -> None:
    redactor = Redactor(["abc", ""])
    assert redactor.text("abc") == "abc"
    assert redactor.data(b"abc") == b"abc"
    assert redactor.headers([("X-Team", "abc!")]) == (("X-Team", f"{BLANK}!"),)


@pytest.mark.parametrize(
    "name", ["Authorization", "x-api-key", "API-KEY", "Cookie", "set-cookie", "Proxy-Authorization"]
)
def test_some_headers_are_always_blank(name: str) -> None:
    assert Redactor().headers([(name, "anything"), ("Accept", "x")]) == ((name, BLANK), ("Accept", "x"))


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://h/v1?key=abc&x=1", f"https://h/v1?key={BLANK}&x=1"),
        ("https://h/v1?x=1&API_KEY=abc#t", f"https://h/v1?x=1&API_KEY={BLANK}#t"),
        ("https://h/v1?monkey=abc", "https://h/v1?monkey=abc"),
        ("https://me:pass@h/v1", f"https://{BLANK}@h/v1"),
        ("https://h/v1/secret-1", f"https://h/v1/{BLANK}"),
    ],
)
def test_addresses_are_shown_without_keys(url: str, shown: str) -> None:
    assert Redactor(["secret-1"]).url(url) == shown


@given(
    st.lists(
        st.sampled_from(
            [b"secret-1", b"secret", b"s", b"-1", b"x", b"\xff", b"other-secret", "åäö-123".encode(), "å".encode()]
        )
    ),
    st.data(),
)
def test_any_split_is_redacted_like_the_whole(words: list[bytes], data: st.DataObject) -> None:
    raw = b"".join(words)
    redactor = Redactor(["secret-1", "other-secret", "åäö-123"])
    cuts = sorted(data.draw(st.lists(st.integers(0, len(raw)), max_size=6)))
    running = redactor.running()
    pieces = [running.feed(raw[start:stop]) for start, stop in zip([0, *cuts], [*cuts, len(raw)], strict=True)]
    joined = b"".join(pieces) + running.end()
    assert joined == redactor.data(raw)
    assert b"secret-1" not in joined


def test_bytes_that_begin_no_secret_are_not_held_back() -> None:
    running = Redactor(["secret-1"]).running()
    assert running.feed(b"data: x\n\n") == b"data: x\n\n"
    assert running.feed(b"a sec") == b"a "
    assert running.feed(b"ond") == b"second"


def test_the_keys_of_an_address_are_found_as_they_stand_and_as_they_are_read() -> None:
    assert keys_in("https://h/v1?x=1&key=a%2Fb&SIG=c#t") == ("a%2Fb", "a/b", "c", "c")
    assert keys_in("https://h/key=a?monkey=b") == ()
