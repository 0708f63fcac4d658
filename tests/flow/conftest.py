"""The agent on real files and a run of the program around it, for every flow."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.shop import Shop, say


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    """The agent in this test's folder."""
    return Shop(tmp_path)


@pytest.fixture
async def workspace(shop: Shop) -> AsyncIterator[Workspace]:
    """A run of the program; closed at the end, so that no process is left."""
    made = shop.workspace()
    yield made
    await made.close()


@pytest.fixture
async def session(shop: Shop, workspace: Workspace) -> OpenedSession:
    """Two calls are open; it stands before the first."""
    made = await shop.session(workspace)
    say(made, "two")
    await made.step()
    return made
