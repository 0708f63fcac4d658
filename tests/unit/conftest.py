"""Unit tests see no Qt: an import of it from a unit test, or from any room but the window, is an error.

pytest-qt has loaded PySide6 long before, so the import itself is watched, by who asks for what.
"""

import builtins
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType

_QT = ("PySide6", "shiboken6", "qasync")
_HERE = str(Path(__file__).parent)
_real_import = builtins.__import__


def _import(
    name: str,
    globals: Mapping[str, object] | None = None,
    locals: Mapping[str, object] | None = None,
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    if globals is not None and _wants_qt(name, fromlist or ()) and _must_not_have_qt(globals):
        raise ImportError(f"{globals.get('__name__')} imports {name}: what needs Qt is tested in tests/gui.")
    return _real_import(name, globals, locals, fromlist or (), level)


def _wants_qt(name: str, fromlist: Sequence[str]) -> bool:
    gui = name.split(".")[:2] == ["studio", "gui"] or (name == "studio" and "gui" in fromlist)
    return gui or name.partition(".")[0] in _QT


def _must_not_have_qt(importer: Mapping[str, object]) -> bool:
    room = str(importer.get("__name__")).split(".")
    if room[0] == "studio":
        return room[1:2] not in (["gui"], ["__main__"])
    return str(importer.get("__file__")).startswith(_HERE)


builtins.__import__ = _import
