"""What is wrong with an MCP server as it is written."""

import pytest

from studio.checks.server_problem import server_problem
from studio.session.mcp_servers import McpServer, Stdio, StreamableHttp, Way

HTTP = "https://x.example/mcp"


@pytest.mark.parametrize(
    "way",
    [
        Stdio("npx", ("-y", "server", "${HOME}/x"), {"TOKEN": "${TOKEN}", "MODE": "fast", "EMPTY_KEY": ""}, "/srv"),
        Stdio("x", ("--api-key", "${KEY}", "--token=${T}", "--token", "--sort-key", "date", "-y", "a@latest")),
        Stdio("C:\\x.exe", cwd="C:\\srv"),
        Stdio("x", cwd="${HOME}/srv"),
        StreamableHttp(HTTP, (("Authorization", "Bearer ${TOKEN}"), ("X-Team", "a"))),
        StreamableHttp("http://127.0.0.1:8000/mcp?key=${KEY}"),
        StreamableHttp("${BASE}/mcp"),
        StreamableHttp("http://[::1]:8000/mcp"),
    ],
)
def test_what_can_be_used_has_no_problem(way: Way) -> None:
    assert server_problem(McpServer("a server", way)) == ""


@pytest.mark.parametrize(
    ("way", "said"),
    [
        (Stdio(" "), "no command"),
        (Stdio("x", ("y" * 100_000,)), "longer than 100,000 characters"),
        (Stdio("x", ("a\0b",)), "null character"),
        (Stdio("x", cwd="srv"), "whole path"),
        (Stdio("x", ("--api-key", "abc")), "key or a password"),
        (Stdio("x", ("--github-token=abc",)), "key or a password"),
        (Stdio("x", ("ghp_" + "aB3" * 12,)), "key or a password"),
        (Stdio("x", env={"WHO": "ghp_" + "aB3" * 12}), "is a secret"),
        (Stdio("x", env={"A-B": "1"}), "no name of a variable"),
        (Stdio("x", env={"GITHUB_TOKEN": "ghp_1"}), "is a secret"),
        (StreamableHttp("ws://x/mcp"), "has to begin with"),
        (StreamableHttp("https://"), "has to begin with"),
        (StreamableHttp("http://x:port/"), "has to begin with"),
        (StreamableHttp("https://u:p@x/"), "holds a key"),
        (StreamableHttp("https://x/?api_key=abc"), "holds a key"),
        (StreamableHttp(HTTP, (("X Team", "a"),)), "no name of a header"),
        (StreamableHttp(HTTP, (("X-Team", "a\nb"),)), "line break"),
        (StreamableHttp(HTTP, (("Authorization", "Bearer abc"),)), "is a secret"),
        (StreamableHttp(HTTP, (("X-Api-Key", "abc"),)), "is a secret"),
    ],
)
def test_what_cannot_is_said_in_a_sentence(way: Way, said: str) -> None:
    assert said in server_problem(McpServer("a", way))


def test_names_patterns_and_times_are_looked_at() -> None:
    way = Stdio("x")
    for server in (
        McpServer("", way),
        McpServer(" a", way),
        McpServer("a\nb", way),
        McpServer("a" * 101, way),
        McpServer("a", way, only=("",)),
        McpServer("a", way, without=(" ",)),
        McpServer("a", way, start_seconds=0),
        McpServer("a", way, start_seconds=float("inf")),
    ):
        assert server_problem(server)
