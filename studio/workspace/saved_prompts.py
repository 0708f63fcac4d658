"""Prompts that the person saved, to be used again in any session.

Above: the window. Below: the settings, in which they are kept. The newest stands first.
"""

from collections.abc import Callable

from studio.store.settings import Settings

MOST = 50
"""The oldest goes when there are more."""


class SavedPrompts:
    """`keep` writes the settings, and says what went wrong to whom it may concern."""

    def __init__(self, settings: Callable[[], Settings], keep: Callable[[], object]) -> None:
        self._settings, self._keep = settings, keep

    def all(self) -> tuple[str, ...]:
        """The texts, the one saved last first."""
        return tuple(self._settings().prompts)

    def save(self, text: str) -> None:
        """Keep a text; one that is kept already comes first."""
        others = [each for each in self._settings().prompts if each != text]
        self._settings().prompts = [text, *others][:MOST]
        self._keep()

    def remove(self, text: str) -> None:
        """Let a text go."""
        self._settings().prompts = [each for each in self._settings().prompts if each != text]
        self._keep()
