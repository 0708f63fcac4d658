"""Which rules of the checks count for a command: `--off`, `--all-rules`, what the settings and the session say; and telling it.

Above: `check`, `tool_check`. Below: `checks/rules`, `store/settings`. A rule that is off is always told: nobody takes silence for health.
"""

import argparse
from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any

from studio.checks.rules import RULES, Levels, level, nothing
from studio.cli.command import CommandError
from studio.cli.terminal import Terminal
from studio.paths import config_folder
from studio.session.policies import RuleLevel
from studio.store.settings import SettingsFile


def add_options(options: argparse.ArgumentParser) -> None:
    """`--off` and `--all-rules`."""
    options.add_argument(
        "--off",
        action="append",
        default=[],
        metavar="RULE",
        help="do not look for this rule, or those that fit a pattern ('loop.*'); may be said again",
    )
    options.add_argument(
        "--all-rules",
        action="store_true",
        help="look for all rules, also those that are off in the settings or in a session",
    )


class ChosenRules:
    """What holds for one run of a command, and who said it."""

    def __init__(self, given: argparse.Namespace) -> None:
        """CommandError for a name that is no rule."""
        named = [rule for pattern in given.off for rule in _fitting(pattern)]
        if given.all_rules and named:
            raise CommandError("--all-rules and --off are two ways of looking at it.")
        self._all = given.all_rules
        self._here: Levels = dict.fromkeys(named, "off")
        self._settings: Levels = nothing() if self._all else SettingsFile(config_folder()).values.rules
        self._told: dict[str, tuple[RuleLevel, str]] = {}
        self._note(self._settings, "the settings")
        self._note(self._here, "--off")

    def levels(self, session: Levels) -> Levels:
        """What holds in a session that says this; what the command says goes before it."""
        if self._all:
            return nothing()
        self._note({rule: made for rule, made in session.items() if rule not in self._here}, "the session")
        return {**self._settings, **session, **self._here}

    def _note(self, levels: Levels, by: str) -> None:
        self._told |= {rule: (made, by) for rule in levels if (made := level(levels, rule)) is not None}

    def tell(self, terminal: Terminal) -> None:
        """Say which rules are off, and which count for more or less than usual."""
        off = [f"{rule} ({by})" for rule, (made, by) in self._told.items() if made == "off"]
        if off:
            words = "1 rule is off" if len(off) == 1 else f"{len(off)} rules are off"
            terminal.line(f"{words}: {', '.join(off)}.", "note")
        for rule, (made, by) in self._told.items():
            if made != "off":
                terminal.line(f"{rule} counts as {made} ({by}).", "note")

    def value(self) -> Mapping[str, Any]:
        """The same as JSON: each rule with what it counts as and who says so."""
        return {rule: {"level": made, "by": by} for rule, (made, by) in self._told.items()}


def _fitting(pattern: str) -> list[str]:
    found = [rule for rule in RULES if fnmatchcase(rule, pattern)]
    if not found:
        raise CommandError(f"There is no rule {pattern}.", f"There are: {', '.join(RULES)}.")
    return found
