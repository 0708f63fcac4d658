"""Skills in the loop, on real folders: announced, activated, read from, their tools offered; reopened and replayed without them."""

import json
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from studio.messages.toolspec import ToolSpec
from studio.problems import StudioError
from studio.session.events import RequestSent, ResultRecorded
from studio.session.mocks import MockRule
from studio.session.responder_choice import ResponderChoice
from studio.session.setup import Setup, Stops, ToolFile
from studio.session.skill_words import system_of
from studio.session.toolbox import ToolSearch
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, says
from tests.flow.command_line import studio
from tests.flow.shop import say, to_the_end
from tests.unit.tools.test_skill_folder import SKILL, folder

pytestmark = [pytest.mark.anyio, pytest.mark.promise("D3")]
SECRET = "hunter2-hunter2"


def _call(tool: str, **arguments: str) -> dict[str, Any]:
    return {"call": tool, "arguments": arguments}


RULES = [
    {"after": "user", "says": "wrong", "parts": [_call("activate_skill", name="sales")]},
    {"after": "user", "says": "path", "parts": [_call("read_skill_resource", skill="refunds", path="../rules.md")]},
    {"after": "user", "parts": [_call("activate_skill", name="refunds")]},
    {
        "after": ["activate_skill"],
        "error": False,
        "parts": [_call("read_skill_resource", skill="refunds", path="rules.md")],
    },
    {"after": ["read_skill_resource"], "error": False, "parts": [_call("refund", order="48213")]},
    {"parts": [{"text": "Done."}]},
]


@pytest.fixture
async def workspace(tmp_path: Path) -> AsyncIterator[Workspace]:
    (tmp_path / "script.json").write_text(json.dumps({"rules": RULES}), encoding="utf-8")
    made = Workspace(tmp_path / "data", tmp_path / "config", {})
    made.world.redactor.register(SECRET)
    yield made
    await made.close()


def _session(workspace: Workspace, where: Path) -> OpenedSession:
    choice = ResponderChoice("scripted", model_name="m", script=str(where / "script.json"))
    tools = (ToolSpec("get_order"), ToolSpec("refund", parameters={"type": "object"}))
    mocks = (MockRule("m1", "refund", text="paid back"),)
    setup = Setup(choice, "Be brief.", tools=tools, mocks=mocks, stops=Stops(before_call=False))
    session = workspace.new("Skills", setup=setup, path=where / "skills.tcsession")
    folder(where, SKILL.replace("get_order, ", ""), **{"rules.md": f"Within 30 days. {SECRET}"})
    session.add_skill(where / "refunds")
    return session


def _bodies(session: OpenedSession) -> list[bytes]:
    tree = session.tree
    return [tree.body(event.id) for event in tree.events(session.head) if isinstance(event, RequestSent)]


def _tools(body: bytes) -> list[str]:
    return [tool["function"]["name"] for tool in json.loads(body)["tools"]]


def _results(session: OpenedSession) -> list[ResultRecorded]:
    return [event for event in session.tree.events(session.head) if isinstance(event, ResultRecorded)]


async def test_a_skill_is_announced_activated_read_and_its_tools_are_offered_from_then_on(
    workspace: Workspace, tmp_path: Path
) -> None:
    session = _session(workspace, tmp_path)
    session.change_setup(search=ToolSearch(on=True))
    say(session, "go")
    shown = json.loads(session.request_json())
    await to_the_end(session)
    bodies, own = _bodies(session), ["search_tools", "activate_skill", "read_skill_resource"]
    assert json.loads(bodies[0]) == shown
    assert json.loads(bodies[0])["messages"][0]["content"] == system_of(session.state.setup)
    assert "- refunds: Pays an order back. Use it for refunds.\n" in shown["messages"][0]["content"]
    # The skill's tool is there once the skill is active, found or not; the other one would have to be found.
    assert [_tools(body) for body in bodies] == [own, [*own, "refund"], [*own, "refund"], [*own, "refund"]]
    activated, rules, refund = _results(session)
    assert "# Refunds" in activated.text
    assert (rules.text.startswith("Within 30 days. "), rules.is_error, refund.text) == (True, False, "paid back")
    say(session, "twice")
    await to_the_end(session)
    assert _results(session)[3].text.startswith("The skill refunds is active already.")
    assert session.skills()[0].active
    await _is_whole_without_its_folder(workspace, session, tmp_path)


async def _is_whole_without_its_folder(workspace: Workspace, session: OpenedSession, where: Path) -> None:
    """Closed, its folder gone, opened again and replayed: the same requests, the skill still active; no secret in the file."""
    bodies = _bodies(session)
    await workspace.close_session(session)
    assert SECRET.encode() not in session.path.read_bytes()
    shutil.rmtree(where / "refunds")
    again = workspace.open(session.path)
    (skill,) = again.skills()
    assert (skill.active, skill.missing, "refund" in json.loads(again.request_json())["messages"][0]["content"]) == (
        True,
        ("refund_all", "Bash"),
        True,
    )
    assert skill.problem == "The folder of the skill refunds is not there any more."
    assert _tools(again.request_json().encode())[-1] == "refund"
    await workspace.close_session(again)
    replay = workspace.replay(session.path)
    assert (await to_the_end(replay)).reason == "finished"
    assert (replay.difference, _bodies(replay)) == (None, bodies)


