"""A function becomes a tool: what the model is told of it, what it is given, and what refuses a file; all on a real server and worker."""

import json
from pathlib import Path

import pytest

from studio.session.policies import Strategies
from studio.tools.tools_file import ToolsFileError
from studio.workspace.changes import ToolProgress
from tests.flow.chat_server import says
from tests.flow.tools_agent import agent, calls, results

pytestmark = [pytest.mark.anyio, pytest.mark.promise("C1")]

DECLARED = '''
import dataclasses, datetime, decimal, enum, typing, uuid
import pydantic
from toolcall import Execution, ToolContext, tool

class Mood(enum.Enum):
    CALM = "calm"
    WILD = "wild"

@dataclasses.dataclass
class Place:
    city: str
    zip: str | None = None

class Tree(pydantic.BaseModel):
    label: str = pydantic.Field(alias="name")
    kids: list["Tree"] = []

class Stay(typing.TypedDict):
    nights: int
    breakfast: typing.NotRequired[bool]

def book(
    place: Place,
    when: datetime.date,
    stay: Stay,
    mood: Mood = Mood.CALM,
    price: decimal.Decimal | None = None,
    tree: Tree | None = None,
    *,
    context: ToolContext,
) -> str:
    """Book a place.

    Args:
        place: Where it is.
        when: The first night.
    """
    context.progress(0.5, "half way")
    return f"{place.city} {when.year} {stay['nights']} {mood.name} {price} {tree and tree.kids[0].label} {context.call_id}"

@tool(name="cancel_booking", description="Take it back.", compensates=book, idempotent=True, timeout=7, metadata={"team": "travel"})
def _cancel(execution: Execution) -> str:
    return execution.call_id

class Desk:
    """Takes notes."""

    def __init__(self, start: int) -> None:
        self.count = start

    @tool(return_behavior="immediate", always_visible=True)
    async def note(self, text: str) -> int:
        """Keep a note."""
        self.count += 1
        return self.count

desk = Desk(7)

def now() -> str:
    """Say the time."""
    return "noon"
'''


async def test_a_function_is_told_to_the_model_by_its_signature_and_its_words(tmp_path: Path) -> None:
    async with agent(tmp_path, DECLARED, says("Hello.")) as (session, server):
        await session.run()
        told = {each["function"]["name"]: each["function"] for each in server.requests[0]["tools"]}
    assert list(told) == ["book", "note", "now"]  # what undoes by the record is never offered
    parameters = told["book"]["parameters"]
    assert told["book"]["description"] == "Book a place."
    assert list(parameters["properties"]) == ["place", "when", "stay", "mood", "price", "tree"]
    assert parameters["required"] == ["place", "when", "stay"]
    assert parameters["properties"]["place"]["description"] == "Where it is."
    assert parameters["properties"]["when"] == {
        "type": "string",
        "format": "date",
        "description": "The first night.",
    }
    assert parameters["properties"]["mood"]["default"] == "calm"
    assert parameters["$defs"]["Tree"]["properties"]["kids"]["items"] == {"$ref": "#/$defs/Tree"}
    assert "name" in parameters["$defs"]["Tree"]["properties"]
    assert told["now"]["parameters"] == {"type": "object", "properties": {}}
    assert "context" not in json.dumps(told["book"])


async def test_what_is_marked_is_declared(tmp_path: Path) -> None:
    async with agent(tmp_path, DECLARED) as (session, _):
        tools = {spec.name: spec for spec in session.state.setup.tools}
    cancel, note = tools["cancel_booking"], tools["note"]
    assert (cancel.description, cancel.compensates, cancel.undo_with) == ("Take it back.", "book", "record")
    assert (cancel.idempotent, cancel.seconds, cancel.metadata) == (True, 7.0, {"team": "travel"})
    assert (note.return_behavior, note.always_visible, note.description) == ("immediate", True, "Keep a note.")


