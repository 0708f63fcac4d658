"""A server that does wrong in the loop of a real session: every call has a result that the model reads, and the loop goes on to its end."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from studio.session.events import RequestSent, ResultRecorded
from studio.session.mcp_servers import McpServer, Stdio
from studio.session.policies import ToolChoices
from studio.session.setup import Setup
from studio.workspace.workspace import Workspace
from tests.flow.bad_servers import SERVER
from tests.flow.mcp_fake import phases, say
from tests.flow.shop import NO_STOPS
from tests.flow.told_model import script

pytestmark = pytest.mark.anyio

CALLS: list[tuple[str, dict[str, Any]]] = [
    ("twice", {}),
    ("die", {}),
    ("hang", {}),
    ("wrong_id", {}),
    ("broken_answer", {}),
    ("change", {}),
    ("new", {}),
]
SOON = {name: ToolChoices(seconds=0.3) for name in ("hang", "wrong_id")}


@pytest.mark.promise("E1")
@pytest.mark.promise("E3")
async def test_the_loop_goes_on_whatever_a_server_does_and_says_of_each_call_what_became_of_it(
    workspace: Workspace, tmp_path: Path
) -> None:
    way = Stdio(sys.executable, (str(SERVER), ""))
    setup = Setup(responder=script(tmp_path, CALLS), stops=NO_STOPS, choices=SOON)
    session = workspace.new("Wrong", setup=setup, path=tmp_path / "wrong.tcsession")
    session.put_server(McpServer("bad", way))
    session.trust_server("bad", for_good=False)
    say(session, "Go on.")
    stop = await session.run()
    events = list(session.tree.events(session.head))
    results = [event for event in events if isinstance(event, ResultRecorded)]
    assert [result.status for result in results] == ["ok", "died", "timeout", "timeout", "error", "ok", "ok"]
    assert (results[0].text, results[1].detail) == ("first", "Traceback: the disk is on fire")
    assert (stop.reason, phases(session)) == ("finished", {"bad": "ready"})
    last = next(event for event in reversed(events) if isinstance(event, RequestSent))
    told = json.loads(session.tree.body(last.id))["messages"]
    assert [each["content"] for each in told if each["role"] == "tool"] == [result.text for result in results]
    await workspace.close_session(session)
