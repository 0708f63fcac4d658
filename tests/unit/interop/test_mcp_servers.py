"""Files of MCP servers that other programs keep are read as they are meant, without their keys, and written back."""

import json
from pathlib import Path
from typing import Any

import pytest

from studio.interop.mcp_servers import ServersFile, ServersFileError, read_servers, write_servers
from studio.session.mcp_servers import McpServer, Stdio, StreamableHttp

FILES = Path(__file__).resolve().parents[2] / "interop" / "mcp_config"
KEY = "ghp_" + "a1B2c3D4e5" * 4


def _read(value: Any, name: str = "", **environ: str) -> ServersFile:
    text = value if isinstance(value, str) else json.dumps(value)
    return read_servers(text.encode(), name, environ)


def _one(entry: dict[str, Any], **environ: str) -> tuple[McpServer, ServersFile]:
    read = _read({"mcpServers": {"desk": entry}}, **environ)
    return read.servers[0], read


def test_the_file_of_a_desktop_client_is_read() -> None:
    read = read_servers((FILES / "claude_desktop_config.json").read_bytes(), "claude_desktop_config.json", {})
    desk, files = read.servers
    assert desk.way == Stdio(
        "python", ("-m", "desk_server", "--stdio"), {"DESK_TOKEN": "${DESK_TOKEN}", "LANG": "C.UTF-8"}
    )
    assert files.way == Stdio("npx", ("-y", "@modelcontextprotocol/server-filesystem", "/home/user/docs"))
    assert read.keys == {}
    assert read.notes == (
        "desk: ${DESK_TOKEN} stands where the file holds only a stand-in: set that variable, or keep its value.",
    )


def test_the_file_of_an_editor_is_read_and_what_only_the_editor_knows_is_said() -> None:
    read = read_servers((FILES / "vscode-mcp.json").read_bytes(), "vscode-mcp.json", {})
    desk, remote = read.servers
    assert isinstance(desk.way, Stdio)
    assert desk.way.env == {"DESK_TOKEN": "${DESK_TOKEN}"}
    assert remote.way == StreamableHttp("https://desk.example.com/mcp", (("Authorization", "Bearer ${DESK_TOKEN}"),))
    told = "\n".join(read.notes)
    assert "asks for ${input:desk-token}; here it is ${DESK_TOKEN}" in told
    assert "only the other program knows ${workspaceFolder}" in told
    assert "envFile is not read" in told
    assert desk.extra["envFile"] == "${workspaceFolder}/.env"


@pytest.mark.parametrize(
    "value",
    [
        {"mcpServers": {"time": {"command": "uvx", "args": ["mcp-server-time"]}}},
        {"servers": {"time": {"type": "stdio", "command": "uvx", "args": ["mcp-server-time"]}}},
        {"mcp": {"servers": {"time": {"command": "uvx", "args": ["mcp-server-time"]}}}},
        {"mcp": {"time": {"type": "local", "command": ["uvx", "mcp-server-time"]}}},
        {"time": {"command": "uvx", "args": ["mcp-server-time"]}},
        {"command": "uvx", "args": ["mcp-server-time"]},
        {"name": "time", "command": "uvx mcp-server-time"},
        '"mcpServers": {"time": {"command": "uvx", "args": ["mcp-server-time"]}}',
        '"time": {"command": "uvx", "args": ["mcp-server-time"]},',
        '{"mcpServers": {"time": {"command": "uvx", /* fast */ "args": ["mcp-server-time",], // here\n}, }, }',
    ],
)
def test_every_common_form_is_the_same_server(value: Any) -> None:
    (server,) = _read(value).servers
    assert (server.name, server.way) == ("time", Stdio("uvx", ("mcp-server-time",)))


@pytest.mark.parametrize("kind", ["http", "streamable-http", "streamableHttp", "streamable_http", None])
def test_streamable_http_is_known_by_all_its_names_and_by_its_address(kind: str | None) -> None:
    server, _ = _one({"url": "https://desk.example/mcp", **({"type": kind} if kind else {})})
    assert (server.way, server.on) == (StreamableHttp("https://desk.example/mcp"), True)


