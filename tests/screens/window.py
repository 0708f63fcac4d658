"""Pictures of the whole window in its states, for people: `python tests/screens/window.py OUT_DIR [NAME …]`.

Each picture is the real window on the real workspace, in a home of its own; nothing leaves this machine.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable, Collection, Mapping
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtCore import Qt
from qasync import QEventLoop

from studio.gui.app import Program, application, picture
from studio.gui.window import StudioWindow
from studio.session.mcp_servers import McpServer, Stdio
from studio.session.setup import ResponderChoice, Setup
from studio.workspace.profiles import read_profile
from studio.workspace.templates import Template
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import Answer, ChatServer, breaks_off, fails, says

Scene = Callable[[Program, StudioWindow], Awaitable[None]]
Look = dict[str, object]
"""How a picture is taken: `theme`, `size`, `scale`, `language`."""
LATER: list[Callable[[], Awaitable[object]]] = []
"""What a scene left running for its picture, ended after it."""
Taken = tuple[Scene, Look]


async def until(what: Callable[[], bool]) -> None:
    for _ in range(400):
        if what():
            break
        await asyncio.sleep(0.02)
    await asyncio.sleep(0.25)


def _stopped(window: StudioWindow) -> bool:
    session = window.bridge.session
    return session is not None and session.stop is not None and not window.bridge.running


async def start(program: Program, window: StudioWindow) -> None:
    """The start page with a session that was left open and some recent ones."""
    for title in ("refund-triage", "invoice-search", "天气助手"):
        session = await program.workspace.demo()
        session.set_title(title)
        if title != "refund-triage":
            stop = await session.run_to_end()
            while title == "invoice-search" and stop.call is not None and stop.reason == "approval":
                session.edit_call(stop.call, arguments='{"order_id": "48213", "amount": 89.9, "currency": "EUR"}')
                await session.approve(stop.call, all_of_tool=True)
                stop = await session.run_to_end()
        await program.workspace.close_session(session)
    gone = await program.workspace.demo()
    gone.set_title("gone")
    await program.workspace.close_session(gone)
    gone.path.unlink()
    program.workspace.shelves.pin(Path(program.workspace.settings.recent[2]), on=True)
    left = await program.workspace.demo()
    await left.run()
    text = _read(left.path)
    await program.workspace.close_session(left)
    _write(left.path, text)
    window.bridge.show(None)


def _read(path: Path) -> bytes:
    return path.read_bytes()


def _write(path: Path, data: bytes) -> None:
    path.write_bytes(data)


async def demo(_program: Program, window: StudioWindow) -> None:
    """Stopped before the first call."""
    window.desk.demo()
    await until(lambda: _stopped(window))


async def approval(program: Program, window: StudioWindow) -> None:
    """Stopped before the sensitive tool."""
    await demo(program, window)
    for _ in range(12):
        session = window.bridge.session
        if session is None or (session.stop is not None and session.stop.reason == "approval"):
            break
        window.actions_["run_to_end"].trigger()
        await asyncio.sleep(0.1)
        await until(lambda: _stopped(window))


async def finished(program: Program, window: StudioWindow) -> None:
    """The demo at its end, after approving."""
    await approval(program, window)
    for _ in range(12):
        session = window.bridge.session
        if session is None or session.stop is None or session.stop.reason == "finished":
            break
        if session.stop.call is not None and session.stop.reason == "approval":
            window.offers.take("approve")
        else:
            window.actions_["run_to_end"].trigger()
        await asyncio.sleep(0.1)
        await until(lambda: _stopped(window))


async def failed(program: Program, window: StudioWindow) -> None:
    """Nobody listens at the address of the profile."""
    profile = read_profile({"name": "local", "base_url": "http://127.0.0.1:9/v1", "model": "tiny"})
    program.workspace.save_profile(profile)
    window.desk.new(Setup(responder=program.workspace.choice(profile), system="Be short."), "What is 2 + 2?")
    await until(lambda: _stopped(window))


async def new_session(program: Program, window: StudioWindow) -> None:
    """The dialog for a new session."""
    profile = read_profile({"name": "local", "base_url": "http://127.0.0.1:11434/v1", "model": "qwen2.5:7b"})
    program.workspace.save_profile(profile)
    files = [str(TOOLS), str(Path(__file__))]
    program.workspace.settings.last_new = Template(name="", system="You settle refund requests.", files=files)
    program.workspace.templates.keep_servers([McpServer("files", Stdio("npx"))])
    window.dialogs.new()


async def sample(_program: Program, window: StudioWindow) -> None:
    """The bundled session that is stuck in a loop."""
    window.desk.sample("loop")
    await until(lambda: window.bridge.session is not None)
    window.go_to("problems")


async def profiles(program: Program, window: StudioWindow) -> None:
    """The dialog of the profiles."""
    await new_session(program, window)
    if window.dialogs.current is not None:
        window.dialogs.current.reject()
    window.dialogs.profiles()


async def add_tools(program: Program, window: StudioWindow) -> None:
    """The dialog that adds a tools file."""
    await demo(program, window)
    window.dialogs.add_tools(TOOLS)


async def keys(_program: Program, window: StudioWindow) -> None:
    """The list of keys."""
    window.dialogs.keys()


async def palette(program: Program, window: StudioWindow) -> None:
    """The command palette over the demo."""
    await demo(program, window)
    window.palette_.open_at("st")


async def http(program: Program, window: StudioWindow) -> None:
    """The HTTP part of a failed request."""
    await failed(program, window)
    window.go_to("http")


async def _over_http(program: Program, window: StudioWindow, *answers: Answer) -> None:
    """A session with a real server on this machine, which answers so: what failed is asked again."""
    with ChatServer(*answers) as server:
        values = {"name": "local", "base_url": server.url, "model": "tiny", "key_env": "DEMO_KEY"}
        os.environ["DEMO_KEY"] = "sk-not-a-key"
        profile = read_profile(values)
        program.workspace.save_profile(profile)
        setup = Setup(responder=program.workspace.choice(profile), system="Be short.")
        window.desk.new(setup, "Is the refund of order 48213 done?")
        await until(lambda: _stopped(window))
        for _ in answers[1:]:
            window.actions_["send_again"].trigger()
            await asyncio.sleep(0.1)
            await until(lambda: _stopped(window))


def http_view(view: str) -> Scene:
    """The HTTP part of a round whose first request was refused, in one of its views."""

    async def show(program: Program, window: StudioWindow) -> None:
        refused = fails(429, "Too many requests. Try again in a moment.", Retry_After="0")
        reply = says("I look at the order first.", ("get_order", '{"order_id": "48213"}'))
        await _over_http(program, window, refused, reply)
        _enlarge(window)
        window.go_to("http")
        window.http.show_view(view)

    return show


async def events(program: Program, window: StudioWindow) -> None:
    """The events of a stream with a call whose arguments stop being JSON; the last defect is looked at."""
    await events_usual(program, window)
    _enlarge(window)
    window.events.go_to_defect()


async def events_usual(program: Program, window: StudioWindow) -> None:
    """The same at the usual height of the parts at the bottom."""
    text = "The order 48213 was delivered with a broken cup. I refund it and tell the customer."
    calls = (("issue_refund", '{"order_id": "48213", "amount": 89.90, currency": "EUR"}'), ("notify", "{}"))
    await _over_http(program, window, says(text, *calls))
    window.go_to("events")
    await asyncio.sleep(0.3)
    window.events.go_to_defect()


async def events_broken(program: Program, window: StudioWindow) -> None:
    """The events of a stream that broke off."""
    await _over_http(program, window, breaks_off("The order 48213 was delivered with a broken"))
    _enlarge(window)
    window.go_to("events")


async def events_none(program: Program, window: StudioWindow) -> None:
    """No events: the demo is answered by a script."""
    await demo(program, window)
    window.go_to("events")


def _enlarge(window: StudioWindow) -> None:
    """As somebody who looks at the wire would have it."""
    window.resizeDocks([window.docks["problems"]], [window.height() * 36 // 100], Qt.Orientation.Vertical)


async def by_hand(_program: Program, window: StudioWindow) -> None:
    """A session in which nothing happened yet."""
    window.desk.new(Setup(responder=ResponderChoice()), "")
    await asyncio.sleep(0.3)


SCENES: dict[str, Taken] = {
    "start": (start, {}),
    "demo": (demo, {}),
    "approval": (approval, {}),
    "finished": (finished, {}),
    "failed": (failed, {}),
    "http": (http, {}),
    **{f"http_{view}": (http_view(view), {}) for view in ("request", "response", "headers", "timing", "raw")},
    "http_timing_dark": (http_view("timing"), {"theme": "dark", "size": (1280, 800)}),
    "http_headers_zh": (http_view("headers"), {"language": "zh_CN", "size": (1280, 800)}),
    "http_timing_2560": (http_view("timing"), {"size": (2560, 1440)}),
    "events": (events, {}),
    "events_dark": (events, {"theme": "dark", "size": (1280, 800)}),
    "events_zh": (events, {"language": "zh_CN", "size": (1280, 800)}),
    "events_2560": (events, {"size": (2560, 1440)}),
    "events_200": (events, {"size": (1600, 1000), "scale": 150}),
    "events_usual": (events_usual, {"size": (1280, 800)}),
    "events_contrast": (events, {"theme": "high_contrast"}),
    "events_broken": (events_broken, {}),
    "events_none": (events_none, {"theme": "dark"}),
    "empty": (by_hand, {}),
    "start_zh": (start, {"language": "zh_CN", "size": (1200, 800)}),
    "demo_zh": (demo, {"language": "zh_CN"}),
    "demo_dark": (demo, {"theme": "dark"}),
    "demo_contrast": (demo, {"theme": "high_contrast"}),
    "demo_1280": (demo, {"size": (1280, 800)}),
    "demo_1100": (demo, {"size": (1100, 700)}),
    "demo_2560": (demo, {"size": (2560, 1440)}),
    "demo_200": (demo, {"size": (1280, 800), "scale": 200}),
    "new_session": (new_session, {}),
    "profiles": (profiles, {}),
    "add_tools": (add_tools, {}),
    "keys": (keys, {}),
    "palette": (palette, {}),
}
TOOLS = Path(__file__).resolve().parents[2] / "resources" / "demo" / "refund_tools.py"
DIALOGS = {"new_session", "profiles", "add_tools", "keys", "palette"}


async def _take(name: str, out: Path, taken: Taken, *, dialog: bool) -> None:
    scene, options = taken
    with tempfile.TemporaryDirectory() as home:
        os.environ["TOOLCALL_STUDIO_HOME"] = home
        application().setStyleSheet("")  # that of the picture before may be of another theme or size
        program = Program(application(), Workspace())
        settings = program.workspace.settings
        settings.theme = options.get("theme", "light")  # type: ignore[assignment]
        settings.language = str(options.get("language", "en"))
        settings.text_scale = int(str(options.get("scale", 100)))
        living = asyncio.get_running_loop().create_task(program.live())
        await asyncio.sleep(0.05)
        window = program.windows[0]
        size = options.get("size", (1600, 1000))
        assert isinstance(size, tuple)
        window.resize(*size)
        await scene(program, window)
        await asyncio.sleep(0.3)
        picture(window, out / f"{name}.png")
        shown = window.palette_ if name.startswith("palette") else window.dialogs.current
        if dialog and shown is not None:
            picture(shown, out / f"{name}_dialog.png")
        if window.dialogs.current is not None:
            window.dialogs.current.reject()
        if window.bridge.session is not None and window.bridge.running:
            await window.bridge.session.cancel()
        while LATER:
            await LATER.pop()()
        window.panes.request.chat.composer.clear()  # what is typed would hold the window open
        window.panes.request.json.revert()
        window.panes.response.writer.clear()
        for card in window.panes.response.calls.cards():
            card.arguments.revert()
        program.quit()
        await living


def main(pictures: Mapping[str, Taken], dialogs: Collection[str] = ()) -> None:
    """Make the named pictures, or all; of those in `dialogs` one of the open dialog alone, too."""
    take_all(Path(sys.argv[1]), sys.argv[2:] or list(pictures), pictures, dialogs)


def take_all(out: Path, names: Collection[str], pictures: Mapping[str, Taken], dialogs: Collection[str] = ()) -> None:
    """Make these pictures, one after another in one process."""
    out.mkdir(parents=True, exist_ok=True)
    loop = QEventLoop(application())
    asyncio.set_event_loop(loop)
    with loop:
        for name in names:
            loop.run_until_complete(_take(name, out, pictures[name], dialog=name in dialogs))
            sys.stdout.write(f"{name}\n")


def each(scenes: Mapping[str, Scene], looks: Mapping[str, Look]) -> dict[str, Taken]:
    """Every scene in every look, under both their names."""
    return {f"{name}{look}": (scene, options) for name, scene in scenes.items() for look, options in looks.items()}


if __name__ == "__main__":
    main(SCENES, DIALOGS)
