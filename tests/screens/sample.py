"""Pictures of *Send n times*, for people: `python -m tests.screens.sample OUT_DIR [NAME …]`.

Each picture is the real window on the real workspace, with a real server on this machine where one is asked.
"""

import asyncio
import random
from contextlib import ExitStack

from studio.gui.app import Program
from studio.gui.dialogs.sample import SampleDialog
from studio.gui.window import StudioWindow
from studio.messages.message import user
from studio.messages.toolspec import ToolSpec
from studio.session.setup import Setup
from studio.workspace.profiles import read_profile
from tests.flow.chat_server import Answer, ChatServer, fails, hangs, says
from tests.screens import window as screens

TOOLS = (
    ToolSpec("get_order", "One order of the shop.", {"type": "object", "properties": {"order_id": {"type": "string"}}}),
    ToolSpec("issue_refund", "Pay an order back.", {"type": "object", "properties": {"order_id": {"type": "string"}}}),
    ToolSpec("send_email", "Write to a customer.", {"type": "object", "properties": {"to": {"type": "string"}}}),
)
STAYS = ExitStack()
"""What is still there while the picture is taken."""
USED = {"usage": {"prompt_tokens": 214, "completion_tokens": 31}}


def _answers(count: int) -> list[Answer]:
    """What a model might say, the same each time."""
    chance = random.Random(7)
    order = chance.choice
    made: list[Answer] = []
    for at in range(count):
        call = ("get_order", f'{{"order_id": "{order(["48213", "48213", "A-48213"])}"}}')
        refund = ("issue_refund", '{"order_id": "48213", "reason": "arrived broken"}')
        told = (
            says("", call),
            says("", call),
            says("", refund),
            says("", call, refund),
            says("Which order do you mean?"),
        )
        made.append(fails(500, "The server had an error.") if at == 17 else {**order(told), **USED})
    return made


def _dialog(program: Program, window: StudioWindow, url: str, *, stream: bool = False) -> SampleDialog:
    near = {"name": "near", "base_url": url, "model": "gpt-4o-mini", "stream": stream}
    for value in (
        near,
        {**near, "name": "gateway", "model": "qwen3:8b"},
        {**near, "name": "claude", "model": "claude-sonnet-4-5"},
    ):
        program.workspace.save_profile(read_profile(value))
    choice = program.workspace.choice(program.workspace.profiles[0])
    session = program.workspace.new(setup=Setup(responder=choice, tools=TOOLS, system="You work for a shop."))
    session.add_message(user("My order 48213 arrived broken. Please pay it back."))
    window.bridge.show(session)
    window.actions_["sample"].trigger()
    dialog = window.dialogs.current
    assert isinstance(dialog, SampleDialog)
    return dialog


def _filled(dialog: SampleDialog) -> None:
    dialog.form.probes.rows_[0].expects.expect(("get_order",))
    dialog.form.probes.add_button.click()
    dialog.form.probes.rows_[1].prompt.setText("Thank you, that was all.")
    dialog.form.probes.rows_[1].expects.expect(())
    dialog.form.variants.add_button.click()
    dialog.form.variants.rows_[0].what.choose("get_order")
    dialog.form.variants.rows_[0].text.setPlainText(
        "Look up one order of the shop by its number. Always look before you pay back."
    )


async def empty(program: Program, window: StudioWindow) -> None:
    """As it opens."""
    with ChatServer() as server:
        _dialog(program, window, server.url)
        await asyncio.sleep(0.3)


async def form(program: Program, window: StudioWindow) -> None:
    """A plan with prompts, a variant and a budget."""
    with ChatServer() as server:
        dialog = _dialog(program, window, server.url)
        _filled(dialog)
        dialog.form.cost.setValue(0.5)
        await asyncio.sleep(0.4)
        dialog.form.verticalScrollBar().setValue(10_000)


async def under_way(program: Program, window: StudioWindow) -> None:
    """In the middle, the replies counted so far."""
    server = STAYS.enter_context(ChatServer(*_answers(16), hangs("I")))
    dialog = _dialog(program, window, server.url, stream=True)
    _filled(dialog)
    dialog.start.click()
    await screens.until(lambda: len(server.requests) == 17)
    await asyncio.sleep(0.6)


async def done(program: Program, window: StudioWindow) -> None:
    """Two variants, two prompts, counted."""
    with ChatServer(*_answers(40)) as server:
        dialog = _dialog(program, window, server.url)
        _filled(dialog)
        dialog.start.click()
        await screens.until(lambda: not dialog.is_asking)
        await asyncio.sleep(0.2)


async def more(program: Program, window: StudioWindow) -> None:
    """The tables below."""
    await done(program, window)
    window.go_to("sample")
    window.side.late.sample.text.verticalScrollBar().setValue(430)


LOOKS: dict[str, screens.Look] = {
    "": {},
    "_dark": {"theme": "dark"},
    "_zh": {"language": "zh_CN"},
    "_1280": {"size": (1280, 800)},
    "_200": {"size": (1280, 800), "scale": 200},
}
SCENES = {"empty": empty, "form": form, "under_way": under_way, "done": done, "more": more}

if __name__ == "__main__":
    pictures = screens.each(SCENES, LOOKS)
    screens.main(pictures, pictures)
