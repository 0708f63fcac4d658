"""The actions of the menus Run and Session.

Above: `actions`. Below: `action_spec`, `actions_branches`, `situation`.
"""

from studio.gui import situation as when
from studio.gui.action_spec import ActionSpec
from studio.gui.actions_branches import BRANCHES, FORKING
from studio.present.marked import QT_TRANSLATE_NOOP

RUN = (
    ActionSpec(
        "run",
        QT_TRANSLATE_NOOP("Actions", "Run"),
        "run",
        QT_TRANSLATE_NOOP("Actions", "Go on to the next stop; while running: stop before the next step."),
        ("F5",),
        "run",
        when.can_run_or_pause,
        colour="accent",
    ),
    ActionSpec(
        "run_to_end",
        QT_TRANSLATE_NOOP("Actions", "Run to the end"),
        "run",
        QT_TRANSLATE_NOOP(
            "Actions", "Go on past all stop places until the model has finished. Sensitive tools still ask."
        ),
        ("Ctrl+F5",),
        "bolt",
        when.can_step,
        colour="accent",
    ),
    ActionSpec(
        "pause",
        QT_TRANSLATE_NOOP("Actions", "Pause"),
        "run",
        QT_TRANSLATE_NOOP("Actions", "Stop before the next step; what is under way is finished first."),
        (),
        "pause",
        when.is_running,
    ),
    ActionSpec(
        "stop",
        QT_TRANSLATE_NOOP("Actions", "Stop"),
        "run",
        QT_TRANSLATE_NOOP("Actions", "Cancel what is under way; the session stands after the last complete step."),
        ("Shift+F5", "Ctrl+."),
        "stop",
        when.is_running,
        colour="error",
    ),
    ActionSpec(
        "step",
        QT_TRANSLATE_NOOP("Actions", "Step over"),
        "run",
        QT_TRANSLATE_NOOP(
            "Actions",
            "Do the one thing that is due: send the request, or run one call. An agent runs to its end.",
        ),
        ("F10", "Ctrl+'"),
        "step",
        when.can_step,
        line=True,
        colour="accent",
    ),
    ActionSpec(
        "step_into",
        QT_TRANSLATE_NOOP("Actions", "Step into"),
        "run",
        QT_TRANSLATE_NOOP("Actions", "Do the one thing that is due; an agent stops before its first request."),
        ("F11", "Ctrl+;"),
        "step_into",
        when.can_step,
        colour="accent",
    ),
    ActionSpec(
        "step_out",
        QT_TRANSLATE_NOOP("Actions", "Step out"),
        "run",
        QT_TRANSLATE_NOOP("Actions", "Inside an agent go on to its end; outside of any, to the end of this round."),
        ("Shift+F11", "Ctrl+Shift+;"),
        "step_out",
        when.can_step,
        colour="accent",
    ),
    ActionSpec(
        "leave_agent",
        QT_TRANSLATE_NOOP("Actions", "Give its result…"),
        "run",
        QT_TRANSLATE_NOOP("Actions", "End the agent that the session stands in: its caller reads what you write."),
        (),
        "agent",
        when.is_inside,
        colour="agent",
    ),
    ActionSpec(
        "step_back",
        QT_TRANSLATE_NOOP("Actions", "Step back"),
        "run",
        QT_TRANSLATE_NOOP("Actions", "Go to the step before. Nothing is undone outside."),
        ("F7",),
        "step_back",
        when.can_go_back,
        colour="accent",
    ),
    ActionSpec(
        "run_to",
        QT_TRANSLATE_NOOP("Actions", "Run to here"),
        "run",
        QT_TRANSLATE_NOOP("Actions", "Go on up to the step that is selected in the timeline."),
        ("Ctrl+F10",),
        "to_here",
        when.can_run_to,
        colour="accent",
    ),
    ActionSpec(
        "run_open",
        QT_TRANSLATE_NOOP("Actions", "Run all open calls"),
        "run",
        QT_TRANSLATE_NOOP("Actions", "Run every call of this reply that waits and needs no decision, then stop."),
        (),
        "call",
        when.has_open_calls,
        line=True,
    ),
    ActionSpec(
        "answer_open",
        QT_TRANSLATE_NOOP("Actions", "Answer all open calls…"),
        "run",
        QT_TRANSLATE_NOOP("Actions", "Give every call that waits the same result. No tool runs."),
        (),
        "mock",
        when.has_open_calls,
        colour="mock",
    ),
    ActionSpec(
        "rewind",
        QT_TRANSLATE_NOOP("Actions", "Rewind to here"),
        "run",
        QT_TRANSLATE_NOOP(
            "Actions", "Make the step that is selected in the timeline the one where the session stands."
        ),
        ("Ctrl+Shift+F10",),
        "rollback",
        when.can_move_to,
        line=True,
    ),
    *FORKING,
    ActionSpec(
        "restart",
        QT_TRANSLATE_NOOP("Actions", "Restart"),
        "run",
        QT_TRANSLATE_NOOP("Actions", "Begin a new branch from the first request. The old one stays."),
        ("Ctrl+Shift+F5",),
        "restart",
        when.can_ask_again,
        colour="text",
    ),
    ActionSpec(
        "send_again",
        QT_TRANSLATE_NOOP("Actions", "Send again"),
        "run",
        QT_TRANSLATE_NOOP("Actions", "Ask the model once more for this round, on a branch beside the first answer."),
        ("Ctrl+R",),
        "send",
        when.can_ask_again,
    ),
    ActionSpec(
        "sample",
        QT_TRANSLATE_NOOP("Actions", "Send n times…"),
        "run",
        QT_TRANSLATE_NOOP(
            "Actions", "Ask the due request many times, over profiles and variants, and count which tool is chosen."
        ),
        (),
        "send",
        when.can_write,
    ),
    ActionSpec(
        "send_anyway",
        QT_TRANSLATE_NOOP("Actions", "Send anyway"),
        "run",
        QT_TRANSLATE_NOOP(
            "Actions",
            "Send the next request once although its messages are not valid; the session keeps that it was so.",
        ),
        (),
        "send",
        when.can_send_anyway,
        colour="warn",
    ),
    ActionSpec(
        "repair_messages",
        QT_TRANSLATE_NOOP("Actions", "Repair the messages"),
        "run",
        QT_TRANSLATE_NOOP(
            "Actions", "Repair all that is wrong with the messages of the next request. One Undo takes it back."
        ),
        (),
        "",
        when.can_repair,
    ),
    *(
        ActionSpec(
            f"stop_{place}",
            words,
            "run.stops",
            QT_TRANSLATE_NOOP("Actions", "Switch this stop place on or off for the session."),
            rule=when.can_write,
            checkable=True,
            line=place == "before_request",
        )
        for place, words in (
            ("before_request", QT_TRANSLATE_NOOP("Actions", "Stop before each request")),
            ("after_reply", QT_TRANSLATE_NOOP("Actions", "Stop after each reply")),
            ("before_call", QT_TRANSLATE_NOOP("Actions", "Stop before each call")),
            ("after_result", QT_TRANSLATE_NOOP("Actions", "Stop after each result")),
        )
    ),
)

