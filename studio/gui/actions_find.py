"""The actions that find: in the whole session, and a round by its number; in the menu Edit.

Above: `actions`. Below: `action_spec`, `situation`. What finds in the part that has the keyboard stands in `actions_edit`.
"""

from studio.gui import situation as when
from studio.gui.action_spec import ActionSpec
from studio.present.marked import QT_TRANSLATE_NOOP

FIND = (
    ActionSpec(
        "find_session",
        QT_TRANSLATE_NOOP("Actions", "Find in the session…"),
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Find words in all messages, replies, calls, results, errors and notes."),
        ("Ctrl+Shift+F",),
        "search",
        when.is_open,
    ),
    ActionSpec(
        "go_to_round",
        QT_TRANSLATE_NOOP("Actions", "Go to round…"),
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Look at a round by its number."),
        ("Ctrl+G",),
        "to_here",
        when.is_open,
    ),
)
