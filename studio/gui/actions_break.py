"""The table of actions about breakpoints and watches; they stand in the menu Run.

Above: `actions`. Below: `action_spec`, `situation`. What they do stands in `break_room`.
"""

from studio.gui import situation as when
from studio.gui.action_spec import ActionSpec
from studio.present.marked import QT_TRANSLATE_NOOP

BREAKS = (
    ActionSpec(
        "toggle_breakpoint",
        QT_TRANSLATE_NOOP("Actions", "Breakpoint here, or none"),
        "run",
        QT_TRANSLATE_NOOP("Actions", "Set a breakpoint at the place of the selected step, or take it away."),
        ("F9",),
        "breakpoint",
        when.can_set,
        line=True,
        colour="breakpoint",
    ),
    ActionSpec(
        "new_breakpoint",
        QT_TRANSLATE_NOOP("Actions", "New breakpoint…"),
        "run",
        QT_TRANSLATE_NOOP("Actions", "Where, for which tools, under what condition, at which hit, and what it does."),
        (),
        "conditional",
        when.can_set,
    ),
    ActionSpec(
        "edit_breakpoint",
        QT_TRANSLATE_NOOP("Actions", "Edit breakpoint…"),
        "run",
        QT_TRANSLATE_NOOP("Actions", "Change the breakpoint of the selected step, or the one chosen in the list."),
        ("Shift+F9",),
        "edit",
        when.can_set,
    ),
    ActionSpec(
        "switch_breakpoint",
        QT_TRANSLATE_NOOP("Actions", "Breakpoint off or on"),
        "run",
        QT_TRANSLATE_NOOP(
            "Actions", "Switch the breakpoint of the selected step off without removing it, or on again."
        ),
        ("Ctrl+F9",),
        "ring",
        when.has_breakpoints,
    ),
    ActionSpec(
        "switch_breakpoints",
        QT_TRANSLATE_NOOP("Actions", "All breakpoints off or on"),
        "run",
        QT_TRANSLATE_NOOP("Actions", "Switch all breakpoints off, or all on where none is."),
        ("Ctrl+Shift+F9",),
        "",
        when.has_breakpoints,
    ),
    ActionSpec(
        "run_to_breakpoint",
        QT_TRANSLATE_NOOP("Actions", "Run to the next breakpoint"),
        "run",
        QT_TRANSLATE_NOOP("Actions", "Go on to the next breakpoint; other stop places do not hold."),
        (),
        "run",
        when.has_breakpoints,
    ),
    ActionSpec(
        "add_watch",
        QT_TRANSLATE_NOOP("Actions", "Watch an expression"),
        "run",
        QT_TRANSLATE_NOOP("Actions", "Show the value of an expression at each step, and where it changed."),
        (),
        "eye",
        when.can_set,
    ),
)
