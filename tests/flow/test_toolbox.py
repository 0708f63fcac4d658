"""Groups, sources and choices decide which tools a request offers: each a step that is recorded, can be looked at and overridden, and
comes out the same along a replay."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from studio.engine.due import AskModel, ChooseTools, due
from studio.engine.left_replay import LeftReplay
from studio.engine.recording import Recording
from studio.engine.replay import Replay
from studio.messages.reply import ChatReply, ProviderError, Usage
from studio.session.events import Event, GroupsChosen, SetupChanged, SourceAsked, ToolsOffered
from studio.session.nodes import NodeId
from studio.session.policies import Limits, Policy
from studio.session.toolbox import (
    ByExpression,
    ByHand,
    ByWords,
    Chooser,
    Chosen,
    ToolGroup,
    ToolSource,
)
from tests.flow.canned import NO_STOPS, Answers, Canned, Tools, reply

pytestmark = [pytest.mark.anyio, pytest.mark.promise("D1")]

TOOLS = ("refund", "pay", "admin_wipe", "order_get", "page_tool", "plain")
SOURCE = ToolSource("by page", "pages.py", "tools_of_page", ("page_*",))


def _session(*answers: Any, **setup: Any) -> Canned:
    tools = Tools(**{name: lambda name=name, **_: f"{name} ran" for name in TOOLS})
    made = Canned(Answers(*answers), tools, stops=NO_STOPS, **setup)
    made.services.small_model = Answers()
    return made


def _offered(canned: Canned, at: int = -1) -> list[str]:
    """The names that a request declared."""
    return [tool["function"]["name"] for tool in json.loads(canned.bodies()[at]).get("tools", ())]


def _events(canned: Canned, *kinds: type[Event]) -> list[Any]:
    return [event for event in canned.journal.tree.events(canned.journal.head) if isinstance(event, kinds)]


def _group(name: str, rule: Any, *tools: str) -> ToolGroup:
    return ToolGroup(name, tools, rule, f"What {name} is for")


async def test_a_turn_offers_the_groups_that_its_message_its_context_and_the_person_open() -> None:
    groups = (
        _group("money", ByWords(("money back", "pay")), "refund", "pay"),
        _group("admin", ByExpression("context.role == 'admin' && contains(used, 'pay')"), "admin_*"),
        _group("orders", ByHand(), "order_get"),
    )
    canned = _session(
        reply("", ("pay", "{}")), reply("Done."), reply("Hello."), groups=groups, context={"role": "admin"}
    )
    canned.say("I want my money back")
    await canned.stepper.go("end")
    assert [_offered(canned, at) for at in (0, 1)] == [
        ["refund", "pay", "page_tool", "plain"],
        ["refund", "pay", "admin_wipe", "page_tool", "plain"],
    ]
    opened = (groups[0], groups[1], _group("orders", ByHand(True), "order_get"))
    canned.journal.append(SetupChanged(groups=opened))
    canned.say("Hello")
    await canned.stepper.go("end")
    assert _offered(canned) == ["order_get", "page_tool", "plain"]
    assert len(_events(canned, ToolsOffered)) == 3


async def test_a_denied_tool_of_an_open_group_is_not_offered_and_refused_when_it_is_called() -> None:
    canned = _session(
        reply("", ("refund", "{}")),
        reply("No."),
        groups=(_group("money", ByWords(("money",)), "refund", "pay"),),
        policies=(Policy("refund", "deny"),),
    )
    canned.say("money")
    await canned.stepper.go("end")
    assert "refund" not in _offered(canned)
    assert canned.tools.ran == []
    assert "not allowed" in canned.journal.state.messages[2].results[0].text


async def test_sources_are_asked_as_a_step_every_round_and_only_add_until_the_turn_is_over() -> None:
    canned = _session(reply("", ("plain", "{}")), reply("Done."), reply("Bye."), sources=(SOURCE,))
    asked: list[tuple[str, list[str]]] = []

    def tools_of_page(message: str, history: list[dict[str, Any]]) -> list[str]:
        asked.append((message, [each["role"] for each in history]))
        return [["page_tool"], [], ["refund", "nothing_like_it"]][len(asked) - 1]

    canned.services.sources["tools_of_page"] = tools_of_page
    canned.say("Open the page")
    assert due(canned.journal.state) == ChooseTools()
    stop = await canned.stepper.go("step")
    assert (stop.reason, stop.place, canned.services.model.bodies) == ("step", "before_request", [])  # type: ignore[attr-defined]
    assert due(canned.journal.state) == AskModel()
    await canned.stepper.go("end")
    assert ["page_tool" in _offered(canned, at) for at in (0, 1)] == [True, True]
    canned.say("Bye")
    await canned.stepper.go("end")
    assert "page_tool" not in _offered(canned)
    assert asked == [
        ("Open the page", ["user"]),
        ("Open the page", ["user", "assistant", "tool"]),
        ("Bye", ["user", "assistant", "tool", "assistant", "user"]),
    ]
    last = _events(canned, SourceAsked)[-1]
    assert (last.tools, "nothing_like_it" in last.error) == (("refund",), True)


async def test_a_small_model_chooses_groups_and_what_it_used_counts() -> None:
    groups = (_group("money", Chosen(), "refund", "pay"), _group("orders", Chosen(), "order_get"))
    canned = _session(
        reply("", ("pay", "{}")), reply("Done."), groups=groups, chooser=Chooser("model"), limits=Limits(tokens=5000)
    )
    chosen = ChatReply(reply('["money"]').parts, "stop", Usage(input=100, output=7))
    canned.services.small_model = Answers(chosen)
    canned.say("Give it back")
    await canned.stepper.go("end")
    (event,) = _events(canned, GroupsChosen)
    assert (event.groups, event.reply, "What orders is for" in event.asked) == (("money",), chosen, True)
    assert _offered(canned) == _offered(canned, 0) == ["refund", "pay", "admin_wipe", "page_tool", "plain"]
    assert (canned.journal.state.turn.input, canned.journal.state.input_tokens) == (100, 100)
    assert len(canned.services.small_model.bodies) == 1


@pytest.mark.parametrize("window", [True, False])
async def test_a_choice_that_fails_stops_the_window_and_opens_all_for_a_command(window: bool) -> None:
    groups = (_group("money", Chosen(), "refund"),)
    canned = _session(reply("Done."), groups=groups, chooser=Chooser("model"))
    canned.services.window = window
    canned.services.small_model = Answers(ProviderError("http", "No such model.", status=404))
    canned.say()
    stop = await canned.stepper.go("end")
    if window:
        assert (stop.reason, stop.what, "No such model." in stop.text) == ("exception", "choice_failed", True)
        assert canned.stepper.standing() == stop
        canned.journal.append(GroupsChosen(groups=("money",)))
        stop = await canned.stepper.go("end")
    assert stop.reason == "finished"
    assert "refund" in _offered(canned)
    assert _events(canned, GroupsChosen)[0].groups == (() if window else ("money",))


async def test_two_tools_of_one_name_are_not_sent_until_one_is_out() -> None:
    canned = _session(reply("Done."), groups=(_group("money", Chosen(), "refund"),))
    tools = canned.journal.state.setup.tools
    canned.journal.append(SetupChanged(tools=(*tools, tools[0].__class__("choose_domain", source="shop.py"))))
    canned.say()
    for _ in range(2):
        stop = await canned.stepper.go("end")
        assert (stop.reason, stop.what) == ("exception", "two_tools")
        assert "one of tool groups, one of shop.py" in stop.text
    canned.journal.append(SetupChanged(off=("choose_domain",)))
    assert canned.stepper.standing().what == ""  # type: ignore[union-attr]
    assert (await canned.stepper.go("end")).reason == "finished"


async def test_a_limit_that_was_passed_before_the_choice_is_passed_for_its_request_too() -> None:
    canned = _session(reply("Done."), sources=(SOURCE,), max_round_trips=0)
    canned.services.sources["tools_of_page"] = lambda *_: []
    canned.say()
    assert (await canned.stepper.go("end")).what == "round_trips"
    assert (await canned.stepper.go("end")).reason == "finished"


async def test_a_replay_gives_the_recorded_choices_and_asks_nobody() -> None:
    groups = (_group("money", Chosen(), "refund"), _group("orders", ByHand(), "order_get"))
    recorded = _session(
        reply("", ("refund", "{}")),
        reply("Done."),
        groups=groups,
        chooser=Chooser("model"),
        sources=(SOURCE,),
    )
    recorded.services.sources["tools_of_page"] = lambda _, history: ["page_tool"] if len(history) > 1 else []
    recorded.services.small_model = Answers(reply("money"))
    recorded.say()
    await recorded.stepper.go("step")
    # Between the choice and its request the person switches the source off and opens a group for the turn.
    recorded.journal.append(SetupChanged(sources=(replace(SOURCE, on=False),)))
    recorded.journal.append(GroupsChosen(groups=("orders",)))
    await recorded.stepper.go("round")
    recorded.journal.append(SetupChanged(sources=(SOURCE,)))
    await recorded.stepper.go("end")
    assert [_offered(recorded, at)[-2:] for at in (0, 1)] == [["order_get", "plain"], ["page_tool", "plain"]]

    again, left = await _replayed(recorded), await _replayed(recorded, left=True)
    assert left.bodies() == again.bodies()
    assert again.bodies() == recorded.bodies()
    kinds = (SourceAsked, GroupsChosen, ToolsOffered)
    assert [_bare(event) for event in _events(again, *kinds)] == [_bare(event) for event in _events(recorded, *kinds)]


async def _replayed(recorded: Canned, *, left: bool = False) -> Canned:
    """The replay of a session; `left`: its program was closed after each step, and its place was found again."""
    recording = Recording(recorded.journal.tree, recorded.journal.head)
    again = Canned(Answers(), Tools())
    again.services.replay = Replay(recording, again.journal)
    again.services.recorded_model = again.services.recorded_tools = True
    again.services.replay.between(again.journal.cursor)
    for _ in range(20):
        if left:
            again.services.replay = LeftReplay(Recording(recorded.journal.tree, recorded.journal.head), again.journal)
        if (await again.stepper.go("step" if left else "end")).reason == "finished":
            break
    assert again.services.replay.over
    return again


def _bare(event: Any) -> tuple[Any, ...]:
    return tuple(
        getattr(event, name) for name in event.__struct_fields__ if name not in ("id", "parent", "t", "seconds")
    )


async def test_a_session_that_is_opened_again_offers_what_it_did() -> None:
    canned = _session(
        reply("", ("refund", "{}")),
        reply("Done."),
        groups=(_group("money", Chosen(), "refund"),),
        chooser=Chooser("model"),
    )
    canned.services.small_model = Answers(reply("money"))
    canned.say()
    await canned.stepper.go("round")
    again = canned.reopened()
    assert again.journal.state.gathered == canned.journal.state.gathered
    await again.stepper.go("end")
    assert "refund" in _offered(again)
    assert NodeId(0) not in [event.id for event in _events(again, ToolsOffered)]
