"""`find` on real files: lines by rounds, JSON, the exit codes, and that nothing but reading is done."""

import asyncio
import json
from pathlib import Path

import pytest

from studio.cli import find
from tests.flow.shop import Shop, say, to_the_end

pytestmark = pytest.mark.promise("G4")


@pytest.fixture
def path(shop: Shop) -> Path:
    """A finished session of two rounds with two calls of one tool."""
    path = shop.folder / "s.tcsession"

    async def make() -> None:
        workspace = shop.workspace()
        session = await shop.session(workspace, path)
        say(session, "two")
        await to_the_end(session)
        await workspace.close()

    asyncio.run(make())
    return path


def test_it_prints_the_lines_by_rounds_and_changes_nothing(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = path.read_bytes()
    assert find.main([str(path), "note", "--kind", "call"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "round 1"
    assert lines[1].startswith("  call (step ")
    assert lines[-1] == "2 places in 2 lines"
    assert path.read_bytes() == before


def test_json_holds_every_place(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert find.main([str(path), r"\bNOTE\b", "--pattern", "--kind", "call", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [(hit["round"], hit["name"], hit["branch"]) for hit in told["hits"]] == [("1", "note", "main")] * 2
    hit = told["hits"][0]
    assert [hit["shown"][start:end] for start, end in hit["spans"]] == ["note"]
    assert told["complete"] is True


def test_nothing_found_ends_with_1(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert find.main([str(path), "no such words"]) == 1
    assert "Nothing found." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "code", "sentence"),
    [
        (["(", "--pattern"], 2, "The pattern cannot be read from character 1 on"),
        (["x", "--branch", "Z"], 2, "has no branch named Z"),
        ([""], 2, "There is nothing to look for."),
    ],
)
def test_wrong_use_is_said_in_a_sentence(
    path: Path, capsys: pytest.CaptureFixture[str], more: list[str], code: int, sentence: str
) -> None:
    assert find.main([str(path), *more]) == code
    assert sentence in capsys.readouterr().err


def test_a_file_that_is_no_session_ends_with_3(tmp_path: Path) -> None:
    other = tmp_path / "x.tcsession"
    other.write_text("hello\n", encoding="utf-8")
    assert find.main([str(other), "x"]) == 3
