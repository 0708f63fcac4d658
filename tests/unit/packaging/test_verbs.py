"""The order of the checks, and that a failure is neither passed over nor talked over."""

import sys
from pathlib import Path

import pytest
from shell import run_openly, run_quietly
from verbs import CHECKS, main, run_checks, run_headless


def test_all_checks_run_in_order_and_the_arguments_reach_the_last(capsys: pytest.CaptureFixture[str]) -> None:
    ran: list[list[str]] = []

    def check(command: list[str]) -> int:
        ran.append(command)
        return 0

    assert run_checks([("one", ["a"]), ("two", ["b"])], ["-x"], check) == 0
    assert ran == [["a"], ["b", "-x"]]
    assert capsys.readouterr().out == "\n== 1 of 2: one\n\n== 2 of 2: two\n"


def test_the_first_failure_ends_it_with_its_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_checks([("one", ["a"]), ("two", ["b"])], [], lambda _command: 3) == 3
    assert capsys.readouterr().out.endswith("one failed, so the rest was not run.\n")


def test_after_the_last_check_nothing_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_checks([("pytest", ["b"])], [], lambda _command: 1) == 1
    assert capsys.readouterr().out == "\n== 1 of 1: pytest\n"


def test_pytest_is_the_last_check() -> None:
    assert [title for title, _ in CHECKS] == ["ruff check", "ruff format", "mypy", "import contracts", "pytest"]


def test_arguments_that_setup_does_not_take_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main("setup", ["now"]) == 4
    assert capsys.readouterr().err == "'setup' takes no arguments, and was given: now\n"


def test_a_program_that_is_not_there_is_no_crash() -> None:
    assert run_quietly(["/nowhere/at-all"]).code == 127


def test_the_lines_of_a_program_are_told_as_they_come() -> None:
    told: list[str] = []
    program = "import os, sys; print('one'); print(os.environ['WORD'], file=sys.stderr); sys.exit(3)"
    ran = run_quietly([sys.executable, "-u", "-c", program], variables={"WORD": "two"}, on_line=told.append)
    assert (ran.code, ran.output, told) == (3, "one\ntwo\n", ["one", "two"])


def test_without_a_display_the_demo_alone_says_where_its_files_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    demo = "import sys; print('Session:', sys.argv[4]); print('Picture:', sys.argv[6]); open(sys.argv[4], 'w'); sys.exit(5)"
    assert run_headless(sys.executable, [sys.executable, "-c", demo]) == 5
    first, _, session, picture = capfd.readouterr().out.splitlines()
    assert first.startswith("There is no display")
    assert (session.partition(":")[0], picture.partition(":")[0]) == ("Session", "Picture")
    assert session.endswith(".tcsession")
    assert picture.endswith(".png")


@pytest.mark.skipif(sys.platform == "win32", reason="signals end programs elsewhere")
def test_a_program_ended_by_a_signal_gives_the_shells_code(tmp_path: Path) -> None:
    program = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    assert run_openly([sys.executable, "-c", program], folder=str(tmp_path)) == 137
