"""The page *Checks*: each rule with what it means, and whether it is off or counts for more or less than usual.

Above: `pages`. Below: `rule_rows`.
"""

from studio.checks.rules import RULES
from studio.gui.settings.page import SettingsField, SettingsPage
from studio.gui.settings.rule_rows import RuleRows
from studio.present.marked import QT_TRANSLATE_NOOP

CHECKS = SettingsPage(
    "checks",
    QT_TRANSLATE_NOOP("Settings", "Checks"),
    "warn",
    (
        SettingsField(
            "rules",
            QT_TRANSLATE_NOOP("Settings", "Rules"),
            RuleRows,
            "rules",
            QT_TRANSLATE_NOOP(
                "Settings", "They hold for all sessions. A session can say otherwise: row menu in Problems."
            ),
            " ".join(("severity lint off problems", *RULES)),
            wide=True,
        ),
    ),
    QT_TRANSLATE_NOOP(
        "Settings", "What is looked for in the history, in loops, in declarations of tools and in arguments of calls."
    ),
)
