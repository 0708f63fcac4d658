"""The actions of the menu View.

Above: `actions`. Below: `action_spec`, `actions_places`, `situation`, `situation_here`.
"""

from PySide6.QtGui import QKeySequence

from studio.gui import situation as when
from studio.gui import situation_here as here
from studio.gui.action_spec import ActionSpec
from studio.gui.actions_places import PLACES
from studio.present.marked import QT_TRANSLATE_NOOP

_Std = QKeySequence.StandardKey

VIEW = (
    ActionSpec(
        "palette",
        QT_TRANSLATE_NOOP("Actions", "Command palette"),
        "view",
        QT_TRANSLATE_NOOP("Actions", "All actions by their words."),
        ("Ctrl+K", "Ctrl+Shift+P"),
        "search",
    ),
    ActionSpec(
        "stacked",
        QT_TRANSLATE_NOOP("Actions", "Panes stacked"),
        "view",
        QT_TRANSLATE_NOOP("Actions", "Put the request above the response instead of beside it."),
        ("Ctrl+\\",),
        rule=when.is_wide,
        checkable=True,
        line=True,
    ),
    ActionSpec(
        "alone",
        QT_TRANSLATE_NOOP("Actions", "This pane alone"),
        "view",
        QT_TRANSLATE_NOOP("Actions", "Show only the pane that has the keyboard; again to show both."),
        ("Ctrl+Shift+\\",),
        rule=when.is_wide,
        checkable=True,
    ),
    *PLACES,
    ActionSpec(
        "show_bottom",
        QT_TRANSLATE_NOOP("Actions", "Show all parts at the bottom"),
        "view.docks",
        QT_TRANSLATE_NOOP("Actions", "Show or hide the parts at the bottom."),
        ("Ctrl+J",),
        rule=when.is_open,
        checkable=True,
        line=True,
    ),
    *(
        ActionSpec(
            f"show_{part}",
            words,
            "view.docks",
            QT_TRANSLATE_NOOP("Actions", "Show or hide this part of the window."),
            rule=when.is_open,
            checkable=True,
            line=part in ("timeline", "problems"),
        )
        for part, words in (
            ("timeline", QT_TRANSLATE_NOOP("Actions", "Show the timeline")),
            ("tools", QT_TRANSLATE_NOOP("Actions", "Show the tools")),
            ("breakpoints", QT_TRANSLATE_NOOP("Actions", "Show the breakpoints")),
            ("watch", QT_TRANSLATE_NOOP("Actions", "Show the watches")),
            ("problems", QT_TRANSLATE_NOOP("Actions", "Show the problems")),
            ("console", QT_TRANSLATE_NOOP("Actions", "Show the console")),
            ("http", QT_TRANSLATE_NOOP("Actions", "Show HTTP")),
            ("events", QT_TRANSLATE_NOOP("Actions", "Show the stream events")),
            ("mcp", QT_TRANSLATE_NOOP("Actions", "Show the MCP servers")),
            ("branches", QT_TRANSLATE_NOOP("Actions", "Show the branches")),
            ("find", QT_TRANSLATE_NOOP("Actions", "Show Find")),
            ("compare", QT_TRANSLATE_NOOP("Actions", "Show Compare")),
            ("sample", QT_TRANSLATE_NOOP("Actions", "Show Sample")),
            ("context", QT_TRANSLATE_NOOP("Actions", "Show the context")),
            ("cost", QT_TRANSLATE_NOOP("Actions", "Show the cost")),
        )
    ),
    *(
        ActionSpec(
            f"view_{view}", words, "view.pane", hint, keys, rule=here.offers(f"view_{view}", here.NO_PANE), local=True
        )
        for view, words, hint, keys in (
            (
                "chat",
                QT_TRANSLATE_NOOP("Actions", "Chat"),
                QT_TRANSLATE_NOOP("Actions", "Show the request or the response as messages."),
                ("Alt+1",),
            ),
            (
                "parts",
                QT_TRANSLATE_NOOP("Actions", "Form or calls"),
                QT_TRANSLATE_NOOP("Actions", "Show the request as a form, or the calls of the response."),
                ("Alt+2",),
            ),
            (
                "json",
                QT_TRANSLATE_NOOP("Actions", "JSON"),
                QT_TRANSLATE_NOOP("Actions", "Show the request or the response as JSON."),
                ("Alt+3",),
            ),
            (
                "diff",
                QT_TRANSLATE_NOOP("Actions", "Differences"),
                QT_TRANSLATE_NOOP("Actions", "Show what was changed in the request or the response."),
                ("Alt+4", "Ctrl+D"),
            ),
        )
    ),
    *(
        ActionSpec(
            f"theme_{name}",
            words,
            "view.theme",
            QT_TRANSLATE_NOOP("Actions", "Change the colours."),
            checkable=True,
            group="theme",
        )
        for name, words in (
            ("system", QT_TRANSLATE_NOOP("Actions", "As the system")),
            ("light", QT_TRANSLATE_NOOP("Actions", "Light")),
            ("dark", QT_TRANSLATE_NOOP("Actions", "Dark")),
            ("high_contrast", QT_TRANSLATE_NOOP("Actions", "High contrast")),
        )
    ),
    ActionSpec(
        "larger",
        QT_TRANSLATE_NOOP("Actions", "Larger text"),
        "view.text",
        QT_TRANSLATE_NOOP("Actions", "Make all text larger, up to 200 %."),
        (_Std.ZoomIn, "Ctrl+="),
    ),
    ActionSpec(
        "smaller",
        QT_TRANSLATE_NOOP("Actions", "Smaller text"),
        "view.text",
        QT_TRANSLATE_NOOP("Actions", "Make all text smaller, down to 80 %."),
        (_Std.ZoomOut,),
    ),
    ActionSpec(
        "usual_size",
        QT_TRANSLATE_NOOP("Actions", "Usual text size"),
        "view.text",
        QT_TRANSLATE_NOOP("Actions", "Text at 100 %."),
        ("Ctrl+0",),
    ),
    ActionSpec(
        "language_en",
        "English",
        "view.language",
        QT_TRANSLATE_NOOP("Actions", "Change the language of the window."),
        checkable=True,
        group="language",
    ),
    ActionSpec(
        "language_zh_CN",
        "简体中文",
        "view.language",
        QT_TRANSLATE_NOOP("Actions", "Change the language of the window."),
        checkable=True,
        group="language",
    ),
    ActionSpec(
        "full_screen",
        QT_TRANSLATE_NOOP("Actions", "Full screen"),
        "view",
        QT_TRANSLATE_NOOP("Actions", "Give the window the whole screen, or take it back."),
        ("Ctrl+Shift+F11",),
        checkable=True,
        line=True,
    ),
    ActionSpec(
        "reset_layout",
        QT_TRANSLATE_NOOP("Actions", "Reset layout"),
        "view",
        QT_TRANSLATE_NOOP("Actions", "Put all parts of the window back to their places."),
    ),
)
