"""The bundled samples: honest, free of this machine, and opened as copies only."""

from pathlib import Path

import pytest

from studio import paths
from studio.session.lines import decode
from studio.store import session_file
from studio.workspace import samples
from studio.workspace.workspace import Workspace
from tests.sessions.samples import agent, carried, loop

pytestmark = [pytest.mark.anyio, pytest.mark.promise("H2")]


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path / "data", tmp_path / "config", {})


@pytest.mark.parametrize("id", samples.IDS)
async def test_a_sample_opens_as_a_copy_in_which_nothing_runs_and_what_is_bundled_stays(
    workspace: Workspace, tmp_path: Path, id: str
) -> None:
    before = samples.bundled(id).read_bytes()
    made = workspace.sample(id)
    assert made.path.parent == tmp_path / "data" / "sessions"
    assert (made.damage, made.read_only, made.untrusted) == ((), "", ())
    assert Path(made.state.setup.files[0].path).parent == paths.resources() / "demo"
    assert str(paths.resources()).encode() not in before
    await workspace.close_session(made)
    assert samples.bundled(id).read_bytes() == before


async def test_a_copy_in_which_nothing_was_done_is_opened_again_and_another_one_else(workspace: Workspace) -> None:
    first = workspace.sample("loop")
    await workspace.close_session(first)
    again = workspace.sample("loop")
    assert again.path == first.path
    again.rewind(again.tree.path(again.head)[3])
    again.fork(again.head)
    again.change_setup(system="Be quick.")
    await workspace.close_session(again)
    other = workspace.sample("loop")
    assert other.path != first.path
    await workspace.close()


async def test_a_sample_goes_on_by_its_script_and_the_demos_tools(workspace: Workspace) -> None:
    made = workspace.sample("agent")
    branches = {branch.name: branch.tip for branch in made.shown_branches}
    assert set(branches) == {"refunded", "not covered"}
    path = made.tree.path(branches["refunded"])
    made.rewind(next(node for node in path if made.tree.kind(node) == "reply"))
    made.fork(made.head)
    stop = await made.run_to_end()
    assert stop.reason == "approval"
    await workspace.close()


@pytest.mark.parametrize(("id", "make"), [("loop", loop), ("agent", agent)])
async def test_what_is_bundled_is_what_the_program_still_records(
    workspace: Workspace, tmp_path: Path, id: str, make: object
) -> None:
    path = tmp_path / f"{id}.tcsession"
    await make(workspace, path)  # type: ignore[operator]
    assert _kinds(carried(path.read_bytes())) == _kinds(samples.bundled(id).read_bytes())
    opened = session_file.read(samples.bundled(id))
    assert opened.damage == ()


def _kinds(data: bytes) -> list[str]:
    return [type(decode(line)).__name__ for line in data.splitlines()]
