"""Where things stand in a row of the timeline, in pixels at the text size in force.

Above: the timeline's drawing and its mouse. Below: `look/theme`. Figures are those of the design at 100 %.
"""

from functools import lru_cache

from studio.gui.look.theme import theme
from studio.present.row import Row

ROW_HEIGHT = 27
GUTTER = 11
"""Middle of the gutter's signs."""
SIGN_BESIDE, ARROW_BESIDE = 5, 7
"""How far the sign stands left of that middle, and the arrow right of it, in a row that has both."""
LANE = 33
"""Middle of the first lane; fold marks and rings stand on it."""
DEEPER = 14
"""How far the next lane is from the one before."""
FOLD = 16
"""Room for the fold mark of a call."""
ICON = 14
RIGHT_EDGE = 6
"""Room right of the times where no bars follow."""
COLUMNS = {"tokens": 50, "time": 62, "bar": 68}


def px(size: float) -> int:
    """Pixels for a figure at 100 %."""
    return _scaled(theme().text_scale, size)


@lru_cache(maxsize=256)
def _scaled(_scale: float, size: float) -> int:
    return theme().px(round(size))


def row_height() -> int:
    """How high each row is."""
    return theme().row(ROW_HEIGHT)


def lane_middle(lane: int) -> float:
    """Middle of a lane, counted from 0."""
    return LANE + DEEPER * lane


def fold_middle(row: Row) -> int | None:
    """Middle of a row's fold mark; None where it has none."""
    if row.folded is None:
        return None
    return px(lane_middle(row.level) + (2 if row.kind == "call" else 0))


def icon_left(row: Row) -> int:
    """Left edge of a row's icon."""
    if row.level % 2:
        return px(lane_middle(row.level - 1) + 10) + _room(row)
    return px(lane_middle(row.level) - ICON / 2 + 1)


def title_left(row: Row) -> int:
    """Left edge of a row's title."""
    if row.level % 2:
        return px(lane_middle(row.level - 1) + 30) + _room(row)
    return px(lane_middle(row.level) + (11 if row.kind in ("round", "next") else 15))


def _room(row: Row) -> int:
    """For the fold mark before the icon."""
    return px(FOLD) if row.folded is not None else 0
