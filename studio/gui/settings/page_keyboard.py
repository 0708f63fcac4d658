"""The page *Keyboard*: all actions with their keys, which can be others.

Above: `pages`. Below: `keys_control`.
"""

from studio.gui.settings.keys_control import KeysControl
from studio.gui.settings.page import SettingsField, SettingsPage
from studio.present.marked import QT_TRANSLATE_NOOP

KEYBOARD = SettingsPage(
    "keyboard",
    QT_TRANSLATE_NOOP("Settings", "Keyboard"),
    "keyboard",
    (
        SettingsField(
            "keys",
            QT_TRANSLATE_NOOP("Settings", "Keys of actions"),
            KeysControl,
            "keys",
            QT_TRANSLATE_NOOP(
                "Settings", "Enter on an action, press the new key, Enter. It acts at once in every window."
            ),
            "shortcuts hotkeys bindings export import conflict",
            wide=True,
        ),
    ),
)
