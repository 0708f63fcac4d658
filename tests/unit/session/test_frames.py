"""Laws of an agent's session within a session: it leaves its caller as it was, but for the result and what was spent."""

from typing import Any

import hypothesis.strategies as st
from hypothesis import example, given, settings
from msgspec.structs import replace

from studio.engine.due import EndAgent, Finished, RunCalls, due
from studio.messages.message import user
from studio.messages.toolspec import ToolSpec
from studio.session.agents import Agent
from studio.session.events import AgentStarted, AttemptFailed, ResultRecorded
from studio.session.folding import fold
from studio.session.frames import LOCAL, find_call, inside_name, setup_of, spent, turn_of
from studio.session.nodes import CallKey
from studio.session.setup import SETTINGS, ResponderChoice, Setup
from studio.session.state import EMPTY, SessionState, settled
from tests.sample_session import Sample

AGENT = Agent("You help.", ("look_*", "agent"), responder=ResponderChoice("live", model_name="small"))
TOOLS = tuple(map(ToolSpec, ("agent", "look_up", "write")))

moves = st.lists(st.sampled_from(("reply", "call", "agent", "end", "again", "say", "setup", "beside")), max_size=25)
laws = settings(max_examples=150, deadline=None)


class Nesting(Sample):
    """Walks in and out of agents; each move is made only where it fits."""

    def __init__(self) -> None:
        super().__init__()
        self.setup(tools=TOOLS, executors={"agent": AGENT})
        self.say("go")

    @property
    def state(self) -> SessionState:
        return self.journal.state

    def play(self, what: str, at: int) -> None:
        """Make a move."""
        todo, inside = due(self.state), self.state.inside
        match what:
            case "setup":
                self.setup(system=f"s{at}") if at % 2 else self.setup(result_chars=1000 + at)
            case "end" if inside is not None:
                self.journal.append(ResultRecorded(call=inside, text=f"r{at}", seconds=0.5))
            case "again" if inside is not None:
                self.journal.append(AttemptFailed(call=inside, text=f"f{at}", seconds=0.5))
            case "beside" if self._beside() is not None:
                self.journal.append(ResultRecorded(call=self._beside() or inside, source="mock", text=f"b{at}"))  # type: ignore[arg-type]
            case "agent" if isinstance(todo, RunCalls):
                name = self.state.call(todo.calls[0]).call.name  # type: ignore[union-attr]
                made: Any = AgentStarted(call=todo.calls[0], message=user(f"q{at}"))
                self.journal.append(
                    made if name == "agent" else ResultRecorded(call=todo.calls[0], text="r", seconds=0.25)
                )
            case "reply" | "call" if not isinstance(todo, RunCalls | EndAgent | Finished):
                self.ask()
                calls = (("agent", "{}"), ("look_up", "{}"), ("agent", '{"a":1}')) if what == "call" else ()
                self.reply(*calls, text="t", ms=500, tokens=(at + 1, 2))
            case "say" if isinstance(todo, Finished | EndAgent):
                self.say(f"m{at}")

    def _beside(self) -> CallKey | None:
        """An open call of whoever called the agent."""
        outer = self.state.outer
        calls = outer.open.calls if outer is not None and outer.open is not None else ()
        return next((call.key for call in calls if call.status == "open"), None)


def told(drawn: list[str]) -> Nesting:
    """The moves, made."""
    nesting = Nesting()
    for at, what in enumerate(drawn):
        nesting.play(what, at)
    return nesting


def _plain(state: SessionState) -> Any:
    whole = replace(state, node=EMPTY.node, messages=EMPTY.messages, memo=None, outer=None, memories={})
    outer = _plain(state.outer) if state.outer is not None else None
    return (repr(whole), list(settled(state)), outer)


@laws
@given(moves)
def test_the_fold_of_a_path_with_agents_is_the_state_of_the_tree_at_each_event(drawn: list[str]) -> None:
    tree = told(drawn).journal.tree
    state = EMPTY
    for event in tree.events(tree.last):
        before = _plain(state)
        after = fold(state, event)
        assert _plain(state) == before
        assert _plain(after) == _plain(tree.state(event.id))
        assert (after.depth == 0) == (after.inside is None) == (inside_name(after) == "")
        state = after


