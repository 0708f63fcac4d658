"""Pictures of long texts for reading, for people to look at: `python -m tests.screens.long_view OUT_DIR`. Not a test."""

import json
import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.gui.look.theme import ThemeName, apply_theme
from studio.gui.panes.json_page import JsonPage

VALUE = {
    "model": "demo",
    "messages": [{"role": "user", "content": f"order {n}: 杯子 cup 😀", "n": n} for n in range(9_000)],
}
LOOKS: list[tuple[ThemeName, float, int]] = [("light", 1.0, 620), ("dark", 1.0, 340), ("light", 2.0, 620)]


def main(out: Path) -> None:
    """Render the JSON page with a long text in every look."""
    app = QApplication.instance() or QApplication(sys.argv)
    assert isinstance(app, QApplication)
    out.mkdir(parents=True, exist_ok=True)
    for name, scale, width in LOOKS:
        apply_theme(app, name, scale)
        page = JsonPage()
        page.resize(width, 380)
        page.show()
        page.set_value(json.dumps(VALUE, ensure_ascii=False), "live")
        page.long.setFocus()
        QTest.keyClick(page.long, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(page.long.find_bar.rows.field, "order 2:")
        QTest.qWait(600)
        page.grab().save(str(out / f"long_{name}_{scale}_{width}.png"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
