"""Profiles as the fronts see them. What checks them is loaded when the first one is read, so that no window waits for it.

Above: both fronts. Below: `wiring`, `responders/profiles`. Nothing of its own.
"""

from typing import TYPE_CHECKING, Any

from studio.problems import StudioError
from studio.workspace import wiring

if TYPE_CHECKING:
    from studio.responders.profiles import Profile

__all__ = ["Profile", "ProfileError", "read_profile"]


class ProfileError(StudioError):
    """A profile that a person wrote cannot be used; the sentence names the member."""


def read_profile(value: Any) -> "Profile":
    """The profile in a parsed settings value. Raises a StudioError with the first thing that does not fit."""
    return wiring.read_profile(value)
