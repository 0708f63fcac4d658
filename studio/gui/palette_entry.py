"""One line of the command palette, and what the palette needs of the window around it.

Above: `palette` and what fills it. Below: `bridge`. Values; do nothing by themselves.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject

from studio.gui.bridge import Bridge

if TYPE_CHECKING:
    from studio.session.nodes import NodeId

Does = Callable[[], object]


class Entry(msgspec.Struct, frozen=True):
    """A line: `shown` at the left, `aside` (a key, a place) at the right. With `reason` it cannot be chosen now. `stays`: the palette
    stays open when it is done."""

    id: str
    shown: str
    do: Does = lambda: None
    aside: str = ""
    reason: str = ""
    tip: str = ""
    stays: bool = False


@dataclass(frozen=True, slots=True)
class Doors:
    """Ways out of the palette: look at a step, bring a part of the window into view, show a tool, find words in the session."""

    bridge: Bridge
    look_at: Callable[["NodeId"], object]
    go_to: Callable[[str], object]
    show_tool: Callable[[str], object]
    find: Callable[[str], object]


def nowhere(owner: QObject) -> Doors:
    """Doors of a palette beside which no session is shown."""
    return Doors(Bridge(owner), *[lambda _where: None] * 4)
