"""Presets: each is a profile as it stands, and an address tells which one it is."""

import pytest

from studio.dialects import roster
from studio.responders.presets import Preset, at_address, members_at, named, presets
from studio.responders.profiles import ProfileError, read_profile


@pytest.mark.parametrize("preset", presets(), ids=lambda preset: preset.name)
def test_each_preset_is_a_profile_once_its_blanks_are_filled_in(preset: Preset) -> None:
    url = preset.base_url.replace("{resource}", "mine")
    profile = read_profile(preset.profile("mine", base_url=url))
    assert (profile.name, profile.dialect, profile.base_url) == ("mine", preset.dialect, url)
    assert (profile.key_env, profile.key_header) == (preset.key_env, preset.key_header)


def test_the_request_goes_where_the_servers_documentation_says() -> None:
    asked = {preset.name: read_profile(preset.profile("x")) for preset in presets() if "{" not in preset.base_url}
    addresses = {name: profile.address(roster.make(profile.dialect).path) for name, profile in asked.items()}
    assert addresses["openai"] == "https://api.openai.com/v1/chat/completions"
    assert addresses["openai-responses"] == "https://api.openai.com/v1/responses"
    assert addresses["anthropic"] == "https://api.anthropic.com/v1/messages"
    assert addresses["gemini"] == "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions"
    assert addresses["ollama"] == "http://127.0.0.1:11434/api/chat"
    assert addresses["ollama-openai"] == "http://127.0.0.1:11434/v1/chat/completions"


def test_names_are_short_and_each_stands_once() -> None:
    names = [preset.name for preset in presets()]
    assert len(set(names)) == len(names)
    assert all(name == name.lower() and " " not in name for name in names)
    assert named("azure") in presets()
    assert named("nix") is None


def test_a_blank_that_is_not_filled_in_is_said() -> None:
    azure = named("azure")
    assert azure is not None
    with pytest.raises(ProfileError, match=r"\{resource\} stands for a part of your own address"):
        read_profile(azure.profile("mine"))


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://api.openai.com/v1", "openai"),
        ("https://api.openai.com/v1/", "openai"),
        ("https://API.anthropic.com/v1/messages", "anthropic"),
        ("https://mine.openai.azure.com/openai/v1", "azure"),
        ("http://localhost:11434", "ollama"),
        ("http://localhost:11434/v1", "ollama-openai"),
        ("http://127.0.0.1:11434/v1/chat/completions", "ollama-openai"),
        ("http://127.0.0.1:1234/v1", "lmstudio"),
    ],
)
def test_an_address_tells_which_server_it_is(url: str, name: str) -> None:
    found = at_address(url)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:9/v1",
        "https://api.openai.com.example.com/v1",
        "https://openai.azure.com.x/openai/v1",
        "http://[",
        "",
    ],
)
def test_an_address_that_is_not_known_tells_nothing(url: str) -> None:
    assert at_address(url) is None


def test_an_address_says_dialect_and_key_header_unless_the_person_does() -> None:
    azure, ollama = "https://mine.openai.azure.com/openai/v1", "http://localhost:11434"
    assert members_at(azure) == {"dialect": "openai_chat", "key_header": "api-key"}
    assert members_at(azure, "openai_responses") == {"dialect": "openai_responses", "key_header": "api-key"}
    assert members_at(ollama) == {"dialect": "ollama_chat", "key_header": None}
    assert members_at("http://127.0.0.1:9/v1") == {"dialect": "openai_chat", "key_header": None}
