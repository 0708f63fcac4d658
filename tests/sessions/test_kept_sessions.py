"""One real session file of every format is kept for good: it opens whole, tells the same story, and replays."""

import json
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

import pytest

from studio.engine.due import Finished
from studio.present.transcript import whole_transcript
from studio.present.transcript_text import section_lines
from studio.session.state import settled
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

pytestmark = pytest.mark.anyio
HERE = Path(__file__).parent
KEPT = sorted(HERE.glob("v*/*.tcsession"))
WIDTH = 100
SETTINGS_OF_2 = (
    "executors", "choices", "coercion", "strategies", "concurrent", "compensation", "limits", "policies", "mocks", "strict",
    "result_chars", "memory_id",
)  # fmt: skip


class Facts(NamedTuple):
    """What a kept session is like. `stops` are the codes of the stops on the way to the end of a replay of its first branch."""

    title: str
    branches: tuple[str, ...]
    requests: int
    by_tools: bool
    stops: tuple[str, ...]


FACTS = {
    "refund": Facts("Refund triage, kept", ("main", "rejected"), 8, False, ("provider_error",)),
    "trip": Facts("A trip that was undone", ("main", "by hand"), 6, True, ()),
    "desk": Facts("Desk", ("main",), 9, False, ()),
    "garden": Facts("Garden", ("main", "ending", "vain"), 6, False, ()),
}


@pytest.fixture
async def workspace(tmp_path: Path) -> AsyncIterator[Workspace]:
    made = Workspace(tmp_path / "data", tmp_path / "config", {})
    yield made
    await made.close()


@pytest.fixture(params=KEPT, ids=lambda path: f"{path.parent.name}-{path.stem}")
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy that may be changed."""
    return Path(shutil.copy(request.param, tmp_path))


def _text(session: OpenedSession) -> str:
    sections = whole_transcript(session.tree, session.branches, head=session.head, stop=session.stop)
    return "".join(f"{line}\n" for line in section_lines(sections, WIDTH))


def _stored(file: Path) -> str:
    (path,) = (path for path in KEPT if path.name == file.name)
    return path.with_suffix(".txt").read_text(encoding="utf-8")


def test_there_is_a_session_of_every_format() -> None:
    assert {path.parent.name for path in KEPT} == {"v1", "v2", "v3", "v4"}


def test_the_session_of_format_2_holds_every_kind_of_event_and_every_member_that_format_2_brought() -> None:
    lines = [json.loads(line) for line in (HERE / "v2" / "trip.tcsession").read_text(encoding="utf-8").splitlines()]
    kinds = {line["kind"] for line in lines}
    assert {"attempt_failed", "undo_started", "undone"} <= kinds
    members = {(line["kind"], member) for line in lines for member in line}
    new = {
        *(("setup", member) for member in SETTINGS_OF_2),
        *(("call_started", member) for member in ("ran_with", "approved")),
        *(("result", member) for member in ("media", "whole", "rule", "fault")),
    }
    assert new - members == set()
    assert {line.get("source", "ran") for line in lines if line["kind"] == "undone"} == {
        "ran",
        "mock",
        "by_hand",
    }


async def test_it_opens_whole_and_tells_what_it_told_when_it_was_made(kept: Path, workspace: Workspace) -> None:
    session, facts = workspace.open(kept), FACTS[kept.stem]
    assert (session.damage, session.read_only, session.title) == ((), "", facts.title)
    assert [(branch.name, branch.gap) for branch in session.branches] == [(name, False) for name in facts.branches]
    assert session.due == Finished(facts.by_tools)
    assert _text(session) == _stored(kept)


async def test_every_request_of_it_can_be_shown(kept: Path, workspace: Workspace) -> None:
    session = workspace.open(kept)
    tips = [branch.tip for branch in session.branches]
    requests = {node for tip in tips for node in session.tree.path(tip) if session.tree.kind(node) == "request"}
    assert len(requests) == FACTS[kept.stem].requests
    for node in requests:
        assert session.request_json(node).endswith("}]}")


def test_the_session_of_format_3_holds_every_kind_of_event_and_every_member_that_format_3_brought_to_a_request() -> (
    None
):
    lines = [json.loads(line) for line in (HERE / "v3" / "desk.tcsession").read_text(encoding="utf-8").splitlines()]
    assert {"source", "offered", "agent_started"} <= {line["kind"] for line in lines}
    members = {(line["kind"], member) for line in lines for member in line}
    assert {("request", "left_out"), ("request", "passages"), ("result", "adds")} <= members
    assert {("setup", member) for member in ("groups", "sources", "search", "skills", "memory")} <= members


def test_the_session_of_format_4_holds_every_kind_of_line_and_every_member_that_format_4_brought() -> None:
    lines = [json.loads(line) for line in (HERE / "v4" / "garden.tcsession").read_text(encoding="utf-8").splitlines()]
    assert {
        *("edits", "breakpoint", "watch", "logged", "branch_noted", "branch_hidden"),
        *("sample", "sample_taken", "sample_ended"),
    } <= {line["kind"] for line in lines}
    members = {(line["kind"], member) for line in lines for member in line}
    assert {("call_edited", "truth"), ("call_edited", "notice"), ("call_edited", "rule")} <= members
    assert {("result_edited", "rule"), ("request", "invalid"), ("setup", "automatic")} <= members
    assert {line.get("truth") for line in lines if line["kind"] == "call_edited"} == {"keep", "notify", None}


@pytest.mark.parametrize("branch", [0, 1])
async def test_every_branch_of_it_replays_to_the_same(kept: Path, workspace: Workspace, branch: int) -> None:
    recorded, facts = workspace.open(kept), FACTS[kept.stem]
    branch = min(branch, len(facts.branches) - 1)
    tip = next(one.tip for one in recorded.branches if one.name == facts.branches[branch])
    session = workspace.replay(kept, branch=facts.branches[branch])
    for what in facts.stops:
        assert (await session.run_to_end()).what == what
    stop = await session.run_to_end()
    assert (stop.reason, session.difference, session.unused_calls) == ("finished", None, ())
    assert list(settled(session.state)) == list(settled(recorded.tree.state(tip)))


async def test_it_goes_on(kept: Path, workspace: Workspace) -> None:
    session = workspace.open(kept)
    before = session.head
    await session.send("Thank you.")
    assert session.tree.path(session.head)[: len(session.tree.path(before))] == session.tree.path(before)
    assert [message.text for message in settled(session.state) if message.role == "user"][-1] == "Thank you."
    await workspace.close_session(session)
    assert workspace.open(kept).damage == ()
