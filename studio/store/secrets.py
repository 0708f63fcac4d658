"""Keys in the system's keyring. The only module that imports keyring; loaded when a key is first needed.

Above: `workspace/wiring`. Knows profiles only by name; never writes a key anywhere else.
"""

import keyring
import keyring.errors
from keyring.backends import fail, null

from studio.problems import StudioError
from studio.said import said

SERVICE = "toolcall-studio"


class KeyringError(StudioError):
    """The system's keyring cannot be used."""


_HELP = said("Name an environment variable for the key in the profile instead.")


def key(profile: str) -> str | None:
    """The stored key of a profile, None when there is none. Raises KeyringError without a usable keyring."""
    try:
        return keyring.get_password(SERVICE, profile)
    except keyring.errors.KeyringError as error:
        raise KeyringError(said("The system has no keyring that can be used."), _HELP) from error


def keyring_name() -> str:
    """What the keyring in use is called; empty when there is none that keeps anything."""
    ring = keyring.get_keyring()
    return "" if isinstance(ring, fail.Keyring | null.Keyring) else str(ring.name)


def store(profile: str, value: str) -> None:
    """Keep a key; an empty one removes it. Raises KeyringError."""
    try:
        if value:
            keyring.set_password(SERVICE, profile, value)
        elif keyring.get_password(SERVICE, profile) is not None:
            keyring.delete_password(SERVICE, profile)
    except keyring.errors.KeyringError as error:
        raise KeyringError(said("The system has no keyring that can be used."), _HELP) from error
