"""What fits into a window of which size, at which size of the text."""

import pytest

from studio.gui.room import room_of


@pytest.mark.parametrize(
    ("size", "scale", "sides", "both", "bottom"),
    [
        ((1600, 1000), 1.0, True, True, True),
        ((1500, 700), 1.0, True, True, True),
        ((1499, 700), 1.0, False, True, True),
        ((1280, 800), 1.0, False, True, True),
        ((1199, 700), 1.0, False, False, True),
        ((1024, 680), 1.0, False, False, True),
        ((1600, 1000), 1.25, False, True, True),
        ((1280, 800), 2.0, False, False, False),
        ((2560, 1440), 2.0, False, True, True),
        ((3200, 1440), 2.0, True, True, True),
        ((1280, 800), 0.8, False, True, True),
    ],
)
def test_what_fits(size: tuple[int, int], scale: float, sides: bool, both: bool, bottom: bool) -> None:
    room = room_of(*size, scale)
    assert (room.sides, room.both_panes, room.bottom) == (sides, both, bottom)
