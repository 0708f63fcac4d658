"""The page *Editor*: how JSON is shown and typed.

Above: `pages`. Below: `controls`.
"""

from studio.gui.settings.controls import number, switch
from studio.gui.settings.page import SettingsField, SettingsPage
from studio.present.marked import QT_TRANSLATE_NOOP

EDITOR = SettingsPage(
    "editor",
    QT_TRANSLATE_NOOP("Settings", "Editor"),
    "edit",
    (
        SettingsField(
            "wrap",
            QT_TRANSLATE_NOOP("Settings", "Wrap long lines"),
            switch,
            "editing.wrap",
            QT_TRANSLATE_NOOP("Settings", "Else the editor scrolls sideways. Plain texts always wrap."),
            "word wrap line break",
        ),
        SettingsField(
            "indent",
            QT_TRANSLATE_NOOP("Settings", "Indent"),
            number(1, 8, suffix=QT_TRANSLATE_NOOP("Settings", "blanks")),
            "editing.indent",
            QT_TRANSLATE_NOOP("Settings", "For each level of JSON as it is shown. What is sent keeps its own layout."),
            "tab spaces width",
        ),
        SettingsField(
            "check_kb",
            QT_TRANSLATE_NOOP("Settings", "Check while typing"),
            number(
                0,
                2000,
                step=50,
                suffix=QT_TRANSLATE_NOOP("Settings", "kB"),
                none=QT_TRANSLATE_NOOP("Settings", "never"),
            ),
            "editing.check_kb",
            QT_TRANSLATE_NOOP(
                "Settings", "Up to this size. Longer texts are checked when they are committed, or on request."
            ),
            "lint validate limit size",
        ),
        SettingsField(
            "fold_over",
            QT_TRANSLATE_NOOP("Settings", "Fold strings over"),
            number(200, 10_000, step=100, suffix=QT_TRANSLATE_NOOP("Settings", "characters")),
            "editing.fold_over",
            QT_TRANSLATE_NOOP(
                "Settings", "A longer string is shown by its first letters and its size; nothing of it is lost."
            ),
            "long text collapse shorten",
        ),
    ),
)