async def test_an_unknown_skill_and_a_path_outside_are_told_with_what_there_is(
    workspace: Workspace, tmp_path: Path
) -> None:
    session = _session(workspace, tmp_path)
    (tmp_path / "rules.md").write_text("outside", encoding="utf-8")
    for text in ("wrong", "path"):
        say(session, text)
        await to_the_end(session)
    unknown, outside = _results(session)
    assert (unknown.is_error, "refunds" in unknown.text) == (True, True)
    assert outside.text == "The skill refunds has no file '../rules.md'. It has: rules.md."
    assert session.state.gathered.skills == ()


async def test_a_tools_file_in_a_skill_is_to_be_added_and_its_tools_to_be_named(
    workspace: Workspace, tmp_path: Path
) -> None:
    session = _session(workspace, tmp_path)
    plain = "---\nname: plain\ndescription: Looks up.\n---\nLook up.\n"
    made = folder(tmp_path, plain, "plain", **{"tools.py": "", "run.py": ""})
    (note,) = session.add_skill(made).notes
    assert note == "plain holds run.py, tools.py. Nothing of a skill runs: add it as a tools file to offer its tools."
    session.change_setup(files=tuple(ToolFile(str(made / name)) for name in ("tools.py", "run.py")))
    (note,) = session.add_skill(made).notes
    assert note.startswith(
        "The skill plain names no tools, so those of run.py, tools.py are offered from the beginning"
    )
    assert session.add_skill(made, ["look_up"]).notes == ()


async def test_a_skill_is_switched_reloaded_and_taken_out_and_a_second_of_its_name_refused(
    workspace: Workspace, tmp_path: Path
) -> None:
    session = _session(workspace, tmp_path)
    with pytest.raises(StudioError, match="Two skills are named refunds"):
        session.add_skill(folder(tmp_path / "other", SKILL))
    file = tmp_path / "refunds" / "SKILL.md"
    file.write_text(SKILL.replace("Pays", "Gives"), encoding="utf-8")
    assert session.skills()[0].problem == "SKILL.md of the skill refunds changed since it was read."
    session.set_skill_tools("refunds", ["refund", "get_*"])
    assert session.reload_skill("refunds") == (
        "The description changed.",
        "SKILL.md names tools that were not chosen: refund_all, Bash, get_order.",
    )
    (skill,) = session.skills()
    assert (skill.problem, skill.tools, skill.announced) == ("", ("refund", "get_*"), True)
    session.change_setup(skills_text="Ask me first.")
    assert (
        "does not name sales"
        in session.add_skill(folder(tmp_path, SKILL.replace("refunds", "sales", 1), "sales")).notes[-1]
    )
    session.switch_skill("refunds", on=False)
    assert [skill.announced for skill in session.skills()] == [False, False]
    for name in ("refunds", "sales"):
        session.remove_skill(name)
    assert (session.skills(), system_of(session.state.setup)) == ((), "Be brief.")


@pytest.mark.promise("D5")
def test_the_command_line_takes_skills_and_files_that_go_along_with_the_prompt(tmp_path: Path) -> None:
    made = folder(tmp_path, **{"rules.md": "Within 30 days.", "more.py": "", "run.py": ""})
    (tmp_path / "notes.txt").write_text("alpha\nbeta\ngamma\n", encoding="utf-8")
    (tmp_path / "terms.txt").write_text("Terms.", encoding="utf-8")
    attached = ("--attach", f"{tmp_path / 'notes.txt'}:2-3", "--attach-always", tmp_path / "terms.txt")
    with ChatServer(says("", ("activate_skill", '{"name": "refunds"}')), says("Done.")) as server:
        address = ("--base-url", server.url, "--model", "tiny", "--save")
        ran = studio("run", "--prompt", "go", *address, tmp_path / "a.tcsession", "--skill", made, *attached)
        assert (ran.code, ran.err) == (0, "")
        assert "refunds holds more.py, run.py. Nothing of a skill runs: add it as a tools file" in ran.out
        assert "names tools that the session has not: refund, refund_all, Bash, get_order." in ran.out
        first, second = (request["messages"] for request in server.requests)
        assert "# Refunds" in second[-1]["content"]
        assert [("beta\\ngamma" in text, "alpha" in text, "Terms." in text) for text in _asked(first, second)] == [
            (True, False, True),
            (False, False, True),
        ]
    bad = studio("run", "--prompt", "go", *address, tmp_path / "b.tcsession", "--attach", made)
    assert (bad.code, (tmp_path / "b.tcsession").exists()) == (3, False)
    assert "refunds is a folder." in bad.err


def _asked(*requests: list[dict[str, Any]]) -> list[str]:
    return [next(str(each["content"]) for each in messages if each["role"] == "user") for messages in requests]
