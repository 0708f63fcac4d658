"""The English templates of breakpoints. A part of `labels.TEMPLATES`.

Above: `labels`. Below: `marked`. The same rules: one line a phrase, under the context `labels`, with named places.
"""

from studio.present.marked import QT_TRANSLATE_NOOP, Template

BREAKPOINT_TEMPLATES: dict[str, Template] = {
    "reason.point": QT_TRANSLATE_NOOP("labels", "breakpoint"),
    "point.before_request": QT_TRANSLATE_NOOP("labels", "before each request"),
    "point.after_reply": QT_TRANSLATE_NOOP("labels", "after each reply"),
    "point.after_reply.tool": QT_TRANSLATE_NOOP("labels", "after replies that call {tool}"),
    "point.before_call": QT_TRANSLATE_NOOP("labels", "before each call"),
    "point.before_call.tool": QT_TRANSLATE_NOOP("labels", "before {tool}"),
    "point.after_result": QT_TRANSLATE_NOOP("labels", "after each result"),
    "point.after_result.tool": QT_TRANSLATE_NOOP("labels", "after {tool}"),
    "point.unknown_tool": QT_TRANSLATE_NOOP("labels", "unknown tool"),
    "point.unknown_tool.tool": QT_TRANSLATE_NOOP("labels", "unknown tool {tool}"),
    "point.bad_arguments": QT_TRANSLATE_NOOP("labels", "arguments that do not fit"),
    "point.bad_arguments.tool": QT_TRANSLATE_NOOP("labels", "arguments that do not fit {tool}"),
    "point.tool_error": QT_TRANSLATE_NOOP("labels", "tool error"),
    "point.tool_error.tool": QT_TRANSLATE_NOOP("labels", "error of {tool}"),
    "point.repeated_call": QT_TRANSLATE_NOOP("labels", "the same call again"),
    "point.repeated_call.tool": QT_TRANSLATE_NOOP("labels", "the same call of {tool} again"),
    "point.provider_error": QT_TRANSLATE_NOOP("labels", "provider error"),
    "point.invalid_history": QT_TRANSLATE_NOOP("labels", "messages that are not valid"),
    "point.no_progress": QT_TRANSLATE_NOOP("labels", "no progress"),
    "point.tokens": QT_TRANSLATE_NOOP("labels", "a turn over {most} tokens"),
    "point.cost": QT_TRANSLATE_NOOP("labels", "a turn over {most} US dollars"),
    "point.seconds": QT_TRANSLATE_NOOP("labels", "a turn over {most} seconds"),
    "point.if": QT_TRANSLATE_NOOP("labels", "if {condition}"),
    "point.count": QT_TRANSLATE_NOOP("labels", "at hit {number} only"),
    "point.every": QT_TRANSLATE_NOOP("labels", "once every {number} hits"),
    "point.log": QT_TRANSLATE_NOOP("labels", "logs: {text}"),
    "point.mock": QT_TRANSLATE_NOOP("labels", "answers: {text}"),
    "point.mock.error": QT_TRANSLATE_NOOP("labels", "answers with the error: {text}"),
    "point.edit": QT_TRANSLATE_NOOP("labels", "changes: {text}"),
    "spoken.stop.condition": QT_TRANSLATE_NOOP("labels", "breakpoint with a condition"),
    "spoken.stop.log": QT_TRANSLATE_NOOP("labels", "breakpoint that does not stop"),
    "spoken.stop.off": QT_TRANSLATE_NOOP("labels", "breakpoint, off"),
    "point.off": QT_TRANSLATE_NOOP("labels", "off"),
}
