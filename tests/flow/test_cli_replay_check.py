"""`replay --check` over many files: each branch told and counted, what fails named, JUnit XML that anything can read."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from studio.cli import replay
from studio.cli.junit import legal
from tests.flow.chat_server import ChatServer, says
from tests.flow.command_line import Ran

pytestmark = pytest.mark.promise("F5")
SESSIONS = Path(__file__).parents[1] / "sessions"
Check = Callable[..., Ran]


@pytest.fixture
def check(capsys: pytest.CaptureFixture[str], home: Path) -> Check:
    """Runs `replay --check` in this process, with settings of its own."""
    assert home.exists()

    def ran(*arguments: object) -> Ran:
        capsys.readouterr()
        try:
            code = replay.main([*map(str, arguments), "--check"])
        except SystemExit as ended:
            code = int(ended.code or 0)
        said = capsys.readouterr()
        return Ran(code, said.out, said.err)

    return ran


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A good session, one that was tampered with, one that is cut in a line, and something that is no session."""
    made = tmp_path / "kept"
    (made / "deep").mkdir(parents=True)
    whole = shutil.copy(SESSIONS / "v1" / "refund.tcsession", made / "deep" / "good.tcsession")
    raw = Path(whole).read_bytes()
    lines = raw.splitlines(keepends=True)
    spoiled = [_spoiled(line) if b'"kind":"reply"' in line else line for line in lines]
    (made / "a.tcsession").write_bytes(b"".join(spoiled))
    (made / "cut.tcsession").write_bytes(b"".join(lines)[:-30])
    (made / "none.tcsession").write_text("nothing \x1b[1m\n", encoding="utf-8")
    return made


def _spoiled(line: bytes) -> bytes:
    """A reply of a session in which the model says something else beside its calls."""
    event = json.loads(line)
    calls = [part for part in event["reply"]["parts"] if part["type"] == "call"]
    if calls:
        event["reply"]["parts"] = [{"type": "text", "text": "Tampered \x07with."}, *calls]
    return json.dumps(event, separators=(",", ":")).encode() + b"\n"


def test_all_kept_sessions_of_all_formats_come_out_the_same(check: Check) -> None:
    ran = check(SESSIONS)
    files = len(list(SESSIONS.rglob("*.tcsession")))
    assert ran.out.splitlines()[-1].startswith(f"{files} files, ")
    assert (ran.code, ran.out.splitlines()[-1].endswith(": all come out the same")) == (0, True)


def test_what_fails_is_named_by_file_and_branch_and_nothing_ends_the_run(check: Check, folder: Path) -> None:
    ran = check(folder)
    told = [line for line in ran.out.splitlines() if not line.startswith("  ")]
    assert ran.code == 1
    assert [line.split(": ")[0].removeprefix(str(folder)) for line in told[:-1]] == [
        "/a.tcsession · main",
        "/a.tcsession · rejected",
        "/cut.tcsession",
        "/cut.tcsession · main",
        "/cut.tcsession · rejected",
        "/deep/good.tcsession · main",
        "/deep/good.tcsession · rejected",
        "/none.tcsession",
    ]
    assert [line.endswith("comes out the same") for line in told[5:7]] == [True, True]
    assert told[2].endswith("was cut while it was written.")
    assert told[-1].startswith("4 files, 6 branches: ")


