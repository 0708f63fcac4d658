"""Recordings that end anywhere: before a call, at an approval, in an agent, in the middle of anything. Their replays end there, too."""

import json
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from studio.cli import replay
from studio.testing.replaying import Done
from studio.testing.replaying import replay as replayed

pytestmark = pytest.mark.promise("F5")
SESSIONS = Path(__file__).parents[1] / "sessions"


def _cut(file: Path, folder: Path) -> Iterator[tuple[str, Path]]:
    """A session as it stood after each thing that was said or done in it, with what that was."""
    lines = file.read_bytes().splitlines(keepends=True)
    for at, line in enumerate(lines, 1):
        kind = json.loads(line).get("kind", "")
        if kind in ("message", "call_started", "reply", "result", "agent_started", "undo_started", "undo"):
            made = folder / f"{at:03}.tcsession"
            made.write_bytes(b"".join(lines[:at]))
            yield kind, made


@pytest.mark.parametrize("kept", ["v2/trip", "v3/desk"])
def test_a_recording_that_ends_anywhere_comes_out_the_same_and_says_where_it_ends(
    kept: str, tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert home.exists()
    ends = {path.name: kind for kind, path in _cut(SESSIONS / f"{kept}.tcsession", tmp_path)}
    code = replay.main([str(tmp_path), "--check", "--json", "--junit", str(tmp_path / "out.xml")])
    *checked, end = map(json.loads, capsys.readouterr().out.splitlines())
    heads = [each for each in checked if each["branch"] == "main"]
    assert (code, end["failed"], len(heads)) == (0, 0, len(ends))
    told = {each["sentence"] for each in heads}
    assert "comes out the same; it ends before a request, as recorded" in told
    assert any("it ends before " in each and "a request" not in each for each in told)
    root = ET.fromstring((tmp_path / "out.xml").read_bytes())
    assert (root.get("failures"), root.get("errors")) == ("0", "0")


@pytest.mark.anyio
async def test_an_exported_test_ends_where_the_check_does(tmp_path: Path) -> None:
    made = dict(_cut(SESSIONS / "v3" / "desk.tcsession", tmp_path))
    done: dict[str, Done] = {kind: await replayed(path, None, live=False) for kind, path in made.items()}
    assert {each.differs for each in done.values()} == {""}
    assert done["agent_started"].stopped == "The recording ends here."
    assert done["call_started"].stopped == "The recording ends before look_up."


@pytest.mark.anyio
async def test_a_test_may_set_places_of_a_request_aside(tmp_path: Path) -> None:
    whole, changed = (SESSIONS / "v1" / "refund.tcsession").read_bytes(), tmp_path / "changed.tcsession"
    changed.write_bytes(
        whole.replace(
            b'"role":"user","parts":[{"type":"text","text":"', b'"role":"user","parts":[{"type":"text","text":"Now: ', 1
        )
    )
    assert "differs at /messages/1/content" in (await replayed(changed, "main", live=False)).differs
    done = await replayed(changed, "main", live=False, volatile=("/messages/1/content",))
    assert done.differs == ""


def test_what_hangs_under_a_lost_line_is_no_replay_that_differs_but_a_damaged_file(
    tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert home.exists()
    lines = (SESSIONS / "v1" / "refund.tcsession").read_bytes().splitlines(keepends=True)
    lost = next(place for place, line in enumerate(lines) if b'"kind":"request"' in line)
    file = tmp_path / "damaged.tcsession"
    file.write_bytes(b"".join((*lines[:lost], b"{lost\n", *lines[lost + 1 :])))
    code = replay.main([str(file), "--check", "--json"])
    *checked, _ = map(json.loads, capsys.readouterr().out.splitlines())
    assert (code, [(each["branch"], each["what"]) for each in checked]) == (3, [(None, "file"), ("main", "same")])
