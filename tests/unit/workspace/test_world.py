"""Tests of what all sessions share: keys that are blanked, recent sessions, trust."""

from pathlib import Path

import pytest

from studio.responders.profiles import Profile
from studio.session.setup import ToolFile
from studio.store.settings import SettingsFile
from studio.workspace.world import World


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(SettingsFile(tmp_path), tmp_path / "sessions", {"KEY": "sk-very-secret", "SAME": "ollama"})


def _profile(name: str = "work", key_env: str = "KEY") -> Profile:
    return Profile(name=name, base_url="http://127.0.0.1:1/v1", model="m", key_env=key_env)


def test_a_key_is_blanked_from_the_moment_it_is_asked_for(world: World) -> None:
    assert world.key(_profile()) == "sk-very-secret"
    assert world.redactor.text("it is sk-very-secret") == "it is [redacted]"
    assert (world.key_state(_profile()), world.key_state(_profile(key_env="NONE"))) == ("environment", "missing")


def test_a_key_and_a_secret_header_are_blanked_before_they_are_used(world: World, tmp_path: Path) -> None:
    world.lend(_profile())
    assert world.redactor.text("it is sk-very-secret") == "it is [redacted]"
    kept = Profile(name="team", base_url="http://127.0.0.1:1/v1", headers={"X-Team": "a ${TEAM}"})
    world.keep(kept)
    again = World(SettingsFile(tmp_path), tmp_path / "sessions", {"TEAM": "team-secret-42"})
    assert again.redactor.text("team-secret-42") == "[redacted]"


def test_a_placeholder_that_the_profile_says_in_the_open_is_no_secret(world: World) -> None:
    world.lend(_profile("ollama", "SAME"))
    assert world.key(_profile("ollama", "SAME")) == "ollama"
    assert world.redactor.text("profile ollama") == "profile ollama"


def test_a_session_that_moved_is_remembered_where_it_is(world: World) -> None:
    world.remember(Path("/a"))
    world.remember(Path("/b"))
    world.remember(Path("/c"), Path("/a"))
    assert world.settings.values.recent == ["/c", "/b"]


def test_trust_is_bound_to_content_and_interpreter(world: World, tmp_path: Path) -> None:
    file = ToolFile("/t.py", "", "ab")
    world.trust(file)
    again = World(SettingsFile(tmp_path), tmp_path / "sessions", {})
    assert again.trusts(file)
    assert not again.trusts(ToolFile("/t.py", "", "cd"))
    assert not again.trusts(ToolFile("/t.py", "/other/python", "ab"))


def test_trust_for_this_run_is_not_remembered(world: World, tmp_path: Path) -> None:
    file = ToolFile("/t.py", "", "ab")
    world.trust(file, for_good=False)
    assert world.trusts(file)
    assert not World(SettingsFile(tmp_path), tmp_path / "sessions", {}).trusts(file)


def test_a_profile_that_is_saved_again_keeps_its_place(world: World) -> None:
    for name in ("first", "second", "third"):
        world.keep(_profile(name))
    world.keep(_profile("first", key_env="SAME"))
    assert [(one.name, one.key_env) for one in world.profiles] == [
        ("first", "SAME"),
        ("second", "KEY"),
        ("third", "KEY"),
    ]


def test_a_profile_that_does_not_fit_is_passed_over_and_said(world: World) -> None:
    world.keep(_profile("good"))
    world.settings.values.profiles.append({"name": "bad", "base_url": "http://h", "colour": "red"})
    assert [profile.name for profile in world.profiles] == ["good"]
    assert world.profile_problems == {"bad": "colour: Extra inputs are not permitted"}


def test_what_the_proxy_of_a_profile_takes_from_the_environment_is_blanked_at_once(world: World) -> None:
    world.lend(Profile(name="p", base_url="http://h", proxy="http://me:${KEY}@proxy:1"))
    assert world.redactor.text("it is sk-very-secret") == "it is [redacted]"


def test_all_members_of_a_profile_are_kept(world: World, tmp_path: Path) -> None:
    profile = Profile(name="p", base_url="http://h", key_header="api-key", calls="react", retries=0, proxy="http://p:1")
    world.keep(profile)
    assert World(SettingsFile(tmp_path), tmp_path / "sessions", {}).profiles == [profile]
