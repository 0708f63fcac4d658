"""Servers that do what no server should, as real processes: each has a clear state and a sentence, harms nobody else, and leaves nothing.

All run at the same time, once (`bad_servers`); each test then looks at what one of them came to.
"""

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from studio.tools.mcp.wire_log import MOST, MOST_CHARACTERS, MOST_TEXT
from studio.tools.tool import Outcome
from tests.flow.bad_servers import BIG, KEY, ROOT, Came, all_bad
from tests.flow.tools_process import is_over, until, until_gone


@pytest.fixture(scope="module")
def bad() -> dict[str, Came]:
    """What all the servers came to."""
    return asyncio.run(all_bad())


def after(came: Came) -> str:
    """What the call after it gave."""
    assert came.after is not None
    return came.after.text


def given(came: Came) -> Outcome:
    """What the call gave."""
    assert came.outcome is not None
    return came.outcome


@pytest.mark.promise("E1")
def test_a_server_that_dies_in_a_call_is_failed_with_its_last_words_and_the_next_call_starts_it_anew(
    bad: dict[str, Came],
) -> None:
    came = bad["dies"]
    assert given(came).status == "died"
    assert "The server bad ended: exit code 3." in given(came).text
    assert given(came).detail == "Traceback: the disk is on fire"
    assert came.why == "The server bad ended: exit code 3.\nTraceback: the disk is on fire"
    assert came.phases == ["starting", "ready", "failed", "starting", "ready", "stopped"]
    assert after(came) == "still here"


@pytest.mark.promise("E3")
def test_a_server_that_hangs_is_told_that_the_call_is_cancelled_and_goes_on(bad: dict[str, Came]) -> None:
    came = bad["hangs"]
    assert (given(came).status, after(came)) == ("timeout", "still here")
    asked = next(each for each in came.messages if '"hang"' in each.text and each.kind == "request")
    cancelled = next(each for each in came.messages if each.method == "notifications/cancelled")
    assert cancelled.sent
    assert f'"requestId":{asked.id}' in cancelled.text
    assert came.phases == ["starting", "ready", "stopped"]


@pytest.mark.promise("E5")
def test_a_flood_of_log_lines_is_thinned_out_says_so_and_holds_up_no_answer(bad: dict[str, Came]) -> None:
    came = bad["floods"]
    assert (given(came).text, after(came)) == ("through", "still here")
    assert len(came.messages) <= MOST
    assert sum(len(each.text) for each in came.messages) < MOST_CHARACTERS // 4
    assert came.messages[0].number == 1
    errors = "\n".join(each.text for each in came.kinds("stderr"))
    assert "line 0\n" in errors
    assert errors.endswith("line 99999")
    assert "lines left out" in errors
    assert any("log messages were left out" in each.text for each in came.kinds("state"))


@pytest.mark.promise("E5")
def test_a_second_answer_and_one_that_nobody_asked_for_are_shown_as_such(bad: dict[str, Came]) -> None:
    first, second = (each for each in bad["twice"].kinds("answer") if "first" in each.text or "second" in each.text)
    assert (given(bad["twice"]).text, after(bad["twice"])) == ("first", "still here")
    assert (first.answers is not None, second.answers, second.id) == (True, None, first.id)
    wrong = next(each for each in bad["wrong id"].kinds("answer") if each.id == 4711)
    assert (given(bad["wrong id"]).status, wrong.answers) == ("timeout", None)
    assert after(bad["wrong id"]) == "still here"


@pytest.mark.promise("E3")
def test_an_answer_of_50_mb_arrives_whole_and_only_its_beginning_is_kept_in_the_log(bad: dict[str, Came]) -> None:
    came = bad["big"]
    assert len(given(came).text) >= BIG
    kept = max(came.kinds("answer"), key=lambda each: each.cut)
    assert kept.cut > BIG
    assert len(kept.text) == MOST_TEXT
    assert after(came) == "still here"


@pytest.mark.promise("E2")
def test_a_list_that_changes_in_mid_call_is_learned_and_the_call_has_its_result(bad: dict[str, Came]) -> None:
    came = bad["changes"]
    assert (given(came).text, after(came)) == ("changed", "still here")
    assert came.listed[-1] == "new"


def test_an_answer_that_is_none_is_an_error_that_says_why(bad: dict[str, Came]) -> None:
    assert given(bad["broken"]).status == "error"
    assert 'its member "result" is no object' in given(bad["broken"]).text
    assert after(bad["broken"]) == "still here"


@pytest.mark.promise("E5")
def test_noise_on_the_output_is_shown_without_secrets_and_does_no_harm(bad: dict[str, Came]) -> None:
    came = bad["noise"]
    assert came.phases == ["starting", "ready", "stopped"]
    noise = "\n".join(each.text for each in came.kinds("noise"))
    assert noise.splitlines() == ["Demo MCP Server v1.0 started", "\ufffd\ufffd caf\ufffd {", '{"no": "message"}']
    assert after(came) == "still here"
    assert not any(KEY in each.text for each in came.messages)


