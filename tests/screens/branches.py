"""Pictures of the tree of branches, for people: `python tests/screens/branches.py OUT_DIR [NAME …]`.

Each picture is the real window on the demo, with 1, 5 and 40 branches; the form of one, and the bar under the tabs.
"""

import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from studio.gui.app import Program
from studio.gui.window import StudioWindow
from studio.session.nodes import NodeId
from studio.workspace.opened import OpenedSession
from tests.screens import window as screens

NOTE = "What if the refund is refused: does the model tell the customer why, or does it try again?"


async def _finished(program: Program, window: StudioWindow) -> OpenedSession:
    await screens.finished(program, window)
    session = window.bridge.session
    assert session is not None
    return session


def _nodes(session: OpenedSession, kind: str) -> list[NodeId]:
    return [node for node in session.tree.path(session.branches[0].tip) if session.tree.kind(node) == kind]


async def one(program: Program, window: StudioWindow) -> None:
    """The first branch alone."""
    await _finished(program, window)
    window.go_to("branches")
    await asyncio.sleep(0.2)


async def five(program: Program, window: StudioWindow) -> None:
    """Names, notes, expectations that are met, not met and open; the branch shown is the third."""
    session = await _finished(program, window)
    replies, results = _nodes(session, "reply"), _nodes(session, "result")
    main = session.branches[0].start
    session.note_branch(main, "As it came.", "contains(messages[].calls[].name, 'issue_refund')")
    session.fork(replies[1], "refused", NOTE, "!contains(messages[].calls[].name, 'notify_customer')")
    assert session.state.open is not None
    session.reject(session.state.open.calls[0].key, "Not without a manager.")
    await session.run_to_end()
    session.fork(results[0], "other policy", "", "contains(reply.text, 'sorry')")
    session.fork(session.head, "shorter", "The same with a system message of one line.")
    session.fork(replies[-1], "after the end", "", "length(round) > `3`")
    session.rewind(session.branches[2].tip)
    window.go_to("branches")
    await asyncio.sleep(0.3)


async def hidden(program: Program, window: StudioWindow) -> None:
    """Hidden ones shown."""
    await five(program, window)
    session = window.bridge.session
    assert session is not None
    session.hide_branch(session.branches[1].start)
    session.hide_branch(session.branches[3].start)
    window.bridge.refreshed.emit()
    window.branches.show_hidden.setChecked(True)
    await asyncio.sleep(0.2)


async def forty(program: Program, window: StudioWindow) -> None:
    """Many, some of them deep."""
    session = await _finished(program, window)
    replies = _nodes(session, "reply")
    for at in range(18):
        session.fork(replies[at % len(replies)], f"try {at + 1}", "One more try." if at % 3 == 0 else "")
    for at in range(14):
        session.fork(session.head, f"deeper {at + 1}", "", "reply.finish == 'stop'" if at % 4 == 0 else "")
    for at in range(7):
        session.fork(replies[0], f"a branch with a rather long name, the {at + 1}th of its kind", NOTE)
    window.go_to("branches")
    window.branches.list.choose_branch(session.branches[0].start)
    await asyncio.sleep(0.3)


async def forked(program: Program, window: StudioWindow) -> None:
    """Right after a fork: the bar offers to note what is expected."""
    session = await _finished(program, window)
    window.bridge.do(lambda opened: opened.fork(_nodes(session, "reply")[1]))
    await asyncio.sleep(0.3)


async def form(program: Program, window: StudioWindow) -> None:
    """Name, note and expectation, the last with a slip."""
    await five(program, window)
    window.dialogs.branches.form_of_head()
    dialog = window.dialogs.current
    assert dialog is not None
    dialog.expects.setText('reply.text == "sorry"')  # type: ignore[attr-defined]
    await asyncio.sleep(0.2)


async def renaming(program: Program, window: StudioWindow) -> None:
    """A name is typed in its place."""
    await five(program, window)
    session = window.bridge.session
    assert session is not None
    window.branches.list.rename(session.branches[1].start)
    await asyncio.sleep(0.1)


LOOKS: dict[str, screens.Look] = {
    "": {"size": (1600, 1000)},
    "_narrow": {"size": (1280, 800)},
    "_dark": {"theme": "dark", "size": (1600, 1000)},
    "_contrast": {"theme": "high_contrast", "size": (1280, 800)},
    "_zh": {"language": "zh_CN", "size": (1280, 800)},
    "_200": {"size": (1600, 1000), "scale": 200},
}
SCENES = {
    "one": one,
    "five": five,
    "hidden": hidden,
    "forty": forty,
    "forked": forked,
    "form": form,
    "renaming": renaming,
}

if __name__ == "__main__":
    screens.main(screens.each(SCENES, LOOKS), {f"form{look}" for look in LOOKS})
