"""How much of the window fits beside one another at its size and the size of the text: what counts is the size in letters, not in pixels.

Above: `views`, `session_side`. Below: nothing. Pure; knows no widget.
"""

import msgspec

_ALL, _SPLIT, _HIGH = 1500, 1200, 600


class Room(msgspec.Struct, frozen=True):
    """The size of a window at 100 % text."""

    width: int
    height: int

    @property
    def sides(self) -> bool:
        """Whether the docks at the right stand beside the panes; else a strip of buttons opens them over these."""
        return self.width >= _ALL

    @property
    def both_panes(self) -> bool:
        """Whether Request and Response stand beside one another; else they are tabs of one place."""
        return self.width >= _SPLIT

    @property
    def bottom(self) -> bool:
        """Whether the docks at the bottom have room below the panes; else they come when they are asked for."""
        return self.height >= _HIGH


def room_of(width: int, height: int, scale: float) -> Room:
    """The room in a window of so many pixels. Text smaller than usual makes no room for more parts."""
    by = max(1.0, scale)
    return Room(int(width / by), int(height / by))
