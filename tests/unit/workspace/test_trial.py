"""A profile is tried with a few small requests, question by question; nothing of it is kept."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from studio.workspace.profiles import read_profile
from studio.workspace.trial import Trial, try_profile
from studio.workspace.workspace import Workspace
from tests.socket_server import Script, SocketServer, answer, piece, sending, serving, stream_head

pytestmark = pytest.mark.anyio
KEY = "sk-test-0123456789"
CALL = {"id": "c", "type": "function", "function": {"name": "repeat_words", "arguments": '{"text": "one two"}'}}

PRINTED = '{"name": "repeat_words", "arguments": {"text": "one"}}'


def reply(**message: Any) -> Script:
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": message.pop("finish", "stop")}
    return sending(answer("200 OK", json.dumps({"model": "tiny-1", "choices": [choice]}).encode()))


def stream(*deltas: dict[str, Any]) -> Script:
    chunks = [{"model": "tiny", "choices": [{"index": 0, "delta": delta}]} for delta in deltas]
    chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    events = [piece(b"data: " + json.dumps(chunk).encode() + b"\n\n") for chunk in chunks]
    return sending(stream_head(), *events, piece(b"data: [DONE]\n\n"), piece(b""))


def refused(status: str, message: str) -> Script:
    return sending(answer(status, json.dumps({"error": {"message": message}}).encode()))


CALLED = stream(
    {"tool_calls": [{"index": 0, "id": "c", "function": {"name": "repeat_words", "arguments": '{"text"'}}]},
    {"tool_calls": [{"index": 0, "function": {"arguments": ': "one"}'}}]},
)
MODELS = sending(answer("200 OK", b'{"data":[{"id":"tiny-1"},{"id":"large-2"}]}'))
NO_TOOLS = refused("400 Bad Request", "tiny does not support tools")


@asynccontextmanager
async def answering(*scripts: Script) -> AsyncIterator[SocketServer]:
    """A server that answers each request with the next script."""
    waiting = list(scripts)

    async def script(writer: asyncio.StreamWriter) -> None:
        await waiting.pop(0)(writer)

    async with serving(script) as server:
        yield server


@pytest.fixture
async def workspace(tmp_path: Path) -> AsyncIterator[Workspace]:
    made = Workspace(tmp_path / "data", tmp_path / "config", {"MY_KEY": KEY})
    yield made
    await made.close()


async def tried(workspace: Workspace, url: str, *, json_mode: bool = False, **members: Any) -> Trial:
    value = {"name": "p", "base_url": url, "model": "tiny", **members}
    return await try_profile(workspace, read_profile(value), json_mode=json_mode)


def said(trial: Trial) -> str:
    return " ".join(f"{one.question}:{one.answer}:{one.code}" for one in trial.answers)


def asked(server: SocketServer) -> list[tuple[str, bool]]:
    """What each request asked: its first line's path, and whether a tool was offered."""
    return [(head.split()[1], b'"tools"' in body) for head, body in server.requests]


async def test_where_all_works_one_request_tells_it(workspace: Workspace) -> None:
    async with answering(CALLED) as server:
        trial = await tried(workspace, server.url, key_env="MY_KEY")
    assert trial.passed
    assert (trial.ok, trial.text, trial.model_name) == (True, 'repeat_words({"text": "one"})', "tiny")
    assert said(trial) == (
        "reachable:yes:connected key:yes:key_accepted model:yes:model_answers replies:yes:replied "
        "streams:yes:streamed tools:yes:called"
    )
    assert asked(server) == [("/v1/chat/completions", True)]
    assert all(one.help == "" for one in trial.answers)


async def test_a_whole_reply_is_told_with_the_name_of_the_model_that_gave_it(workspace: Workspace) -> None:
    async with answering(reply(content=None, tool_calls=[CALL])) as server:
        trial = await tried(workspace, server.url, stream=False)
    assert trial.passed
    assert trial.answer("model").sentence == "tiny answers, and calls itself tiny-1."
    assert (trial.answer("key").code, trial.answer("streams").code) == ("key_not_needed", "stream_off")


async def test_refused_tools_are_asked_for_once_more_without_them(workspace: Workspace) -> None:
    async with answering(NO_TOOLS, stream({"content": "one "}, {"content": "two"})) as server:
        trial = await tried(workspace, server.url, params={"tool_choice": "required", "top_p": 1})
    assert asked(server) == [("/v1/chat/completions", True), ("/v1/chat/completions", False)]
    assert json.loads(server.requests[1][1]).keys() >= {"top_p"}
    assert "tool_choice" not in json.loads(server.requests[1][1])
    assert (trial.ok, trial.text, trial.passed) == (True, "one two", False)
    assert trial.answer("streams").answer == "yes"
    tools = trial.answer("tools")
    assert (tools.answer, tools.sentence) == (
        "no",
        "The server takes no tools here (400): tiny does not support tools",
    )
    assert "automatic or a text form" in tools.help


