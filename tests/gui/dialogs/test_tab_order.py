"""Tab goes through a dialog as it is read, also through fields that came later or stand out of sight."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from studio.gui.dialogs import tabbed_dialog
from studio.gui.dialogs.tabbed_dialog import TabbedDialog


def _field(name: str, parent: QWidget) -> QLineEdit:
    field = QLineEdit(parent)
    field.setObjectName(name)
    return field


def _pressed(dialog: TabbedDialog, key: Qt.Key, times: int) -> list[str]:
    names = []
    for _ in range(times):
        QTest.keyClick(dialog.focusWidget(), key)
        names.append(dialog.focusWidget().objectName())
    return names


def test_tab_follows_the_layout_and_not_the_order_of_making(qapp: QApplication) -> None:
    dialog = TabbedDialog()
    ok, below, area, page = QPushButton("OK", dialog), _field("below", dialog), QScrollArea(dialog), QWidget()
    ok.setObjectName("ok")
    form = QFormLayout(page)
    form.addRow("Last", _field("last", page))
    area.setWidget(page)
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setFixedHeight(40)
    column, pair = QVBoxLayout(dialog), QHBoxLayout()
    column.addWidget(area)
    pair.addWidget(below)
    pair.addWidget(ok)
    column.addLayout(pair)
    for at in range(12):  # rows that come later, above what was there
        form.insertRow(at, str(at), _field(f"row {at}", page))
    hidden = _field("hidden", page)
    form.insertRow(3, "hidden", hidden)
    hidden.hide()
    dialog.show()
    dialog.activateWindow()
    QTest.qWaitForWindowActive(dialog)
    below.setFocus()
    rows = [f"row {at}" for at in range(12)]
    assert _pressed(dialog, Qt.Key.Key_Tab, 15) == ["ok", *rows, "last", "below"]
    last = page.findChild(QLineEdit, "last")
    assert _pressed(dialog, Qt.Key.Key_Backtab, 1) == ["last"]
    assert isinstance(last, QLineEdit)
    assert not last.visibleRegion().isEmpty(), "what gets the keyboard is scrolled into view"
    dialog.deleteLater()


def test_every_dialog_has_that_order() -> None:
    folder = Path(tabbed_dialog.__file__).parent
    plain = [
        path.name
        for path in folder.glob("*.py")
        if path.name != "tabbed_dialog.py" and "(QDialog):" in path.read_text(encoding="utf-8")
    ]
    assert plain == []
