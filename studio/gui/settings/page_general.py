"""The page *General*: language, what is shown at the start, where sessions are kept, notices.

Above: `pages`. Below: `controls`.
"""

from studio.gui.settings.controls import choice, number, switch
from studio.gui.settings.folder_control import SessionsFolder
from studio.gui.settings.page import SettingsField, SettingsPage
from studio.present.marked import QT_TRANSLATE_NOOP

GENERAL = SettingsPage(
    "general",
    QT_TRANSLATE_NOOP("Settings", "General"),
    "gear",
    (
        SettingsField(
            "language",
            QT_TRANSLATE_NOOP("Settings", "Language"),
            choice(
                ("", QT_TRANSLATE_NOOP("Settings", "As the system")),
                ("en", "English"),
                ("zh_CN", "简体中文"),
            ),
            "language",
            QT_TRANSLATE_NOOP("Settings", "Of the window, at once. What models and tools say stays as it is."),
            "translation locale chinese english 中文 语言",
        ),
        SettingsField(
            "shows",
            QT_TRANSLATE_NOOP("Settings", "At the start"),
            choice(
                ("start_page", QT_TRANSLATE_NOOP("Settings", "Show the start page")),
                ("last_session", QT_TRANSLATE_NOOP("Settings", "Open the last session")),
            ),
            "start.shows",
            QT_TRANSLATE_NOOP("Settings", "Opening a session runs nothing."),
            "launch begin restore reopen",
        ),
        SettingsField(
            "sessions_folder",
            QT_TRANSLATE_NOOP("Settings", "Keep sessions in"),
            SessionsFolder,
            "start.sessions_folder",
            QT_TRANSLATE_NOOP("Settings", "Of new sessions. Those that are there stay where they are."),
            "directory path autosave save data location",
        ),
        SettingsField(
            "hints",
            QT_TRANSLATE_NOOP("Settings", "Hints in the demo"),
            switch,
            "start.hints",
            QT_TRANSLATE_NOOP("Settings", "Four short hints that lead through the demo."),
            "tips tutorial help",
        ),
        SettingsField(
            "notice_seconds",
            QT_TRANSLATE_NOOP("Settings", "Notices stay for"),
            number(2, 60, suffix=QT_TRANSLATE_NOOP("Settings", "s")),
            "start.notice_seconds",
            QT_TRANSLATE_NOOP("Settings", "They stay longer while the pointer or the keyboard is on them."),
            "message toast seconds time",
        ),
    ),
    QT_TRANSLATE_NOOP(
        "Settings", "What is changed here acts at once and is kept. The program never looks for updates."
    ),
    "update check version network",
)
