"""What is done when a call does not go well is the person's choice: stop, tell the model, run it raw or again, or go no further."""

import json
from pathlib import Path
from typing import Any

import pytest

from studio.session.events import AttemptFailed, CallStarted
from studio.session.notes import Stopped
from studio.session.policies import Strategies, ToolChoices
from studio.workspace.opened import OpenedSession
from tests.flow.chat_server import Answer, ChatServer, says
from tests.flow.command_line import studio
from tests.flow.tools_agent import agent, results

pytestmark = [pytest.mark.anyio, pytest.mark.promise("C6")]

SOURCE = """
from pathlib import Path
from toolcall import ToolContext, tool

KEYS = Path(__file__).with_name("keys.log")

def add(a: int, b: int) -> int:
    "Add."
    return a + b

def fail(why: str = "no") -> str:
    "Fail."
    raise ValueError(why)

@tool(idempotent=True)
def flaky(times: int, context: ToolContext) -> str:
    "Fail so many times."
    with KEYS.open("a") as log:
        log.write(context.idempotency_key + "\\n")
    tried = len(KEYS.read_text().splitlines())
    if tried <= times:
        raise ValueError(f"attempt {tried}")
    return f"came at {tried}"
"""
UNKNOWN = says("", ("ad", '{"a": 1, "b": 2}'))
MISFIT = says("", ("add", '{"a": 1, "b": "two"}'))
RAISES = says("", ("fail", "{}"))
DONE = says("Done.")


def _told(stop: Stopped | None) -> tuple[str, str | None, str]:
    assert stop is not None
    return stop.reason, stop.place, stop.what


def _chosen(strategy: str, way: Any) -> Strategies:
    return Strategies(**{strategy: way})


def _read(server: ChatServer, at: int = 1) -> str:
    """What the model read as the last result."""
    return str(server.requests[at]["messages"][-1]["content"])


HEADLESS = {
    "unknown_tool": (UNKNOWN, "Did you mean add?"),
    "bad_arguments": (MISFIT, "b: must be"),
    "tool_error": (RAISES, "ValueError: no"),
}


@pytest.mark.parametrize("strategy", HEADLESS)
async def test_headless_the_model_is_told_unless_something_else_was_chosen(tmp_path: Path, strategy: str) -> None:
    answer, words = HEADLESS[strategy]
    async with agent(tmp_path, SOURCE, answer, DONE) as (session, server):
        assert _told(await session.run_to_end()) == ("finished", None, "")
        assert words in _read(server)


STOPS = {
    "unknown_tool": (UNKNOWN, ("exception", "before_call", "unknown_tool")),
    "bad_arguments": (MISFIT, ("exception", "before_call", "bad_arguments")),
    "tool_error": (RAISES, ("exception", "after_result", "tool_error")),
}


@pytest.mark.parametrize("strategy", STOPS)
@pytest.mark.parametrize("chosen", [False, True])
async def test_the_window_stops_by_itself_and_a_command_when_it_is_told_to_and_going_on_tells_the_model(
    tmp_path: Path, strategy: str, chosen: bool
) -> None:
    answer, stop = STOPS[strategy]
    setup = {"strategies": _chosen(strategy, "stop")} if chosen else {}
    async with agent(tmp_path, SOURCE, answer, DONE, window=not chosen, **setup) as (session, server):
        assert _told(await session.run_to_end()) == stop
        assert _told(session.standing) == stop
        assert len(server.requests) == 1
        assert _told(await session.run_to_end()) == ("finished", None, "")
        assert HEADLESS[strategy][1] in _read(server)


async def test_a_step_shows_the_misfit_once_and_the_next_step_tells_the_model(tmp_path: Path) -> None:
    async with agent(tmp_path, SOURCE, MISFIT, window=True) as (session, _):
        assert _told(await session.step()) == STOPS["bad_arguments"][1]
        assert _told(await session.step()) == ("step", "before_request", "")
        assert results(session)[0].status == "bad_arguments"