SESSION = (
    ActionSpec(
        "rename",
        QT_TRANSLATE_NOOP("Actions", "Rename session…"),
        "session",
        QT_TRANSLATE_NOOP("Actions", "Give the session another title."),
        rule=when.can_write,
    ),
    *BRANCHES,
    ActionSpec(
        "loop",
        QT_TRANSLATE_NOOP("Actions", "Loop settings…"),
        "session",
        QT_TRANSLATE_NOOP(
            "Actions",
            "Limits, what is done when a call goes wrong, how values are made to fit, order of calls, approval.",
        ),
        (),
        "gear",
        when.can_write,
    ),
    ActionSpec(
        "limits",
        QT_TRANSLATE_NOOP("Actions", "Limits…"),
        "session",
        QT_TRANSLATE_NOOP("Actions", "How far this session goes before it stops: rounds, tokens, cost, time."),
        rule=when.can_write,
    ),
    ActionSpec(
        "notes",
        QT_TRANSLATE_NOOP("Actions", "Notes…"),
        "session",
        QT_TRANSLATE_NOOP("Actions", "Write about this session. No model reads it."),
        (),
        "edit",
        when.can_write,
    ),
    ActionSpec(
        "memory",
        QT_TRANSLATE_NOOP("Actions", "Memory…"),
        "session",
        QT_TRANSLATE_NOOP(
            "Actions", "How much of the conversation a request carries: all, the last messages, or the last tokens."
        ),
        (),
        "clock",
        when.is_open,
    ),
    ActionSpec(
        "attach",
        QT_TRANSLATE_NOOP("Actions", "Attach…"),
        "session",
        QT_TRANSLATE_NOOP("Actions", "A picture, or the text of a file, that goes along with the next message."),
        (),
        "file",
        when.can_attach,
    ),
    ActionSpec(
        "skills",
        QT_TRANSLATE_NOOP("Actions", "Skills…"),
        "session",
        QT_TRANSLATE_NOOP(
            "Actions",
            "Folders with instructions that the model activates when a task fits. Nothing of them is executed.",
        ),
        (),
        "file",
        when.can_write,
    ),
    ActionSpec(
        "summary",
        QT_TRANSLATE_NOOP("Actions", "Summary…"),
        "session",
        QT_TRANSLATE_NOOP(
            "Actions", "The rounds as thought, action and observation, with tokens, calls and the final answer."
        ),
        (),
        "info",
        when.is_open,
    ),
    ActionSpec(
        "compare",
        QT_TRANSLATE_NOOP("Actions", "Compare…"),
        "session",
        QT_TRANSLATE_NOOP(
            "Actions", "Two branches, sessions, steps or answers beside one another, and why they came out otherwise."
        ),
        ("Ctrl+Shift+D",),
        "both_ways",
        when.is_open,
    ),
    ActionSpec(
        "send_as",
        QT_TRANSLATE_NOOP("Actions", "Send as…"),
        "session",
        QT_TRANSLATE_NOOP(
            "Actions",
            "Ask the due request natively, with the tools as text, and in JSON mode, and compare the replies.",
        ),
        (),
        "send",
        when.can_send_as,
        line=True,
    ),
    *(
        ActionSpec(
            f"model_{mode}",
            words,
            "session.model",
            hint,
            (),
            icon,
            rule,
            checkable=True,
            group="model",
            line=mode == "live",
        )
        for mode, words, hint, icon, rule in (
            (
                "live",
                QT_TRANSLATE_NOOP("Actions", "Model: Live"),
                QT_TRANSLATE_NOOP("Actions", "Requests go to the model of the profile."),
                "globe",
                when.has_profile,
            ),
            (
                "recorded",
                QT_TRANSLATE_NOOP("Actions", "Model: Recorded"),
                QT_TRANSLATE_NOOP("Actions", "Replies come from the recording; nothing is sent."),
                "clock",
                when.has_recording,
            ),
            (
                "scripted",
                QT_TRANSLATE_NOOP("Actions", "Model: Scripted"),
                QT_TRANSLATE_NOOP("Actions", "Replies come from the script of the session; nothing is sent."),
                "file",
                when.has_script,
            ),
            (
                "by_hand",
                QT_TRANSLATE_NOOP("Actions", "Model: By hand"),
                QT_TRANSLATE_NOOP("Actions", "You write the replies, in the Response pane; nothing is sent."),
                "edit",
                when.can_write,
            ),
        )
    ),
    *(
        ActionSpec(f"tools_{mode}", words, "session.tools", hint, rule=rule, checkable=True, group="tools")
        for mode, words, hint, rule in (
            (
                "live",
                QT_TRANSLATE_NOOP("Actions", "Tools: Live"),
                QT_TRANSLATE_NOOP("Actions", "Calls run for real."),
                when.can_write,
            ),
            (
                "recorded",
                QT_TRANSLATE_NOOP("Actions", "Tools: Recorded"),
                QT_TRANSLATE_NOOP("Actions", "Results come from the recording; no tool runs."),
                when.has_recording,
            ),
        )
    ),
)
