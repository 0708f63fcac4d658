"""What is known of a session file without opening it, in one line.

Above: `shelf`, `workspace`. Below: nothing that has to be loaded: the start page shows it before anything of a session is known.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from studio.session.notes import Stopped


class Shelved(msgspec.Struct, frozen=True):
    """A session file in one line. `stopped` is its last stop, `tool` names the tool of the call it stopped at; `open` says
    that the file was opened for writing and never closed, `cut` that its last line is not whole. Without `rounds` nobody has counted
    them yet; `unread` says that nothing of the file is known but its name."""

    path: Path
    title: str
    rounds: int | None
    when: float
    stopped: "Stopped | None" = None
    open: bool = False
    missing: bool = False
    tool: str = ""
    cut: bool = False
    pinned: bool = False
    unread: bool = False
