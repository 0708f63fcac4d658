"""A session with everything that is done to one in a debugger: calls edited under each truth, edits of several places at once, breakpoints
that log, edit, answer and stop, watches, a history that is sent anyway, a sample, forks with notes, a hidden one.

Above: `test_replay_byte_for_byte`, `tests/sessions/keeping`. Below: `shop`, `chat_server`.
"""

import json
from typing import Any

from studio.messages.message import user
from studio.session.breakpoints import Breakpoint
from studio.session.samples import SampleArm, SamplePlan
from studio.session.setup import Setup
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, says
from tests.flow.shop import NO_STOPS, Shop, open_keys, to_the_end

TOOLS = '''"""Tools of a garden."""


def water(bed: str, litres: int = 1) -> dict:
    """Water a bed."""
    return {"bed": bed, "litres": litres}


def weed(bed: str) -> str:
    """Weed a bed."""
    return "weeded " + bed


def weather(place: str) -> str:
    """Say what the weather is."""
    return "dry in " + place
'''
POINTS = (
    Breakpoint("", "before_call", tool="weed", action="log", text="weeds {args.bed}"),
    Breakpoint("", "before_call", tool="water", condition="args.litres > `4`", action="edit", patch={"litres": 4}),
    Breakpoint("", "before_call", tool="weather", action="mock", text="It rains."),
    Breakpoint("", "after_result", tool="water", action="edit", patch={"checked": True}),
    Breakpoint("", "before_request", count=2, action="edit", patch={"top_p": 0.5}),
    Breakpoint("", "after_reply", condition="reply.text == 'Never said.'"),
)


def call(name: str, /, **arguments: Any) -> tuple[str, str]:
    """A call of an answer."""
    return name, json.dumps(arguments)


ANSWERS = (
    says("I water.", call("water", bed="roses", litres=9), call("weed", bed="roses"), call("weather", place="Rome")),
    says("", call("water", bed="beans"), call("water", bed="peas"), call("weed", bed="peas")),
    says("All is done."),
    says("One more.", call("weather", place="Oslo")),
    says("No."),
    says("", call("weed", bed="nettles")),
    says("Sent all the same."),
    says("Another ending."),
)


async def told_believed(shop: Shop, workspace: Workspace, server: ChatServer) -> OpenedSession:
    """The session, played to its end: main with three turns, a branch of another ending, and a hidden one."""
    file = shop.folder / "garden_tools.py"
    file.write_text(TOOLS, encoding="utf-8")
    setup = Setup(responder=shop.live(workspace, server.url), system="You garden.", stops=NO_STOPS)
    session = workspace.new("Garden", setup=setup, path=shop.folder / "garden.tcsession")
    session.trust(session.fingerprint(file))
    await session.add_tools(file)
    for point in POINTS:
        session.set_breakpoint(point)
    session.set_watch("length(messages)")
    session.add_message(user("Look after the garden."))
    await _edited(session)
    await session.sample(SamplePlan((SampleArm("as it is"),), times=2))
    await _sent_anyway(session)
    return session


async def _edited(session: OpenedSession) -> None:
    """Two rounds: calls edited under each truth, one added, a result edited, several places at once."""
    await session.step()
    session.edit_call(open_keys(session)[1], arguments='{"bed": "tulips"}', truth="keep")
    await session.step_round()
    session.edit_result(open_keys(session)[1], "weeded all tulips")
    body = json.loads(session.request_json())
    body["messages"][1]["content"] = "Look after the whole garden."
    session.edit_request_json(json.dumps({**body, "temperature": 0.2}))
    forked = session.head
    await session.step()
    beans, peas, weeds = open_keys(session)
    session.edit_call(beans, arguments='{"bed": "beans", "litres": 2}', truth="notify")
    session.edit_call(peas, arguments='{"bed": "leeks"}', truth="rewrite")
    session.move_call(weeds, 0)
    session.mock(weeds, "weeded by hand")
    assert (await to_the_end(session)).reason == "finished"
    assert forked in session.tree


async def _sent_anyway(session: OpenedSession) -> None:
    """A turn whose history lost a result and was sent anyway, and two forks."""
    session.add_message(user("And the nettles?"))
    await session.step()
    await session.step_round()
    session.edit_message(2, None)
    assert any(problem.severity == "error" for problem in session.history_problems())
    await session.send_anyway()
    assert (await to_the_end(session)).reason == "finished"
    main = session.head
    reply = next(node for node in session.tree.path(main) if session.tree.kind(node) == "reply")
    given = next(node for node in reversed(session.tree.path(main)) if session.tree.kind(node) == "result")
    start = session.fork(given, "ending", "Is there another one?", "reply.text == 'Another ending.'")
    assert (await to_the_end(session)).reason == "finished"
    hidden = session.fork(reply, "vain")
    session.rewind(main)
    session.hide_branch(hidden)
    assert start in session.tree
