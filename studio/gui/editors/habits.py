"""How the person wants texts to be edited: wrapping, indenting, what is checked while it is typed, what is shown folded.

Above: editors, `look_choice`, which sets it. Below: Qt. One for the program, as the theme is.
"""

from typing import NamedTuple

from PySide6.QtCore import QObject, Signal


class Habits(NamedTuple):
    """What can be otherwise: `checked` and `folded` are numbers of characters."""

    wrap: bool = False
    indent: int = 2
    checked: int = 200_000
    folded: int = 2_000


class Habit(QObject):
    """`now` is in force; `changed` says that something is otherwise than before."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.now = Habits()

    def take(self, wanted: Habits) -> None:
        """Edit so from now on."""
        if wanted != self.now:
            self.now = wanted
            self.changed.emit()


_habit: Habit | None = None


def habit() -> Habit:
    """The habits in force; the usual ones until others are taken."""
    global _habit
    if _habit is None:
        _habit = Habit()
    return _habit


def habits() -> Habits:
    """The same as values."""
    return habit().now
