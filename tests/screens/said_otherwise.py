"""Pictures of remarks, hosted parts, printed calls and a paused turn: `python tests/screens/said_otherwise.py OUT_DIR [NAME …]`.

Each picture is the real window on the real workspace; the sessions are written event by event, and nothing is sent.
"""

import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from msgspec.structs import replace

from studio.gui.app import Program
from studio.gui.window import StudioWindow
from studio.messages.message import user
from studio.messages.parts import Call, Text
from studio.messages.remark import Remark
from studio.messages.reply import ChatReply, ProviderError, Usage
from studio.session.events import MessageAdded, ReplyReceived, RequestFailed, RequestSent, ResultRecorded, SetupChanged
from studio.session.nodes import NodeId
from studio.session.setup import ResponderChoice, Setup
from studio.workspace.opened import OpenedSession
from tests.screens import window as screens
from tests.unit.present.parts_sample import (
    DEFERRED,
    PAUSED,
    QUESTION,
    SEARCHING,
    SETUP,
    THINKING,
    assistant,
    printed_call,
)

MISTRAL = ResponderChoice("live", "Mistral", "openai_chat", "https://api.mistral.ai/v1", "mistral-large")
QWEN = ResponderChoice("live", "vLLM", "openai_chat", "http://127.0.0.1:8000/v1", "Qwen2.5-7B", calls="auto")
REFUSED = ProviderError("http", '"auto" tool choice requires --enable-auto-tool-choice', 400)


async def search(program: Program, window: StudioWindow) -> None:
    """A hosted tool search above the card of the call it led to."""
    session = program.workspace.new("Weather", setup=SETUP)
    session.journal.append(MessageAdded(message=QUESTION))
    session.journal.append(RequestSent(count=1, tools=3))
    session.journal.append(ReplyReceived(reply=replace(SEARCHING, usage=Usage(812, 64)), seconds=1.2))
    window.bridge.show(session)


async def search_json(program: Program, window: StudioWindow) -> None:
    """The chat of the same reply, with the JSON of a part."""
    await search(program, window)
    window.panes.response.show_view("chat")
    window.panes.response.chat.hosted.rows[1].button.setChecked(True)


async def paused(program: Program, window: StudioWindow) -> None:
    """A turn that the provider paused."""
    await search(program, window)
    session = _session(window)
    session.journal.append(
        ResultRecorded(call=(NodeId(session.head), 0), text='{"temp": 21, "sky": "clear"}', seconds=0.2)
    )
    session.journal.append(RequestSent(count=3, tools=3))
    session.journal.append(ReplyReceived(reply=PAUSED, seconds=2.1))


async def crossing(program: Program, window: StudioWindow) -> None:
    """What the next request will leave out, before it goes to another provider."""
    await paused(program, window)
    session = _session(window)
    session.journal.append(RequestSent(count=4, tools=3))
    answer = assistant(THINKING, Text("It is 21 degrees and clear in Kyoto."))
    session.journal.append(ReplyReceived(reply=replace(answer, usage=Usage(990, 31)), seconds=2.1))
    session.use_responder(MISTRAL, {})
    session.journal.append(MessageAdded(message=user("And in Osaka?")))


async def crossing_open(program: Program, window: StudioWindow) -> None:
    """The same, all of it listed."""
    await crossing(program, window)
    await asyncio.sleep(0.2)
    window.panes.request.remarks.toggle()


async def printed(program: Program, window: StudioWindow) -> None:
    """Tools refused, told as text by itself, and calls of every way."""
    tools = tuple(replace(tool, extra={}, origin="") for tool in DEFERRED)
    session = program.workspace.new("Printed", setup=Setup(QWEN, "You tell the weather.", {"temperature": 0.2}, tools))
    session.journal.append(MessageAdded(message=QUESTION))
    session.journal.append(RequestSent(count=1, tools=2))
    session.journal.append(RequestFailed(error=REFUSED))
    remark = Remark("tools_refused", "hermes")
    session.journal.append(SetupChanged(responder=replace(QWEN, text_form="hermes"), remarks=(remark,), automatic=True))
    session.journal.append(RequestSent(count=1, tools=2, form="hermes", remarks=(Remark("told_as_text", "hermes"),)))
    calls = (printed_call(), Call("get_forecast", "three days, please", "c2", "custom"))
    session.journal.append(ReplyReceived(reply=ChatReply((Text("I look it up."), *calls), "stop"), seconds=1.0))
    window.bridge.show(session)
    await asyncio.sleep(0.2)
    window.panes.response.calls.cards()[0].head.way.button.setChecked(True)


def _session(window: StudioWindow) -> OpenedSession:
    session = window.bridge.session
    assert session is not None
    return session


SCENES: dict[str, screens.Scene] = {
    "search": search,
    "search_json": search_json,
    "paused": paused,
    "crossing": crossing,
    "crossing_open": crossing_open,
    "printed": printed,
}
LOOKS: dict[str, screens.Look] = {
    "": {"size": (1280, 800)},
    "_dark": {"size": (1280, 800), "theme": "dark"},
    "_zh": {"size": (1280, 800), "language": "zh_CN"},
    "_zh_dark": {"size": (2560, 1440), "language": "zh_CN", "theme": "dark"},
    "_2560": {"size": (2560, 1440)},
    "_200": {"size": (1280, 800), "scale": 200},
}

if __name__ == "__main__":
    screens.main(screens.each(SCENES, LOOKS), screens.DIALOGS)
