"""A session whose tools are the functions of a given source, and whose model is a real server that says what a test tells it.

Above: `test_declared_in_python`, `test_results_of_tools`. Below: `chat_server`, `shop`.
"""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from studio.responders.profiles import Profile
from studio.session.events import ResultRecorded
from studio.session.setup import Setup, Stops
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import Answer, ChatServer, says
from tests.flow.shop import say

NO_STOPS = Stops(before_call=False)


def calls(name: str, **arguments: Any) -> Answer:
    """A reply that calls one tool."""
    return says("", (name, json.dumps(arguments)))


@asynccontextmanager
async def agent(
    folder: Path, source: str, *answers: Answer, window: bool = False, **setup: Any
) -> AsyncIterator[tuple[OpenedSession, ChatServer]]:
    """The session, its tools trusted and loaded and a first message said, and the server that answers it. `window`: what nobody chose
    is as in the window."""
    tools = folder / "my_tools.py"
    tools.write_text(source, encoding="utf-8")
    workspace = Workspace(folder / "data", folder / "config", {})
    workspace.world.stops_by_default = window
    with ChatServer(*answers) as server:
        try:
            choice = _choice(workspace, server.url)
            made = workspace.new("Mine", setup=Setup(**{"responder": choice, "stops": NO_STOPS, **setup}))
            made.trust(made.fingerprint(tools))
            await made.add_tools(tools)
            say(made, "Go.")
            yield made, server
        finally:
            await workspace.close()


def _choice(workspace: Workspace, url: str) -> Any:
    profile = Profile(name="here", base_url=url, model="mine")
    workspace.world.lend(profile)
    return workspace.choice(profile)


def results(session: OpenedSession) -> list[ResultRecorded]:
    """All results, in order."""
    return [event for event in session.tree.events(session.head) if isinstance(event, ResultRecorded)]
