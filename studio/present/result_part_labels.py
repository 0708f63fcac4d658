"""The English templates of what a tool gave beside text. A part of `labels.TEMPLATES`.

Above: `labels`. Below: `marked`. The same rules: one line a phrase, under the context `labels`, with named places.
"""

from studio.present.marked import QT_TRANSLATE_NOOP, Template

RESULT_PART_TEMPLATES: dict[str, Template] = {
    "gave.text": QT_TRANSLATE_NOOP("labels", "Text"),
    "gave.image": QT_TRANSLATE_NOOP("labels", "Picture"),
    "gave.picture": QT_TRANSLATE_NOOP("labels", "Picture {number}"),
    "gave.audio": QT_TRANSLATE_NOOP("labels", "Audio"),
    "gave.resource": QT_TRANSLATE_NOOP("labels", "Text of a resource"),
    "gave.blob": QT_TRANSLATE_NOOP("labels", "File of a resource"),
    "gave.link": QT_TRANSLATE_NOOP("labels", "Link to a resource"),
    "gave.structured": QT_TRANSLATE_NOOP("labels", "Structured content"),
    "gave.other": QT_TRANSLATE_NOOP("labels", "Part of the kind {kind}"),
    # What of a part the model reads.
    "gave.reads.whole": QT_TRANSLATE_NOOP("labels", "the model reads it"),
    "gave.reads.line": QT_TRANSLATE_NOOP("labels", "the model reads only a line about it"),
    "gave.reads.nothing": QT_TRANSLATE_NOOP("labels", "only for you"),
    # What the server says of a part.
    "gave.for.user": QT_TRANSLATE_NOOP("labels", "meant for the user"),
    "gave.for.assistant": QT_TRANSLATE_NOOP("labels", "meant for the model"),
    "gave.priority": QT_TRANSLATE_NOOP("labels", "priority {priority}"),
    "gave.changed": QT_TRANSLATE_NOOP("labels", "changed {time}"),
    "gave.not_kept": QT_TRANSLATE_NOOP("labels", "not kept: too large"),
    "gave.place": QT_TRANSLATE_NOOP("labels", "{place}. {what}"),
    "gave.parts": (
        QT_TRANSLATE_NOOP("labels", "1 part, as the tool gave it"),
        QT_TRANSLATE_NOOP("labels", "{n} parts, in the order of the tool"),
    ),
    "gave.dropped": (
        QT_TRANSLATE_NOOP(
            "labels",
            "1 part that the tool gave beside text and pictures is no longer in the result: its text was changed.",
        ),
        QT_TRANSLATE_NOOP(
            "labels",
            "{n} parts that the tool gave beside text and pictures are no longer in the result: its text was changed.",
        ),
    ),
    "result.parts": (QT_TRANSLATE_NOOP("labels", "1 part"), QT_TRANSLATE_NOOP("labels", "{n} parts")),
    "size.bytes": (QT_TRANSLATE_NOOP("labels", "1 byte"), QT_TRANSLATE_NOOP("labels", "{n} bytes")),
    "size.kb": QT_TRANSLATE_NOOP("labels", "{size} KB"),
    "size.mb": QT_TRANSLATE_NOOP("labels", "{size} MB"),
    "size.characters": (QT_TRANSLATE_NOOP("labels", "1 character"), QT_TRANSLATE_NOOP("labels", "{n} characters")),
}
