"""Mock rules on the whole core: which rule answers, what it gives, that no tool runs, and that each mocked result says so."""

import asyncio
import json
from collections.abc import Awaitable, Callable

import pytest

from studio.messages.parts import Image
from studio.present.labels import english
from studio.present.stop_words import stop_words
from studio.session.events import CallStarted, ResultRecorded
from studio.session.mocks import Fault, MockRule
from studio.session.policies import Strategies
from studio.store import session_file
from studio.tasks import spawn
from studio.workspace.changes import Activity
from studio.workspace.mocking import MockError
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.shop import NO_STOPS, Shop, last, open_keys, results, say, to_the_end

pytestmark = [pytest.mark.anyio, pytest.mark.promise("C13")]


def recorded(session: OpenedSession) -> list[ResultRecorded]:
    """All results on the path to the head."""
    return [event for event in session.tree.events(session.head) if isinstance(event, ResultRecorded)]


async def rounds(session: OpenedSession, count: int) -> list[str | None]:
    """Answer the open calls, then those of as many further rounds less one; all results in order."""
    for at in range(count):
        if at:
            say(session, "two")
        await to_the_end(session)
    return [event.text for event in recorded(session)]


async def test_the_first_fitting_rule_answers_in_the_tools_place(session: OpenedSession, shop: Shop) -> None:
    session.add_mock(MockRule("", "n*", text="from the second"))
    session.add_mock(MockRule("", "note", "text == 'a'", text="from the first"), 0)
    await to_the_end(session)
    assert [event.text for event in recorded(session)] == ["from the first", "from the second"]
    assert shop.runs() == []
    assert last(session) == "Noted: from the second"


async def test_a_mocked_result_names_its_rule_and_was_never_started(session: OpenedSession) -> None:
    id = session.add_mock(MockRule("", "note", text="kept"))
    await to_the_end(session)
    assert [(event.source, event.rule, event.status) for event in recorded(session)] == [("mock", id, "ok")] * 2
    assert not any(isinstance(event, CallStarted) for event in session.tree.events(session.head))


async def test_a_rule_answers_the_nth_call_of_its_tool_whatever_was_decided_first(session: OpenedSession) -> None:
    session.add_mock(MockRule("", "note", nth=2, text="second"))
    session.add_mock(MockRule("", "note", nth=3, text="third"))
    first, second = open_keys(session)
    await session.run_call(second)
    await session.run_call(first)
    assert results(session) == ["noted a", "second"]
    assert await rounds(session, 2) == ["second", "noted a", "third", "noted b"]


async def test_calls_of_another_branch_do_not_count(session: OpenedSession) -> None:
    session.add_mock(MockRule("", "note", nth=1, times=1, text="first"))
    reply = session.head
    await to_the_end(session)
    session.fork(reply)
    await to_the_end(session)
    assert [event.text for event in recorded(session)] == ["first", "noted b"]


async def test_a_rule_answers_as_often_as_it_may(session: OpenedSession, shop: Shop) -> None:
    session.add_mock(MockRule("", "note", times=3, text="mocked"))
    assert await rounds(session, 2) == ["mocked", "mocked", "mocked", "noted b"]
    assert shop.runs() == ["note"]


async def test_calls_that_run_at_once_share_the_times_of_a_rule(workspace: Workspace, shop: Shop) -> None:
    session = await shop.session(workspace, concurrent=True, stops=NO_STOPS)
    session.add_mock(MockRule("", "note", times=1, text="mocked", delay=0.01))
    say(session, "two")
    await to_the_end(session)
    in_call_order = sorted(recorded(session), key=lambda event: event.call)
    assert [event.text for event in in_call_order] == ["mocked", "noted b"]


async def test_a_sensitive_call_is_asked_for_when_the_rule_is_used_up_by_one_beside_it(
    workspace: Workspace, shop: Shop
) -> None:
    shop.rewrite_script(
        '{"call": "note", "arguments": {"text": "a"}}, {"call": "note", "arguments": {"text": "b"}}',
        '{"call": "wipe", "arguments": {}}, {"call": "wipe", "arguments": {}}',
    )
    session = await shop.session(workspace, concurrent=True, stops=NO_STOPS)
    session.add_mock(MockRule("", "wipe", times=1, text="mocked"))
    say(session, "two")
    stop = await session.run()
    assert (stop.reason, shop.runs()) == ("approval", [])
    assert stop.call == open_keys(session)[1]


async def test_a_template_is_filled_from_the_arguments(session: OpenedSession) -> None:
    session.add_mock(MockRule("", "note", answer="template", text='{"kept": "{text}", "of": "{who}"}'))
    await to_the_end(session)
    assert [json.loads(event.text) for event in recorded(session)] == [
        {"kept": "a", "of": "{who}"},
        {"kept": "b", "of": "{who}"},
    ]


