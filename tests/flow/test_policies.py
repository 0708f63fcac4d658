"""A policy allows, asks or denies the calls of a tool by its name; without one, sensitive tools ask."""

from pathlib import Path
from typing import Any

import pytest

from studio.session.events import CallStarted
from studio.session.mocks import MockRule
from studio.session.notes import Stopped
from studio.session.policies import Policy
from studio.workspace.opened import OpenedSession
from tests.flow.chat_server import ChatServer, says
from tests.flow.command_line import studio
from tests.flow.tools_agent import agent, results

pytestmark = [pytest.mark.anyio, pytest.mark.promise("C12")]

SOURCE = """
def wipe(name: str = "x") -> str:
    "Wipe."
    return f"{name} is gone"

wipe.sensitive = True

def get_order() -> str:
    "Read."
    return "order"

def get_all() -> str:
    "Read much."
    return "all"
"""
DONE = says("Done.")
THREE = says("", ("get_order", "{}"), ("get_all", "{}"), ("wipe", "{}"))


def _asked(session: OpenedSession, stop: Stopped) -> str:
    """The tool of the call that an approval is asked for; empty when none is."""
    found = session.state.call(stop.call) if stop.call is not None and stop.reason == "approval" else None
    return found.call.name if found is not None else ""


@pytest.mark.parametrize(
    ("policies", "asked"),
    [
        ((), ["wipe"]),
        ((Policy("get_*", "ask"),), ["get_order", "get_all", "wipe"]),
        ((Policy("get_all", "allow"), Policy("get_*", "ask"), Policy("*", "allow")), ["get_order"]),
        ((Policy("*", "allow"),), []),
    ],
)
async def test_the_first_policy_that_fits_decides_and_without_one_sensitive_tools_ask(
    tmp_path: Path, policies: tuple[Policy, ...], asked: list[str]
) -> None:
    async with agent(tmp_path, SOURCE, THREE, DONE, policies=policies) as (session, _):
        seen = []
        stop = await session.run_to_end()
        while stop.reason == "approval":
            seen.append(_asked(session, stop))
            assert stop.call is not None
            assert session.needs_approval(stop.call)
            await session.approve(stop.call)
            stop = await session.run_to_end()
        assert (seen, stop.reason) == (asked, "finished")
        started = [event for event in session.tree.events(session.head) if isinstance(event, CallStarted)]
        assert sum(event.approved for event in started) == len(asked)


async def test_a_denied_tool_is_not_offered_and_is_refused_when_it_is_called(tmp_path: Path) -> None:
    policies = (Policy("wipe", "deny"),)
    async with agent(tmp_path, SOURCE, THREE, DONE, policies=policies, window=True) as (session, server):
        assert (await session.run_to_end()).reason == "finished"
        offered = [tool["function"]["name"] for tool in server.requests[0]["tools"]]
        assert offered == ["get_order", "get_all"]
        assert (results(session)[-1].source, results(session)[-1].status) == ("refused", "denied")
        assert server.requests[1]["messages"][-1]["content"] == "wipe was not run: calls of this tool are not allowed."
        assert [problem.rule for problem in _problems(session)] == []


def _problems(session: OpenedSession) -> tuple[Any, ...]:
    calls = session.state.open.calls if session.state.open is not None else ()
    return tuple(problem for call in calls for problem in session.problems(call.key))


async def test_a_call_of_a_denied_tool_says_so_before_it_is_run(tmp_path: Path) -> None:
    async with agent(tmp_path, SOURCE, says("", ("wipe", "{}")), policies=(Policy("*", "deny"),)) as (session, _):
        await session.step()
        (problem,) = _problems(session)
        assert (problem.rule, problem.sentence) == ("call.denied", "Calls of wipe are denied by your policy.")


async def test_an_approval_covers_what_was_shown_and_an_edit_asks_again(tmp_path: Path) -> None:
    two = says("", ("wipe", '{"name": "a"}'), ("wipe", '{"name": "b"}'))
    async with agent(tmp_path, SOURCE, two, DONE) as (session, _):
        stop = await session.run_to_end()
        assert stop.call is not None
        session.edit_call(stop.call, arguments='{"name": "c"}')
        stop = await session.run_to_end()
        assert (_asked(session, stop), results(session)) == ("wipe", [])
        assert stop.call is not None
        stop = await session.approve(stop.call)
        assert (results(session)[0].text, _asked(session, stop)) == ("c is gone", "wipe")


async def test_all_of_a_tool_is_approved_until_the_session_closes_and_nothing_else_is(tmp_path: Path) -> None:
    calls = says("", ("wipe", "{}"), ("wipe", "{}"), ("get_all", "{}"))
    policies = (Policy("get_all", "ask"),)
    async with agent(tmp_path, SOURCE, calls, DONE, policies=policies) as (session, _):
        stop = await session.run_to_end()
        assert stop.call is not None
        await session.approve(stop.call, all_of_tool=True)
        assert _asked(session, await session.run_to_end()) == "get_all"
        assert len(results(session)) == 2


async def test_a_mocked_call_needs_no_approval(tmp_path: Path) -> None:
    rule = MockRule("r", "wipe", when="name == 'x'", text="mocked")
    calls = says("", ("wipe", '{"name": "x"}'), ("wipe", '{"name": "y"}'))
    async with agent(tmp_path, SOURCE, calls, DONE, mocks=(rule,)) as (session, _):
        stop = await session.run_to_end()
        assert (_asked(session, stop), [event.text for event in results(session)]) == ("wipe", ["mocked"])


async def test_a_policy_may_be_changed_in_the_middle(tmp_path: Path) -> None:
    async with agent(tmp_path, SOURCE, says("", ("wipe", "{}")), DONE) as (session, server):
        assert (await session.run_to_end()).reason == "approval"
        session.change_setup(policies=(Policy("*", "deny"),))
        assert (await session.run_to_end()).reason == "finished"
        assert results(session)[0].status == "denied"
        assert "tools" not in server.requests[1]


@pytest.mark.parametrize(
    ("options", "code", "result"),
    [
        ([], 5, "Nobody could be asked"),
        (["--policy", "wi*=allow"], 0, "x is gone"),
        (["--policy", "wipe=deny"], 0, "are not allowed"),
        (["--policy", "get_*=deny", "--approve", "all"], 0, "x is gone"),
    ],
)
def test_the_command_line_takes_policies(tmp_path: Path, options: list[str], code: int, result: str) -> None:
    tools = tmp_path / "my_tools.py"
    tools.write_text(SOURCE, encoding="utf-8")
    with ChatServer(says("", ("wipe", "{}")), DONE) as server:
        where = ["--base-url", server.url, "--model", "m", "--tools", tools, "--save", tmp_path / "s.tcsession"]
        ran = studio("run", "--prompt", "p", *where, *options)
    assert ran.code == code
    assert result in ran.out
