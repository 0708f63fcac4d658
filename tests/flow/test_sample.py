"""One request asked many times beside the tree: counted, within a budget, cancelled, kept, and nothing else of the session changes."""

import asyncio
from pathlib import Path

import pytest

from studio.engine.edits import EditRefusedError
from studio.messages.message import Message, user
from studio.messages.parts import Result
from studio.messages.toolspec import ToolSpec
from studio.problems import StudioError
from studio.session.kept_samples import KeptSample
from studio.session.samples import SampleArm, SampleBudget, SamplePlan, SampleProbe
from studio.session.setup import Setup
from studio.tasks import spawn
from studio.workspace.opened import OpenedSession
from studio.workspace.profiles import read_profile
from studio.workspace.sampled import SampleProgress
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, fails, hangs, says
from tests.flow.shop import Shop, say

pytestmark = [pytest.mark.anyio, pytest.mark.promise("F8")]

AS_IT_IS = (SampleArm("as it is"),)
OSLO = says("", ("get_weather", '{"city": "Oslo"}'))
WEATHER = ToolSpec("get_weather", "The weather.", {"type": "object", "properties": {"city": {"type": "string"}}})


def lines_of_the_tree(session: OpenedSession) -> list[bytes]:
    """The lines of the file that are nodes."""
    return [line for line in session.path.read_bytes().splitlines() if b'"kind":"sample' not in line]


def opened(workspace: Workspace, url: str, *, stream: bool = False) -> OpenedSession:
    """A session with one tool that nothing runs, asking a server on this machine."""
    profile = read_profile({"name": "near", "base_url": url, "model": "gpt-4o", "stream": stream})
    workspace.save_profile(profile)
    session = workspace.new(setup=Setup(responder=workspace.choice(profile), tools=(WEATHER,)))
    session.add_message(user("Weather in Oslo?"))
    return session


def only(session: OpenedSession) -> KeptSample:
    (found,) = session.samples()
    return found


async def test_each_choice_is_counted_and_nothing_of_the_session_changes(shop: Shop, workspace: Workspace) -> None:
    session = await shop.session(workspace)
    say(session, "hello")
    before, head, branches = lines_of_the_tree(session), session.head, session.branches
    probes = (
        SampleProbe("two", ("note",)),
        SampleProbe("good morning", ()),
        SampleProbe("wipe it", ()),
    )
    id = await session.sample(SamplePlan(AS_IT_IS, probes, times=4, at_once=3))
    (arm,) = session.sample_report(id).arms
    assert (arm.tally.replies, arm.tally.none, arm.tally.several, arm.tally.right, arm.tally.wrong) == (12, 4, 4, 8, 4)
    assert [(tool.name, tool.first, tool.any) for tool in arm.tally.tools] == [("note", 4, 4), ("wipe", 4, 4)]
    assert [(one.text, one.times) for one in arm.tally.spreads[0].arguments] == [
        ('{"text": "a"}', 4),
        ('{"text": "b"}', 4),
    ]
    assert [probe.tally.right for probe in arm.probes] == [4, 4, 0]
    assert (session.head, session.branches, shop.runs()) == (head, branches, [])
    assert lines_of_the_tree(session) == before


async def test_two_ways_to_ask_are_set_against_each_other(workspace: Workspace) -> None:
    with ChatServer(*(OSLO if at % 2 else says("Mild.") for at in range(20))) as server:
        session = opened(workspace, server.url)
        arms = (*AS_IT_IS, SampleArm("urged", system="Look it up.", descriptions={"get_weather": "Weather of a city."}))
        id = await session.sample(SamplePlan(arms, (SampleProbe(expects=("get_weather",)),), times=10))
        report = session.sample_report(id)
        sent = [(body["messages"][0]["role"], body["tools"][0]["function"]["description"]) for body in server.requests]
        assert sorted(set(sent)) == [("system", "Weather of a city."), ("user", "The weather.")]
        right = report.differences[0]
        assert (right.what, right.hits, right.of, right.other_hits, right.other_of) == ("right", 0, 10, 10, 10)
        assert right.hardly_chance
        assert right.points == 100
        assert [one.asked != "" for one in only(session).taken].count(True) == 2
        await workspace.close_session(session)


async def test_a_session_that_went_on_samples_the_request_it_sent_last(session: OpenedSession) -> None:
    id = await session.sample(SamplePlan(AS_IT_IS, times=2))
    report = session.sample_report(id)
    assert [(tool.name, tool.any) for tool in report.arms[0].tally.tools] == [("note", 2)]
    assert session.tree.kind(only(session).at) == "message"
    assert session.state.open is not None
    assert [call.status for call in session.state.open.calls] == ["open", "open"]


