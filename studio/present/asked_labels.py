"""The English templates of what MCP servers asked the person, and what they were answered. A part of `labels.TEMPLATES`.

Above: `labels`. Below: `marked`. The same rules: one line a phrase, under the context `labels`, with named places.
"""

from studio.present.marked import QT_TRANSLATE_NOOP, Template

ASKED_TEMPLATES: dict[str, Template] = {
    "asked.form": QT_TRANSLATE_NOOP("labels", "{server} asks you"),
    "asked.url": QT_TRANSLATE_NOOP("labels", "{server} asks you to open an address"),
    "asked.sampling": QT_TRANSLATE_NOOP("labels", "{server} asks a model"),
    "asked.answer": QT_TRANSLATE_NOOP("labels", "Answer"),
    "asked.at_work": QT_TRANSLATE_NOOP("labels", "It was at work on {tool}."),
    "asked.accept.form": QT_TRANSLATE_NOOP("labels", "sent {content}"),
    "asked.accept.nothing": QT_TRANSLATE_NOOP("labels", "sent, with nothing filled in"),
    "asked.accept.url": QT_TRANSLATE_NOOP("labels", "allowed"),
    "asked.accept.sampling": QT_TRANSLATE_NOOP("labels", "{model} answered"),
    "asked.by_hand": QT_TRANSLATE_NOOP("labels", "written by hand"),
    "asked.decline": QT_TRANSLATE_NOOP("labels", "declined"),
    "asked.cancel": QT_TRANSLATE_NOOP("labels", "not answered"),
    "asked.model_said": QT_TRANSLATE_NOOP("labels", "The model said: {text}"),
    "asked.address": QT_TRANSLATE_NOOP("labels", "Address: {url}"),
    "badge.asked.accept": QT_TRANSLATE_NOOP("labels", "answered"),
    "badge.asked.decline": QT_TRANSLATE_NOOP("labels", "declined"),
    "badge.asked.cancel": QT_TRANSLATE_NOOP("labels", "not answered"),
    "story.sampling": QT_TRANSLATE_NOOP("labels", "asked by servers: {spent}"),
}
