"""Source functions in a real worker, tools under other names, and the toolbox as the window and the command line use it."""

import json
from pathlib import Path
from typing import Any

import pytest

from studio.engine.edits import EditRefusedError
from studio.session.events import GroupsChosen, SourceAsked
from studio.session.policies import Policy, ToolChoices
from studio.session.toolbox import ByHand, ByWords, Chosen, ToolGroup
from studio.workspace.taken_name import TakenNameError
from tests.flow.chat_server import Answer, ChatServer, says
from tests.flow.command_line import studio
from tests.flow.tools_agent import agent, calls, results

pytestmark = [pytest.mark.anyio, pytest.mark.promise("D1")]

TOOLS = """
def search(query: str) -> str:
    "Search the shop."
    return "shop: " + query

def refund() -> str:
    "Pay back."
    return "paid"

def _by_page(message, history):
    return ["refund"] if "Go" in message and history[-1]["role"] == "user" else []

async def _later(message, history):
    return None

def _wrong(message, history):
    return 7

def _endless(message, history):
    while True:
        yield "refund"

def _half(message, history):
    return ["\\ud800", "refund"]
"""
OTHER = """
def search(query: str) -> str:
    "Search customers."
    return "crm: " + query

def search_again(query: str) -> str:
    "Search once more."
    return search(query)
"""
DONE = says("Done.")


def _names(request: dict[str, Any]) -> list[str]:
    return [tool["function"]["name"] for tool in request.get("tools", ())]


async def test_a_source_function_runs_in_the_worker_of_its_trusted_file_only(tmp_path: Path) -> None:
    async with agent(tmp_path, TOOLS, calls("refund"), DONE) as (session, server):
        for name in ("_by_page", "_later", "_wrong", "_missing", "_endless", "_half"):
            session.add_source(tmp_path / "my_tools.py", name, ("refund",))
        loose = tmp_path / "loose.py"
        loose.write_text("def pages(message, history): return ['search']\n", encoding="utf-8")
        session.add_source(loose, "pages", name="loose")
        with pytest.raises(EditRefusedError, match="Two sources are named loose"):
            session.add_source(loose, "pages", name="loose")
        await session.step()
        asked = [event for event in session.tree.events(session.head) if isinstance(event, SourceAsked)]
        assert [event.tools for event in asked] == [("refund",), (), (), (), (), ("refund",), ()]
        assert [event.error[:30] for event in asked[:2]] == ["", ""]
        assert "is to give a list of names of tools, and gave 7" in asked[2].error
        assert asked[3].error.startswith("the file has no function _missing")
        assert "_endless gave more than 10000 names" in asked[4].error
        assert asked[5].error == "It named tools that there are not: ?."
        assert "loose.py is not trusted yet" in asked[6].error
        session.trust(session.fingerprint(loose))
        stop = await session.run_to_end()
        asked = [event for event in session.tree.events(session.head) if isinstance(event, SourceAsked)]
        assert (stop.reason, asked[-1].tools, asked[7].tools) == ("finished", ("search",), ())
        assert [_names(request) for request in server.requests] == [["search", "refund"], ["search", "refund"]]
        assert results(session)[0].text == "paid"


async def test_a_tool_of_a_taken_name_is_added_under_another_and_is_called_by_its_own(tmp_path: Path) -> None:
    async with agent(tmp_path, TOOLS, says("", ("find", '{"query": "a"}'), ("crm", '{"query": "b"}')), DONE) as (
        session,
        _,
    ):
        other = tmp_path / "crm_tools.py"
        other.write_text(OTHER, encoding="utf-8")
        session.trust(session.fingerprint(other))
        with pytest.raises(TakenNameError, match=r"one of my_tools\.py, one of crm_tools\.py") as refused:
            await session.add_tools(other)
        assert refused.value.sources == ("my_tools.py", "crm_tools.py")
        session.set_groups((ToolGroup("all", ("search", "crm*")),))
        session.change_setup(choices={"search": ToolChoices(seconds=5)}, policies=(Policy("search", "allow"),))
        await session.add_tools(other, names={"search": "crm"})
        session.rename_tool("search", "find")
        setup = session.state.setup
        assert (setup.groups[0].tools, list(setup.choices), setup.policies[0].pattern) == (
            ("find", "crm*"),
            ["find"],
            "find",
        )
        with pytest.raises(TakenNameError):
            session.rename_tool("find", "crm")
        # Reloaded after a change, its names stay and so does what was chosen for them.
        session.change_setup(off=("search_again",))
        other.write_text(OTHER + "\n\ndef more() -> int:\n    'Count.'\n    return 1\n", encoding="utf-8")
        session.trust(session.fingerprint(other))
        await session.add_tools(other)
        setup = session.state.setup
        assert [tool.name for tool in setup.tools] == ["find", "refund", "crm", "search_again", "more"]
        assert setup.off == ("search_again",)
        assert (await session.run_to_end()).reason == "finished"
        assert [result.text for result in results(session)] == ["shop: a", "crm: b"]


