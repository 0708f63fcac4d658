"""The model profiles of the program, read anew only when they have changed.

Above: `session_side`. Below: `workspace`.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from studio.workspace.workspace import Workspace

if TYPE_CHECKING:
    from studio.workspace.profiles import Profile


class ProfileList:
    """One for a window."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._of: object = None
        self._known: Sequence[Profile] = ()

    def now(self) -> "Sequence[Profile]":
        """The profiles as they are kept now."""
        kept = self._workspace.settings.profiles
        if self._of is not kept:
            self._of, self._known = kept, self._workspace.profiles
        return self._known
