"""The parts of a prompt as a flat Qt model of one column.

Above: the Context dock. Below: `present/context_values`, `words`. Holds no session.
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from studio.gui.words import number, say, tip
from studio.present.context_values import Part
from studio.present.words import words

Index = QModelIndex | QPersistentModelIndex


def title_of(part: Part, clean: Callable[[str], str]) -> str:
    """What a part is, in the language of the window; `clean` blanks secrets."""
    return clean(part.title if isinstance(part.title, str) else say(part.title))


class ContextModel(QAbstractTableModel):
    """`parts` from top to bottom, `whole` the tokens of all of them; `clean` blanks secrets in what is shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.parts: Sequence[Part] = ()
        self.whole, self.factor = 1, 1.0
        self.clean: Callable[[str], str] = str

    def show(self, parts: Sequence[Part], factor: float) -> None:
        """List other parts; those that only weigh otherwise stay where they are. Their tokens are multiplied with `factor`."""
        same = len(parts) == len(self.parts) and all(map(_alike, parts, self.parts))
        if not same:
            self.beginResetModel()
        self.parts, self.factor = parts, factor
        self.whole = max(sum(part.tokens for part in parts), 1)
        if not same:
            self.endResetModel()
        elif parts:
            self.dataChanged.emit(self.index(0, 0), self.index(len(parts) - 1, 0))

    def part_at(self, at: int) -> Part | None:
        """The part of a row; None where there is none."""
        return self.parts[at] if 0 <= at < len(self.parts) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """How many parts there are."""
        return 0 if parent.isValid() else len(self.parts)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """One."""
        return 0 if parent.isValid() else 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a row says."""
        part = self.part_at(index.row())
        if part is None:
            return None
        match Qt.ItemDataRole(role):
            case Qt.ItemDataRole.DisplayRole:
                return title_of(part, self.clean)
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                said = self._spoken(part)
                return tip(said) if role == Qt.ItemDataRole.ToolTipRole else said
            case _:
                return None

    def _spoken(self, part: Part) -> str:
        origin = say(words(f"context.origin.{part.origin}"))
        percent = round(100 * part.tokens / self.whole)
        return f"{origin}: {title_of(part, self.clean)}, ≈{number(part.tokens * self.factor)}, {percent} %"


def _alike(one: Part, other: Part) -> bool:
    return one is other or (one.origin, one.index, one.place, one.name) == (
        other.origin,
        other.index,
        other.place,
        other.name,
    )
