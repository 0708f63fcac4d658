"""The actions of branches: in the menu Run those that begin one, in the menu Session those about the ones that are there.

Above: `actions_run`. Below: `action_spec`, `situation`.
"""

from studio.gui import situation as when
from studio.gui.action_spec import ActionSpec
from studio.present.marked import QT_TRANSLATE_NOOP

FORKING = (
    ActionSpec(
        "fork",
        QT_TRANSLATE_NOOP("Actions", "Fork from here"),
        "run",
        QT_TRANSLATE_NOOP("Actions", "Begin a new branch under the selected step. The old one stays."),
        ("Ctrl+Shift+B",),
        "fork",
        when.can_fork,
        colour="fork",
        short=QT_TRANSLATE_NOOP("Actions", "Fork"),
    ),
    ActionSpec(
        "rerun",
        QT_TRANSLATE_NOOP("Actions", "Rerun from here"),
        "run",
        QT_TRANSLATE_NOOP(
            "Actions",
            "Begin a new branch under the selected step and run to the next stop. What ran before does not run again unasked.",
        ),
        ("Ctrl+Shift+R",),
        "restart",
        when.can_rerun,
        colour="fork",
    ),
)

BRANCHES = (
    ActionSpec(
        "branch_form",
        QT_TRANSLATE_NOOP("Actions", "Name, note and expectation…"),
        "session.branches",
        QT_TRANSLATE_NOOP("Actions", "What the branch is called, what it is for, and what you expect of it."),
        (),
        "edit",
        when.can_keep,
    ),
    ActionSpec(
        "next_branch",
        QT_TRANSLATE_NOOP("Actions", "Next branch"),
        "session.branches",
        QT_TRANSLATE_NOOP("Actions", "Go to the newest step of the next branch that is not hidden."),
        ("Ctrl+PgDown",),
        "branch",
        when.has_branches,
        line=True,
    ),
    ActionSpec(
        "previous_branch",
        QT_TRANSLATE_NOOP("Actions", "Previous branch"),
        "session.branches",
        QT_TRANSLATE_NOOP("Actions", "Go to the newest step of the branch before that is not hidden."),
        ("Ctrl+PgUp",),
        "branch",
        when.has_branches,
    ),
)
