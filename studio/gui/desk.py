"""Opens and closes sessions for a window: new, demo, file, replay, dropped files; one session a window.

Above: `window`. Below: `workspace`, `bridge`. Knows no widget: what needs an answer of the person is handed in.
"""

from collections.abc import Callable
from pathlib import Path

from studio.gui.bridge import Bridge
from studio.session.setup import Setup
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

SESSION_SUFFIX = ".tcsession"


class Desk:
    """`show_elsewhere` gets a session that cannot be shown here, since one is open already."""

    def __init__(self, workspace: Workspace, bridge: Bridge, show_elsewhere: Callable[[OpenedSession], None]) -> None:
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
        """Begin a session; with a message it is sent at once."""

        async def begin() -> None:
            session = self.workspace.new(setup=setup)
            self.show(session)
            await session.load_trusted()
            if message:
                await session.send(message)

        self._bridge.spawn("new session", begin())

    def open(self, path: Path) -> None:
        """Open a session file; nothing runs but tools files that were trusted before are loaded."""

        async def begin() -> None:
            session = self.workspace.open(path)
            self.show(session)
            await session.load_trusted()

        self._bridge.spawn("open", begin())

    def replay(self, path: Path, *, model_live: bool, tools_live: bool) -> None:
        """Step through a recorded session in a new one."""

        async def begin() -> None:
            model, tools = "live" if model_live else "recorded", "live" if tools_live else "recorded"
            session = self.workspace.replay(path, model=model, tools=tools)  # type: ignore[arg-type]
            self.show(session)
            if tools_live:
                await session.load_trusted()

        self._bridge.spawn("replay", begin())

    def leave_closed(self, path: Path) -> None:
        """Mark a session that was left open as closed."""

        async def mark() -> None:
            self.workspace.leave_closed(path)

        self._bridge.spawn("leave closed", mark())

    def show(self, session: OpenedSession) -> None:
        """Show a session in this window, or in another one when this one is taken."""
        if self._bridge.session is None or self._bridge.session is session:
            self._bridge.show(session)
        else:
            self._show_elsewhere(session)

    async def close(self) -> None:
        """Close the session of this window; it is saved already."""
        session = self._bridge.session
        if session is not None:
            self._bridge.show(None)
            await self.workspace.close_session(session)
