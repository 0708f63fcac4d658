"""Opens and closes sessions for a window: new, demo, file, replay, dropped files; one session a window.

Above: `window`. Below: `workspace`, `bridge`. Knows no widget: what needs an answer of the person is handed in.
"""

from collections.abc import Callable
from pathlib import Path

from studio.gui.bridge import Bridge
from studio.messages.message import user
from studio.session.setup import Setup
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

SESSION_SUFFIX = ".tcsession"


class Desk:
    """`show_elsewhere` gets a session that cannot be shown here, since one is open already. `trust_wanted` is called when a
    new session names files that must be trusted first."""

    def __init__(self, workspace: Workspace, bridge: Bridge, show_elsewhere: Callable[[OpenedSession], object]) -> None:
        self.trust_wanted: Callable[[], object] = lambda: None
        self.workspace = workspace
        self._bridge = bridge
        self._show_elsewhere = show_elsewhere

    def demo(self) -> None:
        """Open the demo and go on to its first stop."""

        async def begin() -> None:
            session = await self.workspace.demo()
            self.show(session)
            await session.run()

        self._bridge.spawn("demo", begin())

    def new(self, setup: Setup, message: str) -> None:
        """Begin a session; with a message it is sent at once, unless tools files have to be trusted first."""

        async def begin() -> None:
            session = self.workspace.new(setup=setup)
            self.show(session)
            await self._load_trusted(session)
            if session.untrusted:
                if message:
                    session.add_message(user(message))
                self.trust_wanted()
            elif message:
                await session.send(message)

        self._bridge.spawn("new session", begin())

    def open(self, path: Path) -> None:
        """Open a session file; nothing runs."""

        async def begin() -> None:
            self.show(self.workspace.open(path))

        self._bridge.spawn("open", begin())

    def replay(self, path: Path, *, model_live: bool, tools_live: bool) -> None:
        """Step through a recorded session in a new one."""

        async def begin() -> None:
            model, tools = "live" if model_live else "recorded", "live" if tools_live else "recorded"
            self.show(self.workspace.replay(path, model=model, tools=tools))  # type: ignore[arg-type]

        self._bridge.spawn("replay", begin())

    def leave_closed(self, path: Path) -> None:
        """Mark a session that was left open as closed."""

        self._bridge.attempt(lambda: self.workspace.leave_closed(path))
        self._bridge.session_changed.emit()

    def show(self, session: OpenedSession) -> None:
        """Show a session in this window, or in another one when this one is taken."""
        if self._bridge.session is None or self._bridge.session is session:
            self._bridge.show(session)
        else:
            self._show_elsewhere(session)

    async def _load_trusted(self, session: OpenedSession) -> None:
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
