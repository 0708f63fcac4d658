"""The demo in the terminal, and what `show` and `replay` make of the session it leaves."""

import json
import shutil
from pathlib import Path

import pytest

from studio.workspace import demo
from tests.flow.command_line import Ran, studio


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The session of one headless demo, made once; nobody changes it."""
    path = tmp_path_factory.mktemp("demo") / "demo.tcsession"
    ran = studio("demo", "--headless", "--save", path, TOOLCALL_STUDIO_HOME=str(path.parent / "home"))
    assert (ran.code, ran.err) == (0, "")
    path.with_suffix(".out").write_text(ran.out, encoding="utf-8")
    return path


def test_the_demo_prints_every_stop_with_its_reason_and_what_it_decided(file: Path) -> None:
    out = file.with_suffix(".out").read_text(encoding="utf-8")
    stops = [line.split(maxsplit=1)[1] for line in out.splitlines() if line.startswith("Stop ")]
    assert stops[:2] == [
        "Paused before get_order · step · call 1 of 2",
        "Paused before search_policy · step · call 2 of 2",
    ]
    assert stops.count("Paused before issue_refund · approval: the tool is sensitive") == 3
    assert out.count("Decision   approved") == 3
    assert stops[-1].startswith("Finished")


def test_the_demo_tells_its_story(file: Path) -> None:
    out = studio("show", file).out
    assert "amount: must be a number" in out
    assert "ValueError: amount must not be more than the order's total of 129.90" in out
    assert '"refund_id": "R-48213-1", "amount": 89.9' in out
    assert "89.9 EUR were paid back (refund R-48213-1)" in out
    assert "已退款 89.9 EUR" in out


def test_the_transcript_shown_is_that_of_the_demo_without_its_steps(file: Path) -> None:
    def told(text: str) -> list[str]:
        kept = [line.rstrip() for line in text.splitlines()]
        return [line for line in kept if line and not line.startswith(("Stop", "Decision", "Session:", "Refund", "══"))]

    assert told(studio("show", file).out) == told(file.with_suffix(".out").read_text(encoding="utf-8"))


def test_a_picture_of_the_real_window_is_left_too(tmp_path: Path, home: Path) -> None:
    picture, session = tmp_path / "window.png", tmp_path / "demo.tcsession"
    ran = studio("demo", "--save", session, "--screenshot", picture, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.documents[-1] == {"entry": "end", "file": str(session), "picture": str(picture), "exit": 0}
    data = picture.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) == (1600, 1000)
    recent = json.loads((home / "config" / "settings.json").read_text(encoding="utf-8"))["recent"]
    assert recent == [str(session)]


def test_a_replay_of_the_demo_comes_out_the_same_without_running_anything(file: Path) -> None:
    ran = studio("replay", file, "--check")
    assert (ran.code, ran.out) == (0, "main: comes out the same\n")


def test_a_replay_with_live_tools_runs_only_what_is_trusted(file: Path, tmp_path: Path) -> None:
    tools = Path(shutil.copy(demo.tools_path(), tmp_path / "refund_tools.py"))
    elsewhere = tmp_path / "elsewhere.tcsession"
    text = file.read_text(encoding="utf-8")
    elsewhere.write_text(text.replace(json.dumps(str(demo.tools_path())), json.dumps(str(tools))), encoding="utf-8")
    refused = studio("replay", elsewhere, "--tools", "live")
    assert refused.code == 2
    assert "refund_tools.py" in refused.err
    trusted = studio("replay", elsewhere, "--check", "--tools", "live", "--trust", "--approve", "all", "--json")
    checked, end = trusted.documents
    assert (checked["branch"], checked["same"], checked["difference"]) == ("main", True, None)
    assert end == {"entry": "end", "files": 1, "branches": 1, "same": True, "failed": 0, "exit": 0}


def test_the_demo_s_own_tools_need_no_trust(file: Path) -> None:
    trusted = studio("replay", file, "--check", "--tools", "live", "--approve", "all", "--json")
    checked, end = trusted.documents
    assert (checked["branch"], checked["same"], checked["difference"]) == ("main", True, None)
    assert end == {"entry": "end", "files": 1, "branches": 1, "same": True, "failed": 0, "exit": 0}


def _with_other_result(file: Path, to: Path) -> Path:
    text = file.read_text(encoding="utf-8")
    assert '\\"total\\": 129.9' in text
    to.write_text(text.replace('\\"total\\": 129.9', '\\"total\\": 77.7'), encoding="utf-8")
    return to


def test_a_replay_whose_results_differ_names_the_first_place_old_and_new(file: Path, tmp_path: Path) -> None:
    other = _with_other_result(file, tmp_path / "other.tcsession")
    ran = studio("replay", other, "--check", "--tools", "live", "--trust", "--approve", "all", "--json")
    end, _ = ran.documents
    assert (ran.code, end["same"]) == (1, False)
    assert end["difference"]["pointer"] == "/2/text"
    assert "77.7" in end["difference"]["old"]
    assert "129.9" in end["difference"]["new"]


def test_a_replay_in_the_open_prints_the_steps_and_leaves_its_own_session(file: Path, tmp_path: Path) -> None:
    into = tmp_path / "again.tcsession"
    before = file.read_bytes()
    ran = studio("replay", file, "--save", into)
    assert ran.code == 0
    assert "issue_refund · recorded" in ran.out
    assert file.read_bytes() == before
    assert json.loads(into.read_text(encoding="utf-8").splitlines()[0])["source"] == str(file)


def test_show_as_json_is_one_document_with_all_branches(file: Path) -> None:
    (shown,) = studio("show", file, "--json").documents
    (main,) = shown["branches"]
    assert main["branch"] == "main"
    assert [entry["tool"] for entry in main["entries"] if entry["entry"] == "result"] == [
        "get_order",
        "search_policy",
        *["issue_refund"] * 3,
        "notify_customer",
    ]


def test_a_narrow_terminal_gets_lines_that_fit(file: Path) -> None:
    out = studio("show", file, COLUMNS="44").out
    assert max(map(len, out.splitlines())) <= 44


@pytest.mark.parametrize("command", ["show", "replay"])
@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00", "is not"),
        (b"", "is not a session file"),
        (b'{"a": 1}\n', "is not a session file"),
        (None, "cannot be read"),
    ],
)
def test_a_file_that_is_no_session_is_one_sentence_and_code_3(
    tmp_path: Path, command: str, data: bytes | None, told: str
) -> None:
    path = tmp_path / "x.tcsession"
    if data is not None:
        path.write_bytes(data)
    ran: Ran = studio(command, path)
    assert (ran.code, ran.out) == (3, "")
    assert told in ran.err
    assert len(ran.err.splitlines()) == 1


def test_a_cut_last_line_is_reported_and_the_rest_is_shown(file: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.tcsession"
    cut.write_bytes(file.read_bytes()[:-20])
    ran = studio("show", cut)
    assert ran.code == 0
    assert "is damaged" in ran.out
    assert "R-48213-1" in ran.out
