"""The actions of the menu Edit. Most are about the text or the step that is looked at: `local` ones belong to the part with the keyboard.

Above: `actions`. Below: `action_spec`, `actions_step`, `situation`, `situation_here`.
"""

from PySide6.QtGui import QKeySequence

from studio.gui import situation as when
from studio.gui import situation_here as here
from studio.gui.action_spec import ActionSpec
from studio.gui.actions_step import STEP
from studio.present.marked import QT_TRANSLATE_NOOP

_Std = QKeySequence.StandardKey

EDIT = (
    ActionSpec(
        "undo",
        QT_TRANSLATE_NOOP("Actions", "Undo"),
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Go back to where the session stood before. Nothing is undone outside."),
        (_Std.Undo,),
        "undo",
        when.can_undo,
    ),
    ActionSpec(
        "redo",
        QT_TRANSLATE_NOOP("Actions", "Redo"),
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Go again to where the session stood before Undo."),
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        "redo",
        when.can_redo,
    ),
    ActionSpec(
        "cut",
        QT_TRANSLATE_NOOP("Actions", "Cut"),
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Move the selected text to the clipboard."),
        (_Std.Cut,),
        rule=when.in_text_to_edit,
        line=True,
    ),
    ActionSpec(
        "copy",
        QT_TRANSLATE_NOOP("Actions", "Copy"),
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Copy the selected text to the clipboard."),
        (_Std.Copy,),
        rule=when.in_text,
    ),
    *(
        ActionSpec(f"copy_{form}", words, "edit.copy_as", hint, (), "copy", rule)
        for form, words, hint, rule in (
            (
                "text",
                QT_TRANSLATE_NOOP("Actions", "Copy as text"),
                QT_TRANSLATE_NOOP("Actions", "What the selected step says: the whole message, arguments or result."),
                here.has_step,
            ),
            (
                "json",
                QT_TRANSLATE_NOOP("Actions", "Copy as JSON"),
                QT_TRANSLATE_NOOP("Actions", "The selected step as the session file holds it."),
                here.has_step,
            ),
            (
                "curl",
                QT_TRANSLATE_NOOP("Actions", "Copy as curl"),
                QT_TRANSLATE_NOOP(
                    "Actions", "The request of the round as a command, with the name of a variable for the key."
                ),
                here.has_rounds,
            ),
            (
                "python",
                QT_TRANSLATE_NOOP("Actions", "Copy as Python"),
                QT_TRANSLATE_NOOP(
                    "Actions", "The request of the round as a program (httpx), with the name of a variable for the key."
                ),
                here.has_rounds,
            ),
        )
    ),
    ActionSpec(
        "paste",
        QT_TRANSLATE_NOOP("Actions", "Paste"),
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Put in the text of the clipboard."),
        (_Std.Paste,),
        rule=when.in_text_to_edit,
    ),
    *STEP,
    *(
        ActionSpec(id, words, "edit", hint, keys, icon, here.offers(id, here.NO_FIND), line=id == "find", local=True)
        for id, words, hint, keys, icon in (
            (
                "find",
                QT_TRANSLATE_NOOP("Actions", "Find…"),
                QT_TRANSLATE_NOOP("Actions", "Find words in the part that has the keyboard."),
                ("Ctrl+F",),
                "search",
            ),
            (
                "find_next",
                QT_TRANSLATE_NOOP("Actions", "Find next"),
                QT_TRANSLATE_NOOP("Actions", "Go to the next hit."),
                ("F3",),
                "",
            ),
            (
                "find_previous",
                QT_TRANSLATE_NOOP("Actions", "Find previous"),
                QT_TRANSLATE_NOOP("Actions", "Go to the hit before."),
                ("Shift+F3",),
                "",
            ),
        )
    ),
    ActionSpec(
        "replace",
        QT_TRANSLATE_NOOP("Actions", "Replace…"),
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Find words in the editor that has the keyboard, and replace them."),
        ("Ctrl+H",),
        rule=here.offers("replace", when.NO_EDITOR),
        local=True,
    ),
    ActionSpec(
        "format_json",
        QT_TRANSLATE_NOOP("Actions", "Format JSON"),
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Lay out the JSON of the editor anew. One Undo takes it back."),
        ("Alt+Shift+F",),
        rule=here.offers("format_json", here.NO_JSON),
        line=True,
        local=True,
    ),
    ActionSpec(
        "complete",
        QT_TRANSLATE_NOOP("Actions", "Complete"),
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Offer the members and values that the schema allows at the caret."),
        ("Alt+/",),
        rule=here.offers("complete", here.NO_JSON),
        local=True,
    ),
    ActionSpec(
        "sort_keys",
        QT_TRANSLATE_NOOP("Actions", "Sort keys"),
        "edit",
        QT_TRANSLATE_NOOP(
            "Actions", "Put the members of every object in the order of their keys. One Undo takes it back."
        ),
        ("Alt+Shift+S",),
        rule=here.offers("sort_keys", here.NO_JSON),
        local=True,
    ),
    ActionSpec(
        "go_to_line",
        QT_TRANSLATE_NOOP("Actions", "Go to line…"),
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Go to a line of the JSON editor by its number."),
        ("Alt+Shift+G",),
        rule=here.offers("go_to_line", here.NO_JSON),
        local=True,
    ),
    ActionSpec(
        "copy_path",
        QT_TRANSLATE_NOOP("Actions", "Copy path"),
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Copy the path of the value at the caret, as expressions write it."),
        ("Alt+Shift+C",),
        rule=here.offers("copy_path", here.NO_JSON),
        local=True,
    ),
    ActionSpec(
        "quick_fix",
        QT_TRANSLATE_NOOP("Actions", "Quick fix"),
        "edit",
        QT_TRANSLATE_NOOP(
            "Actions", "Repair the problem at the caret, of the card, or of the list, where a repair is known."
        ),
        ("Alt+Return",),
        "tick",
        here.offers("quick_fix", here.NO_FIX),
        local=True,
    ),
    ActionSpec(
        "revert_step",
        QT_TRANSLATE_NOOP("Actions", "Revert step"),
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Put the open reply back to what the model said: its text and its calls."),
        (),
        "undo",
        here.can_revert,
        line=True,
    ),
    ActionSpec(
        "commit_and_step",
        QT_TRANSLATE_NOOP("Actions", "Commit and step"),
        "edit",
        QT_TRANSLATE_NOOP(
            "Actions", "Commit what is typed in the part that has the keyboard, then do the one thing that is due."
        ),
        ("Ctrl+Shift+Return",),
        "step",
        when.can_write,
    ),
    ActionSpec(
        "settings",
        QT_TRANSLATE_NOOP("Actions", "Settings…"),
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Everything that can be chosen: acts at once, and is kept."),
        ("Ctrl+,",),
        "gear",
        line=True,
    ),
)
