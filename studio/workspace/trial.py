"""One small request to a profile, to see whether it answers: nothing of it is kept.

Above: the profiles page, the command line. Below: `workspace`, `opened`. Uses the same way as any session.
"""

import asyncio
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from studio.session.setup import Setup, Stops
from studio.workspace.workspace import Workspace

if TYPE_CHECKING:
    from studio.responders.profiles import Profile

PROMPT = "Reply with the single word: ready"


class Trial(msgspec.Struct, frozen=True):
    """What came of it. `text` is the reply or the error message; `seconds` the whole time."""

    ok: bool
    text: str
    seconds: float
    model_name: str = ""
    status: int | None = None


async def try_profile(workspace: Workspace, profile: "Profile") -> Trial:
    """Send one small request and wait for its end. Raises StudioError when it cannot be sent at all."""
    workspace.world.lend(profile)
    choice = replace(workspace.choice(profile), kind="live")
    with tempfile.TemporaryDirectory(prefix="toolcall-studio-") as folder:
        path = Path(folder) / "trial.tcsession"
        session = workspace.new(setup=Setup(responder=choice, params=dict(profile.params), stops=Stops()), path=path)
        began = time.monotonic()
        try:
            stop = await session.send(PROMPT)
            # The engine ends well when it is cancelled; whoever waits for the trial must not.
            if stop.what == "stopped":
                raise asyncio.CancelledError
            took = time.monotonic() - began
            failed, opened = session.state.failed, session.state.open
        finally:
            await workspace.close_session(session)
            workspace.forget(path)
            workspace.world.take_back(profile)
    if failed is not None:
        return Trial(False, failed.message, took, status=failed.status)
    if opened is None:
        return Trial(False, "", took)
    return Trial(True, opened.reply.text.strip(), took, opened.reply.model_name)
