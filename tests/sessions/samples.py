"""Makes the bundled sample sessions: `python -m tests.sessions.samples` writes resources/samples/*.tcsession anew.

Above: `test_samples`. Below: `workspace`. Each is a real run: the real engine, the demo's real tools, a scripted model; nothing in them was
written by hand but the scripts beside them.
"""

import asyncio
import json
import tempfile
from pathlib import Path

from studio import paths
from studio.messages.message import user
from studio.messages.toolspec import ToolSpec
from studio.session.agents import Agent
from studio.session.nodes import NodeId
from studio.session.policies import Limits, Strategies
from studio.session.setup import ResponderChoice, Setup, Stops
from studio.workspace import demo, samples
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

NO_STOPS = Stops(before_call=False)
ADVISOR = ToolSpec(
    "policy_advisor",
    "Advises whether the refund policy covers a case. Call it before money is paid back.",
    {"type": "object", "properties": {"task": {"type": "string"}}, "required": ["task"]},
)


def _setup(id: str, system: str, **members: object) -> Setup:
    choice = ResponderChoice(
        "scripted", dialect="openai_chat", model_name="demo-model", script=f"samples/{id}_script.json"
    )
    return Setup(responder=choice, system=system, coercion="off", stops=NO_STOPS, **members)  # type: ignore[arg-type]


async def _begin(workspace: Workspace, path: Path, title: str, setup: Setup) -> OpenedSession:
    made = workspace.new(title, setup=setup, path=path, remember=False)
    made.model_mode = "scripted"
    made.trust(made.fingerprint(demo.tools_path()), for_good=False)
    await made.add_tools(demo.tools_path())
    return made


async def loop(workspace: Workspace, path: Path) -> None:
    """A tool that does not exist, arguments that do not fit, and the same call until the limit."""
    told = Strategies(unknown_tool="tell", bad_arguments="tell", tool_error="tell")
    setup = _setup(
        "loop",
        "You answer customers of an online shop. Look things up before you answer.",
        strategies=told,
        limits=Limits(same_call=4),
    )
    made = await _begin(workspace, path, "Stuck in a loop", setup)
    made.add_message(user("Where is my order 48377?\n我的订单 48377 到哪里了？"))
    await made.run_to_end()
    await workspace.close_session(made)


async def agent(workspace: Workspace, path: Path) -> None:
    """A nested agent, whose result is changed on a second branch."""
    setup = _setup(
        "agent",
        "You settle refund requests for an online shop. Ask the policy advisor before you pay anything back.",
        tools=(ADVISOR,),
        executors={
            ADVISOR.name: Agent(system="You know the refund policy. Answer in one sentence.", tools=("search_policy",))
        },
    )
    made = await _begin(workspace, path, "An agent, two branches", setup)
    made.add_message(
        user("Order 48213 arrived with a broken cup. Please refund it.\n订单 48213 到货时杯子碎了，请退款。")
    )
    stop = await made.run_to_end()
    assert stop.reason == "approval"
    assert stop.call is not None
    await made.approve(stop.call)
    await made.run_to_end()
    given = _result_of(made, ADVISOR.name)
    made.rename_branch(_start(made), "refunded")
    made.rewind(given)
    call = next(call for call in made.state.open.calls if call.call.name == ADVISOR.name) if made.state.open else None
    assert call is not None
    made.edit_result(call.key, "Not covered: the glaze had a crack before, the customer says.")
    await made.run_to_end()
    made.rename_branch(_start(made), "not covered")
    await workspace.close_session(made)


def _start(made: OpenedSession) -> NodeId:
    assert made.branch is not None
    return made.branch.start


def _result_of(made: OpenedSession, name: str) -> NodeId:
    """The node at which a tool's call has its result on the current branch."""
    for node in made.tree.path(made.head):
        state = made.tree.state(node)
        calls = state.open.calls if state.open is not None and state.inside is None else ()
        if any(call.call.name == name and call.status == "done" for call in calls):
            return node
    raise AssertionError(name)


def carried(data: bytes) -> bytes:
    """A session as it is bundled: it names no folder of this machine."""
    here = json.dumps(str(paths.resources()), ensure_ascii=False)[1:-1].encode()
    return data.replace(here, samples.RESOURCES.encode())


async def _main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder) / "data", Path(folder) / "config")
        for id, make in (("loop", loop), ("agent", agent)):
            path = Path(folder) / f"{id}.tcsession"
            await make(workspace, path)
            data = carried(path.read_bytes())
            assert folder.encode() not in data
            samples.bundled(id).write_bytes(data)
        await workspace.close()


if __name__ == "__main__":
    asyncio.run(_main())
