"""The actions of the menu Help.

Above: `actions`. Below: `action_spec`.
"""

from studio.gui.action_spec import ActionSpec
from studio.present.marked import QT_TRANSLATE_NOOP

HELP = (
    ActionSpec(
        "first_steps",
        QT_TRANSLATE_NOOP("Actions", "First steps"),
        "help",
        QT_TRANSLATE_NOOP("Actions", "How to see it work, ask a model of your own, stop, look and change."),
        (),
        "run",
    ),
    ActionSpec(
        "keys",
        QT_TRANSLATE_NOOP("Actions", "Keys"),
        "help",
        QT_TRANSLATE_NOOP("Actions", "All actions with their keys."),
        ("F1",),
    ),
    ActionSpec(
        "expressions",
        QT_TRANSLATE_NOOP("Actions", "Expressions"),
        "help",
        QT_TRANSLATE_NOOP(
            "Actions", "What conditions and watches can ask for, with examples to try at the step that is looked at."
        ),
        (),
        "eye",
    ),
    ActionSpec(
        "report",
        QT_TRANSLATE_NOOP("Actions", "Report…"),
        "help",
        QT_TRANSLATE_NOOP("Actions", "Facts to copy for whoever helps you: versions and what went wrong, no key."),
        (),
        "copy",
        line=True,
    ),
    ActionSpec(
        "about",
        QT_TRANSLATE_NOOP("Actions", "About Toolcall Studio"),
        "help",
        QT_TRANSLATE_NOOP("Actions", "Version and licence."),
    ),
)