@pytest.mark.promise("E1")
def test_closing_ends_all_that_the_server_started_also_what_left_its_group(bad: dict[str, Came]) -> None:
    pids = [int(pid) for pid in given(bad["children"]).text.split()]
    assert len(pids) == 4
    assert pids[0] == bad["children"].pid
    assert all(is_over(pid) for pid in pids)


@pytest.mark.promise("E1")
def test_a_server_that_closes_its_output_and_lives_on_is_ended_and_says_so(bad: dict[str, Came]) -> None:
    came = bad["closes output"]
    assert given(came).status == "died"
    assert "bad closed its standard output and lived on, so it was ended." in given(came).text
    assert is_over(came.pid)
    assert after(came) == "still here"


@pytest.mark.promise("E1")
def test_a_server_that_closes_its_input_and_lives_on_is_ended_and_says_so(bad: dict[str, Came]) -> None:
    came = bad["closes input"]
    assert given(came).text == "deaf now"
    assert came.after is not None
    assert came.after.status == "died"
    assert "bad closed its standard input and lived on, so it was ended." in after(came)
    assert is_over(came.pid)


@pytest.mark.promise("E1")
def test_a_server_that_takes_20_seconds_is_starting_until_it_is_ready(bad: dict[str, Came]) -> None:
    came = bad["slow"]
    assert came.phases == ["starting", "ready", "stopped", "ready"]
    first = next(each for each in came.messages if each.answers is not None)
    assert first.t > 19


@pytest.mark.promise("E1")
def test_a_server_that_reads_nothing_has_failed_when_its_time_is_over(bad: dict[str, Came]) -> None:
    came = bad["deaf"]
    assert came.phases[:2] == ["starting", "failed"]
    assert came.error.startswith("bad was not ready within 1 seconds.")
    assert came.why.startswith("bad was not ready within 1 seconds.")


@pytest.mark.promise("E1")
def test_a_server_that_does_not_end_by_itself_is_asked_to_and_then_killed(bad: dict[str, Came]) -> None:
    assert bad["asked to end"].messages[-1].text == "The server ended: signal 15."
    assert "stopped" in bad["asked to end"].error
    assert bad["stubborn"].messages[-1].text == "The server ended: signal 9."


@pytest.mark.promise("E1")
def test_a_server_that_ends_at_once_has_failed_with_what_it_wrote(bad: dict[str, Came]) -> None:
    came = bad["dies at once"]
    assert came.phases == ["starting", "failed", "stopped", "failed"]
    assert "exit code 2" in came.why
    assert "No API key was given." in came.why


@pytest.mark.promise("E1")
def test_a_server_whose_guard_is_killed_ends_and_the_next_call_starts_it_anew(bad: dict[str, Came]) -> None:
    came = bad["unguarded"]
    assert came.why.startswith("The server bad ended")
    assert is_over(came.pid)
    assert after(came) == "still here"


@pytest.mark.promise("E1")
def test_a_start_that_is_cancelled_leaves_no_process(bad: dict[str, Came]) -> None:
    came = bad["cancelled"]
    assert came.phases[-1] == "stopped"
    assert came.pid
    assert is_over(came.pid)


@pytest.mark.promise("E1")
def test_a_command_that_is_not_there_is_named_with_what_to_do(bad: dict[str, Came]) -> None:
    came = bad["missing"]
    assert came.phases == ["failed"]
    assert came.error == (
        "The server bad cannot start: the command no-such-command-anywhere was not found. Install it, or write its whole path."
    )
    assert "no-such-command-anywhere" in came.why


@pytest.mark.promise("E5")
def test_a_message_that_is_sent_again_has_its_answer_in_the_log_alone(bad: dict[str, Came]) -> None:
    came = bad["again"]
    asked, answered = (each for each in came.messages if each.id == "again-1")
    assert (asked.sent, asked.method, answered.answers) == (True, "tools/list", asked.number)
    assert any(each.sent and each.method == "notifications/whatever" for each in came.messages)
    assert after(came) == "still here"


@pytest.mark.anyio
@pytest.mark.promise("E1")
async def test_when_the_program_is_killed_the_server_and_all_it_started_are_gone(tmp_path: Path) -> None:
    told = tmp_path / "pids"
    command = [sys.executable, "-m", "tests.flow.bad_servers", str(told)]
    program = subprocess.Popen(command, cwd=ROOT)  # noqa: ASYNC220 - it starts at once
    try:
        await until(told.exists)
        pids = [int(pid) for pid in told.read_text().split()]
        assert not any(is_over(pid) for pid in pids)
    finally:
        program.kill()
        assert program.wait() == -signal.SIGKILL
    for pid in pids:
        await until_gone(pid)
