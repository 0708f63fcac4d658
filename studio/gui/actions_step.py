"""The actions about the step that is selected in the timeline, and about all its rows; in the menu Edit. The menu of a row has them, too.

Above: `actions_edit`. Below: `action_spec`, `situation`, `situation_here`. What they do stands in `timeline_choices`.
"""

from studio.gui import situation as when
from studio.gui import situation_here as here
from studio.gui.action_spec import ActionSpec
from studio.present.marked import QT_TRANSLATE_NOOP

STEP = (
    *(
        ActionSpec(
            f"row_{id}", words, "edit.step", hint, keys, sign, here.offers(f"row_{id}", reason), local=bool(keys)
        )
        for id, words, hint, keys, sign, reason in (
            (
                "edit",
                QT_TRANSLATE_NOOP("Actions", "Edit the step"),
                QT_TRANSLATE_NOOP("Actions", "Go to the message, the call or the result of the selected step."),
                (),
                "edit",
                here.NO_ROW,
            ),
            (
                "mock_tool",
                QT_TRANSLATE_NOOP("Actions", "Mock this tool…"),
                QT_TRANSLATE_NOOP(
                    "Actions", "Answer the call of the card or of the selected step in the tool's place."
                ),
                ("Ctrl+M",),
                "mock",
                here.NO_CALL,
            ),
            (
                "record_rule",
                QT_TRANSLATE_NOOP("Actions", "Record as a rule"),
                QT_TRANSLATE_NOOP("Actions", "Give the result of the selected step again whenever its call comes."),
                (),
                "mock",
                here.NO_CALL,
            ),
            (
                "stop_before",
                QT_TRANSLATE_NOOP("Actions", "Stop before this…"),
                QT_TRANSLATE_NOOP("Actions", "A breakpoint before what the selected step does."),
                (),
                "conditional",
                here.NO_ROW,
            ),
            (
                "stop_after",
                QT_TRANSLATE_NOOP("Actions", "Stop after this…"),
                QT_TRANSLATE_NOOP("Actions", "A breakpoint after what the selected step does."),
                (),
                "conditional",
                here.NO_ROW,
            ),
            (
                "compare",
                QT_TRANSLATE_NOOP("Actions", "Compare this step…"),
                QT_TRANSLATE_NOOP(
                    "Actions", "Lay the selected request, reply or call beside the one before it, or any other one."
                ),
                (),
                "both_ways",
                here.NO_ROW,
            ),
            (
                "hide_kind",
                QT_TRANSLATE_NOOP("Actions", "Hide rows of this kind"),
                QT_TRANSLATE_NOOP("Actions", "Hide all rows of the timeline that are of the selected step's kind."),
                (),
                "eye",
                here.NO_ROW,
            ),
        )
    ),
    ActionSpec(
        "fold_all",
        QT_TRANSLATE_NOOP("Actions", "Fold all rounds"),
        "edit.step",
        QT_TRANSLATE_NOOP("Actions", "Show each round of the timeline as one row."),
        (),
        "chevron_right",
        when.is_open,
        line=True,
    ),
    ActionSpec(
        "open_all",
        QT_TRANSLATE_NOOP("Actions", "Open all rounds"),
        "edit.step",
        QT_TRANSLATE_NOOP("Actions", "Show each round of the timeline with its steps."),
        (),
        "chevron_down",
        when.is_open,
    ),
)
