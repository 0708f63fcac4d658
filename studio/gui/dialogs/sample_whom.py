"""Over which profiles a sample goes: a list to check, the model of the session first.

Above: `sample_form`. Below: widgets. Asks nobody.
"""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from studio.gui.look.theme import theme
from studio.gui.words import tip

_ROW, _MOST_ROWS = 26, 5


class SampleWhom(QListWidget):
    """Each row is a profile, the empty name is whom the session asks. The first one is checked."""

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Who is asked"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemChanged.connect(lambda _item: self.edited.emit())

    def show_profiles(self, own: str, profiles: Sequence[tuple[str, str]]) -> None:
        """`own` says whom the session asks; the others are pairs of a profile's name and its model."""
        self.blockSignals(True)
        self.clear()
        self._add("", own or self.tr("The model of the session"), checked=True)
        for name, model_name in profiles:
            self._add(name, f"{name} · {model_name}" if model_name else name, checked=False)
        self.blockSignals(False)
        rows = min(self.count(), _MOST_ROWS)
        self.setFixedHeight(rows * theme().row(_ROW) + theme().px(14))

    def chosen(self) -> list[str]:
        """The names of the checked profiles."""
        items = (self.item(at) for at in range(self.count()))
        return [
            str(item.data(Qt.ItemDataRole.UserRole)) for item in items if item.checkState() == Qt.CheckState.Checked
        ]

    def take_over(self, old: "SampleWhom") -> None:
        """Check what is checked there."""
        self.check(old.chosen())

    def check(self, chosen: Collection[str]) -> None:
        """Check the profiles of these names; the empty one is whom the session asks."""
        for at in range(self.count()):
            item = self.item(at)
            on = item.data(Qt.ItemDataRole.UserRole) in chosen
            item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)

    def _add(self, name: str, words: str, *, checked: bool) -> None:
        item = QListWidgetItem(words)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsSelectable)
        item.setCheckState(Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked)
        item.setData(Qt.ItemDataRole.UserRole, name)
        item.setToolTip(tip(words))
        item.setSizeHint(QSize(0, theme().row(_ROW)))
        self.addItem(item)
