"""Opens and closes sessions for a window: new, demo, file, replay, dropped files; one session a window.

Above: `window`. Below: `workspace`, `bridge`. Knows no widget: what needs an answer of the person is handed in.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from studio.gui.words import fill
from studio.messages.message import user

if TYPE_CHECKING:
    from studio.gui.bridge import Bridge, Verb
    from studio.gui.works import Work
    from studio.session.nodes import NodeId
    from studio.session.replay_rules import ReplayRules
    from studio.session.setup import Setup
    from studio.workspace.opened import OpenedSession
    from studio.workspace.workspace import Workspace

translate = QCoreApplication.translate
SESSION_SUFFIX = ".tcsession"


Elsewhere = Callable[["OpenedSession", bool], "Desk | None"]
"""The desk of the window that shows a session; with True a new window is opened when none does."""


class Desk:
    """`elsewhere` is asked for another window. `trust_wanted` is called when a new session names files that must be trusted
    first, `step_wanted` when a step is to be looked at."""

    def __init__(self, workspace: "Workspace", bridge: "Bridge", elsewhere: Elsewhere) -> None:
        self.trust_wanted: Callable[[], object] = lambda: None
        self.step_wanted: Callable[[NodeId], object] = lambda _: None
        self.workspace = workspace
        self._bridge = bridge
        self._elsewhere = elsewhere

    def demo(self) -> None:
        """Open the demo and go on to its first stop."""

        async def begin() -> None:
            there = self.show(await self.workspace.demo())
            there.start("run", lambda opened: opened.run())

        self._bridge.spawn("demo", begin())

    def sample(self, id: str) -> None:
        """Open a copy of a bundled sample session; nothing runs."""

        async def begin() -> None:
            self.show(self.workspace.sample(id))

        self._bridge.spawn("sample", begin())

    def new(self, setup: "Setup", message: str) -> None:
        """Begin a session; with a message it is sent at once, unless tools files have to be trusted first."""

        async def begin() -> None:
            there = self.show(self.workspace.new(setup=setup))
            there.start("begin", lambda opened: there.begin(opened, message))

        self._bridge.spawn("new session", begin())

    def start(self, name: str, verb: "Verb") -> None:
        """Start something in the window of this desk: it ends with that window."""
        self._bridge.start(name, verb)

    async def begin(self, session: "OpenedSession", message: str) -> None:
        """Load the tools files of a new session that are trusted, then send its first message."""
        await self._load_trusted(session)
        if session.untrusted or session.untrusted_servers():
            if message:
                session.add_message(user(message))
            self.trust_wanted()
        elif message:
            await session.send(message)

    def open(self, path: Path) -> None:
        """Open a session file; nothing runs."""

        whole = path.absolute()

        async def begin(work: "Work") -> None:
            await self.workspace.let_go(whole)
            self.show(await self.workspace.open_aside(whole, told=work.told))

        self._bridge.work("open", *self._opening_words(whole), begin)

    def _opening_words(self, path: Path) -> tuple[str, str]:
        """What is said while a file is opened, and when that is cut short."""
        said, kept = translate("Desk", "Opening {name}…"), translate("Desk", "{name} was not opened. It is unchanged.")
        return fill(said, name=path.name), fill(kept, name=path.name)

    def show_step(self, path: Path, node: "NodeId") -> None:
        """Open a session file and look at one of its steps; nothing runs."""

        async def begin(work: "Work") -> None:
            await self.workspace.let_go(path)
            self.show(await self.workspace.open_aside(path, told=work.told)).look_at(node)

        self._bridge.work("open", *self._opening_words(path), begin)

    def look_in_copy(self, path: Path) -> None:
        """Show a file once more, only to be read, in another window."""

        async def begin(_work: "Work") -> None:
            self.show(await self.workspace.look_aside(path))

        self._bridge.work("look", *self._opening_words(path), begin)

    def look_at(self, node: "NodeId") -> None:
        """Look at a step of the session of this window."""
        self._bridge.select(node)
        self.step_wanted(node)

    def replay(
        self, path: Path, *, model_live: bool, tools_live: bool, rules: "ReplayRules | None" = None, branch: str = ""
    ) -> None:
        """Step through a branch of a recorded session in a new one: that of its head, or the named one."""

        model, tools = ("live" if live else "recorded" for live in (model_live, tools_live))

        async def begin(work: "Work") -> None:
            replay = self.workspace.replay_aside
            self.show(
                await replay(path, branch=branch or None, model=model, tools=tools, rules=rules, told=work.told)  # type: ignore[arg-type]
            )

        said = translate("Desk", "Reading {name} for the replay…")
        kept = translate("Desk", "No replay was begun. {name} is unchanged.")
        self._bridge.work("replay", fill(said, name=path.name), fill(kept, name=path.name), begin)

    def key_variable(self, profile: str) -> str:
        """The environment variable that holds the key of a profile; empty when it names none."""
        return next((one.key_env or "" for one in self.workspace.profiles if one.name == profile), "")

    def leave_closed(self, path: Path) -> None:
        """Mark a session that was left open as closed."""

        self._bridge.attempt(lambda: self.workspace.leave_closed(path))
        self._bridge.session_changed.emit()

    def show(self, session: "OpenedSession") -> "Desk":
        """Show a session in this window, or in another one: that which shows it already, or a new one when this one is taken.
        The desk of that window."""
        if self._bridge.session is not session:
            there = self._elsewhere(session, self._bridge.session is not None)
            if there is not None:
                return there
        self._bridge.show(session)
        return self

    async def _load_trusted(self, session: "OpenedSession") -> None:
        for file in session.state.setup.files:
            path = Path(file.path)
            if session.trusts(session.fingerprint(path, file.interpreter)):
                await session.add_tools(path, file.interpreter)

    async def close(self) -> None:
        """Close the session of this window; it is saved already."""
        session = self._bridge.session
        if session is not None:
            self._bridge.show(None)
            await self.workspace.close_session(session)
