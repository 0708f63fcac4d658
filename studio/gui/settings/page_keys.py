"""The page *Keys*: from where the key of each profile comes, and storing, replacing or removing one in the system's keyring.

Above: `pages`. Below: `key_sources`. No key is ever shown.
"""

from studio.gui.settings.key_sources import KeySources
from studio.gui.settings.page import SettingsField, SettingsPage
from studio.present.marked import QT_TRANSLATE_NOOP

KEYS = SettingsPage(
    "keys",
    QT_TRANSLATE_NOOP("Settings", "Keys"),
    "key",
    (
        SettingsField(
            "sources",
            QT_TRANSLATE_NOOP("Settings", "Keys of the profiles"),
            KeySources,
            words="api key secret keyring environment variable token password store remove",
            wide=True,
        ),
    ),
    QT_TRANSLATE_NOOP(
        "Settings",
        "A key lies in the system's keyring or in an environment variable, never in a file, and it is never shown.",
    ),
)
