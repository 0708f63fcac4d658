"""Tests of the settings file: read with care, written whole or not at all."""

import json
import signal
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from studio.store.settings import SettingsError, SettingsFile, TrustedFile


def test_without_a_file_the_defaults_hold_and_nothing_is_written(tmp_path: Path) -> None:
    settings = SettingsFile(tmp_path / "config")
    assert (settings.problem, settings.values.theme, settings.values.recent) == ("", "system", [])
    assert not (tmp_path / "config").exists()


def test_what_is_saved_is_read_again(tmp_path: Path) -> None:
    settings = SettingsFile(tmp_path / "new" / "folder")
    settings.values.recent = ["/tmp/訂單.tcsession"]
    settings.values.trusted = [TrustedFile(path="t.py", fingerprint="ab")]
    settings.save()
    again = SettingsFile(tmp_path / "new" / "folder")
    assert again.values == settings.values
    assert [path.name for path in settings.path.parent.iterdir()] == ["settings.json"]


def test_members_of_a_newer_version_survive(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"theme": "dark", "hologram": {"depth": 3}}')
    settings = SettingsFile(tmp_path)
    settings.values.language = "de"
    settings.save()
    assert json.loads(settings.path.read_text())["hologram"] == {"depth": 3}


@pytest.mark.parametrize("text", ["{", "[]", '{"theme": "purple"}', '{"text_scale": -5}', "\x00"])
def test_a_broken_file_is_set_aside_and_said(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.json").write_text(text)
    settings = SettingsFile(tmp_path)
    assert "set aside as settings.broken.json" in settings.problem
    assert (tmp_path / "settings.broken.json").read_text() == text
    assert settings.values.theme == "system"
    settings.save()
    assert SettingsFile(tmp_path).problem == ""


def test_a_file_that_cannot_be_read_at_all_is_left_where_it_is_when_it_cannot_be_moved(tmp_path: Path) -> None:
    (tmp_path / "settings.json").mkdir()
    (tmp_path / "settings.broken.json").mkdir()
    (tmp_path / "settings.broken.json" / "full").touch()
    settings = SettingsFile(tmp_path)
    assert settings.problem == (
        f"The settings could not be read. They stand in {settings.path}; the defaults are used."
    )


def test_a_write_that_fails_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    folder = tmp_path / "file"
    folder.write_text("in the way")
    with pytest.raises(SettingsError, match="could not be saved"):
        SettingsFile(folder).save()
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_value_that_does_not_fit_is_never_written(tmp_path: Path) -> None:
    settings = SettingsFile(tmp_path)
    settings.values.text_scale = "large"  # type: ignore[assignment]
    with pytest.raises(SettingsError, match="text_scale"):
        settings.save()
    assert list(tmp_path.iterdir()) == []


def test_a_member_that_does_not_fit_takes_nothing_else_with_it(tmp_path: Path) -> None:
    """Least of all the profiles."""
    text = json.dumps(
        {
            "theme": 7,
            "text_scale": 10**400,
            "profiles": [{"name": "a"}, 5],
            "window": {"docks": "AA", "panes": 3},
            "recent": ["/a"],
            "language": "zh_CN",
            "hologram": 1,
        }
    )
    (tmp_path / "settings.json").write_text(text)
    settings = SettingsFile(tmp_path)
    values = settings.values
    assert settings.problem == (
        "Of the settings these could not be read: profiles, theme, text_scale, window. "
        "They were set aside as settings.broken.json; the others hold."
    )
    assert (values.profiles, values.window, values.recent) == ([{"name": "a"}], {"docks": "AA"}, ["/a"])
    assert (values.theme, values.text_scale, values.language) == ("system", 100, "zh_CN")
    settings.save()
    assert json.loads(settings.path.read_text())["hologram"] == 1
    assert (tmp_path / "settings.broken.json").read_text() == text
    assert SettingsFile(tmp_path).problem == ""


def test_a_damaged_member_of_a_part_of_the_settings_takes_nothing_of_that_part_with_it(tmp_path: Path) -> None:
    editing = {"indent": 900, "wrap": True, "hologram": {"deep": 1}}
    text = json.dumps({"editing": editing, "appearance": 7, "keys": {"run": ["F4"], "stop": 5}})
    (tmp_path / "settings.json").write_text(text)
    settings = SettingsFile(tmp_path)
    assert (settings.values.editing.indent, settings.values.editing.wrap) == (2, True)
    assert settings.values.appearance.density == "normal"
    assert settings.values.keys == {"run": ["F4"]}
    assert "appearance, editing, keys" in settings.problem
    settings.save()
    kept = json.loads(settings.path.read_text())
    assert kept["editing"] == {"wrap": True, "indent": 2, "check_kb": 200, "fold_over": 2000, "hologram": {"deep": 1}}
    assert SettingsFile(tmp_path).problem == ""


def test_what_a_newer_version_wrote_into_a_part_of_the_settings_is_kept(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text(json.dumps({"editing": {"wrap": True, "minimap": True}}))
    settings = SettingsFile(tmp_path)
    assert settings.problem == ""
    settings.save()
    assert json.loads(settings.path.read_text())["editing"]["minimap"] is True


def test_two_programs_at_once_lose_nothing_that_the_other_changed(tmp_path: Path) -> None:
    one, other = SettingsFile(tmp_path), SettingsFile(tmp_path)
    one.values.profiles = [{"name": "a"}]
    one.values.running = replace(one.values.running, tokens=5)
    one.save()
    other.values.theme = "dark"
    other.values.running = replace(other.values.running, cost=2.0)
    other.values.profiles = [{"name": "b"}]
    other.save()
    one.values.language = "zh_CN"
    one.save()
    kept = SettingsFile(tmp_path).values
    assert (kept.theme, kept.language, kept.running.tokens, kept.running.cost) == ("dark", "zh_CN", 5, 2.0)
    assert {each["name"] for each in kept.profiles} == {"a", "b"}
    one.values.profiles = []
    one.save()
    assert SettingsFile(tmp_path).values.profiles == [{"name": "b"}]


def test_a_file_that_was_damaged_meanwhile_is_set_aside_before_it_is_written_over(tmp_path: Path) -> None:
    settings = SettingsFile(tmp_path)
    settings.values.theme = "dark"
    settings.save()
    settings.path.write_text('{"theme": "light", "half')
    settings.save()
    assert (tmp_path / "settings.broken.json").read_text() == '{"theme": "light", "half'
    assert SettingsFile(tmp_path).values.theme == "dark"


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999", "1" + "0" * 300, "9223372036854775808"])
def test_a_number_that_is_none_is_set_aside(tmp_path: Path, number: str) -> None:
    text = f'{{"running": {{"cost": {number}, "tokens": {number}, "retries": 3}}, "windows": {{"m": {number}}}}}'
    (tmp_path / "settings.json").write_text(text)
    settings = SettingsFile(tmp_path)
    assert "running" in settings.problem
    assert (settings.values.running.cost, settings.values.running.tokens, settings.values.running.retries) == (0, 0, 3)
    assert settings.values.windows == {}


@pytest.mark.skipif(sys.platform == "win32", reason="has no such limit")
def test_a_full_disk_leaves_the_old_file_and_no_half_one(tmp_path: Path) -> None:
    settings = SettingsFile(tmp_path)
    settings.save()
    settings.values.prompts = ["much " * 10_000]
    before = settings.path.read_bytes()
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    was = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(SettingsError, match="could not be saved"):
            settings.save()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, was)
    assert settings.path.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_stays_one_and_the_rights_of_the_file_stay(tmp_path: Path) -> None:
    real = tmp_path / "kept" / "mine.json"
    real.parent.mkdir()
    real.write_text("{}")
    real.chmod(0o600)
    (tmp_path / "settings.json").symlink_to(real)
    settings = SettingsFile(tmp_path)
    settings.values.theme = "dark"
    settings.save()
    assert settings.path.is_symlink()
    assert json.loads(real.read_text())["theme"] == "dark"
    assert real.stat().st_mode & 0o777 == 0o600
