"""An open session and calls that the person makes by hand, outside the loop: of any tool, kept, made again, put into the session.

Above: `opened`. Below: `serving`.
"""

import msgspec

from studio.checks.problem import Problem
from studio.session.events import CallKey
from studio.session.mcp_servers import KeptCall
from studio.tools.tool import OnProgress, Outcome
from studio.workspace.serving import ServingSession


class MadeCall(msgspec.Struct, frozen=True):
    """A call that was made by hand, and what came of it. `arguments` is the JSON text that the tool got."""

    tool: str
    arguments: str
    outcome: Outcome


class ByHandSession(ServingSession):
    """Calls by hand. They are no events; what is put into the session is."""

    def check_by_hand(self, tool: str, arguments: str) -> tuple[Problem, ...]:
        """What is wrong with arguments as they are typed; with an error among them nothing is sent."""
        raise NotImplementedError

    async def call_by_hand(self, tool: str, arguments: str, on_progress: OnProgress | None = None) -> MadeCall:
        """Run a tool of the session once, now. An empty text is `{}`. Cancelling cancels the call. Raises EditRefusedError for arguments
        that do not fit or are no JSON, StudioError when the tool cannot run."""
        raise NotImplementedError

    @property
    def made_calls(self) -> tuple[MadeCall, ...]:
        """The calls made by hand since the session was opened, newest first, at most 50."""
        raise NotImplementedError

    def keep_call(self, call: KeptCall) -> None:
        """Keep a call in the session, in the place of the kept one of that name."""
        raise NotImplementedError

    def drop_kept_call(self, name: str) -> None:
        """Keep it no more."""
        raise NotImplementedError

    def put_result(self, made: MadeCall, call: CallKey | None = None) -> None:
        """Put what came of it into the session: as the result of an open `call`, else as a user message that tells it. Raises
        EditRefusedError."""
        raise NotImplementedError
