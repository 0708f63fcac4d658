"""A module that is imported while the window is there is brought in by Python alone: nobody looks into it."""

import sys
from pathlib import Path

import pytest

from studio.gui.app import application

CURIOUS = """
asked = []

def __getattr__(name):
    asked.append(name)
    raise AttributeError(name)
"""


def test_nobody_asks_a_module_for_more_than_its_importer_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    application()
    (tmp_path / "curious_module.py").write_text(CURIOUS, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    try:
        import curious_module  # type: ignore[import-not-found]

        assert "__wrapped__" not in curious_module.asked
    finally:
        sys.modules.pop("curious_module", None)
