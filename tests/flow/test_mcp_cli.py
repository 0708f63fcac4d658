"""`tools`, `call` and `run` with MCP servers: what they show, what they print, how they end. The servers are real processes."""

import asyncio
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from studio.cli import call, replay, run, tools
from studio.session.mcp_servers import McpServer, Stdio
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, says
from tests.flow.command_line import Ran

pytestmark = pytest.mark.promise("E7")

SERVERS = Path(__file__).parent / "mcp_servers"
LIBRARY = f'"{sys.executable}" "{SERVERS / "library.py"}"'
KEY = "sk_live_" + "Ab3" * 8
Cli = Callable[..., Ran]


def hostile(how: str = "") -> list[str]:
    """The words of the server that does wrong."""
    return [sys.executable, str(SERVERS / "hostile.py"), *filter(None, [how])]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Cli:
    """Runs a command in this process."""

    def ran(main: Callable[[list[str]], int], *arguments: object) -> Ran:
        capsys.readouterr()
        try:
            code = main([*map(str, arguments)])
        except SystemExit as ended:
            code = int(ended.code or 0)
        said = capsys.readouterr()
        return Ran(code, said.out, said.err)

    return ran


def test_the_tools_of_a_server_are_listed_with_what_it_says_of_them_and_all_that_it_offers(cli: Cli) -> None:
    ran = cli(tools.main, "--mcp", LIBRARY, "--prefix", "lib_", "--all")
    assert (ran.code, ran.err) == (0, "")
    assert (
        'lib_everything (idempotent)\n  (titled "Everything at once"; the server\'s everything; only reads' in ran.out
    )
    assert "Resources: 5\n" in ran.out
    assert "lib://book/{number}{?page,lang} (template)" in ran.out
    assert "greet(who, tone?): Says hello." in ran.out
    assert not Workspace().recent()


def test_the_document_holds_the_tools_as_a_provider_gets_them_and_nothing_that_is_not_for_a_model(cli: Cli) -> None:
    (told,) = cli(tools.main, "--json", "--mcp", LIBRARY, "--for", "openai", "--all").documents
    assert "meta_of_tool" not in json.dumps(told["sent"])
    assert "annotated_title" not in json.dumps(told["sent"])
    assert told["tools"][0]["metadata"]["_meta"] == {"shelf": "meta_of_tool"}
    assert [prompt["name"] for prompt in told["prompts"]] == ["greet", "plain"]
    assert told["server"]["phase"] == "ready"


def test_which_tools_are_taken_in_is_said_and_the_others_are_named(cli: Cli) -> None:
    (told,) = cli(tools.main, "--json", "--only", "e*", "--without", "echo", "--", *hostile()).documents
    assert told["tools"] == []
    assert {"name": "echo", "reason": "--only or --without says so, or the file", "line": 0} in told["left_out"]


def test_a_tool_of_a_server_is_called_and_each_part_of_its_result_is_shown(cli: Cli) -> None:
    ran = cli(call.main, "--mcp", LIBRARY, "everything")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("First.\nSecond.\n")
    assert "Audio · audio/wav" in ran.out
    (told,) = cli(call.main, "--json", "everything", "{}", "--mcp", "--", *LIBRARY.replace('"', "").split()).documents
    assert [part["type"] for part in told["parts"]][:2] == ["text", "image"]
    assert told["media"][0]["media_type"] == "image/png"


def test_a_server_that_dies_in_a_call_is_an_error_of_the_call_with_what_it_wrote(cli: Cli) -> None:
    ran = cli(call.main, "die", "--", *hostile())
    assert ran.code == 4
    assert "the disk is on fire" in ran.out + ran.err


def test_a_call_that_takes_too_long_ends_in_its_time_and_fails(cli: Cli) -> None:
    ran = cli(call.main, "hang", "--seconds", "0.2", "--", *hostile())
    assert (ran.code, ran.err) == (1, "")
    assert "0.2 seconds" in ran.out


