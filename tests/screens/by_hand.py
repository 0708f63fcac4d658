"""Pictures of replies by hand and of what failed with its ways out: `python -m tests.screens.by_hand OUT [NAME…]`.

Above: `__main__`. Below: `window` (how a scene is taken), a real server on this machine.
"""

import asyncio
from contextlib import AsyncExitStack

from studio.gui.app import Program
from studio.gui.window import StudioWindow
from studio.session.setup import Setup, Stops
from studio.workspace.profiles import read_profile
from tests.flow.chat_server import ChatServer, breaks_off
from tests.screens import window as screens

LOOKS: dict[str, screens.Look] = {
    "": {},
    "dark": {"theme": "dark"},
    "1280": {"size": (1280, 800)},
    "200": {"size": (1280, 800), "scale": 200},
    "zh": {"language": "zh_CN", "size": (1280, 800)},
}


async def _asked(program: Program, window: StudioWindow) -> None:
    tools = (await program.workspace.demo()).state.setup.tools
    profile = read_profile({"name": "local", "base_url": "http://127.0.0.1:9/v1", "model": "tiny"})
    program.workspace.save_profile(profile)
    setup = Setup(
        responder=program.workspace.choice(profile), system="Be short.", tools=tools, stops=Stops(before_request=True)
    )
    window.desk.new(setup, "The cup of order 48213 arrived broken. Pay it back, please.")
    await screens.until(lambda: window.bridge.session is not None and window.bridge.session.standing is not None)
    await asyncio.sleep(0.3)
    window.actions_["model_by_hand"].trigger()
    await asyncio.sleep(0.3)


async def empty(program: Program, window: StudioWindow) -> None:
    """The reply is the person's; nothing is written yet."""
    await _asked(program, window)
    window.offers.take("write_reply")
    await asyncio.sleep(0.2)


async def written(program: Program, window: StudioWindow) -> None:
    """A text and a call whose arguments do not fit yet."""
    await empty(program, window)
    writer = window.panes.response.writer
    writer.text.setPlainText("I look at the order first.")
    call = writer.add_call("get_order")
    call.arguments.editor.setFocus()
    call.arguments.editor.replace_text('{"order_id": 48213}')
    await asyncio.sleep(0.5)


async def given(program: Program, window: StudioWindow) -> None:
    """The reply was given; its call has its result, and the next reply is the person's, too."""
    await written(program, window)
    window.panes.response.writer.calls[0].arguments.editor.replace_text('{"order_id": "48213"}')
    await asyncio.sleep(0.4)
    window.panes.response.writer.give.click()
    session = window.bridge.session
    assert session is not None
    await screens.until(lambda: session.state.open is not None)
    assert session.state.open is not None
    session.mock(session.state.open.calls[0].key, '{"total": 89.9}')
    window.panes.response.show_view("calls")
    await asyncio.sleep(0.3)


async def broke(program: Program, window: StudioWindow) -> None:
    """A reply that broke off, with what arrived."""
    stack = AsyncExitStack()
    server = stack.enter_context(ChatServer(breaks_off("The order was delivered on the 3rd, and the photo shows")))
    screens.LATER.append(stack.aclose)
    profile = read_profile({"name": "local", "base_url": server.url, "model": "tiny"})
    program.workspace.save_profile(profile)
    window.desk.new(Setup(responder=program.workspace.choice(profile)), "Where is order 48213?")
    await screens.until(lambda: window.bridge.session is not None and window.bridge.session.state.failed is not None)
    await asyncio.sleep(0.4)


SCENES: dict[str, screens.Scene] = {
    "hand_empty": empty,
    "hand_written": written,
    "hand_given": given,
    "broke": broke,
}

if __name__ == "__main__":
    screens.main(
        {"_".join(filter(None, (name, look))): (scene, LOOKS[look]) for name, scene in SCENES.items() for look in LOOKS}
    )