async def test_a_function_gets_what_its_hints_promise_and_its_context(tmp_path: Path) -> None:
    arguments = {
        "place": {"city": "Oslo"},
        "when": "2026-05-03",
        "stay": {"nights": 2},
        "price": "9.90",
        "tree": {"name": "a", "kids": [{"name": "b"}]},
    }
    async with agent(tmp_path, DECLARED, calls("book", **arguments), says("Done.")) as (session, _):
        heard: list[ToolProgress] = []
        session.subscribe(lambda change: heard.append(change) if isinstance(change, ToolProgress) else None)
        await session.run()
        assert [each.text for each in results(session)] == ["Oslo 2026 2 CALM 9.90 b call_0"]
        assert [(each.fraction, each.text) for each in heard] == [(0.5, "half way")]


async def test_a_method_keeps_the_state_of_its_object(tmp_path: Path) -> None:
    source = DECLARED.replace('return_behavior="immediate", ', "")
    async with agent(tmp_path, source, calls("note", text="a"), calls("note", text="b"), says("Done.")) as (session, _):
        await session.run()
        assert [each.text for each in results(session)] == ["8", "9"]


KEYS = """
import pathlib
from toolcall import ToolContext, tool

@tool(idempotent=True)
def pay(amount: int, context: ToolContext) -> str:
    with pathlib.Path(__file__).with_name("keys").open("a") as file:
        file.write(f"{context.session_id} {context.idempotency_key}\\n")
    raise ValueError("the bank is closed")
"""


async def test_the_key_of_a_call_stays_the_same_when_it_runs_again(tmp_path: Path) -> None:
    answers = (calls("pay", amount=1), calls("pay", amount=1), says("Done."))
    again = Strategies(tool_error="again", again=2)
    async with agent(tmp_path, KEYS, *answers, strategies=again) as (session, _):
        await session.run()
    lines = [line.split() for line in (tmp_path / "keys").read_text().splitlines()]
    assert len(lines) == 6  # two calls, each run and run again twice
    assert len({session for session, _ in lines}) == 1
    keys = [key for _, key in lines]
    assert keys[0] == keys[1] == keys[2] != keys[3] == keys[4] == keys[5]


WAITS = """
import pathlib
from toolcall import ToolContext

state = []

def wait(context: ToolContext) -> str:
    state.append("waited")
    pathlib.Path(__file__).with_name("begun").touch()
    context.cancelled.wait(600)
    raise RuntimeError("it was to stop")

def look() -> str:
    return str(state)
"""


async def test_a_function_that_looks_at_its_flag_ends_in_time_and_keeps_its_process(tmp_path: Path) -> None:
    answers = (calls("wait"), calls("look"), says("Done."))
    async with agent(tmp_path, WAITS, *answers, call_seconds=0.5) as (session, _):
        await session.run()
        waited, looked = results(session)
    assert (waited.status, "within 0.5 seconds" in waited.text) == ("timeout", True)
    assert "it was to stop" in waited.detail
    assert looked.text == "['waited']"  # the process is the same one


@pytest.mark.parametrize(
    ("source", "line", "sentence"),
    [
        ("def f(x: int) -> int: ...\ndef f(x: str) -> int: ...\n", 2, "f is defined twice"),
        ("def f(x: int = 'a') -> int: ...\n", 1, "the default of x is 'a', which does not fit its type"),
        (
            "from toolcall import ToolContext\ndef f(c: ToolContext | None = None) -> int: ...\n",
            2,
            "the parameter c of f is filled in by the program and has a default",
        ),
        ("import socket\ndef f(s: socket.socket) -> int: ...\n", 2, "the type socket has no JSON Schema"),
        ("from toolcall import tool\n@tool(timeout=0)\ndef f() -> int: ...\n", 2, "timeout of f is 0"),
    ],
)
async def test_a_file_that_cannot_be_meant_is_refused_with_its_line(
    source: str, line: int, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(ToolsFileError) as refused:
        async with agent(tmp_path, source):
            pass
    assert refused.value.sentence.startswith(f"my_tools.py (line {line}): ")
    assert sentence in refused.value.sentence
    assert refused.value.line == line
    assert refused.value.help
