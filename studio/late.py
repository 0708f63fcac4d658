"""A module that is loaded when something of it is first used: dialogs, and what only an open session needs.

Above: everything. The window is painted before it knows any of them. Written at the top of a file as
`if TYPE_CHECKING: from studio.gui.dialogs import keys` and `else: keys = Late("studio.gui.dialogs.keys")`, so that types are checked.
"""

from importlib import import_module
from typing import Any


class Late:
    """Stands for the module of that name. What is asked of it is looked up in the module; AttributeError when it is not there."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, wanted: str) -> Any:
        return getattr(import_module(self._name), wanted)
