"""Several tools files in one session: a tool always runs from the file that it was shown with."""

from pathlib import Path

import pytest

from studio.problems import StudioError
from studio.workspace.opened import OpenedSession
from tests.flow.chat_server import says
from tests.flow.tools_agent import agent, calls, results

pytestmark = [pytest.mark.anyio, pytest.mark.promise("C1")]
SOURCE = 'def first() -> str:\n    return "first"\n'


def _file(folder: Path, source: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "more.py"
    path.write_text(source, encoding="utf-8")
    return path


async def _add(session: OpenedSession, path: Path) -> None:
    session.trust(session.fingerprint(path))
    await session.add_tools(path)


async def test_a_second_file_of_the_same_name_is_refused_and_takes_nothing_away(tmp_path: Path) -> None:
    one = _file(tmp_path / "a", 'def who() -> str:\n    return "a"\n')
    other = _file(tmp_path / "b", 'def who() -> str:\n    return "b"\n\n\ndef only_b() -> str:\n    return "b"\n')
    async with agent(tmp_path, SOURCE, calls("who"), says("Done.")) as (session, _):
        await _add(session, one)
        before = session.state.setup
        with pytest.raises(StudioError, match="is there already: ") as refused:
            await _add(session, other)
        assert str(one) in refused.value.sentence
        assert session.state.setup == before
        await session.run_to_end()
        assert [result.text for result in results(session)] == ["a"]


async def test_a_file_that_was_moved_takes_the_place_of_the_one_that_is_gone(tmp_path: Path) -> None:
    old = _file(tmp_path / "a", 'def who() -> str:\n    return "old"\n')
    async with agent(tmp_path, SOURCE, calls("who"), says("Done.")) as (session, _):
        await _add(session, old)
        old.unlink()
        new = _file(tmp_path / "b", 'def who() -> str:\n    return "new"\n')
        await _add(session, new)
        assert [file.path for file in session.state.setup.files] == [str(tmp_path / "my_tools.py"), str(new)]
        await session.run_to_end()
        assert [result.text for result in results(session)] == ["new"]
