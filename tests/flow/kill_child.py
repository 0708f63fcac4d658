"""A program that is killed: it brings a session to a place, says so on its output, and waits there for its end.

Run as `python -m tests.flow.kill_child FOLDER SESSION PLACE URL`; it is no test.
"""

import asyncio
import signal
import sys
from pathlib import Path
from typing import Any

from studio.session.setup import Stops
from studio.workspace.changes import PartialReply, ToolOutput
from studio.workspace.opened import OpenedSession
from tests.flow.shop import NO_STOPS, Shop

MESSAGES = {"approval": "wipe", "in_call": "wait", "in_batch": "both", "in_stream": "hello", "error": "hello"}
PLACES = ("before_request", "after_reply", "before_call", "after_result")


def stops_for(place: str) -> Stops:
    """Only that stop place is on."""
    return Stops(**{name: name == place for name in PLACES})


async def _replay(shop: Shop, session: Path, recording: Path) -> None:
    opened = shop.workspace().replay(recording, into=session)
    await opened.step()
    await opened.step()


async def _main(folder: str, session: str, place: str, url: str) -> None:
    shop = Shop(Path(folder))
    if place == "replay":
        await _replay(shop, Path(session), Path(url))
        _here(place)
    workspace = shop.workspace()
    setup: dict[str, Any] = {"responder": shop.live(workspace, url)} if url else {}
    setup |= {"concurrent": place == "in_batch"}
    opened = await shop.session(
        workspace, Path(session), stops=stops_for(place) if place in PLACES else NO_STOPS, **setup
    )
    _watch(opened)
    stop = await opened.send(MESSAGES.get(place, "two"))
    _here(f"{stop.reason} {stop.place}")


def _watch(opened: OpenedSession) -> None:
    """Say when a reply streams and when a tool runs."""
    opened.subscribe(lambda change: _say("streams") if isinstance(change, PartialReply) else None)
    opened.subscribe(lambda change: _say("runs") if isinstance(change, ToolOutput) else None)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _here(words: str) -> None:
    _say(f"stands {words}")
    signal.pause()


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
