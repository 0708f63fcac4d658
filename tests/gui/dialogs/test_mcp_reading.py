"""What a pasted text says of a server, before anybody looks at it."""

import pytest

from studio.gui.dialogs.mcp_reading import is_secret, kept_out, kind_of, line_of, names_servers, server_in
from studio.session.mcp_servers import McpServer, Stdio, StreamableHttp


@pytest.mark.parametrize(
    ("text", "server"),
    [
        (
            "$ npx -y @modelcontextprotocol/server-filesystem '/home/me/my notes'",
            McpServer(
                "filesystem", Stdio("npx", ("-y", "@modelcontextprotocol/server-filesystem", "/home/me/my notes"))
            ),
        ),
        ("uvx mcp-server-git@1.2 \\\n  --repository .", McpServer("git", Stdio("uvx", ("mcp-server-git@1.2", "--repository", ".")))),
        ("TZ=UTC LEVEL=2 /opt/time-mcp.py", McpServer("time", Stdio("/opt/time-mcp.py", (), {"TZ": "UTC", "LEVEL": "2"}))),
        (r'C:\tools\files.exe "C:\my notes"', McpServer("files", Stdio(r"C:\tools\files.exe", (r"C:\my notes",)))),
        ("https://mcp.shop.example/v1/mcp", McpServer("shop", StreamableHttp("https://mcp.shop.example/v1/mcp"))),
        ("http://127.0.0.1:8000/mcp", McpServer("127.0.0.1-8000", StreamableHttp("http://127.0.0.1:8000/mcp"))),
        ("npx 'open quote", None),
        ("npx " + "y" * 3_000_000, None),
        ("", None),
    ],
)  # fmt: skip
def test_a_command_line_and_an_address_become_a_server(text: str, server: McpServer | None) -> None:
    assert server_in(text) == server


def test_what_is_json_of_servers_is_told_from_any_other() -> None:
    assert names_servers('{"mcpServers": {}}')
    assert names_servers('"files": {"command": "npx"}')
    assert not names_servers('{"order": 1}')
    assert [kind_of(text) for text in ("[1]", "npx x", "https://a.example/mcp", " ")] == ["json", "command", "address", ""]  # fmt: skip


def test_the_line_means_exactly_the_words() -> None:
    assert line_of(Stdio("my server", ("a b", "$HOME"))) == "'my server' 'a b' '$HOME'"
    assert line_of(Stdio("")) == ""


def test_a_key_is_seen_by_its_name_or_its_look_and_only_the_key_is_kept_out() -> None:
    assert is_secret("API_KEY", "anything")
    assert is_secret("GREETING", "ghp_Zk3mQ9x7Lr2vT8yB4nW6cD1fG5hJ0kPsEuAo")
    assert not is_secret("API_KEY", "${API_KEY}")
    assert not is_secret("LEVEL", "info")
    assert kept_out("Authorization", "Bearer abc.def") == ("Bearer ${AUTHORIZATION}", "abc.def")
    assert kept_out("X-Api-Key", " k1 ") == ("${X_API_KEY}", "k1")
