"""The actions of the menu View.

Above: `actions`. Below: `action_spec`, `situation`.
"""

from PySide6.QtGui import QKeySequence

from studio.gui import situation as when
from studio.gui.action_spec import ActionSpec
from studio.present.labels import QT_TRANSLATE_NOOP

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
        "show_timeline",
        QT_TRANSLATE_NOOP("Actions", "Timeline"),
        "view",
        QT_TRANSLATE_NOOP("Actions", "Show or hide the timeline."),
        rule=when.is_open,
        checkable=True,
        line=True,
    ),
    ActionSpec(
        "show_tools",
        QT_TRANSLATE_NOOP("Actions", "Tools"),
        "view",
        QT_TRANSLATE_NOOP("Actions", "Show or hide the tools."),
        rule=when.is_open,
        checkable=True,
    ),
    ActionSpec(
        "show_bottom",
        QT_TRANSLATE_NOOP("Actions", "Parts at the bottom"),
        "view",
        QT_TRANSLATE_NOOP("Actions", "Show or hide the parts at the bottom."),
        ("Ctrl+J",),
        rule=when.is_open,
        checkable=True,
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
    *(
        ActionSpec(f"focus_{part}", words, "view.focus", hint, keys, rule=when.is_open)
        for part, words, hint, keys in (
            (
                "timeline",
                QT_TRANSLATE_NOOP("Actions", "Go to the timeline"),
                QT_TRANSLATE_NOOP("Actions", "Put the keyboard into the timeline."),
                ("Ctrl+1",),
            ),
            (
                "request",
                QT_TRANSLATE_NOOP("Actions", "Go to the request"),
                QT_TRANSLATE_NOOP("Actions", "Put the keyboard into the request."),
                ("Ctrl+2",),
            ),
            (
                "response",
                QT_TRANSLATE_NOOP("Actions", "Go to the response"),
                QT_TRANSLATE_NOOP("Actions", "Put the keyboard into the response."),
                ("Ctrl+3",),
            ),
            (
                "tools",
                QT_TRANSLATE_NOOP("Actions", "Go to the tools"),
                QT_TRANSLATE_NOOP("Actions", "Put the keyboard into the tools."),
                ("Ctrl+4",),
            ),
            (
                "problems",
                QT_TRANSLATE_NOOP("Actions", "Go to the problems"),
                QT_TRANSLATE_NOOP("Actions", "Put the keyboard into the list of problems."),
                ("Ctrl+Shift+M",),
            ),
            (
                "console",
                QT_TRANSLATE_NOOP("Actions", "Go to the console"),
                QT_TRANSLATE_NOOP("Actions", "Put the keyboard into what tools, servers and breakpoints wrote."),
                (),
            ),
            (
                "http",
                QT_TRANSLATE_NOOP("Actions", "Go to HTTP"),
                QT_TRANSLATE_NOOP("Actions", "Put the keyboard into the requests and answers as they were sent."),
                (),
            ),
            (
                "events",
                QT_TRANSLATE_NOOP("Actions", "Go to the stream events"),
                QT_TRANSLATE_NOOP("Actions", "Put the keyboard into the events of a streamed reply, one by one."),
                (),
            ),
            (
                "mcp",
                QT_TRANSLATE_NOOP("Actions", "Go to the MCP servers"),
                QT_TRANSLATE_NOOP("Actions", "Put the keyboard into the list of MCP servers: states, tools, messages."),
                ("Ctrl+5",),
            ),
            (
                "branches",
                QT_TRANSLATE_NOOP("Actions", "Go to the branches"),
                QT_TRANSLATE_NOOP(
                    "Actions", "Put the keyboard into the tree of branches: notes, expectations, hidden ones."
                ),
                ("Ctrl+6",),
            ),
            (
                "breakpoints",
                QT_TRANSLATE_NOOP("Actions", "Go to the breakpoints"),
                QT_TRANSLATE_NOOP("Actions", "Put the keyboard into the list of breakpoints."),
                ("Ctrl+7",),
            ),
            (
                "watch",
                QT_TRANSLATE_NOOP("Actions", "Go to the watches"),
                QT_TRANSLATE_NOOP("Actions", "Put the keyboard into the watched expressions and their values."),
                ("Ctrl+8",),
            ),
        )
    ),
    ActionSpec(
        "next_part",
        QT_TRANSLATE_NOOP("Actions", "Next part of the window"),
        "view.focus",
        QT_TRANSLATE_NOOP("Actions", "Put the keyboard into the next part of the window."),
        ("F6",),
        line=True,
    ),
    ActionSpec(
        "previous_part",
        QT_TRANSLATE_NOOP("Actions", "Previous part of the window"),
        "view.focus",
        QT_TRANSLATE_NOOP("Actions", "Put the keyboard into the part of the window before."),
        ("Shift+F6",),
    ),
    ActionSpec(
        "next_problem",
        QT_TRANSLATE_NOOP("Actions", "Next problem"),
        "view.focus",
        QT_TRANSLATE_NOOP("Actions", "Go to the next problem and to its place."),
        ("F8",),
        rule=when.has_problems,
        line=True,
    ),
    ActionSpec(
        "previous_problem",
        QT_TRANSLATE_NOOP("Actions", "Previous problem"),
        "view.focus",
        QT_TRANSLATE_NOOP("Actions", "Go to the problem before and to its place."),
        ("Shift+F8",),
        rule=when.has_problems,
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
        "reset_layout",
        QT_TRANSLATE_NOOP("Actions", "Reset layout"),
        "view",
        QT_TRANSLATE_NOOP("Actions", "Put all parts of the window back to their places."),
        line=True,
    ),
)
