"""The English templates of the timeline's rows about chosen tools, agents, memory and passages, and of what is due then.

A part of `labels.TEMPLATES`. Above: `labels`. Below: `marked`. The same rules: one line a phrase, under the context `labels`, with named
places.
"""

from studio.present.marked import QT_TRANSLATE_NOOP, Template

TIMELINE_TEMPLATES: dict[str, Template] = {
    # What is due.
    "due.choose_tools": QT_TRANSLATE_NOOP("labels", "choose the tools of the next request"),
    "due.end_agent": QT_TRANSLATE_NOOP("labels", "give the agent's answer to its caller"),
    # The choice of tools.
    "tools.of": (
        QT_TRANSLATE_NOOP("labels", "{n} of {of} offered"),
        QT_TRANSLATE_NOOP("labels", "{n} of {of} offered"),
    ),
    "tools.error": QT_TRANSLATE_NOOP("labels", "error"),
    "groups.said": QT_TRANSLATE_NOOP("labels", "The model that chose said: {text}"),
    # What a result brought.
    "badge.found": (QT_TRANSLATE_NOOP("labels", "1 tool found"), QT_TRANSLATE_NOOP("labels", "{n} tools found")),
    "badge.skill": QT_TRANSLATE_NOOP("labels", "skill activated"),
    "badge.opened": (QT_TRANSLATE_NOOP("labels", "1 group opened"), QT_TRANSLATE_NOOP("labels", "{n} groups opened")),
    # What a request carries.
    "badge.left_out": QT_TRANSLATE_NOOP("labels", "{count} left out"),
    "row.left_out": (
        QT_TRANSLATE_NOOP("labels", "1 message left out"),
        QT_TRANSLATE_NOOP("labels", "{n} messages left out"),
    ),
    "row.window_reached": QT_TRANSLATE_NOOP("labels", "the memory reaches back no further"),
    "row.retried": QT_TRANSLATE_NOOP("labels", "sent again after {seconds} s"),
    "badge.sent_anyway": QT_TRANSLATE_NOOP("labels", "sent anyway"),
    "request.invalid": QT_TRANSLATE_NOOP("labels", "sent although its messages were not valid: {codes}"),
    "request.left_out": (
        QT_TRANSLATE_NOOP("labels", "1 message was left out of this request: the memory reaches back no further."),
        QT_TRANSLATE_NOOP("labels", "{n} messages were left out of this request: the memory reaches back no further."),
    ),
    "request.passages_of": QT_TRANSLATE_NOOP("labels", "Passages went along from: {sources}"),
    "tokens.estimated": (
        QT_TRANSLATE_NOOP("labels", "About 1 token: an estimate, no provider counted it."),
        QT_TRANSLATE_NOOP("labels", "About {n} tokens: an estimate, no provider counted it."),
    ),
    # What was seen of a loop, at its last call.
    "badge.loop.repeated_call": QT_TRANSLATE_NOOP("labels", "same again"),
    "badge.loop.same_after_error": QT_TRANSLATE_NOOP("labels", "same again"),
    "badge.loop.ping_pong": QT_TRANSLATE_NOOP("labels", "back and forth"),
    "badge.loop.result_ignored": QT_TRANSLATE_NOOP("labels", "not used"),
    "badge.loop.growth": QT_TRANSLATE_NOOP("labels", "nothing new"),
    # An edit as a row of its own.
    "edited.name": QT_TRANSLATE_NOOP("labels", "{old} is now {new}"),
    "edited.argument": QT_TRANSLATE_NOOP("labels", "argument {name}"),
    "edited.arguments": (
        QT_TRANSLATE_NOOP("labels", "1 argument: {names}"),
        QT_TRANSLATE_NOOP("labels", "{n} arguments: {names}"),
    ),
    "edited.arguments_text": QT_TRANSLATE_NOOP("labels", "the arguments"),
    # Agents.
    "agent.asked": QT_TRANSLATE_NOOP("labels", "It was asked: {text}"),
    "spoken.agent": QT_TRANSLATE_NOOP("labels", "call of the agent {tool}"),
}