async def test_a_policys_pattern_that_would_let_a_renamed_tool_go_is_named(tmp_path: Path) -> None:
    async with agent(tmp_path, TOOLS, policies=(Policy("ref*", "deny"),)) as (session, _):
        with pytest.raises(EditRefusedError, match=r"The policy for ref\* would treat pay otherwise"):
            session.rename_tool("refund", "pay")


async def test_the_model_opens_a_group_by_a_tool_and_the_person_sees_and_switches_all_of_it(tmp_path: Path) -> None:
    groups = (
        ToolGroup("money", ("refund",), Chosen(), "Paying back"),
        ToolGroup("find", ("search",), ByWords(("find",))),
        ToolGroup("idle", (), ByWords(("idle",))),
    )
    chosen = calls("choose_domain", domains=["money"])
    async with agent(tmp_path, TOOLS, chosen, calls("refund"), DONE, groups=groups) as (session, server):
        assert [(tool.name, tool.why) for tool in session.offering().tools] == [("choose_domain", "own")]
        assert [(tool.name, tool.by) for tool in session.offering().left] == [("search", "find"), ("refund", "money")]
        tokens = session.tool_tokens()
        assert session.offered_tokens() == tokens["choose_domain"] < sum(tokens.values())
        session.open_group("find", True)
        assert session.offering().groups == ("find",)
        assert [tool["function"]["name"] for tool in json.loads(session.request_json())["tools"]] == [
            "choose_domain",
            "search",
        ]
        session.open_group("find", False)
        assert session.offering().groups == ()
        session.undo()
        assert session.offering().groups == ("find",)
        session.redo()
        session.pin("search")
        assert (await session.run_to_end()).reason == "finished"
        assert [_names(request) for request in server.requests] == [
            ["choose_domain", "search"],
            ["choose_domain", "search", "refund"],
            ["choose_domain", "search", "refund"],
        ]
        assert [result.text for result in results(session)][1] == "paid"
        session.unpin("search")
        with pytest.raises(EditRefusedError, match="for a turn"):
            session.open_group("idle", True)
        assert sum(isinstance(event, GroupsChosen) for event in session.tree.events(session.head)) == 1


async def test_an_edited_request_body_takes_out_nothing_that_was_hidden(tmp_path: Path) -> None:
    groups = (ToolGroup("find", ("search",), ByHand()),)
    async with agent(tmp_path, TOOLS, groups=groups) as (session, _):
        body = json.loads(session.request_json())
        body["tools"][0]["function"]["description"] = "Pay it back."
        session.edit_request_json(json.dumps(body))
        setup = session.state.setup
        assert ([tool.description for tool in setup.tools], setup.off) == (["Search the shop.", "Pay it back."], ())
        hidden = {"type": "function", "function": {"name": "search", "parameters": {"type": "object"}}}
        session.edit_request_json(json.dumps({**body, "tools": [hidden]}))
        assert (session.state.setup.pinned, session.state.setup.off) == (("search",), ("refund",))
        assert [tool["function"]["name"] for tool in json.loads(session.request_json())["tools"]] == ["search"]


GROUPS: dict[str, Any] = {
    "groups": [
        {"name": "money", "tools": ["refund"], "rule": {"kind": "words", "words": ["money"]}},
        {"name": "admin", "tools": ["search"], "rule": {"kind": "expression", "text": "context.role == 'admin'"}},
    ],
    "sources": [{"function": "_by_page", "file": "shop.py", "name": "pages"}],
}


def _run(folder: Path, groups: Any, *more: object, answers: tuple[Answer, ...] = (DONE,)) -> tuple[Any, ChatServer]:
    (folder / "shop.py").write_text(TOOLS, encoding="utf-8")
    (folder / "crm.py").write_text(OTHER, encoding="utf-8")
    (folder / "groups.json").write_text(json.dumps(groups), encoding="utf-8")
    with ChatServer(*answers) as server:
        address = ("--base-url", server.url, "--model", "tiny", "--save", folder / "run.tcsession")
        tools = ("--tools", folder / "shop.py", folder / "crm.py", "--groups", folder / "groups.json")
        return studio("run", *address, *tools, "--prompt", "My money", *more), server


def test_the_command_line_takes_groups_from_a_file_and_context_pins_and_names(tmp_path: Path) -> None:
    more = ("--rename", "crm.py:search=find", "--context", "role=admin", "--pin", "nothing")
    ran, server = _run(tmp_path, GROUPS, *more)
    assert ran.code == 0, ran.err
    assert _names(server.requests[0]) == ["search", "refund", "find", "search_again"]
    assert "--pin nothing does nothing" in ran.out + ran.err
    assert "--context does nothing" not in ran.out


def test_the_command_line_names_what_is_wrong_with_a_file_of_groups_and_how_two_tools_of_a_name_are_told_apart(
    tmp_path: Path,
) -> None:
    twice, _ = _run(tmp_path, GROUPS)
    assert (twice.code, "Add --rename crm.py:search=ANOTHER_NAME." in twice.err) == (3, True)
    ran, _ = _run(
        tmp_path,
        {"groups": [{"name": "a", "rule": {"kind": "expression", "text": "a = b"}}]},
        "--rename",
        "crm.py:search=find",
    )
    assert (ran.code, "groups[0].rule" in ran.err) == (3, True)
