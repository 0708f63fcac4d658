"""What the person set for all sessions, as far as the core goes by it: rules of the checks, how new sessions begin, what is blanked.

Above: `workspace`, the window's settings. Below: `store/settings`, `checks/rules`, `world`. A change acts at once and is saved.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from studio.checks.rules import with_level
from studio.session.policies import Limits, RuleLevel, Strategies
from studio.session.setup import Setup, Stops
from studio.store.settings import OwnPrice, Running, SettingsFile, TrustedFile
from studio.workspace import wiring
from studio.workspace.changes import ModeChanged

__all__ = ["OwnPrice", "Preferences", "TrustedFile", "members"]

if TYPE_CHECKING:
    from studio.workspace.opened import OpenedSession
    from studio.workspace.world import World


class Preferences:
    """Those of one run of the program; `opened` tells the open sessions, which look again after a change, `world` what they share."""

    def __init__(
        self, settings: SettingsFile, world: "Callable[[], World]", opened: "Callable[[], Sequence[OpenedSession]]"
    ) -> None:
        self._settings = settings
        self._world = world
        self._opened = opened

    def set_rule(self, rule: str, wanted: RuleLevel | None) -> None:
        """Say what is made of a rule of the checks in all sessions; None: it counts as usual. Raises SettingsError."""
        values = self._settings.values
        values.rules = with_level(values.rules, rule, wanted)
        self.take("rules")
        self._settings.save()

    def set_patterns(self, patterns: Sequence[str]) -> None:
        """Blank from now on what these patterns find, wherever secrets are blanked; those that cannot be used are passed over. What is
        written already stays. Raises SettingsError."""
        self._settings.values.blanking = list(patterns)
        self.take("blanking")
        self._settings.save()

    @property
    def secrets_known(self) -> int:
        """How many secrets of this run are blanked wherever something is kept or shown."""
        return self._world().redactor.known

    def blanked(self, text: str) -> str:
        """A text as it would be kept and shown: without secrets of this run, and without what the person's patterns find."""
        return self._world().redactor.text(text)

    def trusted(self) -> tuple[TrustedFile, ...]:
        """The files and commands that are trusted for good, the newest first."""
        return tuple(reversed(self._settings.values.trusted))

    def forget_trust(self, one: TrustedFile) -> None:
        """Trust one no more. Raises SettingsError."""
        self._world().forget_trust(one)
        self.take("trusted")

    def keyring_name(self) -> str:
        """What the system's keyring is called; empty when there is none that can be used."""
        return wiring.keyring_name()

    def take(self, member: str) -> None:
        """A member of the settings that sessions go by was changed: it holds at once, and whoever shows an open session looks again."""
        if member == "blanking":
            self._world().use_patterns()
        for session in tuple(self._opened()):
            session.tell(ModeChanged())

    def begun(self, setup: Setup) -> Setup:
        """The settings of a new session of which only who answers and what is said are known yet: all else as the person likes it."""
        return replace(setup, **members(self._settings.values.running))


def members(liked: Running) -> dict[str, object]:
    """How a new session goes on and where it stops, as members of a setup."""
    return {
        "stops": Stops(liked.before_request, liked.after_reply, liked.before_call, liked.after_result),
        "max_round_trips": liked.round_trips,
        "limits": Limits(liked.tokens, liked.cost, liked.seconds, liked.same_call),
        "concurrent": liked.concurrent,
        "strategies": Strategies(liked.unknown_tool, liked.bad_arguments, liked.tool_error),
        "call_seconds": liked.call_seconds,
        "result_chars": liked.result_chars,
    }
