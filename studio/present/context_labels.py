"""The English templates of what is said of a prompt. A part of `labels.TEMPLATES`.

Above: `labels`. Below: `marked`. The same rules: one line a phrase, under the context `labels`, with named places.
"""

from studio.present.marked import QT_TRANSLATE_NOOP, Template

CONTEXT_TEMPLATES: dict[str, Template] = {
    "context.system": QT_TRANSLATE_NOOP("labels", "system text"),
    "context.skills": QT_TRANSLATE_NOOP("labels", "skills"),
    "context.result_of": QT_TRANSLATE_NOOP("labels", "result of {tool}"),
    "context.result": QT_TRANSLATE_NOOP("labels", "a result"),
    "context.calls": QT_TRANSLATE_NOOP("labels", "calls {tools}"),
    "context.empty": QT_TRANSLATE_NOOP("labels", "without words"),
    "context.origin.system": QT_TRANSLATE_NOOP("labels", "System text"),
    "context.origin.skills": QT_TRANSLATE_NOOP("labels", "Skills"),
    "context.origin.tools": QT_TRANSLATE_NOOP("labels", "Tools"),
    "context.origin.person": QT_TRANSLATE_NOOP("labels", "Messages"),
    "context.origin.replies": QT_TRANSLATE_NOOP("labels", "Replies"),
    "context.origin.results": QT_TRANSLATE_NOOP("labels", "Tool results"),
    "context.origin.passages": QT_TRANSLATE_NOOP("labels", "Passages"),
    "context.origin.room": QT_TRANSLATE_NOOP("labels", "Room left"),
}