def test_what_a_server_writes_beside_its_messages_is_shown_when_it_is_asked_for(cli: Cli) -> None:
    assert cli(call.main, "echo", '{"text": "hi"}', "--", *hostile("noise")).err == ""
    ran = cli(call.main, "-v", "echo", '{"text": "hi"}', "--", *hostile("noise"))
    assert (ran.code, ran.out) == (0, "hi\n")
    assert "hostile: Demo MCP Server v1.0 started\n" in ran.err
    assert "tools/call" not in ran.err


def test_every_message_both_ways_is_shown_with_vv_with_what_it_answers(cli: Cli) -> None:
    ran = cli(call.main, "-vv", "echo", '{"text": "hi"}', "--", *hostile())
    assert (ran.code, ran.out) == (0, "hi\n")
    asked = next(line for line in ran.err.splitlines() if " → " in line and '"tools/call"' in line)
    number = asked.split()[1]
    assert any(" ← " in line and line.endswith(f"(answers {number})") for line in ran.err.splitlines())


def test_a_header_may_stand_as_in_a_request_and_a_wrong_one_is_not_repeated(cli: Cli) -> None:
    at = ("--mcp-url", "https://a.example/mcp", "--header")
    ran = cli(tools.main, *at, f"Authorization: Bearer {KEY}")
    assert "The value of Authorization is a secret: write ${NAME}" in ran.err
    assert "--header 'Authorization=Bearer ${DESK_KEY}'" in ran.err
    wrong = cli(tools.main, *at, f"Bearer {KEY}")
    assert (wrong.code, KEY in ran.err + wrong.err) == (2, False)


