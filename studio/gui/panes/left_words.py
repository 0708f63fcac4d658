"""What ran on the steps that are left behind, in words: going back undoes none of it.

Above: `commands`. Below: `present/left_behind` by its names. Words are those of the context `LeftBehind`.
"""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from studio.gui.words import fill, number
from studio.present.left_behind import MOST

_MOST_NAMED = 4


def left_words(names: Sequence[str]) -> str:
    """*2 calls ran on the steps left behind: get_order, issue_refund. Nothing is undone outside.*"""
    different = list(dict.fromkeys(names))
    said = [_named(name, names.count(name)) for name in different[:_MOST_NAMED]]
    listed = ", ".join([*said, "…"] if len(different) > _MOST_NAMED else said)
    if len(names) >= MOST:
        text = QCoreApplication.translate(
            "LeftBehind", "{n} or more calls ran on the steps left behind: {tools}. Nothing is undone outside."
        )
        return fill(text, n=number(len(names)), tools=listed)
    one = QCoreApplication.translate(
        "LeftBehind", "1 call ran on the steps left behind: {tools}. Nothing is undone outside."
    )
    several = QCoreApplication.translate(
        "LeftBehind", "{n} calls ran on the steps left behind: {tools}. Nothing is undone outside."
    )
    return fill(one if len(names) == 1 else several, n=number(len(names)), tools=listed)


def _named(name: str, times: int) -> str:
    return f"{name} ×{times}" if times > 1 else name
