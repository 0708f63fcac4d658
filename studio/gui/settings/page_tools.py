"""The page *Tools*: which Python runs tools, how long a call may take, and what is trusted.

Above: `pages`. Below: `controls`, `amounts`, `trusted_rows`.
"""

from studio.gui.settings.amounts import amount
from studio.gui.settings.controls import line
from studio.gui.settings.page import SettingsField, SettingsPage
from studio.gui.settings.trusted_rows import TrustedRows
from studio.present.marked import QT_TRANSLATE_NOOP

TOOLS = SettingsPage(
    "tools",
    QT_TRANSLATE_NOOP("Settings", "Tools"),
    "call",
    (
        SettingsField(
            "interpreter",
            QT_TRANSLATE_NOOP("Settings", "Python for tools"),
            line(QT_TRANSLATE_NOOP("Settings", "the program's own Python")),
            "interpreter",
            QT_TRANSLATE_NOOP(
                "Settings", "The path of a Python, such as that of your project's .venv. Files added from now on."
            ),
            "interpreter venv worker process executable",
        ),
        SettingsField(
            "call_seconds",
            QT_TRANSLATE_NOOP("Settings", "Time for one call"),
            amount(least=0.5, most=86_400, decimals=1, suffix=QT_TRANSLATE_NOOP("Settings", "s")),
            "running.call_seconds",
            QT_TRANSLATE_NOOP(
                "Settings", "Then the tool is stopped. In new sessions; a tool may have a time of its own."
            ),
            "timeout time-out seconds limit",
        ),
        SettingsField(
            "result_chars",
            QT_TRANSLATE_NOOP("Settings", "Longest result"),
            amount(none=QT_TRANSLATE_NOOP("Settings", "never cut")),
            "running.result_chars",
            QT_TRANSLATE_NOOP(
                "Settings", "In characters. The model reads so much, and that the rest was cut. In new sessions."
            ),
            "limit cut truncate size",
        ),
        SettingsField(
            "trusted",
            QT_TRANSLATE_NOOP("Settings", "Trusted files and commands"),
            TrustedRows,
            hint=QT_TRANSLATE_NOOP(
                "Settings",
                "Exactly as they were then: after a change you are asked again. What runs now runs on until it is closed.",
            ),
            words="trust forget revoke hash review",
            wide=True,
        ),
    ),
    QT_TRANSLATE_NOOP(
        "Settings", "Tools run in a process of their own, and nothing of a file runs before you trust it."
    ),
    "worker",
)