@pytest.mark.parametrize(("kind", "told"), [("sse", "it speaks SSE"), ("ws", "its transport ws is none")])
def test_what_is_not_spoken_here_stays_switched_off_with_the_reason(kind: str, told: str) -> None:
    server, read = _one({"type": kind, "url": "https://desk.example/sse"})
    assert not server.on
    assert told in read.notes[0]
    assert json.loads(write_servers([server]))["mcpServers"]["desk"]["type"] == kind


def test_a_server_that_is_switched_off_stays_so() -> None:
    assert not _one({"command": "x", "disabled": True})[0].on
    assert not _one({"command": "x", "enabled": False})[0].on


def test_what_another_program_allows_unasked_is_kept_and_not_followed() -> None:
    server, read = _one(
        {"command": "x", "alwaysAllow": ["delete"], "autoApprove": ["*"], "timeout": 60, "colour": "red"}
    )
    assert server.extra == {"alwaysAllow": ["delete"], "autoApprove": ["*"], "timeout": 60, "colour": "red"}
    assert [note.split()[1] for note in read.notes] == ["alwaysAllow", "autoApprove", "timeout"]


def test_which_tools_are_taken_is_read() -> None:
    server, _ = _one({"command": "x", "includeTools": ["read_*"], "excludeTools": ["read_all"]})
    assert (server.only, server.without) == (("read_*",), ("read_all",))


@pytest.mark.parametrize(
    ("entry", "says", "kept"),
    [
        ({"command": "x", "env": {"GITHUB_TOKEN": "plain"}}, "${GITHUB_TOKEN}", {"GITHUB_TOKEN": "plain"}),
        ({"command": "x", "env": {"WHERE": KEY}}, "${KEY}", {"KEY": KEY}),
        ({"command": "x", "args": ["--api-key", "plain"]}, "${API_KEY}", {"API_KEY": "plain"}),
        ({"command": "x", "args": ["--token=plain"]}, "--token=${TOKEN}", {"TOKEN": "plain"}),
        ({"command": "x", "args": ["-e", "A_SECRET=plain"]}, "A_SECRET=${A_SECRET}", {"A_SECRET": "plain"}),
        (
            {"command": "x", "args": ["--header", "Authorization: Bearer plain"]},
            "Authorization: Bearer ${AUTHORIZATION}",
            {"AUTHORIZATION": "plain"},
        ),
        ({"command": "x", "args": [f"--at={KEY}"]}, "--at=${KEY}", {"KEY": KEY}),
        (
            {"command": "x", "args": ["postgresql://me:pl4in@db/x"]},
            "postgresql://me:${PASSWORD}@db/x",
            {"PASSWORD": "pl4in"},
        ),
        (
            {"url": "https://a.example/mcp", "headers": {"Authorization": "Bearer plain"}},
            "Bearer ${AUTHORIZATION}",
            {"AUTHORIZATION": "plain"},
        ),
        ({"url": "https://a.example/mcp", "headers": {"X-Api-Key": "plain"}}, "${X_API_KEY}", {"X_API_KEY": "plain"}),
        ({"url": "https://a.example/mcp?api_key=plain&x=1"}, "?api_key=${URL_KEY}&x=1", {"URL_KEY": "plain"}),
        (
            {"url": "https://a.example/s/0123456789abcdef0123456789/mcp"},
            "/s/${URL_KEY}/mcp",
            {"URL_KEY": "0123456789abcdef0123456789"},
        ),
        ({"command": "x", "oauth": {"clientSecret": "plain"}}, "${CLIENT_SECRET}", {"CLIENT_SECRET": "plain"}),
    ],
)
def test_a_key_leaves_the_server_and_its_name_stands_there(
    entry: dict[str, Any], says: str, kept: dict[str, str]
) -> None:
    server, read = _one(entry)
    assert {name: held for (_, name), held in read.keys.items()} == kept
    written = write_servers([server])
    assert says in written
    assert says in repr(server)
    for held in kept.values():
        assert held not in written
        assert held not in repr(server)