async def test_a_prompt_stands_in_place_of_the_last_one_and_what_came_after_is_left_away(
    workspace: Workspace,
) -> None:
    with ChatServer(OSLO, says("Fine.")) as server:
        session = opened(workspace, server.url)
        await session.step()
        assert session.state.open is not None
        session.mock(session.state.open.calls[0].key, "sunny")
        await session.sample(SamplePlan(AS_IT_IS, (SampleProbe("And in Rome?"),), times=1))
        assert [message["content"] for message in server.requests[1]["messages"]] == ["And in Rome?"]
        await workspace.close_session(session)


class Heard:
    """What a sample under way told."""

    def __init__(self) -> None:
        self.told: list[SampleProgress] = []
        self._second = asyncio.Event()

    async def third_begins(self) -> None:
        """Two replies have come, and the third request is under way."""
        await self._second.wait()
        for _ in range(3):  # the sample lets others go on once, then asks
            await asyncio.sleep(0)

    def __call__(self, progress: SampleProgress) -> None:
        self.told.append(progress)
        if progress.done == 2:
            self._second.set()


async def test_cancelled_in_the_middle_it_keeps_what_came(workspace: Workspace) -> None:
    with ChatServer(OSLO, OSLO, hangs("I")) as server:
        session, heard = opened(workspace, server.url, stream=True), Heard()
        asking = spawn(session.sample(SamplePlan(AS_IT_IS, times=9), heard), name="sample")
        await heard.third_begins()
        session.stop_sample()
        report = session.sample_report(await asking)
        assert (report.why, report.done, report.total) == ("cancelled", 3, 9)
        assert (report.arms[0].tally.replies, report.arms[0].tally.cancelled) == (2, 1)
        assert [one.done for one in heard.told] == [1, 2, 3]
        await workspace.close_session(session)


async def test_closing_the_session_ends_a_sample_and_the_file_tells_the_same_again(workspace: Workspace) -> None:
    with ChatServer(OSLO, says("No."), hangs("I")) as server:
        session, heard = opened(workspace, server.url, stream=True), Heard()
        asking = spawn(session.sample(SamplePlan(AS_IT_IS, times=9), heard), name="sample")
        await heard.third_begins()
        await workspace.close_session(session)
        report = session.sample_report(await asking)
        again = workspace.open(session.path)
        assert again.sample_report(report.id) == report
        assert (report.ended, report.why, report.arms[0].tally.none) == (True, "cancelled", 1)


async def test_a_file_that_was_cut_tells_what_came_before(workspace: Workspace, tmp_path: Path) -> None:
    with ChatServer(OSLO, OSLO, OSLO) as server:
        session = opened(workspace, server.url)
        await session.sample(SamplePlan(AS_IT_IS, times=3))
        await workspace.close_session(session)
    lines = session.path.read_bytes().splitlines(keepends=True)
    cut = next(at for at, line in reversed(list(enumerate(lines))) if b'"sample_taken"' in line)
    path = tmp_path / "cut.tcsession"
    path.write_bytes(b"".join(lines[:cut]) + lines[cut][:40])
    again = workspace.open(path)
    assert (only(again).ended, len(only(again).taken)) == (False, 2)
    assert again.sample_report("s1").arms[0].tally.replies == 2


@pytest.mark.parametrize(
    ("budget", "why", "asked"),
    [(SampleBudget(tokens=250), "tokens", 3), (SampleBudget(cost=0.0005), "cost", 2)],
)
async def test_a_budget_ends_it(workspace: Workspace, budget: SampleBudget, why: str, asked: int) -> None:
    """With gpt-4o 90 tokens in and 10 out cost 0.000325 dollars."""
    counted = {**OSLO, "usage": {"prompt_tokens": 90, "completion_tokens": 10}}
    with ChatServer(*[counted] * 9) as server:
        session = opened(workspace, server.url)
        report = session.sample_report(await session.sample(SamplePlan(AS_IT_IS, times=9, budget=budget)))
        assert (report.why, report.done, len(server.requests)) == (why, asked, asked)
        assert report.arms[0].tally.cost
        await workspace.close_session(session)


async def test_the_time_is_a_budget_too_and_ends_what_is_under_way(workspace: Workspace) -> None:
    with ChatServer(hangs("I"), hangs("I")) as server:
        session = opened(workspace, server.url, stream=True)
        plan = SamplePlan(AS_IT_IS, times=9, at_once=2, budget=SampleBudget(seconds=0.2))
        report = session.sample_report(await session.sample(plan))
        assert (report.why, report.arms[0].tally.cancelled) == ("seconds", 2)
        await workspace.close_session(session)