async def test_an_error_of_a_rule_is_an_error_to_the_model(session: OpenedSession) -> None:
    session.add_mock(MockRule("", "note", text="no paper left", is_error=True))
    await session.step()
    (event,) = recorded(session)
    assert (event.text, event.is_error, event.status, event.source) == ("no paper left", True, "error", "mock")


async def test_a_stop_after_a_mocked_error_says_that_it_was_mocked(workspace: Workspace, shop: Shop) -> None:
    session = await shop.session(workspace, stops=NO_STOPS, strategies=Strategies(tool_error="stop"))
    session.add_mock(MockRule("", "note", fault="error"))
    say(session, "two")
    stop = await session.run()
    assert (stop.reason, stop.what) == ("exception", "tool_error")
    assert [english(each) for each in stop_words(stop, session.state)][1] == "its mocked result is an error"


FAULTS: dict[Fault, tuple[str, Callable[[str], bool]]] = {
    "timeout": ("timeout", lambda text: "no result within 60 seconds" in text),
    "error": ("error", lambda text: text.startswith("ConnectionError")),
    "empty": ("ok", lambda text: text == ""),
    "not_json": ("ok", lambda text: text.startswith("<html>")),
    "truncated": ("ok", lambda text: text.startswith("{") and not text.endswith("}")),
    "huge": ("ok", lambda text: len(text) >= 100_000),
    "closed": ("died", lambda text: "process ended" in text),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_each_fault_of_a_rule_and_each_one_clicked_gives_the_same(
    session: OpenedSession, shop: Shop, fault: Fault
) -> None:
    status, fits = FAULTS[fault]
    id = session.add_mock(MockRule("", "note", "text == 'a'", fault=fault))
    await session.step()
    await session.fault(open_keys(session)[1], fault)
    by_rule, clicked = recorded(session)
    assert (by_rule.rule, clicked.rule) == (id, "")
    for event in (by_rule, clicked):
        assert (event.source, event.fault, event.status) == ("mock", fault, status)
        assert event.is_error == (status != "ok")
        assert fits(event.whole or event.text)
    assert (by_rule.whole or by_rule.text) == (clicked.whole or clicked.text)
    assert shop.runs() == []


async def test_a_delayed_answer_can_be_stopped_and_nothing_was_started(session: OpenedSession, shop: Shop) -> None:
    session.add_mock(MockRule("", "note", text="late", delay=600))
    await _stopped_while_waiting(session, session.run)
    assert (results(session), shop.runs()) == ([None, None], [])
    assert not any(isinstance(event, CallStarted) for event in session.tree.events(session.head))


@pytest.mark.parametrize("rules", [(), (MockRule("m", "note", text="late"),)])
async def test_a_slow_call_waits_before_it_runs_and_can_be_stopped(
    session: OpenedSession, shop: Shop, rules: tuple[MockRule, ...]
) -> None:
    session.change_setup(mocks=rules)
    key = open_keys(session)[0]
    await _stopped_while_waiting(session, lambda: session.fault(key, "slow"))
    assert (results(session), shop.runs()) == ([None, None], [])
    await session.run_call(key)
    assert results(session)[0] == ("late" if rules else "noted a")


async def _stopped_while_waiting(session: OpenedSession, move: Callable[[], Awaitable[object]]) -> None:
    """Begin something that calls a tool, and stop it once it is under way."""
    waiting = asyncio.Event()
    off = session.subscribe(lambda now: waiting.set() if isinstance(now, Activity) and now.calls else None)
    moved = spawn(_quietly(move), name="move")
    await asyncio.wait_for(waiting.wait(), 20)
    await asyncio.sleep(0.1)  # a tool that had been started in spite of the delay would have run by now
    await session.cancel()
    await moved
    off()


async def _quietly(move: Callable[[], Awaitable[object]]) -> None:
    try:
        await move()
    except asyncio.CancelledError:
        task = asyncio.current_task()
        assert task is not None
        task.uncancel()


async def test_a_rule_may_let_the_tool_answer_after_a_while(session: OpenedSession, shop: Shop) -> None:
    id = session.add_mock(MockRule("", "note", answer="real", delay=0.01, times=1))
    await to_the_end(session)
    assert [(event.text, event.source, event.rule) for event in recorded(session)] == [
        ("noted a", "ran", id),
        ("noted b", "ran", ""),
    ]
    assert shop.runs() == ["note", "note"]


async def test_a_recorded_result_becomes_a_rule_that_answers_without_the_tool(
    session: OpenedSession, shop: Shop
) -> None:
    await to_the_end(session)
    first = recorded(session)[0]
    rule = session.rule_from(first.id)
    assert (rule.tool, rule.when, rule.text) == ("note", "text == 'a'", "noted a")
    session.add_mock(rule)
    say(session, "two")
    await to_the_end(session)
    assert [(event.text, event.source) for event in recorded(session)[2:]] == [("noted a", "mock"), ("noted b", "ran")]
    assert shop.runs() == ["note", "note", "note"]
    with pytest.raises(MockError, match="no result of a tool"):
        session.rule_from(session.head)


async def test_answers_in_turn_and_a_picture_reach_the_model_and_a_replay(session: OpenedSession, shop: Shop) -> None:
    picture = Image("data:image/png;base64,AA==", "image/png")
    session.add_mock(MockRule("", "note", text="once", then=("twice",), media=(picture,)))
    assert await rounds(session, 2) == ["once", "twice", "twice", "twice"]
    assert all(event.media == (picture,) for event in recorded(session))
    assert shop.runs() == []


async def test_recorded_results_are_offered_as_answers_the_newest_first(session: OpenedSession) -> None:
    await to_the_end(session)
    assert [(rule.text, rule.when) for rule in session.recorded_answers("n*")] == [
        ("noted b", "text == 'b'"),
        ("noted a", "text == 'a'"),
    ]
    assert session.recorded_answers("other") == ()


async def test_an_unknown_tool_is_not_hidden_by_a_rule(workspace: Workspace, shop: Shop) -> None:
    session = await shop.session(workspace, stops=NO_STOPS)
    session.add_mock(MockRule("", "*", text="all is well"))
    say(session, "lost")
    await to_the_end(session)
    (event,) = recorded(session)
    assert (event.source, event.status, event.rule) == ("refused", "unknown_tool", "")


async def test_arguments_that_do_not_fit_are_not_hidden_by_a_rule(session: OpenedSession) -> None:
    session.add_mock(MockRule("", "*", text="all is well"))
    session.edit_call(open_keys(session)[0], arguments='{"txt": "a"}')
    await session.step()
    (event,) = recorded(session)
    assert (event.source, event.status) == ("refused", "bad_arguments")
    session.edit_call(open_keys(session)[1], arguments='{"txt": "a"}')
    assert session.which_rule(open_keys(session)[1]).why == "bad_arguments"


async def test_a_mocked_sensitive_call_needs_no_approval(workspace: Workspace, shop: Shop) -> None:
    session = await shop.session(workspace, stops=NO_STOPS)
    session.add_mock(MockRule("", "wipe", text="as if wiped"))
    say(session, "wipe")
    stop = await session.run()
    assert (stop.reason, [event.text for event in recorded(session)], shop.runs()) == ("finished", ["as if wiped"], [])


async def test_a_real_answer_of_a_rule_still_asks_for_a_sensitive_tool(workspace: Workspace, shop: Shop) -> None:
    session = await shop.session(workspace, stops=NO_STOPS)
    session.add_mock(MockRule("", "wipe", answer="real", delay=0.01))
    say(session, "wipe")
    assert (await session.run()).reason == "approval"
    assert shop.runs() == []


async def test_a_mocked_tool_need_not_be_there(workspace: Workspace, shop: Shop) -> None:
    session = await shop.session(workspace, stops=NO_STOPS)
    say(session, "two")
    await workspace.close_session(session)
    shop.tools.write_text("raise RuntimeError('nobody trusts it any more')", encoding="utf-8")
    again = workspace.open(session.path)
    again.add_mock(MockRule("", "note", text="mocked"))
    assert (await again.run()).reason == "finished"
    assert [event.text for event in recorded(again)] == ["mocked", "mocked"]


async def test_which_rule_would_answer_is_told_with_why_the_others_do_not(session: OpenedSession) -> None:
    off = session.add_mock(MockRule("", "note", on=False))
    other = session.add_mock(MockRule("", "send_*"))
    condition = session.add_mock(MockRule("", "note", "text == 'b'"))
    count = session.add_mock(MockRule("", "note", nth=2))
    fits = session.add_mock(MockRule("", "note", answer="template", text="kept {text}"))
    later = session.add_mock(MockRule("", "*"))
    head = session.head
    tried = session.which_rule(open_keys(session)[0])
    assert [(look.rule, look.miss) for look in tried.looks] == [
        (off, "off"),
        (other, "name"),
        (condition, "condition"),
        (count, "count"),
        (fits, ""),
        (later, ""),
    ]
    assert tried.answer is not None
    assert (tried.answer.rule, tried.answer.text) == (fits, "kept a")
    assert session.head == head


async def test_a_replay_with_recorded_tools_gives_the_recorded_results(
    workspace: Workspace, session: OpenedSession, shop: Shop
) -> None:
    id = session.add_mock(MockRule("", "note", "text == 'a'", text="mocked"))
    await to_the_end(session)
    replayed = workspace.replay(session.path)
    await to_the_end(replayed)
    assert [(event.text, event.source, event.rule) for event in recorded(replayed)] == [
        ("mocked", "mock", id),
        ("noted b", "recorded", ""),
    ]
    assert shop.runs() == ["note"]
    assert session_file.read(replayed.path).damage == ()
