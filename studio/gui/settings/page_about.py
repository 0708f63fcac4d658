"""The page *About*: what this program is, where it keeps things, and on what it stands.

Above: `pages`. Below: `about_controls`.
"""

from studio.gui.settings.about_controls import Libraries, Places, ProgramFacts
from studio.gui.settings.page import SettingsField, SettingsPage
from studio.present.marked import QT_TRANSLATE_NOOP

ABOUT = SettingsPage(
    "about",
    QT_TRANSLATE_NOOP("Settings", "About"),
    "info",
    (
        SettingsField(
            "program",
            QT_TRANSLATE_NOOP("Settings", "This program"),
            ProgramFacts,
            words="version licence license python qt report copy",
            wide=True,
        ),
        SettingsField(
            "places",
            QT_TRANSLATE_NOOP("Settings", "Where things lie"),
            Places,
            words="folder path sessions settings data",
            wide=True,
        ),
        SettingsField(
            "libraries",
            QT_TRANSLATE_NOOP("Settings", "Libraries"),
            Libraries,
            hint=QT_TRANSLATE_NOOP(
                "Settings", "What the program stands on, with the licences that the libraries name themselves."
            ),
            words="license licence open source dependencies third party",
            wide=True,
        ),
    ),
    QT_TRANSLATE_NOOP("Settings", "A step debugger for the loop between a language model and its tools."),
)
