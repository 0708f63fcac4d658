"""A late module is loaded when something of it is asked for, and not before."""

import subprocess
import sys

import pytest

from studio.late import Late

_ASKED = """
import sys
from studio.late import Late
fractions = Late("fractions")
print("fractions" in sys.modules)
print(fractions.Fraction(1, 2) + fractions.Fraction(1, 4), "fractions" in sys.modules)
"""


def test_a_module_is_loaded_with_the_first_question() -> None:
    said = subprocess.run([sys.executable, "-c", _ASKED], capture_output=True, text=True, check=True)
    assert said.stdout.split("\n")[:2] == ["False", "3/4 True"]


def test_what_a_module_does_not_hold_is_an_attribute_error() -> None:
    late = Late("studio.problems")
    assert late.StudioError.__name__ == "StudioError"
    with pytest.raises(AttributeError):
        late.nothing_of_that_name  # noqa: B018


def test_the_window_is_painted_before_engine_and_dialogs_are_known() -> None:
    asked = (
        "import sys, studio.gui.app; print(sorted(name for name in sys.modules if name.startswith('studio.engine')))"
    )
    command = [sys.executable, "-c", asked]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"