async def test_too_many_requests_are_waited_for_and_other_errors_are_results(workspace: Workspace) -> None:
    answers = (
        fails(429, "slowly", Retry_After="0"),
        OSLO,
        fails(500, "down"),
        OSLO,
        fails(429, "no", Retry_After="999"),
    )
    with ChatServer(*answers) as server:
        session = opened(workspace, server.url)
        report = session.sample_report(await session.sample(SamplePlan(AS_IT_IS, times=4)))
        (arm,) = report.arms
        assert (arm.tally.replies, [one.text for one in arm.tally.errors]) == (2, ["down", "no"])
        assert (report.why, len(server.requests)) == ("", 5)
        await workspace.close_session(session)


async def test_a_way_that_only_fails_is_given_up_and_the_other_goes_on(workspace: Workspace) -> None:
    with ChatServer(*[fails(401, "no such key")] * 20) as wrong, ChatServer(*[OSLO] * 12) as right:
        session = opened(workspace, right.url)
        workspace.save_profile(read_profile({"name": "far", "base_url": wrong.url, "model": "gpt-4o"}))
        plan = SamplePlan((SampleArm("far", profile="far"), *AS_IT_IS), times=12)
        report = session.sample_report(await session.sample(plan))
        assert [arm.tally.replies for arm in report.arms] == [0, 12]
        assert (len(wrong.requests), report.arms[0].tally.failed) == (5, 5)
        await workspace.close_session(session)


async def test_secrets_are_blanked_in_what_is_kept(shop: Shop) -> None:
    workspace = Workspace(shop.folder / "data", shop.folder / "config", {"NEAR_KEY": "sesame-open-42"})
    with ChatServer(OSLO, says("It is sesame-open-42.")) as server:
        profile = {"name": "near", "base_url": server.url, "model": "gpt-4o", "key_env": "NEAR_KEY"}
        workspace.save_profile(read_profile(profile))
        session = workspace.new(setup=Setup(responder=workspace.choice(read_profile(profile))))
        session.add_message(user("The key is sesame-open-42."))
        await session.sample(SamplePlan(AS_IT_IS, (SampleProbe(), SampleProbe("Say sesame-open-42.")), times=1))
        assert server.keys == ["Bearer sesame-open-42"] * 2
        assert "sesame-open-42" in server.requests[0]["messages"][0]["content"]
        assert "sesame-open-42" not in repr(session.samples())
        await workspace.close()
    assert b"sesame-open-42" not in session.path.read_bytes()


async def test_a_recording_answers_no_sample_and_what_cannot_be_asked_is_said(
    shop: Shop, workspace: Workspace, session: OpenedSession
) -> None:
    await workspace.close_session(session)
    replayed = workspace.replay(session.path)
    with pytest.raises(StudioError, match="asks no model"):
        await replayed.sample(SamplePlan(AS_IT_IS))
    empty = await shop.session(workspace)
    with pytest.raises(EditRefusedError, match="No request is due"):
        await empty.sample(SamplePlan(AS_IT_IS))
    with pytest.raises(EditRefusedError, match="no tool named nope"):
        await empty.sample(SamplePlan((SampleArm("a", descriptions={"nope": "x"}),), (SampleProbe("hi"),)))
    with pytest.raises(StudioError, match="no profile named"):
        empty.sample_asks(SamplePlan((SampleArm("a", profile="x"),), (SampleProbe("hi"),)))
    assert (empty.samples(), replayed.samples()) == ((), ())


async def test_a_history_that_would_be_refused_is_asked_of_nobody(workspace: Workspace) -> None:
    with ChatServer() as server:
        session = opened(workspace, server.url)
        session.add_message(Message("tool", (Result("nobody_asked", "21 degrees", "get_weather"),)))
        with pytest.raises(StudioError, match="Repair the messages first"):
            await session.sample(SamplePlan(AS_IT_IS))
        assert (session.samples(), server.requests) == ((), [])
        await workspace.close_session(session)


async def test_before_it_begins_it_says_whom_it_asks_how_much(workspace: Workspace) -> None:
    with ChatServer() as server:
        session = opened(workspace, server.url)
        workspace.save_profile(read_profile({"name": "far", "base_url": "http://far.example", "model": "own-model"}))
        arms = (*AS_IT_IS, SampleArm("far", profile="far"))
        near, far = session.sample_asks(SamplePlan(arms, (SampleProbe(), SampleProbe("Rome?")), times=5))
        assert (near.profile, near.model_name, near.url, near.requests) == ("near", "gpt-4o", server.url, 10)
        assert near.tokens > 50
        assert near.cost
        assert (far.model_name, far.url, far.cost) == ("own-model", "http://far.example", None)
        assert server.requests == []
        await workspace.close_session(session)


async def test_what_is_not_kept_is_told_until_the_session_closes(shop: Shop, session: OpenedSession) -> None:
    before = session.path.read_bytes()
    id = await session.sample(SamplePlan(AS_IT_IS, times=2), keep=False)
    assert session.sample_report(id).done == 2
    assert session.path.read_bytes() == before