def test_the_junit_file_holds_a_case_for_each_branch_and_every_failure_with_pointer_and_values(
    check: Check, folder: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.xml"
    ran = check(folder, "--junit", out, "--json")
    root = ET.fromstring(out.read_bytes())
    suites = {Path(suite.get("name") or "").name: suite for suite in root}
    assert set(suites) == {"a.tcsession", "cut.tcsession", "good.tcsession", "none.tcsession"}
    *checked, end = ran.documents
    assert [each.get("name") for suite in root for each in suite] == [
        each["branch"] or "(the file)" for each in checked
    ]
    failed = sum(not each["same"] for each in checked)
    assert (int(root.get("failures") or 0) + int(root.get("errors") or 0), end["failed"]) == (failed, failed)
    assert (suites["good.tcsession"].get("failures"), suites["none.tcsession"].get("errors")) == ("0", "1")
    of_call = [each for each in checked if each["what"] == "request"]
    case = next(case for case in suites["a.tcsession"] if case.get("name") == of_call[0]["branch"])
    failure = case.find("failure")
    assert failure is not None
    assert failure.text is not None
    assert of_call[0]["difference"]["pointer"] in (failure.get("message") or "")
    assert "old: " in failure.text
    assert "nearest recorded: the request of round" in failure.text


def test_a_live_model_that_asks_for_less_leaves_recorded_calls_and_that_is_told(check: Check, tmp_path: Path) -> None:
    file = shutil.copy(SESSIONS / "v3" / "desk.tcsession", tmp_path)
    with ChatServer(*(says("I know it already.") for _ in range(9))) as server:
        ran = check(file, "--model", "live", "--base-url", server.url, "--model-name", "tiny", "--json")
    checked, end = ran.documents
    assert (ran.code, end["failed"], checked["same"]) == (1, 1, False)
    assert len(checked["unused"]) >= 2


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--volatile", "time"), "time is no path into a request."),
        (("--live-tools", "x", "--tools", "live"), "--live-tools goes with recorded tools."),
        (("--branch", "nix"), "has no branch named nix."),
    ],
)
def test_wrong_options_are_a_sentence(check: Check, options: tuple[str, ...], told: str) -> None:
    ran = check(SESSIONS / "v2" / "trip.tcsession", *options)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err


def test_a_folder_without_sessions_is_no_success(check: Check, tmp_path: Path) -> None:
    ran = check(tmp_path)
    assert (ran.code, ran.out, "There is no session file below" in ran.err) == (3, "", True)


def test_a_file_that_cannot_be_read_or_is_damaged_is_told_by_its_own_exit_code_unless_something_came_out_otherwise(
    check: Check, folder: Path
) -> None:
    good = folder / "deep" / "good.tcsession"
    codes = [check(good, folder / each).code for each in ("nix.tcsession", "none.tcsession", "cut.tcsession")]
    assert (codes, check(folder / "nix.tcsession").code) == ([3, 3, 3], 3)
    assert check(folder / "nix.tcsession", good, folder / "a.tcsession").code == 1


def test_without_check_a_live_model_names_its_first_other_decision_and_does_not_fail(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert home.exists()
    with ChatServer(*(says("I know it already.") for _ in range(9))) as server:
        model = ("--model", "live", "--base-url", server.url, "--model-name", "tiny")
        codes = [replay.main([str(SESSIONS / "v3" / "desk.tcsession"), *model, *more]) for more in ((), ("--json",))]
    *lines, last = capsys.readouterr().out.splitlines()
    told = "main: went on to its end; the first decision that comes out otherwise is in round 1"
    at = lines.index(told)
    decision = {"round": 1, "old": 'search_tools({"query": "order number"})', "new": "I know it already."}
    assert lines[at + 1 : at + 3] == [f"  old: {decision['old']}", f"  new: {decision['new']}"]
    end = json.loads(last)
    assert (codes, end["branch"], end["same"], end["decision"]) == ([0, 0], "main", False, decision)


@pytest.mark.parametrize("text", ["a\x00b", "\ud800", "\x1b[1m", "\ufffe", "tab\tand\nline", "ünï 字 😀"])
def test_whatever_a_failure_says_is_legal_in_xml(text: str) -> None:
    made = ET.Element("a", b=legal(text))
    made.text = legal(text)
    again = ET.fromstring(ET.tostring(made, encoding="utf-8"))
    assert again.text == legal(text)
    assert legal("tab\tand\nünï 字 😀") == "tab\tand\nünï 字 😀"
