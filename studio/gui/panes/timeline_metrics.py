"""Where things stand in a row of the timeline, in pixels at the text size in force.

Above: the timeline's drawing and its mouse. Below: `look/theme`. Figures are those of the design at 100 %.
"""

from studio.gui.look.theme import theme
from studio.present.row import Row

ROW_HEIGHT = 27
GUTTER = 11
"""Middle of the gutter's signs."""
LANE = 33
"""Middle of the lane; fold marks and rings stand on it."""
ICON = 14
RIGHT_EDGE = 6
"""Room right of the times where no bars follow."""
COLUMNS = {"tokens": 50, "time": 62, "bar": 68}


def px(size: float) -> int:
    """Pixels for a figure at 100 %."""
    return theme().px(round(size))


def row_height() -> int:
    """How high each row is."""
    return px(ROW_HEIGHT)


def icon_left(row: Row) -> int:
    """Left edge of a row's icon."""
    return px(43 if row.level else LANE - ICON / 2 + 1)


def title_left(row: Row) -> int:
    """Left edge of a row's title."""
    if row.level:
        return px(63)
    return px(44 if row.kind in ("round", "next") else 48)