def test_what_is_no_key_stays_as_it_is() -> None:
    args = ["-y", "@scope/server", "--port", "8080", "https://a.example/docs/getting-started-with-tools", "NODE=1"]
    args += ["--auth", "none"]
    env = {"TOKEN_LIMIT": "4096", "LANG": "C", "KEYBOARD": "de", "API_KEY": "${MY_KEY}", "EMPTY_TOKEN": ""}
    server, read = _one({"command": "npx", "args": args, "env": env})
    assert read.keys == {}
    assert server.way == Stdio("npx", tuple(args), env)


def test_a_name_that_stands_for_something_else_in_the_environment_is_not_used() -> None:
    entry = {"command": "x", "env": {"A_TOKEN": "of the file", "B": "${A_TOKEN_2}"}}
    server, read = _one(entry, A_TOKEN="of the machine")
    assert read.keys == {("desk", "A_TOKEN_3"): "of the file"}
    assert isinstance(server.way, Stdio)
    assert server.way.env["A_TOKEN"] == "${A_TOKEN_3}"
    assert _one(entry, A_TOKEN="of the file")[1].keys == {}


def test_two_keys_of_one_name_are_told_apart_and_one_key_twice_is_kept_once() -> None:
    entry = {"command": "x", "args": ["--token", "one", "--token", "two", "--token", "one"]}
    server, read = _one(entry)
    assert isinstance(server.way, Stdio)
    assert server.way.args[1::2] == ("${TOKEN}", "${TOKEN_2}", "${TOKEN}")
    assert read.keys == {("desk", "TOKEN"): "one", ("desk", "TOKEN_2"): "two"}


@pytest.mark.parametrize(
    ("said", "ours", "told"),
    [
        ("${env:HOST_NAME}", "${HOST_NAME}", ""),
        ("${HOST_NAME:-localhost}", "${HOST_NAME}", "what ${HOST_NAME} is when it is not set"),
        ("$HOST_NAME", "$HOST_NAME", "$HOST_NAME is passed on as it stands"),
        ("%HOST_NAME%", "%HOST_NAME%", "%HOST_NAME% is passed on as it stands"),
        ("${config:a.b}", "${config:a.b}", "only the other program knows ${config:a.b}"),
    ],
)
def test_variables_of_other_programs_are_said_as_ours_or_named(said: str, ours: str, told: str) -> None:
    server, read = _one({"command": "x", "env": {"WHERE": said}})
    assert isinstance(server.way, Stdio)
    assert server.way.env == {"WHERE": ours}
    assert told in "\n".join(read.notes)
    assert bool(read.notes) is bool(told)