async def test_refused_tools_are_no_failure_where_calls_are_automatic(workspace: Workspace) -> None:
    async with answering(NO_TOOLS, stream({"content": "a"}, {"content": "b"})) as server:
        trial = await tried(workspace, server.url, calls="auto")
    assert trial.passed
    assert trial.answer("tools").code == "told_as_text"


async def test_an_error_that_does_not_say_why_is_asked_again_without_tools(workspace: Workspace) -> None:
    async with answering(
        refused("500 Oh", "Unsupported param: tools"), stream({"content": "a"}, {"content": "b"})
    ) as one:
        trial = await tried(workspace, one.url)
    assert (trial.ok, trial.answer("tools").code) == (True, "tools_refused")
    async with answering(*[refused("500 Oh", "out of memory")] * 2) as two:
        trial = await tried(workspace, two.url)
    assert (trial.ok, trial.status, len(two.requests)) == (False, 500, 2)
    assert said(trial).endswith("replies:no:refused streams:unknown:not_asked tools:unknown:not_asked")
    assert "its log" in trial.answer("replies").help


async def test_a_refused_key_ends_it_and_says_what_to_do(workspace: Workspace) -> None:
    async with answering(refused("401 Unauthorized", f"no such key: {KEY}")) as server:
        trial = await tried(workspace, server.url, key_env="MY_KEY")
    assert (trial.ok, trial.status, len(server.requests)) == (False, 401, 1)
    key = trial.answer("key")
    assert (key.code, key.sentence) == ("key_refused", "The server refused it (401): no such key: [redacted]")
    assert KEY not in repr(trial)
    assert trial.answer("model").answer == "unknown"


async def test_a_server_that_wants_a_key_of_a_profile_without_one_says_so(workspace: Workspace) -> None:
    async with answering(refused("401 Unauthorized", "missing key")) as server:
        trial = await tried(workspace, server.url)
    assert trial.answer("key").code == "key_wanted"


async def test_a_local_server_that_got_no_key_is_not_said_to_have_taken_or_refused_one(workspace: Workspace) -> None:
    async with answering(CALLED) as server:
        taken = (await tried(workspace, server.url, key_env="ABSENT")).answer("key")
    assert (taken.answer, taken.code) == ("yes", "key_not_needed")
    async with answering(refused("401 Unauthorized", "missing key")) as server:
        wanted = (await tried(workspace, server.url, key_env="ABSENT")).answer("key")
    assert (wanted.answer, wanted.code) == ("no", "key_wanted")
    assert wanted.help == "Set the environment variable ABSENT to the key."


async def test_a_key_that_is_nowhere_is_said_before_anything_is_sent(workspace: Workspace) -> None:
    trial = await tried(workspace, "https://api.example.com/v1", key_env="ABSENT")
    assert (trial.ok, trial.answer("reachable").answer) == (False, "unknown")
    assert trial.answer("key").code == "key_missing"
    assert trial.answer("key").help == "Set the environment variable ABSENT to the key."
    nowhere = await tried(workspace, "https://api.example.com/v1")
    assert nowhere.answer("key").help.startswith("Name the variable that holds the key")


async def test_an_unknown_model_is_said_with_those_that_there_are_the_nearest_first(workspace: Workspace) -> None:
    async with answering(refused("404 Not Found", "The model `large` does not exist"), MODELS) as server:
        trial = await tried(workspace, server.url, model="large", key_env="MY_KEY")
    assert asked(server) == [("/v1/chat/completions", True), ("/v1/models", False)]
    assert trial.answer("model").help == "It has: large-2, tiny-1."
    assert trial.answer("key").answer == "yes"
    assert KEY in server.requests[1][0]


async def test_a_list_that_does_not_come_is_no_error(workspace: Workspace) -> None:
    gone = refused("404 Not Found", "The model `large` does not exist")
    async with answering(gone, refused("404 Not Found", "no list")) as server:
        trial = await tried(workspace, server.url)
    assert trial.answer("model").help.startswith("Take the exact name")
    assert "no list" not in repr(trial)


async def test_a_profile_without_a_model_is_told_which_there_are(workspace: Workspace) -> None:
    async with answering(MODELS) as server:
        trial = await tried(workspace, server.url, model="")
    assert (trial.ok, trial.text) == (False, "The profile names no model.")
    assert trial.answer("model").help == "It has: tiny-1, large-2."
    assert asked(server) == [("/v1/models", False)]


