"""Profiles: what people write into settings, and the sentence for what does not fit."""

import pytest

from studio.responders.profiles import Profile, ProfileError, read_profile


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("127.0.0.1:11434/v1", "has to begin with http:// or https://"),
        ("ftp://h/v1", "has to begin with http:// or https://"),
        ("", "has to begin with http:// or https://"),
        ("http://", "the name of the server is missing"),
        ("http://my server/v1", "holds a space"),
        ("http://h:port/v1", "is not a web address"),
        ("http://[::1/v1", "is not a web address"),
        ("https://me:pw@h/v1", "does not belong into the address"),
        ("https://h/v1/chat/completions", "must end before /chat/completions"),
        ("https://h/v1#x", "# part"),
    ],
)
def test_a_wrong_address_is_told_in_a_sentence(url: str, words: str) -> None:
    with pytest.raises(ProfileError) as raised:
        read_profile({"name": "x", "base_url": url})
    assert str(raised.value).startswith("base_url: ")
    assert words in str(raised.value)
    assert "pw" not in str(raised.value)


@pytest.mark.parametrize(
    ("base", "address"),
    [
        ("http://h/v1", "http://h/v1/chat/completions"),
        (" http://h/v1/ ", "http://h/v1/chat/completions"),
        ("https://h/openai?api-version=1", "https://h/openai/chat/completions?api-version=1"),
        ("http://[::1]:8080", "http://[::1]:8080/chat/completions"),
    ],
)
def test_the_path_is_added_to_the_base_address(base: str, address: str) -> None:
    assert Profile(name="x", base_url=base).address("/chat/completions") == address


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"dialect": "smoke_signals"}, "dialect: 'smoke_signals' is no known dialect. Known are: openai_chat."),
        ({"timeout": {"read": 0}}, "timeout.read: "),
        ({"key": "sk-secret"}, "key: "),
        ({"name": ""}, "name: "),
    ],
)
def test_other_members_are_checked_by_name_and_not_quoted(members: dict[str, object], words: str) -> None:
    with pytest.raises(ProfileError) as raised:
        read_profile({"name": "x", "base_url": "http://h", **members})
    assert str(raised.value).startswith(words)
    assert "sk-secret" not in str(raised.value)


def test_a_profile_says_whether_it_names_a_key() -> None:
    assert not Profile(name="x", base_url="http://h").names_a_key
    assert Profile(name="x", base_url="http://h", key_env="K").names_a_key
    assert Profile(name="x", base_url="http://h", key_ring=True).names_a_key


@pytest.mark.parametrize("name", ["Authorization", "api-key", "X-API-Key", "Cookie"])
def test_a_key_written_into_a_header_is_refused_and_not_repeated(name: str) -> None:
    with pytest.raises(ProfileError) as raised:
        read_profile({"name": "x", "base_url": "http://h/v1", "headers": {name: "Bearer sk-plain-secret"}})
    assert "name its variable" in str(raised.value)
    assert "sk-plain-secret" not in str(raised.value)
    assert read_profile({"name": "x", "base_url": "http://h/v1", "headers": {name: "Bearer ${MY_KEY}"}}).headers