def test_what_was_read_is_written_back_with_what_is_not_ours() -> None:
    value = {
        "mcpServers": {
            "desk": {"command": "desk", "args": ["-v"], "env": {"A": "b"}, "cwd": "/srv", "alwaysAllow": ["x"]},
            "far": {"type": "streamable-http", "url": "https://a.example/mcp", "headers": {"X-Team": "a"}, "icon": "i"},
            "off": {"command": "off", "args": [], "disabled": True, "includeTools": ["a"]},
        }
    }
    read = _read(value)
    assert json.loads(write_servers(read.servers)) == value
    ours = McpServer("mine", Stdio("x"), prefix="m_", needed=True, start_seconds=5)
    again = read_servers(write_servers([ours]).encode(), "", {}).servers
    assert again == (ours,)


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("{", "it is not JSON"),
        ('{"mcpServers": {"a": {"command": "x"\n  "args": []}}}', "(line 2, column 3)"),
        ([1], "it is no object"),
        ({"mcpServers": [1]}, "f.json, mcpServers: the servers have to be an object"),
        ({"mcpServers": {}}, "it holds no server"),
        ({"theme": "dark"}, "it holds no server"),
        ({"mcpServers": {"a": 1}}, "f.json, mcpServers.a: a server has to be an object"),
        (
            {"mcpServers": {"a": {"command": "x", "args": [1, {}]}}},
            "f.json, mcpServers.a.args[1]: this has to be a text",
        ),
        ({"mcpServers": {"a": {"command": "x", "args": "-v"}}}, "mcpServers.a.args: this has to be a list"),
        ({"mcpServers": {"a": {"command": "x", "env": ["A=b"]}}}, "mcpServers.a.env: this has to be an object"),
        ({"mcpServers": {"a": {"url": "ftp://x"}}}, "mcpServers.a: The address has to begin with http"),
        ({"mcpServers": {"": {"command": "x"}}}, "A server needs a name"),
        ({"mcpServers": {"a": {"type": "builtin"}}}, "a was left out: it has neither a command nor a URL"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(value: Any, told: str) -> None:
    with pytest.raises(ServersFileError) as caught:
        _read(value, "f.json")
    assert told in caught.value.sentence


def test_one_that_is_no_server_does_not_keep_out_the_others() -> None:
    read = _read({"mcpServers": {"a": {"type": "builtin"}, "b": {"command": "x"}}})
    assert [each.name for each in read.servers] == ["b"]
    assert "a was left out" in read.notes[0]


def test_numbers_and_switches_of_an_environment_become_texts_and_null_says_nothing() -> None:
    server, _ = _one({"command": "x", "args": [8080], "env": {"PORT": 8080, "ON": True, "GONE": None}})
    assert server.way == Stdio("x", ("8080",), {"PORT": "8080", "ON": "true"})


def test_a_folder_that_is_not_whole_is_said_and_kept_for_the_other_program() -> None:
    server, read = _one({"command": "x", "cwd": "./here"})
    assert isinstance(server.way, Stdio)
    assert (server.way.cwd, server.extra) == ("", {"cwd": "./here"})
    assert "name a whole path" in read.notes[0]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_file_is_read_as_editors_and_shells_save_it(encoding: str) -> None:
    text = '{"mcpServers": {"desk": {"command": "Schlüssel"}}}'
    assert read_servers(text.encode(encoding), "mcp.json", {}).servers[0].way == Stdio("Schlüssel")


@pytest.mark.parametrize("comment", ["", "// by hand\n"])
def test_what_stands_twice_in_an_object_is_said(comment: str) -> None:
    read = _read(comment + '{"mcpServers": {"a": {"command": "x", "command": "y", "args": []}, "a": {"command": "z"}}}')
    assert [each.way for each in read.servers] == [Stdio("z")]
    assert read.notes == ("In one object there is more than one command, a: the last one counts.",)
    assert _read('{"mcpServers": {"a": {"command": "x"}, "b": {"command": "x"}}}').notes == ()


def test_a_hostile_text_is_answered_soon() -> None:
    for text in ("/*" * 100_000, "," * 200_000, '"' * 99_999, "[" * 100_000, '"\\' * 100_000):
        with pytest.raises(ServersFileError):
            _read(text)


@pytest.mark.parametrize(
    ("servers", "why"),
    [
        ({"a": {"command": " "}}, "has no command"),
        ({"a": {"command": "x", "args": ["\ud800"]}}, "half of a character"),
        ({"\ud800": {"command": 5}}, "half of a character"),
        ({"a": {"command": {"path": "x", "args": 5}}}, "mcpServers.a.command.args: this has to be a list of texts"),
        ({"a": {"url": "http://[::1"}}, "has to begin with http://"),
        ({"a": {"command": "x"}, " a ": {"command": "y"}}, "two servers are named a"),
        ({"a": {"command": "x", "toolcall-studio": {"prefix": KEY}}}, "A key or a password stands where"),
    ],
)
def test_what_cannot_be_a_server_is_refused_in_words(servers: dict[str, Any], why: str) -> None:
    with pytest.raises(ServersFileError) as refused:
        _read({"mcpServers": servers})
    assert why in str(refused.value)
    assert KEY not in str(refused.value)


def test_the_place_of_an_error_is_no_longer_than_anybody_reads() -> None:
    with pytest.raises(ServersFileError) as refused:
        _read({"mcpServers": {"n" * 1_000_000: {"command": "x"}}})
    assert len(str(refused.value)) < 500


def test_odd_values_are_borne_and_keys_in_them_told_to_nobody() -> None:
    server, read = _one({"url": "https://[::1/x", "command": "x", "startup_timeout_sec": 10**400})
    assert server.start_seconds == 86_400
    server, read = _one({"url": "https://h.example/mcp", "type": KEY})
    assert not server.on
    assert KEY.lower() not in "".join(read.notes)
    assert _one({"command": "x " * 40_000})[0].way == Stdio("x " * 40_000)
