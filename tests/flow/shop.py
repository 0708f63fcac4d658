"""A small agent on real files: a script that answers at once, tools in their worker that write down each run, a workspace.

Above: the flows of the whole core, in this process and in children that are killed. Nothing in it leaves its folder.
"""

import asyncio
import json
from pathlib import Path
from typing import Any

from studio.messages.message import user
from studio.present.transcript import transcript
from studio.present.transcript_entries import AnyEntry
from studio.responders.profiles import Profile
from studio.session.events import RequestSent
from studio.session.nodes import CallKey, NodeId
from studio.session.notes import Stopped
from studio.session.setup import ResponderChoice, Setup, Stops
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

TOOLS = '''"""Tools that write down that they ran."""
import os
import time
from pathlib import Path

HERE = Path(__file__).parent


def _ran(line):
    with (HERE / "runs.log").open("a") as log:
        log.write(f"{line} {os.getpid()}\\n")


def note(text: str) -> str:
    """Keep a note."""
    _ran("note")
    return "noted " + text


def wait() -> str:
    """Wait until somebody makes the file `go`."""
    _ran("wait")
    print("waiting", flush=True)
    while not (HERE / "go").exists():
        time.sleep(0.01)
    return "waited"


def fail() -> str:
    """Fail."""
    _ran("fail")
    raise ValueError("it failed")


def wipe() -> str:
    """Wipe."""
    _ran("wipe")
    return "wiped"


wipe.sensitive = True
'''


def _call(name: str, **arguments: str) -> dict[str, Any]:
    return {"call": name, "arguments": arguments}


RULES = [
    {"after": "user", "says": "two", "parts": [{"text": "Two."}, _call("note", text="a"), _call("note", text="b")]},
    {"after": "user", "says": "wipe", "parts": [_call("wipe")]},
    {"after": "user", "says": "wait", "parts": [_call("wait"), _call("note", text="after")]},
    {"after": "user", "says": "both", "parts": [_call("wait"), _call("wait")]},
    {"after": "user", "says": "fail", "parts": [_call("fail")]},
    {"after": "user", "says": "slowly", "pace": 60_000, "parts": [{"text": "one two three"}]},
    {"after": "user", "says": "lost", "parts": [_call("nothing")]},
    {"after": "user", "parts": [{"text": "Hello."}]},
    {"after": ["note"], "parts": [{"text": "Noted: ${note.result}"}]},
    {"parts": [{"text": "Done."}]},
]


class Shop:
    """The agent in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tools = folder / "shop_tools.py"
        self.script = folder / "script.json"
        if not self.tools.exists():
            self.tools.write_text(TOOLS, encoding="utf-8")
            self.script.write_text(json.dumps({"rules": RULES}), encoding="utf-8")

    def workspace(self) -> Workspace:
        """A run of the program with its own settings in the folder."""
        return Workspace(self.folder / "data", self.folder / "config", {})

    async def session(self, workspace: Workspace, path: Path | None = None, **setup: Any) -> OpenedSession:
        """A new session with the trusted tools loaded."""
        choice = ResponderChoice("scripted", model_name="shop", script=str(self.script))
        made = workspace.new("Shop", setup=Setup(**{"responder": choice, **setup}), path=path)
        made.trust(made.fingerprint(self.tools))
        await made.add_tools(self.tools)
        return made

    def live(self, workspace: Workspace, url: str) -> ResponderChoice:
        """A profile for a server on this machine, and the choice that names it."""
        profile = Profile(name="here", base_url=url, model="shop")
        workspace.world.lend(profile)
        return workspace.choice(profile)

    def rewrite_script(self, old: str, new: str) -> None:
        """The model says something else from now on."""
        text = self.script.read_text(encoding="utf-8")
        assert old in text
        self.script.write_text(text.replace(old, new), encoding="utf-8")

    def forget(self, path: Path) -> None:
        """A file is gone."""
        path.unlink()

    def runs(self) -> list[str]:
        """The tools that ran, in order, over all processes."""
        log = self.folder / "runs.log"
        return [line.split()[0] for line in log.read_text().splitlines()] if log.exists() else []

    def pids(self) -> set[int]:
        """The worker processes that ran them."""
        return {int(line.split()[1]) for line in (self.folder / "runs.log").read_text().splitlines()}


def told(session: OpenedSession) -> tuple[AnyEntry, ...]:
    """The transcript up to the head; the same for the same things said and done."""
    return transcript(session.tree, session.head)


async def to_the_end(session: OpenedSession) -> Stopped:
    """Go on to the end, approving what is asked for and sending again what failed."""
    stop = await session.run()
    for _ in range(30):
        if stop.reason in ("finished", "waiting") or stop.what in ("uncertain_call", "uncertain_request"):
            return stop
        stop = await session.approve(stop.call) if stop.reason == "approval" and stop.call else await session.run()
    raise AssertionError(f"It never ends: {stop}")


def say(session: OpenedSession, text: str) -> None:
    """A message, not sent yet."""
    session.add_message(user(text))


NO_STOPS = Stops(before_call=False)


def open_keys(session: OpenedSession) -> list[CallKey]:
    """The keys of the calls of the last reply."""
    return [call.key for call in session.state.open.calls] if session.state.open else []


def results(session: OpenedSession) -> list[str | None]:
    """The result of each call of the last reply, None where there is none."""
    calls = session.state.open.calls if session.state.open else ()
    return [call.result.text if call.result else None for call in calls]


def last(session: OpenedSession) -> str:
    """The text of the last reply."""
    return session.state.open.reply.text if session.state.open else ""


async def heard(session: OpenedSession, kind: type) -> None:
    """Wait until the session tells a change of that kind."""
    came = asyncio.Event()
    off = session.subscribe(lambda change: came.set() if isinstance(change, kind) else None)
    await asyncio.wait_for(came.wait(), 20)
    off()


def requests(session: OpenedSession) -> list[NodeId]:
    """The requests on the path to the head."""
    return [event.id for event in session.tree.events(session.head) if isinstance(event, RequestSent)]
