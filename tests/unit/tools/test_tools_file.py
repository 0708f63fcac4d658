"""Why a tools file cannot be used, in one sentence each."""

from pathlib import Path
from typing import Any

import pytest

from studio.tools import tools_file
from studio.tools.tools_file import Skipped, ToolsFileError

MINE = Path("/somewhere/mine.py")


def told(kind: str, **more: Any) -> dict[str, Any]:
    """A refusal as the worker sends it."""
    return {"kind": kind, "type": "ValueError", "message": "bad", "line": 7, "detail": "Traceback", **more}


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (tools_file.unreadable(MINE, FileNotFoundError(2, "No")), "The tools file /somewhere/mine.py does not exist."),
        (tools_file.unreadable(MINE, PermissionError(13, "Permission denied")), "cannot be read: Permission denied."),
        (tools_file.unreadable(MINE, ValueError("embedded null byte")), "cannot be read: that is no name of a file."),
        (tools_file.refused(MINE, told("syntax"), ""), "mine.py is not valid Python: bad (line 7)."),
        (tools_file.refused(MINE, told("raised"), ""), "Importing mine.py raises ValueError: bad (line 7)."),
        (tools_file.refused(MINE, told("raised", message=""), ""), "Importing mine.py raises ValueError (line 7)."),
        (tools_file.refused(MINE, told("no_schema"), ""), "mine.py (line 7): bad."),
        (tools_file.refused(MINE, told("mark"), ""), "mine.py (line 7): bad."),
        (tools_file.refused(MINE, told("default"), ""), "mine.py (line 7): bad."),
        (tools_file.refused(MINE, told("injected"), ""), "mine.py (line 7): bad."),
        (tools_file.refused(MINE, told("twice"), ""), "mine.py (line 7): bad."),
        (tools_file.hangs(MINE, 20.0, True, "python", ""), "Importing mine.py did not end within 20 seconds."),
        (tools_file.hangs(MINE, 20.0, False, "python", ""), "it did not answer within 20 seconds."),
        (tools_file.ended(MINE, -9, True, "python", ""), "while it imported mine.py (signal 9)."),
        (tools_file.ended(MINE, 78, False, "py", "too old: Python 3.6\n"), "py is Python 3.6; tools need Python 3.9"),
        (tools_file.ended(MINE, 1, False, "py", "usage"), "py does not work as a Python interpreter: it ended with"),
        (tools_file.cannot_start("py", FileNotFoundError(2, "No")), "The Python interpreter py does not exist."),
    ],
)
def test_each_reason_has_its_sentence_and_a_way_out(error: ToolsFileError, sentence: str) -> None:
    assert sentence in error.sentence
    assert error.help


def test_line_traceback_and_output_are_kept() -> None:
    error = tools_file.refused(MINE, told("raised"), "printed")
    assert (error.line, error.detail, error.output) == (7, "Traceback", "printed")


def test_functions_that_were_left_out_are_named() -> None:
    assert "- f: it takes *args" in tools_file.nothing_found(MINE, (Skipped("f", "it takes *args"),), "").help
