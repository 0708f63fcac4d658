"""Servers that nobody here wrote, from PyPI: every tool of mcp-server-time and mcp-server-git called in a loop by a scripted model."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from studio.session.events import RequestSent, ResultRecorded
from studio.session.mcp_servers import McpServer, Stdio
from studio.session.setup import Setup
from studio.workspace.workspace import Workspace
from tests.flow.mcp_fake import phases, say
from tests.flow.shop import NO_STOPS
from tests.flow.told_model import script

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(shutil.which("git") is None, reason="git is not here: what mcp-server-git does is not proven"),
]

CLOCK = [
    ("clock_get_current_time", {"timezone": "UTC"}, '"timezone": "UTC"'),
    ("clock_convert_time", {"source_timezone": "UTC", "time": "12:00", "target_timezone": "Asia/Tokyo"}, "+9.0h"),
]
GIT: list[tuple[str, dict[str, Any], str]] = [
    ("git_status", {}, "Untracked files"),
    ("git_add", {"files": ["a.txt"]}, "staged successfully"),
    ("git_diff_staged", {}, "+one"),
    ("git_commit", {"message": "The first"}, "committed successfully"),
    ("git_log", {"max_count": 1}, "The first"),
    ("git_show", {"revision": "HEAD"}, "+one"),
    ("git_create_branch", {"branch_name": "other"}, "Created branch 'other'"),
    ("git_checkout", {"branch_name": "other"}, "Switched to branch 'other'"),
    ("git_branch", {"branch_type": "local"}, "other"),
    ("git_diff", {"target": "HEAD"}, "Diff with HEAD"),
    ("git_diff_unstaged", {}, "Unstaged changes"),
    ("git_reset", {}, "reset"),
]


def repository(folder: Path) -> Path:
    """A new one with a file that is not added."""
    made = folder / "repository"
    subprocess.run(["git", "init", "-q", str(made)], check=True)
    for name, value in (("user.name", "Ann"), ("user.email", "ann@example.org"), ("commit.gpgsign", "false")):
        subprocess.run(["git", "-C", str(made), "config", name, value], check=True)
    (made / "a.txt").write_text("one\n", encoding="utf-8")
    return made


@pytest.mark.promise("E2")
@pytest.mark.promise("E3")
async def test_all_tools_of_the_servers_for_time_and_git_are_called_in_a_loop(
    workspace: Workspace, tmp_path: Path
) -> None:
    where = str(repository(tmp_path))
    calls = [(name, arguments) for name, arguments, _ in CLOCK]
    calls += [(name, {"repo_path": where, **arguments}) for name, arguments, _ in GIT]
    setup = Setup(responder=script(tmp_path, calls), stops=NO_STOPS, max_round_trips=50)
    session = workspace.new("Real", setup=setup, path=tmp_path / "real.tcsession")
    clock = Stdio(sys.executable, ("-m", "mcp_server_time", "--local-timezone", "UTC"))
    session.put_server(McpServer("time", clock, prefix="clock_"))
    git = Stdio(sys.executable, ("-m", "mcp_server_git"), {"PATH": os.environ.get("PATH", "")})
    session.put_server(McpServer("git", git))
    for name in ("time", "git"):
        session.trust_server(name, for_good=False)
    say(session, "do it all")
    stop = await session.run()
    assert phases(session) == {"time": "ready", "git": "ready"}
    offered = {tool.name: tool for tool in session.state.setup.tools}
    assert list(offered) == [name for name, _, _ in CLOCK] + [
        tool.name for tool in offered.values() if tool.source == "git"
    ]
    assert {name for name, _ in calls} == set(offered)
    assert [name for name, tool in offered.items() if tool.sensitive] == ["git_reset"]
    assert stop.reason == "approval"
    assert session.state.open is not None
    await session.approve(session.state.open.calls[0].key)
    assert (await session.run()).reason == "finished"
    events = list(session.tree.events(session.head))
    results = [each for each in events if isinstance(each, ResultRecorded)]
    for (name, _, words), result in zip([*CLOCK, *GIT], results, strict=True):
        assert (result.status, words in result.text) == ("ok", True), (name, result)
        assert result.detail == ""
    sent = [each.id for each in events if isinstance(each, RequestSent)]
    body = json.loads(session.tree.body(sent[-1]))
    assert {tool["function"]["name"] for tool in body["tools"]} == set(offered)
    assert "readOnlyHint" not in json.dumps(body["tools"])
    await workspace.close_session(session)