@pytest.mark.parametrize(
    ("main", "arguments"),
    [
        (tools.main, ["--mcp", "uvx", "mcp-server-time"]),
        (call.main, ["--mcp", "/usr/bin/python3.11", "server.py", "ok"]),
        (call.main, ["--mcp", "uvx", "mcp-server-time", "ok", "{}"]),
        (run.main, ["--prompt", "p", "--save", "x.tcsession", "--mcp", "uvx", "mcp-server-time"]),
    ],
)
def test_the_words_of_a_command_that_are_not_one_text_are_told_how_to_be_given(
    cli: Cli, main: Callable[[list[str]], int], arguments: list[str]
) -> None:
    ran = cli(main, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert "The command of a server is one text, --mcp 'uvx mcp-server-time'" in ran.err


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["--", *hostile("dies")], 4, "No API key was given."),
        (["--mcp", "/nowhere/at-all"], 4, "there is no program /nowhere/at-all"),
        (["--mcp-url", "http://127.0.0.1:9/mcp"], 4, "127.0.0.1"),
        (["--mcp", "x 'y"], 2, "A quote of the command is not closed"),
        (["--mcp", f"x --key {KEY}"], 2, "is a key or a password: write ${NAME} in its place"),
        (["--mcp", "x -e A_TOKEN=plain"], 2, "the command holds a key: name its variable instead"),
        (
            ["--mcp-url", "https://a.example/mcp", "--header", f"Authorization=Bearer {KEY}"],
            2,
            "The value of Authorization is a secret: write ${NAME} in its place",
        ),
        (["--mcp", "x", "--mcp-env", f"A_TOKEN={KEY}"], 2, "The value of A_TOKEN is a secret: write ${NAME}"),
        (["--mcp", "x", "--mcp", "y"], 2, "One server at a time"),
        (["--mcp-servers", "/nowhere.json"], 3, "/nowhere.json cannot be read"),
        (["shop.py", "--mcp", "x"], 2, "are two sources"),
        ([], 2, "Name a file with tools, or an MCP server"),
        (["shop.py", "--all"], 2, "--all goes with --mcp"),
        (["--mcp", "x", "--server", "a"], 2, "--server goes with --mcp-servers"),
    ],
)
def test_what_cannot_be_is_a_sentence_and_a_code(cli: Cli, arguments: list[str], code: int, told: str) -> None:
    ran = cli(tools.main, *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert told in ran.err
    assert KEY not in ran.err


def test_a_call_of_a_tool_that_is_not_there_or_with_wrong_arguments_starts_nothing_more(cli: Cli) -> None:
    ran = cli(call.main, "--mcp", LIBRARY, "everythin")
    assert (ran.code, ran.out) == (2, "")
    assert "Did you mean everything?" in ran.err
    ran = cli(call.main, "--mcp", LIBRARY, "everything", "[1]")
    assert (ran.code, ran.out) == (1, "")


@pytest.fixture
def servers_file(tmp_path: Path) -> Iterator[Path]:
    """A file as a desktop client keeps it, with a key in it; opened by nobody else."""
    command, *args = LIBRARY.replace('"', "").split()
    server: dict[str, Any] = {"command": command, "args": args, "env": {"LIBRARY_KEY": KEY}}
    path = tmp_path / "claude_desktop_config.json"
    entries = {"library": server, "other": {"command": "/nowhere/at-all"}}
    path.write_text(json.dumps({"mcpServers": entries}), encoding="utf-8")
    yield path
    assert json.loads(path.read_text(encoding="utf-8"))["mcpServers"]["library"] == server


def test_a_server_of_a_file_gets_the_key_that_stands_there_and_nobody_sees_it(cli: Cli, servers_file: Path) -> None:
    assert "Add --server NAME; the file has: library, other." in cli(tools.main, "--mcp-servers", servers_file).err
    ran = cli(call.main, "--json", "--mcp-servers", servers_file, "--server", "library", "everything")
    assert (ran.code, ran.err) == (0, "")
    assert ran.documents[0]["structured"] == {"total": 2, "key": "[redacted]"}
    assert KEY not in ran.out


async def servers_in(file: Path) -> tuple[McpServer, ...]:
    """The servers of a session file."""
    workspace = Workspace()
    found = workspace.open(file).state.setup.servers
    await workspace.close()
    return found


def test_a_run_uses_servers_and_its_file_holds_them_without_a_key(cli: Cli, servers_file: Path, tmp_path: Path) -> None:
    file = tmp_path / "run.tcsession"
    with ChatServer(says("", ("x_everything", "{}")), says("There it is.")) as model:
        ran = cli(
            run.main,
            *("--prompt", "Look.", "--base-url", model.url, "--model", "tiny", "--save", file),
            *("--mcp-servers", servers_file, "--mcp", LIBRARY, "--prefix", "x_"),
            *("--rename", "library_2:everything=all"),
        )
    assert ran.code == 0, ran.err
    assert "The server other cannot start" in ran.err
    assert "the run goes on without its tools" in ran.err
    assert [tool["function"]["name"] for tool in model.requests[0]["tools"]] == [
        "x_everything",
        "all",
    ]
    assert KEY not in file.read_text(encoding="utf-8")
    first, _, third = asyncio.run(servers_in(file))
    assert isinstance(first.way, Stdio)
    assert (first.way.env, third.name) == ({"LIBRARY_KEY": "${LIBRARY_KEY}"}, "library_2")


def test_a_run_with_a_server_is_replayed_live_only_when_it_is_trusted(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "run.tcsession"
    with ChatServer(says("", ("everything", "{}")), says("There it is.")) as model:
        asked = ("--prompt", "Look.", "--base-url", model.url, "--model", "tiny", "--save", file, "--mcp", LIBRARY)
        ran = cli(run.main, *asked, "-vv")
    assert ran.code == 0
    assert ran.err.count('"method":"tools/list"') == 1
    refused = cli(replay.main, file, "--tools", "live", "--check")
    assert (refused.code, refused.out) == (2, "")
    assert "not trusted: library" in refused.err
    assert cli(replay.main, file, "--tools", "live", "--check", "--trust").code == 0
    assert cli(replay.main, file, "--check").code == 0


def test_a_run_whose_needed_server_cannot_start_ends_at_once_and_leaves_nothing(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "run.tcsession"
    with ChatServer() as model:
        ran = cli(
            run.main,
            *("--prompt", "Look.", "--base-url", model.url, "--model", "tiny", "--save", file),
            *("--mcp", "/nowhere/at-all", "--needed"),
        )
    assert (ran.code, file.exists(), model.requests) == (4, False, [])
    assert "there is no program /nowhere/at-all" in ran.err
