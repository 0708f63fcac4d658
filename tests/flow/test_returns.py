"""A tool may answer the caller at once: the turn ends with its result, and the model is asked no more."""

import json
from pathlib import Path

import pytest

from studio.engine.due import AskModel, Finished
from studio.session.policies import Strategies, ToolChoices
from studio.session.setup import ResponderChoice
from tests.flow.chat_server import ChatServer, says
from tests.flow.command_line import studio
from tests.flow.shop import say
from tests.flow.tools_agent import agent

pytestmark = [pytest.mark.anyio, pytest.mark.promise("C9")]

SOURCE = """
from toolcall import tool

@tool(return_behavior="immediate")
def look(name: str) -> str:
    "Look it up; the caller gets it at once."
    if name == "nothing":
        raise ValueError("there is nothing")
    return f"found {name}"

@tool(return_behavior="immediate_if_last")
def close(name: str) -> str:
    "Close it; when that is the last, it is over."
    return f"closed {name}"

def tell(name: str) -> str:
    "Tell the model."
    return f"told {name}"
"""
DONE = says("Done.")


def _call(tool: str, name: str = "x") -> tuple[str, str]:
    return tool, json.dumps({"name": name})


async def test_one_result_is_the_answer_and_nobody_is_asked_again(tmp_path: Path) -> None:
    async with agent(tmp_path, SOURCE, says("", _call("look"))) as (session, server):
        stop = await session.run_to_end()
        assert (stop.reason, stop.what, session.due) == ("finished", "tool_execution", Finished(by_tools=True))
        assert session.answer() == ("found x",)
        assert len(server.requests) == 1
        assert session.standing == stop


async def test_several_results_are_the_answer_in_the_order_of_the_calls(tmp_path: Path) -> None:
    calls = says("", _call("look", "a"), _call("close", "b"), _call("look", "c"))
    async with agent(tmp_path, SOURCE, calls, concurrent=True) as (session, _):
        assert (await session.run_to_end()).what == "tool_execution"
        assert session.answer() == ("found a", "closed b", "found c")


async def test_the_last_call_alone_may_end_it(tmp_path: Path) -> None:
    async with agent(tmp_path, SOURCE, says("", _call("tell"), _call("close"))) as (session, _):
        assert (await session.run_to_end()).what == "tool_execution"
        assert session.answer() == ("told x", "closed x")


@pytest.mark.parametrize("calls", [(("close", "a"), ("tell", "b")), (("look", "nothing"), ("look", "b"))])
async def test_one_that_goes_to_the_model_and_any_error_send_all_of_them_there(
    tmp_path: Path, calls: tuple[tuple[str, str], ...]
) -> None:
    async with agent(tmp_path, SOURCE, says("", *(_call(*each) for each in calls)), DONE) as (session, server):
        stop = await session.run_to_end()
        assert (stop.reason, stop.what) == ("finished", "")
        assert len([one for one in server.requests[1]["messages"] if one["role"] == "tool"]) == 2
        assert session.answer() == ("Done.",)


async def test_the_person_s_choice_for_a_tool_goes_before_its_declaration_also_afterwards(tmp_path: Path) -> None:
    choices = {"tell": ToolChoices(return_behavior="immediate"), "look": ToolChoices(return_behavior="to_llm")}
    async with agent(tmp_path, SOURCE, says("", _call("tell")), DONE, choices=choices) as (session, server):
        assert (await session.run_to_end()).what == "tool_execution"
        session.change_setup(choices={})
        assert session.due == AskModel()
        assert (await session.run_to_end()).what == ""
        assert server.requests[1]["messages"][-1]["content"] == "told x"


async def test_a_result_that_the_person_gives_or_changes_counts_like_the_tool_s(tmp_path: Path) -> None:
    async with agent(tmp_path, SOURCE, says("", _call("look", "nothing"))) as (session, _):
        await session.step()
        key = session.state.open.calls[0].key  # type: ignore[union-attr]
        await session.run_call(key)
        assert session.due == AskModel()
        session.edit_result(key, "found after all")
        assert (await session.run_to_end()).what == "tool_execution"
        assert session.answer() == ("found after all",)


@pytest.mark.parametrize("dialect", ["openai_chat", "openai_responses", "anthropic_messages", "ollama_chat"])
async def test_the_person_s_next_message_makes_a_valid_request(tmp_path: Path, dialect: str) -> None:
    async with agent(tmp_path, SOURCE, says("", _call("look", "a"), _call("look", "b"))) as (session, server):
        await session.run_to_end()
        say(session, "And now?")
        if dialect == "openai_chat":
            server.answers.append(DONE)
            assert (await session.run_to_end()).reason == "finished"
            roles = [message["role"] for message in server.requests[1]["messages"]]
            assert roles == ["user", "assistant", "tool", "tool", "user"]
        session.use_responder(ResponderChoice("live", dialect=dialect, model_name="m"), {})
        sent = session.request_json()
        assert sent.index("found a") < sent.index("found b") < sent.index("And now?")


async def test_a_recording_that_ended_so_replays_to_the_same_end(tmp_path: Path) -> None:
    async with agent(tmp_path, SOURCE, says("", _call("look"))) as (session, _):
        await session.run_to_end()
        file = session.path
        await session.close()
        ran = studio("replay", file, "--check", TOOLCALL_STUDIO_HOME=str(tmp_path / "home"))
        assert (ran.code, ran.out) == (0, "main: comes out the same\n")


@pytest.mark.parametrize("as_json", [False, True])
def test_the_command_line_prints_the_results_as_the_answer(tmp_path: Path, as_json: bool) -> None:
    tools = tmp_path / "my_tools.py"
    tools.write_text(SOURCE, encoding="utf-8")
    with ChatServer(says("", _call("look", "a"), _call("look", "b"))) as server:
        where = ["--base-url", server.url, "--model", "m", "--tools", tools, "--save", tmp_path / "s.tcsession"]
        ran = studio("run", "--prompt", "p", *where, *(["--json"] if as_json else []))
    assert (ran.code, ran.err, len(server.requests)) == (0, "", 1)
    if as_json:
        end = ran.documents[-1]
        assert (end["finish"], end["results"]) == ("tool_execution", ["found a", "found b"])
        assert end["text"] == "found a\nfound b"
    else:
        assert ran.out.endswith("\nfound a\nfound b\n")


async def test_a_tool_that_raises_goes_to_the_model_after_its_stop(tmp_path: Path) -> None:
    strategies = Strategies(tool_error="stop")
    async with agent(tmp_path, SOURCE, says("", _call("look", "nothing")), DONE, strategies=strategies) as (session, _):
        assert (await session.run_to_end()).what == "tool_error"
        assert (await session.run_to_end()).what == ""
