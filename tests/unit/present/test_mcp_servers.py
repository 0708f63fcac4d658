"""What a row of the list of MCP servers says, and a filter that takes in one tool more or less."""

import pytest

from studio.present.labels import english
from studio.present.mcp_filter import leaving, taking
from studio.present.mcp_server_row import annotation_words, server_row
from studio.session.mcp_servers import McpServer, Stdio
from studio.session.server_view import Phase, ServerLook

PHASES: tuple[Phase, ...] = ("off", "untrusted", "stopped", "starting", "ready", "failed", "restarting")


def test_each_state_has_a_word_and_a_sign_of_its_own() -> None:
    rows = [server_row(ServerLook(name="x", phase=phase), 0) for phase in PHASES]
    assert len({english(row.state) for row in rows}) == len(PHASES)
    assert len({row.icon for row in rows}) == len(PHASES)


def test_only_a_server_that_is_under_way_counts_seconds() -> None:
    assert server_row(ServerLook(name="x", phase="starting", since=100.0), 112.5).seconds == 12.5
    assert server_row(ServerLook(name="x", phase="ready", since=100.0), 112.5).seconds is None


def test_a_row_says_what_the_server_offers_in_numbers() -> None:
    look = ServerLook(name="x", phase="ready", protocol="2025-11-25", tools=12, left=1, resources=3, prompts=0)
    row = server_row(look, 0)
    assert (row.protocol, [english(each) for each in row.facts]) == (
        "2025-11-25",
        ["12 tools", "1 left out", "3 resources"],
    )


def test_a_tool_that_only_reads_is_never_called_destructive() -> None:
    said = annotation_words(read_only=True, destructive=True, idempotent=None, open_world=False)
    assert [english(each) for each in said] == ["read-only"]
    said = annotation_words(read_only=False, destructive=True, idempotent=True, open_world=True)
    assert [english(each) for each in said] == ["destructive", "idempotent", "open world"]


def server(*only: str, without: tuple[str, ...] = ()) -> McpServer:
    return McpServer("x", Stdio("x"), only=only, without=without)


@pytest.mark.parametrize("given", [server(), server("echo"), server("echo", "add"), server("ec*")])
def test_a_tool_that_is_left_out_is_gone_and_the_others_stay(given: McpServer) -> None:
    made = leaving(given, "echo")
    assert not made.takes("echo")
    assert made.takes("add") == given.takes("add")


@pytest.mark.parametrize("given", [server(without=("echo",)), server("add"), server("add", without=("echo",))])
def test_a_tool_that_is_taken_in_is_there_and_the_others_stay(given: McpServer) -> None:
    made = taking(given, "echo")
    assert made is not None
    assert made.takes("echo")
    assert made.takes("add") == given.takes("add")


def test_a_pattern_that_leaves_a_tool_out_is_not_changed_behind_the_persons_back() -> None:
    assert taking(server(without=("e*",)), "echo") is None