async def test_a_misfit_that_is_mended_runs_and_one_that_is_still_none_stops_again(tmp_path: Path) -> None:
    async with agent(tmp_path, SOURCE, MISFIT, DONE, window=True) as (session, server):
        stop = await session.run_to_end()
        assert stop.call is not None
        session.edit_call(stop.call, arguments='{"a": 1}')
        assert _told(await session.run_to_end()) == STOPS["bad_arguments"][1]
        session.edit_call(stop.call, arguments='{"a": 1, "b": 2}')
        assert _told(await session.run_to_end()) == ("finished", None, "")
        assert _read(server) == "3"


@pytest.mark.parametrize("strategy", STOPS)
async def test_fail_goes_no_further_until_the_person_decides(tmp_path: Path, strategy: str) -> None:
    answer, (_, place, _) = STOPS[strategy]
    async with agent(tmp_path, SOURCE, answer, DONE, strategies=_chosen(strategy, "fail")) as (session, server):
        for _ in range(3):
            stop = await session.run_to_end()
            assert (_told(stop), stop.text) == (("exception", place, "failed"), strategy)
        assert len(server.requests) == 1
        assert stop.call is not None
        _decide(session, stop)
        assert _told(await session.run_to_end()) == ("finished", None, "")
        assert _read(server) == "by the person"


def _decide(session: OpenedSession, stop: Stopped) -> None:
    assert stop.call is not None
    if stop.place == "before_call":
        session.mock(stop.call, "by the person")
    else:
        session.edit_result(stop.call, "by the person")


async def test_another_strategy_is_a_decision_too(tmp_path: Path) -> None:
    async with agent(tmp_path, SOURCE, RAISES, DONE, strategies=Strategies(tool_error="fail")) as (session, _):
        assert (await session.run_to_end()).what == "failed"
        session.change_setup(strategies=Strategies(tool_error="tell"))
        assert _told(await session.run_to_end()) == ("finished", None, "")


async def test_raw_gives_the_tool_the_text_as_it_stands(tmp_path: Path) -> None:
    tools = "def add(rawArguments: str = '', a: int = 0) -> str:\n    return 'raw: ' + rawArguments\n"
    answer = says("", ("add", '{"a": '))
    async with agent(tmp_path, tools, answer, DONE, strategies=Strategies(bad_arguments="raw")) as (session, server):
        await session.run_to_end()
        assert _read(server) == 'raw: {"a": '
        (started,) = (event for event in session.tree.events(session.head) if isinstance(event, CallStarted))
        assert json.loads(started.ran_with) == {"rawArguments": '{"a": '}


async def test_an_idempotent_tool_is_run_again_with_the_same_key_and_each_attempt_is_kept(tmp_path: Path) -> None:
    strategies = Strategies(tool_error="again", again=2)
    answer = says("", ("flaky", '{"times": 2}'))
    async with agent(tmp_path, SOURCE, answer, DONE, strategies=strategies) as (session, server):
        await session.run_to_end()
        assert _read(server) == "came at 3"
        failed = [event for event in session.tree.events(session.head) if isinstance(event, AttemptFailed)]
        assert [event.text for event in failed] == ["ValueError: attempt 1", "ValueError: attempt 2"]
    keys = (tmp_path / "keys.log").read_text().split()
    assert len(keys) == 3
    assert len(set(keys)) == 1


async def test_after_the_last_attempt_the_model_is_told(tmp_path: Path) -> None:
    strategies = Strategies(tool_error="again", again=1)
    answer = says("", ("flaky", '{"times": 9}'))
    async with agent(tmp_path, SOURCE, answer, DONE, strategies=strategies) as (session, server):
        await session.run_to_end()
        assert _read(server) == "ValueError: attempt 2"
        assert (results(session)[0].is_error, session.state.turn.seconds > 0) == (True, True)


async def test_a_tool_that_is_not_idempotent_is_never_run_again(tmp_path: Path) -> None:
    async with agent(tmp_path, SOURCE, RAISES, DONE, strategies=Strategies(tool_error="again")) as (session, server):
        await session.run_to_end()
        assert _read(server) == "ValueError: no"
        assert [event for event in session.tree.events(session.head) if isinstance(event, AttemptFailed)] == []


