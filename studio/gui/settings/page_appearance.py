"""The page *Appearance*: colours, height of rows, size and family of the letters, motion.

Above: `pages`. Below: `controls`.
"""

from studio.gui.settings.controls import choice, number, switch
from studio.gui.settings.font_control import code_font, ui_font
from studio.gui.settings.page import SettingsField, SettingsPage
from studio.present.marked import QT_TRANSLATE_NOOP

APPEARANCE = SettingsPage(
    "appearance",
    QT_TRANSLATE_NOOP("Settings", "Appearance"),
    "contrast",
    (
        SettingsField(
            "theme",
            QT_TRANSLATE_NOOP("Settings", "Theme"),
            choice(
                ("system", QT_TRANSLATE_NOOP("Settings", "As the system")),
                ("light", QT_TRANSLATE_NOOP("Settings", "Light")),
                ("dark", QT_TRANSLATE_NOOP("Settings", "Dark")),
                ("high_contrast", QT_TRANSLATE_NOOP("Settings", "High contrast")),
            ),
            "theme",
            words="colour color skin night mode",
        ),
        SettingsField(
            "density",
            QT_TRANSLATE_NOOP("Settings", "Height of rows"),
            choice(
                ("compact", QT_TRANSLATE_NOOP("Settings", "Compact")),
                ("normal", QT_TRANSLATE_NOOP("Settings", "Normal")),
                ("roomy", QT_TRANSLATE_NOOP("Settings", "Roomy")),
            ),
            "appearance.density",
            QT_TRANSLATE_NOOP("Settings", "Of the timeline and of lists."),
            "density compact spacing line height timeline list",
        ),
        SettingsField(
            "text_scale",
            QT_TRANSLATE_NOOP("Settings", "Text size"),
            number(80, 200, step=10, suffix="%"),
            "text_scale",
            QT_TRANSLATE_NOOP("Settings", "From 80 to 200 %; everything else grows with it."),
            "zoom font scale larger smaller dpi",
        ),
        SettingsField(
            "ui_font",
            QT_TRANSLATE_NOOP("Settings", "Font of words"),
            ui_font,
            "appearance.ui_font",
            QT_TRANSLATE_NOOP("Settings", "Signs that it does not have come from the usual fonts."),
            "typeface family ui letters",
        ),
        SettingsField(
            "code_font",
            QT_TRANSLATE_NOOP("Settings", "Font of code"),
            code_font,
            "appearance.code_font",
            QT_TRANSLATE_NOOP("Settings", "Fonts whose letters are all of one width."),
            "typeface family monospace fixed",
        ),
        SettingsField(
            "reduce_motion",
            QT_TRANSLATE_NOOP("Settings", "Reduce motion"),
            switch,
            "appearance.reduce_motion",
            QT_TRANSLATE_NOOP("Settings", "Lines of progress stand still, and the caret does not blink."),
            "animation blink",
        ),
    ),
)
