"""What fills a prompt, counted part by part: the sum is what is weighed."""

from pathlib import Path

from studio.engine.memory import Carrying
from studio.engine.weighing import Weighing
from studio.messages.message import Message, user
from studio.messages.parts import Call, Result, Text
from studio.messages.passage import Passage
from studio.messages.toolspec import ToolSpec
from studio.present.context_parts import PartCounter
from studio.present.context_values import SYSTEM, ContextView, Part
from studio.present.labels import english
from studio.present.words import Words
from studio.session.chain import Chain
from studio.session.memory import Memory
from studio.session.setup import Setup
from studio.session.skills import Skill
from studio.session.state import SessionState, settled

TOOLS = (ToolSpec("refund", "Pays an order back."), ToolSpec("look", "Looks.", {"type": "object"}))
SAID = (
    user("Refund order 48213, please."),
    Message("assistant", (Call("refund", '{"order": 48213}', "a"), Call("look", "{}", "b"))),
    Message("tool", (Result("a", "paid back", "refund"), Result("b", "x" * 400, "look"))),
    Message("assistant", (Text("Done."),)),
    Message("user", (Text("Read this."),), passages=(Passage("notes.md", "much to read " * 40),)),
)


def _state(**setup: object) -> SessionState:
    made = Setup(system="Be kind.", tools=TOOLS, **setup)  # type: ignore[arg-type]
    return SessionState(setup=made, messages=Chain[Message]().extend(SAID))


def _parts(state: SessionState) -> tuple[Part, ...]:
    carried = Carrying().of(state)
    pairs = zip(carried.places(), carried.messages, strict=True)
    return PartCounter().parts(state.setup, list(settled(state)), pairs)


def _said(title: Words | str) -> str:
    return title if isinstance(title, str) else english(title)


def test_each_part_has_its_origin_its_place_and_a_title() -> None:
    found = [(part.origin, part.index, part.place, _said(part.title)[:20]) for part in _parts(_state())]
    assert found == [
        ("system", SYSTEM, None, "system text"),
        ("tools", SYSTEM, None, "refund"),
        ("tools", SYSTEM, None, "look"),
        ("person", 0, None, "Refund order 48213, "),
        ("replies", 1, None, "calls refund, look"),
        ("results", 2, 0, "result of refund"),
        ("results", 2, 1, "result of look"),
        ("replies", 3, None, "Done."),
        ("person", 4, None, "Read this."),
        ("passages", 4, None, "notes.md"),
    ]


def test_the_parts_together_are_what_the_request_weighs() -> None:
    skill = Skill("s", "A skill for refunds.", str(Path("s")))
    for state in (_state(), _state(skills=(skill,)), _state(memory=Memory("messages", 2))):
        assert sum(part.tokens for part in _parts(state)) == Weighing().of(state).total


def test_skills_stand_apart_from_the_system_text() -> None:
    parts = _parts(_state(skills=(Skill("s", "A skill for refunds.", "s"),)))
    assert [part.origin for part in parts[:3]] == ["system", "skills", "tools"]
    assert all(part.tokens > 0 for part in parts[:2])


def test_what_the_memory_leaves_out_is_no_part() -> None:
    places = {part.index for part in _parts(_state(memory=Memory("messages", 2)))}
    assert places == {SYSTEM, 4} or 0 not in places


def test_a_view_adds_up_by_origin_and_says_how_full_the_window_is() -> None:
    parts = _parts(_state())
    total = sum(part.tokens for part in parts)
    view = ContextView(parts, total, window=total * 2)
    assert list(view.by_origin()) == ["system", "tools", "person", "replies", "results", "passages"]
    assert sum(view.by_origin().values()) == total
    assert (view.share, view.strain) == (0.5, "")
    assert ContextView(parts, total, window=round(total / 0.9)).strain == "tight"
    assert ContextView(parts, total, window=total - 1).strain == "over"
    assert (ContextView(parts, total).share, ContextView(parts, total).strain) == (None, "")


def test_the_largest_parts_stand_first_and_those_of_one_size_in_order() -> None:
    view = ContextView((Part("person", 5, 0), Part("person", 9, 1), Part("person", 5, 2)))
    assert [part.order for part in view.by_size()] == [1, 0, 2]
