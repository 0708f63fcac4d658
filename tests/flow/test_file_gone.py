"""A session whose file is deleted under the program: it is said, nothing is lost, and it goes on elsewhere."""

import sys
from pathlib import Path

import pytest

from studio.store import session_file
from studio.store.session_error import SessionFileError
from studio.workspace.workspace import Workspace

pytestmark = pytest.mark.anyio


@pytest.mark.skipif(sys.platform == "win32", reason="there an open file cannot be deleted")
async def test_a_session_whose_file_was_deleted_goes_on_whole_where_it_is_saved(tmp_path: Path) -> None:
    workspace = Workspace()
    try:
        session = await workspace.demo(tmp_path / "a.tcsession")
        await session.step()
        session.path.unlink()
        with pytest.raises(SessionFileError, match="deleted or replaced"):
            await session.step()
        assert "deleted or replaced" in session.saved
        await session.save_as(tmp_path / "b.tcsession")
        assert session.saved == "saved"
        await session.step()
        head = session.head
    finally:
        await workspace.close()
    opened = session_file.read(tmp_path / "b.tcsession")
    assert (opened.damage, opened.head, len(opened.tree)) == ((), head, head)
