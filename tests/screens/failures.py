"""What went wrong, and what takes its time: a tool that raised or ended, a request that failed, a damaged file, long work with Cancel.

Above: `__main__`. Below: `window` (how a scene is taken), a real server on this machine.
"""

from contextlib import ExitStack

from studio.gui.app import Program
from studio.gui.window import StudioWindow
from studio.gui.work_shown import WorkShown
from studio.gui.works import Work
from studio.session.setup import Setup, Stops
from studio.workspace.profiles import read_profile
from tests.flow.chat_server import ChatServer, fails, says
from tests.screens import window as screens

TOOLS = '''
import os


def issue_refund(order_id: str, amount: float) -> str:
    """Pay an order back."""
    print(f"looking at {order_id}")
    if amount < 0:
        raise ValueError("amount must be positive")
    os.write(2, b"out of memory")
    os._exit(9)
'''


async def _called(program: Program, window: StudioWindow, arguments: str) -> None:
    stack = ExitStack()
    server = stack.enter_context(ChatServer(says("I pay it back.", ("issue_refund", arguments))))

    async def close() -> None:
        stack.close()

    screens.LATER.append(close)
    profile = read_profile({"name": "local", "base_url": server.url, "model": "tiny", "stream": False})
    program.workspace.save_profile(profile)
    window.desk.new(Setup(responder=program.workspace.choice(profile), stops=Stops(before_call=False)), "")
    await screens.until(lambda: window.bridge.session is not None)
    session = window.bridge.session
    assert session is not None
    file = session.path.with_name("shop.py")
    screens._write(file, TOOLS.encode())
    session.trust(session.fingerprint(file), for_good=False)
    await session.add_tools(file)
    window.bridge.start("send", lambda opened: opened.send("Refund order 48213."))
    await screens.until(lambda: screens._stopped(window))


async def raised(program: Program, window: StudioWindow) -> None:
    """A tool raised; its traceback is shown."""
    await _called(program, window, '{"order_id": "48213", "amount": -5}')
    window.offers.take("show_output")


async def died(program: Program, window: StudioWindow) -> None:
    """The process of a tool ended."""
    await _called(program, window, '{"order_id": "48213", "amount": 5}')


async def refused(program: Program, window: StudioWindow) -> None:
    """The server refused a request and named a message."""
    stack = ExitStack()
    server = stack.enter_context(ChatServer(fails(400, "messages[1]: tool_call_id not found")))

    async def close() -> None:
        stack.close()

    screens.LATER.append(close)
    profile = read_profile({"name": "local", "base_url": server.url, "model": "tiny", "stream": False})
    program.workspace.save_profile(profile)
    window.desk.new(Setup(responder=program.workspace.choice(profile)), "What is 2 + 2?")
    await screens.until(lambda: screens._stopped(window))
    window.panes.response.none.failure.details.click()


async def damaged(program: Program, window: StudioWindow) -> None:
    """The third line of a file is none; it is shown."""
    made = program.workspace.new(path=program.workspace.world.sessions.parent / "refund.tcsession")
    for at in range(3):
        made.change_setup(system=f"text {at}")
    await program.workspace.close_session(made)
    lines = screens._read(made.path).split(b"\n")
    screens._write(made.path, b"\n".join([*lines[:2], b'{"kind":"reply","id":2,"text":"I pay it \xff', *lines[3:]]))
    window.desk.open(made.path)
    await screens.until(lambda: window.bridge.session is not None)
    window.centre.notice._action.click()
    await screens.until(lambda: window.dialogs.current is not None)


async def long_work(program: Program, window: StudioWindow) -> None:
    """A long file is on its way, over the demo; and a notice with a button."""
    await screens.demo(program, window)
    for shown in window.findChildren(WorkShown):
        shown._wait.setInterval(0)
    work = window.bridge.works.begin(Work("Opening long-recording.tcsession…", ""))
    work.told(0.42)
    window.bridge.offered.emit("Exported test_refund.py into /home/me/tests. Run it with pytest.", "Show", lambda: None)
    await screens.until(window.centre.work_bar.isVisible)


_LOOKS: dict[str, screens.Look] = {
    "": {},
    "_dark": {"theme": "dark", "size": (1280, 800)},
    "_zh": {"language": "zh_CN", "size": (1280, 800)},
    "_zh_200": {"language": "zh_CN", "scale": 200, "size": (1280, 800)},
    "_200": {"scale": 200},
}
SCENES = screens.each(
    {"raised": raised, "died": died, "refused": refused, "damaged": damaged, "long_work": long_work}, _LOOKS
)

if __name__ == "__main__":
    screens.main(SCENES, [name for name in SCENES if name.startswith("damaged")])
