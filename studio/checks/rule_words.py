"""What each rule of the checks looks for, in one sentence, and the most that it counts for by itself.

Above: `rules`. Below: `sentences`. One line a text, under the context `checks`; the order is that of the list in the settings.
"""

from typing import Literal

from studio.said import QT_TRANSLATE_NOOP

Usual = Literal["hint", "warning", "error"]
Table = dict[str, tuple[Usual, str]]

HISTORY: Table = {
    "history.missing_result": (
        "error",
        QT_TRANSLATE_NOOP("checks", "A call in the history has no result. Providers refuse such a request."),
    ),
    "history.orphan_result": (
        "error",
        QT_TRANSLATE_NOOP("checks", "A result answers a call that does not stand before it. Providers refuse it."),
    ),
    "history.duplicate_id": (
        "error",
        QT_TRANSLATE_NOOP("checks", "Two calls have one id, so that their results cannot be told apart."),
    ),
    "history.duplicate_result": ("error", QT_TRANSLATE_NOOP("checks", "A call has two results.")),
    "history.results_not_in_one_message": (
        "error",
        QT_TRANSLATE_NOOP(
            "checks", "The results of one reply do not stand together, in the message right behind its calls."
        ),
    ),
    "history.result_not_first": (
        "error",
        QT_TRANSLATE_NOOP("checks", "In a message with results something stands before them."),
    ),
    "history.empty_text": ("error", QT_TRANSLATE_NOOP("checks", "A text is empty where the format takes none.")),
    "history.empty_assistant": (
        "error",
        QT_TRANSLATE_NOOP("checks", "An answer of the model has neither text nor calls."),
    ),
    "history.missing_thinking": (
        "warning",
        QT_TRANSLATE_NOOP("checks", "With thinking on, a turn goes on without the thinking that it began with."),
    ),
    "history.role_order": (
        "warning",
        QT_TRANSLATE_NOOP("checks", "User and assistant do not take turns, which templates of some models want."),
    ),
    "history.image_in_tool_message": (
        "error",
        QT_TRANSLATE_NOOP("checks", "A result holds a picture where the format takes only text."),
    ),
    "history.bad_tool_name": (
        "error",
        QT_TRANSLATE_NOOP("checks", "The name of a tool has signs that the provider refuses, or is too long."),
    ),
    "history.bad_call_id": (
        "error",
        QT_TRANSLATE_NOOP("checks", "The id of a call is not of the form that the provider takes."),
    ),
    "history.arguments_not_text": (
        "error",
        QT_TRANSLATE_NOOP("checks", "The arguments of a call are no text, though the format wants JSON as text."),
    ),
    "history.arguments_not_object": (
        "error",
        QT_TRANSLATE_NOOP("checks", "The arguments of a call in the history are no object."),
    ),
    "history.arguments_invalid_json": (
        "warning",
        QT_TRANSLATE_NOOP("checks", "The arguments of a call in the history are no JSON. Some servers refuse them."),
    ),
    "history.reasoning_without_item": (
        "error",
        QT_TRANSLATE_NOOP("checks", "Reasoning stands alone, without the message or call that it led to."),
    ),
}
LOOP: Table = {
    "loop.repeated_call": (
        "warning",
        QT_TRANSLATE_NOOP("checks", "The same call is made again, and nothing new was learnt between."),
    ),
    "loop.ping_pong": (
        "warning",
        QT_TRANSLATE_NOOP("checks", "Two tools take turns, each with the same arguments again."),
    ),
    "loop.same_after_error": (
        "warning",
        QT_TRANSLATE_NOOP("checks", "A call that failed is made again with the same arguments."),
    ),
    "loop.result_ignored": (
        "hint",
        QT_TRANSLATE_NOOP("checks", "A tool gave numbers, and none of them stands in the answer."),
    ),
    "loop.growth": (
        "hint",
        QT_TRANSLATE_NOOP("checks", "The history grows over rounds whose calls had all been made before."),
    ),
}
TOOLS: Table = {
    "tools.many": ("warning", QT_TRANSLATE_NOOP("checks", "A request offers 10 tools or more.")),
    "tools.too_many": ("error", QT_TRANSLATE_NOOP("checks", "A request offers 20 tools or more.")),
    "tool.name_refused": ("error", QT_TRANSLATE_NOOP("checks", "A provider refuses the name of a tool.")),
    "tool.name_twice": ("error", QT_TRANSLATE_NOOP("checks", "Two tools have one name.")),
    "tool.name_by_case": (
        "warning",
        QT_TRANSLATE_NOOP("checks", "The names of two tools differ only in how they are written."),
    ),
    "tool.secret": (
        "error",
        QT_TRANSLATE_NOOP("checks", "A declaration holds what looks like a key or a password; it goes to the model."),
    ),
    "tool.description_missing": ("warning", QT_TRANSLATE_NOOP("checks", "A tool has no description.")),
    "tool.description_short": (
        "warning",
        QT_TRANSLATE_NOOP("checks", "The description of a tool is too short to choose it by."),
    ),
    "tool.description_echo": (
        "warning",
        QT_TRANSLATE_NOOP("checks", "The description of a tool says only what its name says."),
    ),
    "tool.no_when": (
        "hint",
        QT_TRANSLATE_NOOP("checks", "The description of a tool does not say when to use it."),
    ),
    "tool.no_idempotency_key": (
        "warning",
        QT_TRANSLATE_NOOP("checks", "A tool changes something and does it twice when it is called twice."),
    ),
    "tool.values_in_words": (
        "warning",
        QT_TRANSLATE_NOOP("checks", "A parameter takes any text, though its description lists the values."),
    ),
    "tool.form_in_words": (
        "warning",
        QT_TRANSLATE_NOOP("checks", "A parameter takes any text, though its description names a form, such as a date."),
    ),
    "tool.parameter_undescribed": ("hint", QT_TRANSLATE_NOOP("checks", "A parameter has no description.")),
    "tool.alike": ("warning", QT_TRANSLATE_NOOP("checks", "Two tools are hard to tell apart.")),
}
ARGUMENTS: Table = {
    "arguments.duplicate_keys": (
        "warning",
        QT_TRANSLATE_NOOP("checks", "The arguments of a call name a member twice; the last one counts."),
    ),
    "schema.coerced": (
        "warning",
        QT_TRANSLATE_NOOP("checks", "A value does not fit as it is, and is made to fit when the call runs."),
    ),
    "call.signed": (
        "warning",
        QT_TRANSLATE_NOOP("checks", "The provider signed a call that you edited, and may refuse the edit."),
    ),
    "call.signed_thinking": (
        "warning",
        QT_TRANSLATE_NOOP("checks", "The thinking before a call that you edited is signed, and may not fit the edit."),
    ),
}
TABLES: dict[Literal["history", "loop", "tools", "arguments"], Table] = {
    "history": HISTORY,
    "loop": LOOP,
    "tools": TOOLS,
    "arguments": ARGUMENTS,
}
"""All rules, by the part of the checks that they belong to."""
