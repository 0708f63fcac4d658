"""What a server is called that nobody has named."""

import pytest

from studio.checks.server_names import name_of_words

KEY = "ghp_" + "a1B2c3D4e5" * 4


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("uvx mcp-server-git --repository /srv", "git"),
        ("npx -y @modelcontextprotocol/server-everything@1.2.3 stdio", "everything"),
        ("python -m mcp_server_time", "time"),
        ("uv run weather.py", "weather"),
        ("/opt/bin/desk", "desk"),
        ("node /srv/server-notes/dist/index.js stdio", "notes"),
        ("python ./server.py", "server"),
        ("docker run -i --rm vendor/notes", "notes"),
        (f"desk --key plain {KEY}", "desk"),
        ("https://mcp.example.com/mcp", "example"),
        ("http://127.0.0.1:8000/mcp", "127.0.0.1-8000"),
        ("http://localhost/mcp", "localhost"),
        ("http://[::1]:8000/mcp", "server"),
        ("https://[::1/x", "server"),
    ],
)
def test_a_server_is_named_after_what_it_is(line: str, name: str) -> None:
    assert name_of_words(line.split()) == name
