"""What JSON of 1 and 10 MB costs to view and to edit, each figure beside its floor in the same run: a bare QPlainTextEdit, a bare paint.

Viewing: from `set_text` to the first painted frame, all lines read, a frame scrolled. Editing: the longest step while the text goes into
the editor, a key with its frame. Finding: all hits. Peer: pygments over the whole text. Processor time in milliseconds; nothing fails.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtCore import QCoreApplication, QEventLoop, Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QPlainTextEdit, QWidget

from studio.gui.editors.json_editor import JsonEditor
from studio.gui.editors.long_view import LongView
from studio.gui.look import highlight
from studio.gui.look.theme import apply_theme
from studio.present.json_text import pretty

MEGABYTE = 3_700
"""Messages that make a megabyte of compact JSON."""
SIZES = (1, 10)
KEYS = 20


def spent(work: Callable[[], object]) -> float:
    """Milliseconds of processor time."""
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000


def sample(megabytes: int) -> str:
    """A request body as one line."""
    call = [{"id": "call_1", "function": {"name": "lookup", "arguments": '{"a": 1}'}}]
    messages = [
        {"role": "user", "content": f"message {at} {'x' * 150}", "tool_calls": call}
        for at in range(MEGABYTE * megabytes)
    ]
    return json.dumps({"model": "demo", "messages": messages})


def shown(widget: QWidget) -> QWidget:
    """Put a widget on the screen that is none."""
    widget.resize(620, 800)
    widget.show()
    QTest.qWaitForWindowExposed(widget)
    return widget


def painted(widget: QWidget) -> QImage:
    """One frame."""
    return widget.grab().toImage()


def _opened(show: Callable[[str], None], text: str, widget: QWidget) -> None:
    show(text)
    painted(widget)


def _scrolled(widget: QAbstractScrollArea) -> None:
    widget.verticalScrollBar().setValue(430)
    painted(widget)


def viewing(megabytes: int) -> list[tuple[str, float, str, float, float]]:
    """The rows of viewing: (what, figure, floor, its figure, budget; 0 for none)."""
    text = sample(megabytes)
    bare, view = QPlainTextEdit(), LongView("Body", language="json")
    shown(bare)
    shown(view)
    laid_out = pretty(text)
    floor = spent(lambda: (laid_out.split("\n"), painted(bare)))
    opened = spent(lambda: _opened(view.set_text, text, view))
    rest, longest = _until(lambda: view.lines.is_whole)
    whole = spent(lambda: _opened(bare.setPlainText, laid_out, bare))
    view.verticalScrollBar().setValue(400)
    frame = spent(lambda: _scrolled(view))
    bare.verticalScrollBar().setValue(400)
    bare_frame = spent(lambda: _scrolled(bare))
    pygments = spent(lambda: [highlight.spans("json", line) for line in laid_out.split("\n")])
    return [
        (
            f"{megabytes} MB: open to view, first frame",
            opened,
            "lines and a paint",
            floor,
            60 if megabytes == 1 else 150,
        ),
        (f"{megabytes} MB: all lines read", opened + rest, "bare edit, laid out text", whole, 0),
        (f"{megabytes} MB: longest step of reading", longest, "", 0, 50),
        (f"{megabytes} MB: a frame scrolled", frame, "bare edit", bare_frame, 16),
        (f"{megabytes} MB: (peer) all lines coloured", pygments, "", 0, 0),
    ]


def editing(megabytes: int) -> list[tuple[str, float, str, float, float]]:
    """The rows of editing."""
    text = sample(megabytes)
    editor, bare = JsonEditor("Body"), QPlainTextEdit()
    shown(editor)
    shown(bare)
    begun = spent(lambda: editor.begin_text(text))
    _, longest = _until(lambda: not editor.is_loading)
    bare.setPlainText(editor.shown())
    keys = sorted(spent(lambda: (QTest.keyClick(editor, Qt.Key.Key_A), painted(editor))) for _ in range(KEYS))
    floors = sorted(spent(lambda: (QTest.keyClick(bare, Qt.Key.Key_A), painted(bare))) for _ in range(KEYS))
    settled = spent(editor.flush)
    return [
        (f"{megabytes} MB: longest step into the editor", max(begun, longest), "", 0, 50),
        (f"{megabytes} MB: a key and its frame", keys[KEYS // 2], "bare edit", floors[KEYS // 2], 16),
        (f"{megabytes} MB: after a pause in typing", settled, "", 0, 50),
    ]


def finding(megabytes: int) -> list[tuple[str, float, str, float, float]]:
    """The rows of finding in a view."""
    view = LongView("Body", language="json")
    shown(view)
    view.set_text(sample(megabytes))
    _until(lambda: view.lines.is_whole)
    bar = view.find_bar
    bar.open_bar()
    text = "\n".join(view.lines.lines)
    floor = spent(lambda: text.lower().count("message 3"))
    bar.rows.field.setText("message 3")
    begun = spent(lambda: bar.rows.field.textEdited.emit("message 3"))
    rest, longest = _until(lambda: not bar._run.is_running)
    return [
        (f"{megabytes} MB: find all", begun + rest, "count in lower case", floor, 0),
        (f"{megabytes} MB: longest step of finding", max(begun, longest), "", 0, 50),
    ]


def _loop() -> None:
    """One turn of the loop."""
    turn = QEventLoop()
    QTimer.singleShot(0, turn.quit)
    turn.exec()


def _until(done: Callable[[], bool]) -> tuple[float, float]:
    """Let the loop run until something is done: all of the time, and the longest step."""
    steps = [0.0]
    while not done():
        steps.append(spent(QCoreApplication.sendPostedEvents) + spent(_loop))
    return sum(steps), max(steps)


def main() -> None:
    """Print the table."""
    app = QApplication.instance() or QApplication(sys.argv)
    assert isinstance(app, QApplication)
    apply_theme(app, "light")
    print(f"{'work':44} {'ms':>9} {'budget':>7}  floor")
    for size in SIZES:
        for part in (viewing, editing, finding):
            for what, figure, floor, its, budget in part(size):
                beside = f"{floor} {its:.1f} ({figure / its:.1f}x)" if its else ""
                print(f"{what:44} {figure:9.1f} {budget or '':>7}  {beside}")


if __name__ == "__main__":
    main()
