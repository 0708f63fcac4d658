"""Pictures of the Diff view for people to look at: `python -m tests.screens.diff OUT_DIR`. Not a test."""

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.gui.look.theme import ThemeName, apply_theme
from studio.gui.panes.diff_view import DiffView

WAS = '{\n  "order_id": "48213",\n  "amount": "89.90",\n  "currency": "eur",\n  "a": 1,\n  "b": 2,\n  "c": 3,\n  "d": 4,\n  "e": 5\n}'
NOW = (
    WAS.replace('"89.90"', "98.90")
    .replace('"eur"', '"EUR"')
    .replace('"e": 5', '"e": 5,\n  "reason": "杯子破损 damaged cup"')
)
LOOKS: list[tuple[ThemeName, float, int, bool]] = [
    ("light", 1.0, 420, False),
    ("dark", 1.0, 700, True),
    ("high_contrast", 1.0, 700, True),
    ("light", 2.0, 500, False),
]


def main(out: Path) -> None:
    """Render a difference in every look."""
    app = QApplication.instance() or QApplication(sys.argv)
    assert isinstance(app, QApplication)
    out.mkdir(parents=True, exist_ok=True)
    for name, scale, width, sides in LOOKS:
        apply_theme(app, name, scale)
        view = DiffView()
        view.resize(width, 330)
        view.show()
        view.set_reverts(True)
        view.set_texts(WAS, NOW)
        view.bar.sides.setChecked(sides)
        view.go(1)
        QTest.qWait(100)
        view.grab().save(str(out / f"diff_{name}_{scale}_{width}.png"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
