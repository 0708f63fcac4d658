"""Pictures of the Find part and of the palette, for people: `python -m tests.screens.find OUT_DIR`.

The parts alone, in each theme, at several sizes and in Chinese; nothing leaves this machine.
"""

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.gui.language import Language
from studio.gui.look.theme import apply_theme, theme
from studio.gui.panes.find_pane import FindPane
from studio.gui.window_sheet import window_sheet
from studio.present.find_session import FindAsked, SessionFind
from tests.sample_session import refund_session

TAKEN = {
    "find_light": ("light", 1.0, "en", (1000, 260), "refund"),
    "find_dark": ("dark", 1.0, "en", (1000, 260), "refund"),
    "find_contrast": ("high_contrast", 1.0, "en", (1000, 260), "refund"),
    "find_narrow": ("light", 1.0, "en", (560, 260), "refund"),
    "find_large": ("light", 2.0, "en", (1000, 420), "refund"),
    "find_chinese": ("light", 1.0, "zh_CN", (1000, 260), "杯子"),
    "find_nothing": ("light", 1.0, "en", (1000, 260), "no such words"),
    "find_empty": ("dark", 1.0, "en", (1000, 260), ""),
    "find_running": ("light", 1.0, "en", (1000, 260), "running"),
}


def main(folder: Path) -> None:
    """Take all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    theme().more_sheets.append(window_sheet)
    language = Language(app)
    for name, (look, scale, spoken, size, words) in TAKEN.items():
        apply_theme(app, look, scale)  # type: ignore[arg-type]
        language.use(spoken)
        pane = FindPane()
        pane.resize(*size)
        pane.show()
        _fill(pane, words)
        QTest.qWait(100)
        pane.grab().save(str(folder / f"{name}.png"))
        pane.deleteLater()
    language.drop()


def _fill(pane: FindPane, words: str) -> None:
    running = words == "running"
    pane.fields.field.setText("refund" if running else words)
    if not words:
        return
    pane.fields.around.setChecked("找" in words)
    sample = refund_session()
    find = SessionFind(sample.journal, FindAsked(pane.fields.sought(), pane.fields.chosen_kinds()))
    pane.begin(find)
    if running:
        while len(find.hits) < 3:
            find.work(lambda: True)
        pane.stop.show()
        pane.go_on()
        return
    find.work(lambda: False)
    pane.end(cancelled=False)
    pane.list.enter()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
