"""Rules of the checks as they are switched off or lowered: here or always; what holds requests back is asked once more.

Above: `dialog_room`. Below: `bridge`, `chosen`, `dialogs/rule_lowered`. Panes ask for it.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QWidget

from studio.gui.bridge import Bridge
from studio.gui.settings_room import SettingsRoom
from studio.gui.words import fill
from studio.late import Late

if TYPE_CHECKING:
    from studio.checks import rules
    from studio.gui.dialogs import rule_lowered
    from studio.gui.settings import rule_rows
    from studio.session.policies import RuleLevel
else:
    rules = Late("studio.checks.rules")
    rule_lowered = Late("studio.gui.dialogs.rule_lowered")
    rule_rows = Late("studio.gui.settings.rule_rows")


class RulesRoom(QObject):
    """`settings` is where all rules are shown, and what is chosen for all sessions is kept."""

    def __init__(
        self, window: QWidget, bridge: Bridge, settings: SettingsRoom, show: Callable[[QDialog], object]
    ) -> None:
        super().__init__(window)
        self._window, self._bridge, self._settings, self._show = window, bridge, settings, show

    def set(self, rule: str, level: "RuleLevel", always: bool) -> None:
        """Let a rule count as that from now on; asks first where it would hold requests back."""
        if not rules.RULES[rule].blocks:
            self._do(rule, level, always)
            return
        dialog = rule_lowered.RuleLoweredDialog(self._window, rule, level, always=always)
        dialog.agreed.connect(lambda: self._do(rule, level, always))
        self._show(dialog)

    def open(self, rule: str = "") -> None:
        """Show all rules, with the keyboard in their list."""
        self._settings.open("checks", "rules")
        shown = self._settings.current
        control = shown.page.rows["rules"].control if shown is not None else None
        if isinstance(control, rule_rows.RuleRows):
            control.look_for(rule)

    def _do(self, rule: str, level: "RuleLevel", always: bool) -> None:
        if not always:
            if self._bridge.do(lambda session: session.set_rule(rule, level)) and level == "off":
                self._bridge.undoable.emit(fill(self.tr("{rule} is off in this session."), rule=rule))
        elif self._settings.chosen is not None:
            chosen, before = self._settings.chosen, self._settings.chosen.value("rules")
            chosen.put("rules", rules.with_level(before, rule, level))
            if level == "off":
                said = fill(self.tr("{rule} is off in all sessions."), rule=rule)
                self._bridge.offered.emit(said, self.tr("Undo"), lambda: chosen.put("rules", before))