async def test_an_answer_of_one_piece_is_asked_for_once_more_to_see_whether_it_streams(workspace: Workspace) -> None:
    one = stream({"content": "word"})
    async with answering(one, stream({"content": "one "}, {"content": "two"})) as server:
        trial = await tried(workspace, server.url)
    assert len(server.requests) == 2
    assert (trial.answer("streams").answer, trial.answer("tools").code) == ("yes", "not_called")
    async with answering(one, one) as server:
        trial = await tried(workspace, server.url)
    assert trial.answer("streams").code == "too_short"


async def test_a_server_that_does_not_stream_is_said(workspace: Workspace) -> None:
    async with answering(reply(content=None, tool_calls=[CALL])) as server:
        trial = await tried(workspace, server.url)
    assert (trial.ok, trial.answer("streams").code, len(server.requests)) == (True, "in_one_piece", 1)
    assert "Switch streaming off" in trial.answer("streams").help


async def test_a_wrong_path_names_the_address_that_was_asked(workspace: Workspace) -> None:
    async with answering(refused("404 Not Found", "404 page not found")) as server:
        trial = await tried(workspace, server.url.removesuffix("/v1"))
    assert trial.answer("replies").code == "not_there"
    assert f"{server.url.removesuffix('/v1')}/chat/completions" in trial.answer("replies").sentence
    assert "many want /v1" in trial.answer("replies").help


async def test_nobody_listening_is_said_and_nothing_else_is_asked(workspace: Workspace) -> None:
    trial = await tried(workspace, "http://127.0.0.1:9/v1")
    assert said(trial).startswith("reachable:no:unreachable key:unknown:not_asked model:unknown:not_asked")
    assert trial.answer("reachable").sentence.startswith("Nothing listens at 127.0.0.1:9.")


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"content": "one two", "finish": "length"}, "call_cut"),
        ({"content": "I cannot"}, "not_called"),
        ({"content": f"<tool_call>\n{PRINTED}\n</tool_call>"}, "printed"),
        ({"content": None, "tool_calls": [{"id": "c", "function": {"name": "x", "arguments": "{"}}]}, "called_badly"),
    ],
)
async def test_how_the_model_took_the_tool_is_told(workspace: Workspace, message: dict[str, Any], code: str) -> None:
    async with answering(reply(**message)) as server:
        trial = await tried(workspace, server.url, stream=False)
    assert trial.answer("tools").code == code


async def test_calls_that_the_profile_wants_printed_are_read_as_text(workspace: Workspace) -> None:
    async with answering(reply(content=f"<tool_call>\n{PRINTED}\n</tool_call>")) as server:
        trial = await tried(workspace, server.url, calls="hermes", stream=False)
    assert b'"tools"' not in server.requests[0][1]
    assert trial.answer("tools").sentence == "The model printed the call in the form hermes."
    assert trial.passed


@pytest.mark.parametrize(
    ("third", "code"),
    [
        (reply(content='{"ready": true}'), "json_came"),
        (reply(content="ready"), "json_not"),
        (refused("400 Bad Request", "response_format is not supported"), "json_refused"),
    ],
)
async def test_json_mode_is_asked_for_when_it_is_wanted(workspace: Workspace, third: Script, code: str) -> None:
    async with answering(reply(content=None, tool_calls=[CALL]), third) as server:
        trial = await tried(workspace, server.url, json_mode=True, stream=False)
    assert json.loads(server.requests[1][1])["response_format"] == {"type": "json_object"}
    assert trial.answer("json").code == code


async def test_leaving_a_slow_server_ends_the_request_at_once(workspace: Workspace) -> None:
    come, left = asyncio.Event(), asyncio.Event()

    async def silent(_: asyncio.StreamWriter) -> None:
        come.set()
        await left.wait()

    async with serving(silent) as server:
        trying = asyncio.get_running_loop().create_task(tried(workspace, server.url))
        await come.wait()
        trying.cancel()
        with pytest.raises(asyncio.CancelledError):
            await trying
        left.set()


def sessions(folder: Path) -> list[Path]:
    return list(folder.rglob("*.tcsession"))


async def test_nothing_of_it_is_kept(workspace: Workspace, tmp_path: Path) -> None:
    workspace.save_profile(read_profile({"name": "p", "base_url": "http://127.0.0.1:9/v1", "model": "kept"}))
    async with answering(CALLED) as server:
        assert (await tried(workspace, server.url)).ok
    assert workspace.recent() == []
    assert [profile.model for profile in workspace.profiles] == ["kept"]
    assert sessions(tmp_path) == []
