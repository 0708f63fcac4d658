"""What new sessions begin with: saved, chosen, deleted, remembered; servers that sessions used are known."""

from pathlib import Path

import pytest

from studio.session.mcp_servers import McpServer, Stdio
from studio.session.policies import Limits
from studio.session.setup import ResponderChoice, Setup
from studio.store.settings import Running, SettingsFile, TrustedFile
from studio.workspace import demo
from studio.workspace.templates import Template, Templates

pytestmark = pytest.mark.promise("H2")
CHOSEN = Template(name="Support", profile="local", system="Be kind.", message="Hello", files=["/a/shop.py"], tokens=900)


def test_a_template_is_saved_under_its_name_replaced_and_deleted(tmp_path: Path) -> None:
    templates = Templates(SettingsFile(tmp_path))
    templates.save(CHOSEN)
    templates.save(Template(name="a first"))
    templates.save(Template(name="Support", system="Be brief."))
    again = Templates(SettingsFile(tmp_path))
    assert [each.name for each in again.saved()] == ["a first", "Support"]
    found = again.named("Support")
    assert found is not None
    assert found.system == "Be brief."
    again.delete("Support")
    assert Templates(SettingsFile(tmp_path)).named("Support") is None


def test_the_last_choice_is_remembered_without_its_message(tmp_path: Path) -> None:
    settings = SettingsFile(tmp_path)
    Templates(settings).remember(CHOSEN)
    again = SettingsFile(tmp_path)
    last = Templates(again).last
    assert (last.name, last.message, last.system, last.files) == ("", "", "Be kind.", ["/a/shop.py"])
    assert again.values.last_profile == "local"


def test_files_that_were_chosen_or_trusted_are_known_each_once(tmp_path: Path) -> None:
    settings = SettingsFile(tmp_path)
    settings.values.trusted = [
        TrustedFile(path="/t/one.py", fingerprint="1"),
        TrustedFile(path="git log", fingerprint="2"),
        TrustedFile(path="/a/shop.py", fingerprint="3"),
    ]
    templates = Templates(settings)
    templates.save(CHOSEN)
    assert templates.known_files() == ("/a/shop.py", "/t/one.py")


def test_servers_that_sessions_used_are_known_and_hold_no_key(tmp_path: Path) -> None:
    templates = Templates(SettingsFile(tmp_path))
    server = McpServer("files", Stdio("npx", ("server",), {"KEY": "${FILES_KEY}"}))
    templates.keep_servers([server])
    templates.keep_servers([McpServer("mail", Stdio("mail")), server])
    again = Templates(SettingsFile(tmp_path))
    assert [each.name for each in again.known_servers()] == ["mail", "files"]
    assert again.known_servers()[1] == server


def test_a_server_that_cannot_be_read_is_passed_over(tmp_path: Path) -> None:
    settings = SettingsFile(tmp_path)
    settings.values.servers = [{"name": 3}, {"nonsense": []}]
    assert Templates(settings).known_servers() == ()


def test_a_template_becomes_settings_over_what_is_liked(tmp_path: Path) -> None:
    templates = Templates(SettingsFile(tmp_path))
    liked = Setup(ResponderChoice("live", "local"), max_round_trips=7, limits=Limits(cost=2.0))
    made = templates.setup(CHOSEN, liked)
    assert (made.system, made.files[0].path) == ("Be kind.", "/a/shop.py")
    assert (made.max_round_trips, made.limits) == (7, Limits(tokens=900))
    assert templates.setup(Template(name="", round_trips=3), liked).max_round_trips == 3


def test_the_bundled_ones_are_an_empty_one_and_one_with_the_demos_tools(tmp_path: Path) -> None:
    settings = SettingsFile(tmp_path)
    settings.values.running = Running(tokens=5000)
    templates = Templates(settings)
    assert templates.last == templates.bundled("empty")
    assert (templates.last.files, templates.last.tokens) == ([], 5000)
    assert templates.bundled("tools").files == [str(demo.tools_path())]
