"""Errors become one sentence and an exit code; JSON gets a document."""

import json

import pytest

from studio.cli.command import BAD_FILE, CANCELLED, WRONG_USE, CommandError, conclude, failing
from studio.cli.moving import exit_code
from studio.cli.terminal import Terminal
from studio.problems import StudioError
from studio.session.notes import Stopped


def _raise(error: BaseException) -> int:
    raise error


def test_the_code_of_the_work_is_the_exit_code_also_of_a_coroutine() -> None:
    async def work(terminal: Terminal) -> int:
        return 5

    assert conclude(False, work) == 5
    assert conclude(False, lambda _: 1) == 1


def test_an_error_is_its_sentence_and_help_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    code = conclude(False, lambda _: _raise(CommandError("It is broken.", "Mend it.", code=BAD_FILE)))
    assert (code, *capsys.readouterr()) == (BAD_FILE, "", "It is broken. Mend it.\n")


def test_an_error_is_a_document_too_when_json_is_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    assert conclude(True, lambda _: _raise(StudioError("No.", "Yes."))) == WRONG_USE
    assert json.loads(capsys.readouterr().out) == {"error": {"sentence": "No.", "help": "Yes."}}


def test_errors_of_a_part_get_the_code_of_the_part_unless_they_have_one() -> None:
    for raised, code in ((StudioError("x"), BAD_FILE), (CommandError("x"), WRONG_USE)):
        with pytest.raises(CommandError) as caught, failing(BAD_FILE):
            raise raised
        assert caught.value.code == code


def test_ctrl_c_is_130() -> None:
    assert conclude(False, lambda _: _raise(KeyboardInterrupt())) == CANCELLED


@pytest.mark.parametrize(
    ("stop", "code"),
    [
        (Stopped(reason="finished"), 0),
        (Stopped(reason="exception", what="differs"), 1),
        (Stopped(reason="exception", what="missed_result"), 1),
        (Stopped(reason="exception", what="provider_error"), 4),
        (Stopped(reason="exception", what="no_answer"), 2),
        (Stopped(reason="limit", what="round_trips"), 5),
        (Stopped(reason="approval"), 5),
        (Stopped(reason="exception", what="uncertain_call"), 5),
        (Stopped(reason="pause", what="stopped"), 130),
    ],
)
def test_where_a_session_came_to_rest_is_the_exit_code(stop: Stopped, code: int) -> None:
    assert exit_code(stop) == code


def test_what_is_nested_too_deep_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert conclude(False, lambda _: _raise(RecursionError())) == BAD_FILE
    assert "nested too deep" in capsys.readouterr().err