async def test_what_is_chosen_for_a_tool_goes_before_what_the_session_says(tmp_path: Path) -> None:
    choices = {"fail": ToolChoices(tool_error="stop"), "add": ToolChoices(bad_arguments="fail")}
    strategies = Strategies(bad_arguments="tell", tool_error="tell")
    both = says("", ("add", "{}"), ("fail", "{}"))
    async with agent(tmp_path, SOURCE, both, DONE, choices=choices, strategies=strategies) as (session, _):
        stop = await session.run_to_end()
        assert (stop.what, stop.text) == ("failed", "bad_arguments")
        assert stop.call is not None
        session.reject(stop.call)
        assert _told(await session.run_to_end()) == STOPS["tool_error"][1]


async def test_a_tool_that_was_not_sent_is_unknown_even_when_it_is_there(tmp_path: Path) -> None:
    answer = says("", ("add", '{"a": 1, "b": 2}'))
    async with agent(tmp_path, SOURCE, answer, DONE, off=("add",)) as (session, server):
        await session.run_to_end()
        assert "There is no tool named add." in _read(server)
        assert results(session)[0].status == "unknown_tool"


async def test_where_changes_are_asked_for_the_window_stops_with_them_and_a_command_takes_it_as_a_misfit(
    tmp_path: Path,
) -> None:
    answer = says("", ("add", '{"a": 1, "b": "2"}'))
    for window in (True, False):
        folder = tmp_path / str(window)
        folder.mkdir()
        async with agent(folder, SOURCE, answer, DONE, window=window, coercion="ask") as (session, server):
            stop = await session.run_to_end()
            assert _told(stop) == (("exception", "before_call", "coercion") if window else ("finished", None, ""))
            if not window:
                assert "b: " in _read(server)


async def test_a_coerced_call_says_what_its_tool_really_got(tmp_path: Path) -> None:
    answer = says("", ("add", '{"a": 1, "b": "2"}'))
    async with agent(tmp_path, SOURCE, answer, DONE) as (session, server):
        await session.run_to_end()
        (started,) = (event for event in session.tree.events(session.head) if isinstance(event, CallStarted))
        assert (json.loads(started.ran_with), _read(server)) == ({"a": 1, "b": 2}, "3")


COMMANDS: list[tuple[list[str], Answer, int, str]] = [
    ([], RAISES, 0, ""),
    (["--tool-error", "stop"], RAISES, 5, "Paused after fail"),
    (["--tool-error", "fail"], RAISES, 1, "go no further"),
    (["--unknown-tool", "fail"], UNKNOWN, 1, "go no further"),
    (["--unknown-tool", "stop"], UNKNOWN, 5, "no tool of this name"),
    (["--bad-arguments", "fail"], MISFIT, 1, "go no further"),
    (["--bad-arguments", "stop"], MISFIT, 5, "do not fit"),
]


@pytest.mark.parametrize(("options", "answer", "code", "words"), COMMANDS)
def test_the_command_line_ends_with_1_where_it_is_to_fail_and_with_5_where_it_is_to_stop(
    tmp_path: Path, options: list[str], answer: Answer, code: int, words: str
) -> None:
    tools = tmp_path / "my_tools.py"
    tools.write_text(SOURCE, encoding="utf-8")
    with ChatServer(answer, DONE) as server:
        where = ["--base-url", server.url, "--model", "m", "--tools", tools, "--save", tmp_path / "s.tcsession"]
        ran = studio("run", "--prompt", "p", *where, *options)
    assert ran.code == code
    assert words in ran.err
    assert bool(ran.err) == bool(code)


async def test_a_pause_holds_before_a_tool_is_run_again(tmp_path: Path) -> None:
    strategies = Strategies(tool_error="again", again=5)
    answer = says("", ("flaky", '{"times": 3}'))
    async with agent(tmp_path, SOURCE, answer, DONE, strategies=strategies) as (session, server):
        session.subscribe(lambda change: session.pause() if isinstance(change, AttemptFailed) else None)
        for attempt in (1, 2, 3):
            assert _told(await session.run_to_end()) == ("pause", "before_call", "")
            assert len((tmp_path / "keys.log").read_text().split()) == attempt
        assert _told(await session.run_to_end()) == ("finished", None, "")
        assert _read(server) == "came at 4"
