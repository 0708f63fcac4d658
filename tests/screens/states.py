"""States of the window that no other file here has: mid-stream, problems, differences, a failed tool, the truths, a filter without hits.

Above: `__main__`. Below: `window` (how a scene is taken), a real server on this machine.
"""

import asyncio
import json
from contextlib import AsyncExitStack

from studio.gui.app import Program
from studio.gui.window import StudioWindow
from studio.session.mocks import MockRule
from studio.session.setup import Setup
from studio.workspace.profiles import read_profile
from tests.screens import window as screens
from tests.socket_server import piece, serving, stream_head

WORDS = (
    "I looked at the order first: it was delivered on the 3rd, and the photo shows a broken cup. "
    "Our policy pays such orders back up to 100 EUR without asking. "
)
CALLS = (
    ("get_order", '{"order_id": "48213"}'),
    ("issue_refund", '{"order_id": "48213", "amount": 89.90, "currency": "EUR"}'),
)


def _delta(**delta: object) -> bytes:
    data = {"id": "x", "model": "tiny", "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    return piece(b"data: " + json.dumps(data).encode() + b"\n\n")


def _streams(*calls: tuple[str, str]) -> "list[bytes]":
    """A reply that has not ended: words, then calls of which the last is half there."""
    sent = [_delta(role="assistant", content="")]
    sent += [_delta(content=f"{word} ") for word in WORDS.split()]
    for at, (name, text) in enumerate(calls):
        whole = text if at < len(calls) - 1 else text[:34]
        sent.append(
            _delta(tool_calls=[{"index": at, "id": f"call_{at}", "function": {"name": name, "arguments": whole}}])
        )
    return sent


async def _mid_stream(program: Program, window: StudioWindow, *calls: tuple[str, str]) -> None:
    async def script(writer: asyncio.StreamWriter) -> None:
        writer.write(stream_head())
        for data in _streams(*calls):
            writer.write(data)
            await writer.drain()
        while True:  # until the client is gone
            await asyncio.sleep(0.1)
            writer.write(piece(b": \n\n"))
            await writer.drain()

    stack = AsyncExitStack()
    server = await stack.enter_async_context(serving(script))
    screens.LATER.append(stack.aclose)
    profile = read_profile({"name": "local", "base_url": server.url, "model": "tiny"})
    program.workspace.save_profile(profile)
    tools = (await program.workspace.demo()).state.setup.tools
    setup = Setup(responder=program.workspace.choice(profile), system="Be short.", tools=tools)
    window.desk.new(setup, "The cup of order 48213 arrived broken. Pay it back, please.")
    await screens.until(lambda: window.bridge.session is not None and window.bridge.session.partial is not None)
    await asyncio.sleep(0.6)


async def streaming(program: Program, window: StudioWindow) -> None:
    """Caught while the reply streams: words only."""
    await _mid_stream(program, window)


async def streaming_calls(program: Program, window: StudioWindow) -> None:
    """Caught while the reply streams: the first call is whole, the second still comes."""
    await _mid_stream(program, window, *CALLS)


async def problems(program: Program, window: StudioWindow) -> None:
    """Typed arguments that fit neither the schema nor JSON's types."""
    await screens.approval(program, window)
    card = window.panes.response.calls.cards()[-1]
    card.arguments.editor.setFocus()
    card.arguments.editor.replace_text('{"order_id": 48213, "amount": "eighty", "curency": "EUR"}')
    await asyncio.sleep(0.6)
    window.go_to("problems")
    await asyncio.sleep(0.3)


async def difference(program: Program, window: StudioWindow) -> None:
    """An edited call, shown as what was and what is."""
    await screens.demo(program, window)
    session = window.bridge.session
    assert session is not None
    assert session.state.open is not None
    session.edit_call(session.state.open.calls[0].key, arguments='{"order_id": "77120"}')
    window.bridge.refreshed.emit()
    window.panes.response.show_view("diff")
    window.panes.request.show_view("json")
    await asyncio.sleep(0.3)


async def truths(program: Program, window: StudioWindow) -> None:
    """What the history says of an edited call, open on its card."""
    await difference(program, window)
    window.panes.response.show_view("calls")
    await asyncio.sleep(0.2)
    window.panes.response.calls.cards()[0].truth.link.click()
    await asyncio.sleep(0.3)


async def tool_error(program: Program, window: StudioWindow) -> None:
    """A tool that gave an error, and what the model will read of it."""
    await screens.demo(program, window)
    session = window.bridge.session
    assert session is not None
    session.add_mock(MockRule("", "get_order", text="ValueError: order_id must have five digits", is_error=True))
    window.actions_["step"].trigger()
    await asyncio.sleep(0.6)


async def no_hits(program: Program, window: StudioWindow) -> None:
    """A filter that nothing fits."""
    await screens.demo(program, window)
    window.timeline.filter.setText("tool:send_rocket is:error")
    await asyncio.sleep(0.3)


async def found(program: Program, window: StudioWindow) -> None:
    """Words found in the whole session."""
    await screens.finished(program, window)
    window.side.finding.open("refund")
    await asyncio.sleep(1.0)
