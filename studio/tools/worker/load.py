"""The person's file: compiled from the very bytes that were trusted, and run as a module.

Above: `serve`, `find`. Refusals carry the line in the person's file.
"""

from __future__ import annotations

import importlib.machinery
import linecache
import pathlib
import sys
import traceback
import types
from collections.abc import Callable

_OURS = pathlib.Path(__file__).parent


class RefusedError(Exception):
    """The file is no tools file. `kind`: `syntax`, `raised`, `no_schema`, or that of a `WrongError`; `line` 0 when unknown."""

    def __init__(self, kind: str, type: str, message: str, line: int, detail: str = "") -> None:
        super().__init__(message)
        self.told = {"kind": kind, "type": type, "message": message, "line": line, "detail": detail}


def load(path: str, source: bytes) -> types.ModuleType:
    """Run `source` as the module at `path`; its folder can be imported from. RefusedError says what went wrong."""
    try:
        code = compile(source, path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", 0) or 0
        raise RefusedError("syntax", type(error).__name__, getattr(error, "msg", None) or str(error), line) from None
    module = _module(path, source)
    try:
        exec(code, module.__dict__)  # noqa: S102 - running the file is what this process is for
    except BaseException as error:  # noqa: BLE001 - also sys.exit at import
        raise RefusedError("raised", type(error).__name__, message_of(error), *_where(error, path)) from None
    return module


def message_of(error: BaseException) -> str:
    """`str(error)`, also when that itself fails."""
    try:
        return str(error)
    except Exception:  # noqa: BLE001 - foreign exceptions may fail at anything
        return "(its message cannot be shown)"


def traceback_from(error: BaseException, path: str) -> str:
    """The traceback, beginning at the first frame of the person's file; where it never came there, without our own frames."""
    theirs = _first(error, lambda file: file == path) or _first(error, lambda file: pathlib.Path(file).parent != _OURS)
    try:
        return "".join(traceback.format_exception(type(error), error, theirs))
    except Exception:  # noqa: BLE001 - foreign exceptions may fail at anything
        return type(error).__name__


def _first(error: BaseException, wanted: Callable[[str], bool]) -> types.TracebackType | None:
    frame = error.__traceback__
    while frame is not None and not wanted(frame.tb_frame.f_code.co_filename):
        frame = frame.tb_next
    return frame


def _module(path: str, source: bytes) -> types.ModuleType:
    file = pathlib.Path(path)
    name = file.stem
    if name in sys.modules or name in getattr(sys, "stdlib_module_names", ()):
        name = f"tools_file_{name}"
    module = types.ModuleType(name)
    module.__file__ = path
    module.__spec__ = importlib.machinery.ModuleSpec(name, None, origin=path)
    sys.modules[name] = module
    sys.path.insert(0, str(file.parent))
    text = source.decode("utf-8", "replace")
    linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)
    return module


def _where(error: BaseException, path: str) -> tuple[int, str]:
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    return (lines[-1] or 0) if lines else 0, traceback_from(error, path)
