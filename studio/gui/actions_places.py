"""The actions that bring the keyboard to a part of the window, to a problem, a round, or a place where it was before; in the menu View.

Above: `actions`. Below: `action_spec`, `situation`, `situation_here`.
"""

from studio.gui import situation as when
from studio.gui import situation_here as here
from studio.gui.action_spec import ActionSpec
from studio.present.marked import QT_TRANSLATE_NOOP

PLACES = (
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
            (
                "find",
                QT_TRANSLATE_NOOP("Actions", "Go to what was found"),
                QT_TRANSLATE_NOOP("Actions", "Put the keyboard into what was found in the session."),
                (),
            ),
            (
                "compare",
                QT_TRANSLATE_NOOP("Actions", "Go to what is compared"),
                QT_TRANSLATE_NOOP("Actions", "Put the keyboard into the two things that are compared."),
                (),
            ),
            (
                "sample",
                QT_TRANSLATE_NOOP("Actions", "Go to the samples"),
                QT_TRANSLATE_NOOP("Actions", "Put the keyboard into what came of the samples of this session."),
                (),
            ),
            (
                "context",
                QT_TRANSLATE_NOOP("Actions", "Go to the context"),
                QT_TRANSLATE_NOOP("Actions", "Put the keyboard into the parts of the prompt: what fills the context."),
                (),
            ),
            (
                "cost",
                QT_TRANSLATE_NOOP("Actions", "Go to the cost"),
                QT_TRANSLATE_NOOP("Actions", "Put the keyboard into tokens, cost and time by round, tool and model."),
                (),
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
        ActionSpec(id, words, "view.focus", hint, keys, rule=rule, line=line)
        for id, words, hint, keys, rule, line in (
            (
                "previous_round",
                QT_TRANSLATE_NOOP("Actions", "Previous round"),
                QT_TRANSLATE_NOOP("Actions", "Select the round before in the timeline."),
                ("Alt+Up",),
                here.has_rounds,
                True,
            ),
            (
                "next_round",
                QT_TRANSLATE_NOOP("Actions", "Next round"),
                QT_TRANSLATE_NOOP("Actions", "Select the next round in the timeline."),
                ("Alt+Down",),
                here.has_rounds,
                False,
            ),
            (
                "place_back",
                QT_TRANSLATE_NOOP("Actions", "Back"),
                QT_TRANSLATE_NOOP("Actions", "Select the step that was looked at before."),
                ("Alt+Left",),
                here.can_go_places_back,
                False,
            ),
            (
                "place_forward",
                QT_TRANSLATE_NOOP("Actions", "Forward"),
                QT_TRANSLATE_NOOP("Actions", "Select the step that was looked at before going back."),
                ("Alt+Right",),
                here.can_go_places_forward,
                False,
            ),
        )
    ),
    ActionSpec(
        "filter_timeline",
        QT_TRANSLATE_NOOP("Actions", "Filter the timeline"),
        "view.focus",
        QT_TRANSLATE_NOOP("Actions", "Put the keyboard into the filter of the timeline."),
        ("Ctrl+L",),
        rule=when.is_open,
        local=True,
    ),
    ActionSpec(
        "next_difference",
        QT_TRANSLATE_NOOP("Actions", "Next difference"),
        "view.focus",
        QT_TRANSLATE_NOOP("Actions", "Go to the next place that differs in what is compared."),
        ("Alt+F8",),
        rule=here.offers("next_difference", here.NO_DIFFERENCE),
        line=True,
        local=True,
    ),
    ActionSpec(
        "previous_difference",
        QT_TRANSLATE_NOOP("Actions", "Previous difference"),
        "view.focus",
        QT_TRANSLATE_NOOP("Actions", "Go to the place before that differs in what is compared."),
        ("Alt+Shift+F8",),
        rule=here.offers("previous_difference", here.NO_DIFFERENCE),
        local=True,
    ),
)
