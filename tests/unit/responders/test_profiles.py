"""Profiles: what people write into settings, and the sentence for what does not fit."""

import pytest

from studio.dialects import roster
from studio.responders.addresses import cut_note
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
        ("https://{resource}.openai.azure.com/openai/v1", "{resource} stands for a part of your own address"),
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
        ({"dialect": "smoke_signals"}, "dialect: 'smoke_signals' is no known dialect. Known are: openai_chat"),
        ({"key_header": "api key"}, "key_header: 'api key' is no name of a header"),
        ({"calls": "smoke"}, "calls: 'smoke' is no known way to call tools. Known are: native, auto, hermes"),
        ({"retries": 11}, "retries: "),
        ({"retries": -1}, "retries: "),
        ({"proxy": "127.0.0.1:8080"}, "proxy: The proxy has to be an address such as http://127.0.0.1:8080"),
        ({"colour": "red"}, "colour: "),
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


@pytest.mark.parametrize(
    ("written", "kept", "note"),
    [
        ("https://h/v1/chat/completions", "https://h/v1", "/chat/completions was left off"),
        ("https://h/v1/chat/completions/", "https://h/v1", "The base address is https://h/v1."),
        ("https://h/d/x/chat/completions?api-version=1", "https://h/d/x?api-version=1", "was left off"),
        ("https://h/v1", "https://h/v1", ""),
    ],
)
def test_a_whole_address_is_taken_without_what_is_added_for_each_request(written: str, kept: str, note: str) -> None:
    assert Profile(name="x", base_url=written).base_url == kept
    told = cut_note(written, "openai_chat")
    assert note in told
    assert bool(told) == bool(note)


@pytest.mark.parametrize(("name", "path"), [(name, roster.make(name).path) for name in roster.NAMES])
def test_the_path_of_each_dialect_is_known_and_that_of_another_is_refused(name: str, path: str) -> None:
    url = f"http://h/x{path}"
    assert Profile(name="x", dialect=name, base_url=url).address(path) == url
    for other in set(roster.NAMES) - {name}:
        with pytest.raises(ProfileError, match=f"ends in {path}, which is asked in the dialect {name}, not in {other}"):
            read_profile({"name": "x", "dialect": other, "base_url": url})


@pytest.mark.parametrize(
    "proxy",
    [
        "http://127.0.0.1:8080",
        "https://proxy.example.com/",
        "http://me:${PASSWORD}@proxy:3128",
        "http://${ME}:${PASSWORD}@proxy:3128",
        "${MY_PROXY}",
        None,
        "",
    ],
)
def test_a_proxy_may_be_an_address_with_variables(proxy: str | None) -> None:
    assert Profile(name="x", base_url="http://h", proxy=proxy).proxy == (proxy or None)


@pytest.mark.parametrize(
    "proxy",
    [
        "http://me:hunter22@proxy:3128",
        "http://hunter22@proxy",
        "http://me:${A}hunter22@@proxy",
        "socks5://hunter22",
        "http://proxy/hunter22",
        "http://proxy:hunter22",
        "http://",
    ],
)
def test_a_proxy_that_cannot_be_used_or_holds_a_password_is_refused_and_not_quoted(proxy: str) -> None:
    with pytest.raises(ProfileError) as raised:
        read_profile({"name": "x", "base_url": "http://h", "proxy": proxy})
    assert str(raised.value).startswith("proxy: ")
    assert "hunter22" not in str(raised.value)


def test_the_header_of_the_key_is_kept_in_lower_case_and_an_empty_one_is_that_of_the_dialect() -> None:
    assert Profile(name="x", base_url="http://h", key_header=" Api-Key ").key_header == "api-key"
    assert Profile(name="x", base_url="http://h", key_header="").key_header is None


def test_a_profile_says_whether_it_names_a_key() -> None:
    assert not Profile(name="x", base_url="http://h").names_a_key
    assert Profile(name="x", base_url="http://h", key_env="K").names_a_key
    assert Profile(name="x", base_url="http://h", key_ring=True).names_a_key


def test_a_key_written_into_the_header_that_the_profile_names_is_refused() -> None:
    with pytest.raises(ProfileError, match="name its variable"):
        read_profile({"name": "x", "base_url": "http://h", "key_header": "X-Mine", "headers": {"x-mine": "plain"}})


@pytest.mark.parametrize("name", ["Authorization", "api-key", "X-API-Key", "Cookie"])
def test_a_key_written_into_a_header_is_refused_and_not_repeated(name: str) -> None:
    with pytest.raises(ProfileError) as raised:
        read_profile({"name": "x", "base_url": "http://h/v1", "headers": {name: "Bearer sk-plain-secret"}})
    assert "name its variable" in str(raised.value)
    assert "sk-plain-secret" not in str(raised.value)
    assert read_profile({"name": "x", "base_url": "http://h/v1", "headers": {name: "Bearer ${MY_KEY}"}}).headers
