"""The English templates of what a session is doing or waits for. A part of `labels.TEMPLATES`.

Above: `labels`. Below: `marked`. The same rules: one line a phrase, under the context `labels`.
"""

from studio.present.marked import QT_TRANSLATE_NOOP, Template

RUN_TEMPLATES: dict[str, Template] = {
    "run.ready": QT_TRANSLATE_NOOP("labels", "Ready"),
    "run.sending": QT_TRANSLATE_NOOP("labels", "Sending"),
    "run.streaming": QT_TRANSLATE_NOOP("labels", "Streaming"),
    "run.tools": QT_TRANSLATE_NOOP("labels", "Running tools"),
    "run.paused": QT_TRANSLATE_NOOP("labels", "Paused"),
    "run.waiting": QT_TRANSLATE_NOOP("labels", "Waiting for you"),
    "run.finished": QT_TRANSLATE_NOOP("labels", "Finished"),
    "run.failed": QT_TRANSLATE_NOOP("labels", "Failed"),
    "run.limit": QT_TRANSLATE_NOOP("labels", "Limit reached"),
}
