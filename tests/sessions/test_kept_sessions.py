"""One real session file of every format is kept for good: it opens whole, tells the same story, and replays."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

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
    assert {path.parent.name for path in KEPT} == {"v1"}


async def test_it_opens_whole_and_tells_what_it_told_when_it_was_made(kept: Path, workspace: Workspace) -> None:
    session = workspace.open(kept)
    assert (session.damage, session.read_only, session.title) == ((), "", "Refund triage, kept")
    assert [(branch.name, branch.gap) for branch in session.branches] == [("main", False), ("rejected", False)]
    assert session.due == Finished()
    assert _text(session) == _stored(kept)


async def test_every_request_of_it_can_be_shown(kept: Path, workspace: Workspace) -> None:
    session = workspace.open(kept)
    tips = [branch.tip for branch in session.branches]
    requests = {node for tip in tips for node in session.tree.path(tip) if session.tree.kind(node) == "request"}
    assert len(requests) == 8
    for node in requests:
        assert session.request_json(node).endswith("}]}")


@pytest.mark.parametrize("branch", ["main", "rejected"])
async def test_every_branch_of_it_replays_to_the_same(kept: Path, workspace: Workspace, branch: str) -> None:
    recorded = workspace.open(kept)
    tip = next(one.tip for one in recorded.branches if one.name == branch)
    session = workspace.replay(kept, branch=branch)
    stop = await session.run_to_end()
    assert stop.what == "provider_error"
    stop = await session.run_to_end()
    assert (stop.reason, session.difference, session.unused_calls) == ("finished", None, ())
    assert list(settled(session.state)) == list(settled(recorded.tree.state(tip)))


async def test_it_goes_on(kept: Path, workspace: Workspace) -> None:
    session = workspace.open(kept)
    before = session.head
    await session.send("Thank you.")
    assert session.tree.parent(session.tree.parent(session.tree.parent(session.head))) == before
    await workspace.close_session(session)
    assert workspace.open(kept).damage == ()
