"""The page *Privacy*: what leaves this machine, what is blanked, and how a text would look then.

Above: `pages`. Below: `blanking_rows`, `blanking_trial`.
"""

from studio.gui.settings.blanking_rows import BlankingRows
from studio.gui.settings.blanking_trial import BlankingTrial, SecretsKnown
from studio.gui.settings.page import SettingsField, SettingsPage
from studio.present.marked import QT_TRANSLATE_NOOP

PRIVACY = SettingsPage(
    "privacy",
    QT_TRANSLATE_NOOP("Settings", "Privacy"),
    "lock",
    (
        SettingsField(
            "known",
            QT_TRANSLATE_NOOP("Settings", "Secrets"),
            SecretsKnown,
            hint=QT_TRANSLATE_NOOP(
                "Settings",
                "Keys of profiles and servers, and keys in addresses and headers: [redacted] stands in their place.",
            ),
            words="redact blank hide keys telemetry",
        ),
        SettingsField(
            "blanking",
            QT_TRANSLATE_NOOP("Settings", "What else is blanked"),
            BlankingRows,
            "blanking",
            QT_TRANSLATE_NOOP(
                "Settings",
                "Patterns (RE2). What they find is kept and shown as [redacted], also in replies, which then reach tools so.",
            ),
            "pattern regex redact anonymize personal data",
            wide=True,
        ),
        SettingsField(
            "trial",
            QT_TRANSLATE_NOOP("Settings", "Try a text"),
            BlankingTrial,
            hint=QT_TRANSLATE_NOOP("Settings", "How it would be kept and shown. It is kept nowhere."),
            words="test preview redact",
            wide=True,
        ),
    ),
    QT_TRANSLATE_NOOP(
        "Settings", "There is no telemetry. The program reaches only the models, servers and tools that you name."
    ),
    "tracking analytics",
)