@laws
@given(moves)
@example(["call", "agent", "call", "agent", "reply", "end"])
def test_leaving_an_agent_gives_its_caller_back_with_the_result_and_what_was_spent(drawn: list[str]) -> None:
    tree = told(drawn).journal.tree
    for event in tree.events(tree.last):
        before, after = tree.state(tree.parent(event.id)), tree.state(event.id)
        if (
            before.inside is None
            or not isinstance(event, ResultRecorded | AttemptFailed)
            or event.call != before.inside
        ):
            continue
        outer = before.outer
        assert outer is not None
        assert after.depth == before.depth - 1
        assert (spent(after), turn_of(after)) == (spent(before), turn_of(before))
        assert (list(after.messages), after.setup, after.trips, after.rounds, after.done) == (
            list(outer.messages),
            outer.setup,
            outer.trips,
            outer.rounds,
            outer.done,
        )
        call = after.call(event.call)
        assert call is not None
        if isinstance(event, ResultRecorded):
            assert (call.status, call.result.text if call.result else "") == ("done", event.text)
        else:
            assert (call.status, call.result) == ("open", None)


@laws
@given(moves)
def test_inside_an_agent_the_due_thing_is_its_own_and_its_end_is_due_where_a_session_would_be_over(
    drawn: list[str],
) -> None:
    state = told(drawn).state
    alone = replace(state, outer=None, inside=None)
    todo, by_itself = due(state), due(alone)
    if state.inside is not None and isinstance(by_itself, Finished):
        assert todo == EndAgent(state.inside)
    else:
        assert todo == by_itself
    at = state
    while at.outer is not None and at.inside is not None:
        found = at.outer.call(at.inside)
        assert found is not None
        assert (found.status, find_call(state, at.inside)) == ("started", found)
        at = at.outer


@laws
@given(moves)
def test_a_setting_of_the_agent_alone_stays_inside_and_any_other_one_holds_for_all(drawn: list[str]) -> None:
    tree = told(drawn).journal.tree
    for event in tree.events(tree.last):
        frame: SessionState | None = tree.state(event.id)
        innermost = frame
        while frame is not None and innermost is not None:
            shared = [name for name in SETTINGS if name not in LOCAL]
            assert [getattr(frame.setup, name) for name in shared] == [
                getattr(innermost.setup, name) for name in shared
            ]
            frame = frame.outer


def test_every_setting_is_the_agent_s_own_or_its_caller_s() -> None:
    setup = Setup(
        ResponderChoice("live", model_name="big"),
        "outer",
        {"a": 1},
        TOOLS,
        ("write",),
        max_round_trips=3,
        pinned=("write",),
    )
    inner = setup_of(setup, AGENT)
    assert (inner.responder.model_name, inner.system, inner.params) == ("small", "You help.", {"a": 1})
    assert [tool.name for tool in inner.sent_tools] == ["agent", "look_up"]
    assert inner.pinned == ()
    same = setup_of(setup, Agent(model_name="tiny", params={}))
    assert (same.responder, same.params) == (ResponderChoice("live", model_name="tiny"), {})
    assert {name for name in SETTINGS if getattr(inner, name) != getattr(setup, name)} <= LOCAL


def test_a_tool_that_comes_while_an_agent_is_at_work_is_its_own_only_where_it_names_it() -> None:
    nesting = told(["call", "agent"])
    nesting.setup(tools=(*TOOLS, ToolSpec("look_down"), ToolSpec("wipe")))
    state = nesting.state
    assert [tool.name for tool in state.setup.sent_tools] == ["agent", "look_up", "look_down"]
    assert state.outer is not None
    assert [tool.name for tool in state.outer.setup.sent_tools] == ["agent", "look_up", "write", "look_down", "wipe"]
