"""Pictures of the profiles, of the request's form and of *Send as*, for people: `python tests/screens/dialogs.py OUT_DIR [NAME …]`.

Each picture is the real window on the real workspace, with a real server on this machine where one is asked.
"""

import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from studio.gui.app import Program
from studio.gui.dialogs.profiles import ProfilesDialog
from studio.gui.dialogs.send_as import SendAsDialog
from studio.gui.window import StudioWindow
from studio.messages.message import user
from studio.messages.toolspec import ToolSpec
from studio.session.setup import Setup
from studio.workspace.profiles import read_profile
from tests.flow.chat_server import ChatServer, fails, says
from tests.screens import window as screens

PROFILES = (
    {
        "name": "qwen-local",
        "base_url": "http://127.0.0.1:11434",
        "dialect": "ollama_chat",
        "model": "qwen3:8b",
        "calls": "auto",
    },
    {
        "name": "claude",
        "base_url": "https://api.anthropic.com/v1",
        "dialect": "anthropic_messages",
        "model": "claude-sonnet-4-5",
        "key_env": "ANTHROPIC_API_KEY",
        "params": {"max_tokens": 4096, "thinking": {"type": "adaptive"}},
    },
    {"name": "gateway", "base_url": "http://127.0.0.1:9/v1", "model": "tiny", "headers": {"X-Team": "shop"}},
)


def _dialog(program: Program, window: StudioWindow, at: int) -> ProfilesDialog:
    for value in PROFILES:
        program.workspace.save_profile(read_profile(value))
    window.dialogs.profiles()
    dialog = window.dialogs.current
    assert isinstance(dialog, ProfilesDialog)
    dialog.list.setCurrentRow(at)
    return dialog


async def profile(program: Program, window: StudioWindow) -> None:
    """The top of a profile's form."""
    _dialog(program, window, 1)


async def parameters(program: Program, window: StudioWindow) -> None:
    """The parameters, with one that the dialect cannot say and one that is none."""
    dialog = _dialog(program, window, 1)
    dialog.form.params.fields["temperature"].line.setText("warm")  # type: ignore[attr-defined]
    dialog.form.params.fields["temperature"].edited.emit()
    await asyncio.sleep(0.1)
    dialog._area.ensureWidgetVisible(dialog.form.params.extra, 0, 24)


async def schema(program: Program, window: StudioWindow) -> None:
    """A reply by a schema, in Chat Completions."""
    dialog = _dialog(program, window, 2)
    dialog.form.params.output.box.choose("schema")
    await asyncio.sleep(0.2)
    dialog._area.ensureWidgetVisible(dialog.form.params.extra, 0, 24)


async def more(program: Program, window: StudioWindow) -> None:
    """The end of the form."""
    dialog = _dialog(program, window, 2)
    await asyncio.sleep(0.1)
    dialog._area.verticalScrollBar().setValue(10_000)


async def preset(program: Program, window: StudioWindow) -> None:
    """A new profile that begins with a preset whose address has to be filled in."""
    dialog = _dialog(program, window, 0)
    dialog.new.click()
    box = dialog.form.connection.preset
    box.choose(next(one for one in box._values if one is not None and one.name == "azure"))
    dialog.save.click()


async def tested(program: Program, window: StudioWindow) -> None:
    """A test that found that the server takes no tools."""
    with ChatServer(fails(400, "tiny does not support tools"), says("one two three four five six")) as server:
        dialog = _dialog(program, window, 2)
        dialog.form.connection.address.setText(server.url)
        dialog.test.click()
        await screens.until(lambda: "answered" in dialog._said.text() or "回答" in dialog._said.text())


async def form(program: Program, window: StudioWindow) -> None:
    """The Form view of the next request, with a tool that is demanded and not sent, and calls as text."""
    await screens.demo(program, window)
    session = window.bridge.session
    assert session is not None
    await session.step_round()
    session.change_setup(params={"temperature": 0.2, "max_tokens": 1024, "top_k": 40})
    window.panes.request.show_view("form")
    await asyncio.sleep(0.2)
    shown = window.panes.request.form
    shown.calls.box.choose("hermes")
    name = session.state.setup.sent_tools[0].name
    shown.params.tool_choice.box.choose(("tool", name))
    shown.tools.switch(name)
    shown.commit()  # a draft would hold the window open
    await asyncio.sleep(0.2)
    shown.column.ensureWidgetVisible(shown.params.extra, 0, 160)


WEATHER = ToolSpec("get_weather", "The weather.", {"type": "object", "properties": {"city": {"type": "string"}}})


def send_as(sent: bool) -> screens.Scene:
    """*Send as*, before anything is sent or when all three replies are there."""

    async def show(program: Program, window: StudioWindow) -> None:
        printed = 'Thought: I look it up.\nAction: get_weather\nAction Input: {"city": "Oslo"}\n'
        answers = (
            says("I look at the weather in Oslo first.", ("get_weather", '{"city": "Oslo", "days": 3}')),
            says(printed),
            fails(400, "response_format is not supported by this model"),
        )
        with ChatServer(*answers) as server:
            program.workspace.save_profile(read_profile({"name": "near", "base_url": server.url, "model": "tiny"}))
            choice = program.workspace.choice(program.workspace.profiles[0])
            session = program.workspace.new(setup=Setup(responder=choice, tools=(WEATHER,)))
            session.add_message(user("What is the weather like in Oslo?"))
            window.bridge.show(session)
            await asyncio.sleep(0.2)
            window.actions_["send_as"].trigger()
            dialog = window.dialogs.current
            assert isinstance(dialog, SendAsDialog)
            if sent:
                dialog.send.click()
                await screens.until(lambda: not dialog.is_asking)
            else:
                dialog.columns[1].switch.choose("request")

    return show


LOOKS: dict[str, screens.Look] = {
    "": {},
    "_dark": {"theme": "dark"},
    "_zh": {"language": "zh_CN"},
    "_1280": {"size": (1280, 800)},
    "_2560": {"size": (2560, 1440)},
    "_200": {"size": (1280, 800), "scale": 200},
}
SCENES = {
    "profile": profile,
    "parameters": parameters,
    "schema": schema,
    "more": more,
    "preset": preset,
    "tested": tested,
    "form": form,
    "send_as": send_as(sent=True),
    "before": send_as(sent=False),
}

if __name__ == "__main__":
    pictures = screens.each(SCENES, LOOKS)
    screens.main(pictures, pictures)
