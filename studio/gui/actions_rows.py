"""The actions of the menu *View › Timeline kinds*: which kinds of rows the timeline shows. Its own menu beside the filter says the same.

Above: `actions`, `panes/timeline_kinds`. Below: `action_spec`, `situation`, `present/row_kinds` (the names).
"""

from studio.gui import situation as when
from studio.gui.action_spec import ActionSpec
from studio.present.marked import QT_TRANSLATE_NOOP

MENU = ("view.kinds", QT_TRANSLATE_NOOP("Actions", "Timeline kinds"))
_HINT = QT_TRANSLATE_NOOP("Actions", "Show or hide rows of this kind in the timeline.")
KIND_WORDS: dict[str, str] = {
    "message": QT_TRANSLATE_NOOP("Actions", "Show messages"),
    "setup": QT_TRANSLATE_NOOP("Actions", "Show changed settings"),
    "tools": QT_TRANSLATE_NOOP("Actions", "Show choices of tools"),
    "memory": QT_TRANSLATE_NOOP("Actions", "Show what memory left out"),
    "request": QT_TRANSLATE_NOOP("Actions", "Show requests"),
    "failed": QT_TRANSLATE_NOOP("Actions", "Show provider errors"),
    "response": QT_TRANSLATE_NOOP("Actions", "Show responses"),
    "call": QT_TRANSLATE_NOOP("Actions", "Show tool calls"),
    "result": QT_TRANSLATE_NOOP("Actions", "Show results"),
    "asked": QT_TRANSLATE_NOOP("Actions", "Show questions of servers"),
    "rollback": QT_TRANSLATE_NOOP("Actions", "Show rollbacks"),
    "fork": QT_TRANSLATE_NOOP("Actions", "Show forks"),
    "edit": QT_TRANSLATE_NOOP("Actions", "Show edits as rows"),
}
"""By the names of `present/row_kinds`."""
ROWS = (
    *(
        ActionSpec(
            f"rows_{name}", words, MENU[0], _HINT, rule=when.is_open, checkable=True, line=name in ("message", "edit")
        )
        for name, words in KIND_WORDS.items()
    ),
    ActionSpec(
        "rows_all",
        QT_TRANSLATE_NOOP("Actions", "Show the usual kinds"),
        MENU[0],
        QT_TRANSLATE_NOOP("Actions", "Show rows of every kind; edits stay badges."),
        rule=when.is_open,
        line=True,
    ),
)
