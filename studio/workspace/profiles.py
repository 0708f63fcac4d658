"""Profiles as the fronts see them. What checks them is loaded when the first one is read, so that no window waits for it.

Above: both fronts. Below: `wiring`, `responders/profiles`, `responders/presets`. Nothing of its own.
"""

from typing import TYPE_CHECKING, Any

from studio.dialects import roster
from studio.problems import StudioError
from studio.responders.addresses import cut_note
from studio.responders.presets import Preset, presets
from studio.workspace import wiring

if TYPE_CHECKING:
    from studio.responders.profiles import Profile

__all__ = ["DIALECTS", "Preset", "Profile", "ProfileError", "address_note", "key_header", "presets", "read_profile"]

DIALECTS = roster.NAMES
"""The wire formats that a profile can speak."""


class ProfileError(StudioError):
    """A profile that a person wrote cannot be used; the sentence names the member."""


def read_profile(value: Any) -> "Profile":
    """The profile in a parsed settings value. Raises a StudioError with the first thing that does not fit."""
    return wiring.read_profile(value)


def address_note(base_url: str, dialect: str) -> str:
    """The sentence for an address that was written with what is added for each request; empty when it was not."""
    return cut_note(base_url.strip(), dialect)


def key_header(dialect: str) -> str:
    """The header that carries the key in a dialect, unless the profile names another."""
    return roster.make(dialect).key_header
