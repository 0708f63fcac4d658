"""Pictures of the find bar in editors for people to look at: `python -m tests.screens.find_bar OUT_DIR`. Not a test."""

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.gui.editors.json_editor import JsonEditor
from studio.gui.look.theme import ThemeName, apply_theme

TEXT = '{"order_id":"48213","amount":"89.90","orders":[{"order_id":"1","note":"an order of cups"},{"order_id":"2"}]}'
LOOKS: list[tuple[ThemeName, float, int]] = [
    ("light", 1.0, 620),
    ("dark", 1.0, 340),
    ("high_contrast", 1.0, 620),
    ("light", 2.0, 620),
]


def main(out: Path) -> None:
    """Render the bar in every look."""
    app = QApplication.instance() or QApplication(sys.argv)
    assert isinstance(app, QApplication)
    out.mkdir(parents=True, exist_ok=True)
    for name, scale, width in LOOKS:
        apply_theme(app, name, scale)
        editor = JsonEditor("JSON")
        editor.set_text(TEXT)
        editor.resize(width, 340)
        editor.show()
        QTest.keyClick(editor, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(editor.find_bar.rows.field, "order")
        QTest.qWait(100)
        editor.grab().save(str(out / f"find_{name}_{scale}_{width}.png"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
