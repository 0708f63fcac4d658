"""The way in, under every Python there is here, too old ones too."""

import ast
import subprocess
import sys
from pathlib import Path

import bootstrap
import pytest

SCRIPT = Path(bootstrap.__file__)
# Where several Pythons lie side by side, as pyenv keeps them.
OLD_PYTHONS = sorted(Path(sys.base_prefix).parent.glob("3.[6-9].*/bin/python"))


def test_a_python_that_is_too_old_is_told_both_versions_in_one_sentence() -> None:
    said = bootstrap.complaint((3, 10, 4))
    assert said.startswith("Toolcall Studio needs Python 3.11 or newer, and this one is 3.10.4: ")
    assert "\n" not in said


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 14, 1), (4, 0, 0)])
def test_a_python_that_will_do_is_told_nothing(version: tuple[int, ...]) -> None:
    assert bootstrap.complaint(version) == ""


def test_the_script_parses_under_the_oldest_python_that_people_still_have() -> None:
    ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 6))


@pytest.mark.skipif(not OLD_PYTHONS, reason="no old Python on this machine")
@pytest.mark.parametrize("python", OLD_PYTHONS, ids=lambda path: path.parts[-3])
def test_an_old_python_really_says_so(python: Path) -> None:
    ran = subprocess.run([str(python), str(SCRIPT), "run"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("Toolcall Studio needs Python 3.11 or newer, and this one is 3.")
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize(("arguments", "code"), [([], 2), (["fly"], 2), (["--help"], 0)])
def test_without_a_known_verb_the_three_verbs_are_named(arguments: list[str], code: int) -> None:
    ran = subprocess.run([sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, check=False)
    assert ran.returncode == code
    said = ran.stdout if code == 0 else ran.stderr
    assert all(f"\n  {verb} " in said for verb in ("run", "test", "setup"))
