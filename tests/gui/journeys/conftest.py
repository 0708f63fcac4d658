"""A journey: the real window, a server on a real socket that answers what it is told, and somebody with a keyboard, perhaps a mouse.

What stands before the journey begins (a profile, a tools file that is trusted, the language) is laid out here; all that happens in it is
keys and clicks. The server is asked by the program alone; what it got is what was sent.
"""

import asyncio
import json
import os
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from studio.messages.parts import Call, Text
from studio.messages.reply import ChatReply, Usage
from studio.session.setup import Setup, Stops
from studio.store.settings import SettingsFile
from studio.workspace.profiles import read_profile
from tests.flow.dialect_server import DialectServer, Refusal
from tests.gui.journeys.person import Person
from tests.gui.window.conftest import Play, Stage, live

__all__ = ["live"]

TOOLS = '''"""A shop."""


def get_order(order_id: str) -> dict:
    """One order of the shop."""
    return {"order_id": order_id, "total": 129.9, "currency": "EUR"}


def issue_refund(order_id: str, amount: float) -> str:
    """Pay an order back."""
    return f"{amount:.2f} EUR of order {order_id} were paid back."


issue_refund.sensitive = True
'''
MODELS = {
    "openai_chat": "gpt-4o-mini",
    "openai_responses": "gpt-4.1-mini",
    "anthropic_messages": "claude-sonnet-4",
    "ollama_chat": "qwen2.5:7b",
}
_FINISH = {"anthropic_messages": ("tool_use", "end_turn"), "openai_responses": ("completed", "completed")}


class Journey:
    """`go` is what happens; it gets the person and the server. Afterwards `sent` is the body of the last request."""

    def __init__(self, live: Callable[[Play], None], home: Path, folder: Path) -> None:
        self._live, self.home, self.folder = live, home, folder
        if os.environ.get("JOURNEY_THEME"):
            self._choose(theme=os.environ["JOURNEY_THEME"])

    def speak(self, language: str) -> None:
        """Somebody who chose this language earlier."""
        self._choose(language=language)

    def _choose(self, **values: str) -> None:
        settings = SettingsFile(self.home / "config")
        for name, value in values.items():
            setattr(settings.values, name, value)
        settings.save()

    def go(
        self,
        dialect: str,
        answers: Sequence[ChatReply | Refusal],
        play: Callable[[Person, DialectServer], Awaitable[None]],
        *,
        mouse: bool = False,
        profile: dict[str, Any] | None = None,
        setup: Setup | None = None,
    ) -> DialectServer:
        """Play the journey with a session that stands open and waits for a message."""
        with DialectServer(*(finished(each, dialect) for each in answers)) as server:
            members = {"name": "shop model", "dialect": dialect, "base_url": server.url, "model": MODELS[dialect]}

            async def begin(stage: Stage) -> None:
                await opened(stage, self.folder, {**members, **(profile or {})}, setup)
                person = Person(stage, mouse=mouse)
                try:
                    await play(person, server)
                    assert not stage.window.bridge.running
                except BaseException:
                    stage.program.end_now()  # with what is typed unasked for: nobody is there to answer
                    raise

            self._live(begin)
        return server


@pytest.fixture
def journey(live: Callable[[Play], None], home: Path, tmp_path: Path) -> Journey:
    """Somebody about to begin."""
    return Journey(live, home, tmp_path)


async def opened(stage: Stage, folder: Path, profile: dict[str, Any], setup: Setup | None) -> None:
    """A session of the profile with the tools file, which is trusted; nothing was asked yet."""
    workspace = stage.program.workspace
    made = read_profile(profile)
    workspace.save_profile(made)
    base = setup or Setup(stops=Stops(before_call=True))
    session = workspace.new(setup=msgspec.structs.replace(base, responder=workspace.choice(made)))
    file = folder / "shop.py"
    file.write_text(TOOLS)
    session.trust(session.fingerprint(file), for_good=False)
    await session.add_tools(file)
    stage.window.bridge.show(session)
    await stage.until(lambda: stage.window.bridge.session is session and stage.window.isVisible())
    await asyncio.sleep(0.1)


def asks(text: str, *calls: tuple[str, str]) -> ChatReply:
    """A reply that calls tools: (name, arguments)."""
    made = (Call(name, arguments, f"call_{at}") for at, (name, arguments) in enumerate(calls, 1))
    return ChatReply((*((Text(text),) if text else ()), *made), "tool_calls", Usage(40, 12))


def says(text: str) -> ChatReply:
    """A reply that ends the turn."""
    return ChatReply((Text(text),), "stop", Usage(60, 9))


def finished(answer: ChatReply | Refusal, dialect: str) -> ChatReply | Refusal:
    """A reply with the finish reason of its format."""
    if not isinstance(answer, ChatReply):
        return answer
    calls, ends = _FINISH.get(dialect, ("tool_calls", "stop"))
    return msgspec.structs.replace(answer, finish=calls if answer.calls else ends)


def last_body(server: DialectServer) -> Any:
    """What was sent last, as the bytes said it on the socket."""
    return json.loads(server.raw[-1])
