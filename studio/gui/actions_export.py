"""The actions of the menu *File › Export*.

Above: `actions_file`. Below: `action_spec`, `situation`.
"""

from studio.gui import situation as when
from studio.gui.action_spec import ActionSpec
from studio.present.marked import QT_TRANSLATE_NOOP

MENU = ("file.export", QT_TRANSLATE_NOOP("Actions", "Export"))
EXPORT = (
    ActionSpec(
        "export_test",
        QT_TRANSLATE_NOOP("Actions", "Export as test…"),
        MENU[0],
        QT_TRANSLATE_NOOP("Actions", "A test for pytest that replays the session and asserts its calls and answers."),
        ("Ctrl+E",),
        "tick",
        when.can_export,
    ),
    ActionSpec(
        "export_transcript",
        QT_TRANSLATE_NOOP("Actions", "Export transcript…"),
        MENU[0],
        QT_TRANSLATE_NOOP("Actions", "All that was said and done, to be read: Markdown, or one HTML page."),
        (),
        "message",
        when.is_open,
    ),
    ActionSpec(
        "export_archive",
        QT_TRANSLATE_NOOP("Actions", "Export HTTP archive…"),
        MENU[0],
        QT_TRANSLATE_NOOP(
            "Actions", "What went over HTTP on this branch, as browsers and proxies keep it (HAR), without keys."
        ),
        (),
        "globe",
        when.is_open,
    ),
    ActionSpec(
        "export_json",
        QT_TRANSLATE_NOOP("Actions", "Export as JSON…"),
        MENU[0],
        QT_TRANSLATE_NOOP("Actions", "All branches as one JSON document, the same that the command show prints."),
        (),
        "save",
        when.is_open,
    ),
)
