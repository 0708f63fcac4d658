"""What expressions can ask for, and examples, each with what it means.

Above: `expressions`. Below: Qt's catalogues. A root that is missing here is found by a test.
"""

from PySide6.QtCore import QCoreApplication

from studio.present.marked import QT_TRANSLATE_NOOP

Rows = tuple[tuple[str, str], ...]

EXAMPLES: Rows = (
    ("args.amount > `100`", QT_TRANSLATE_NOOP("Expressions", "The call asks for more than 100")),
    ("call.name == 'issue_refund'", QT_TRANSLATE_NOOP("Expressions", "It is a call of this tool")),
    ("starts_with(call.name, 'get_')", QT_TRANSLATE_NOOP("Expressions", "It is a call of a tool whose name begins so")),
    ("result.is_error", QT_TRANSLATE_NOOP("Expressions", "The tool failed")),
    ("contains(result.text, 'not found')", QT_TRANSLATE_NOOP("Expressions", "The result says this somewhere")),
    ("result.value.items[0].price", QT_TRANSLATE_NOOP("Expressions", "A member of a result that is JSON")),
    ("length(reply.calls) > `1`", QT_TRANSLATE_NOOP("Expressions", "The reply has more than one call")),
    ("reply.calls[].name", QT_TRANSLATE_NOOP("Expressions", "The names of all its calls")),
    ("spent.cost > `0.5`", QT_TRANSLATE_NOOP("Expressions", "The session has cost more than half a dollar")),
    ("usage.input > `50000`", QT_TRANSLATE_NOOP("Expressions", "The last request had more than 50,000 tokens")),
    ("round >= `3` && !result", QT_TRANSLATE_NOOP("Expressions", "From round 3 on, where there is no result yet")),
    ("messages[?role == 'tool'].text", QT_TRANSLATE_NOOP("Expressions", "The texts of all results so far")),
)
ROOTS: Rows = (
    ("call", QT_TRANSLATE_NOOP("Expressions", "The call in question: name, arguments, id, position, agent")),
    ("args", QT_TRANSLATE_NOOP("Expressions", "Its arguments; the text where they are no JSON object")),
    ("result", QT_TRANSLATE_NOOP("Expressions", "What it gave: text, value, is_error, source, status")),
    ("reply", QT_TRANSLATE_NOOP("Expressions", "The open reply: text, calls, finish")),
    ("message", QT_TRANSLATE_NOOP("Expressions", "The text of your last message")),
    ("messages", QT_TRANSLATE_NOOP("Expressions", "All messages: role, text, calls")),
    ("usage", QT_TRANSLATE_NOOP("Expressions", "Tokens of the last reply: input, output")),
    ("spent", QT_TRANSLATE_NOOP("Expressions", "All so far: input, output, cost")),
    ("round", QT_TRANSLATE_NOOP("Expressions", "The number of the round")),
    ("trips", QT_TRANSLATE_NOOP("Expressions", "Replies with calls since your message")),
    ("depth", QT_TRANSLATE_NOOP("Expressions", "In how many agents it stands, one inside the other")),
    ("agent", QT_TRANSLATE_NOOP("Expressions", "The name of the agent it stands in")),
    ("model", QT_TRANSLATE_NOOP("Expressions", "The name of the model")),
    ("tools", QT_TRANSLATE_NOOP("Expressions", "The names of the tools that are sent")),
    ("error", QT_TRANSLATE_NOOP("Expressions", "Why the last request failed: kind, message, status")),
    ("state", QT_TRANSLATE_NOOP("Expressions", "All of the state")),
)
SPELLINGS: Rows = (
    ("round == `2`", QT_TRANSLATE_NOOP("Expressions", "A number stands between backticks")),
    ("model == 'gpt-4o'", QT_TRANSLATE_NOOP("Expressions", "A text stands between single quotes")),
    ("result.is_error == `true`", QT_TRANSLATE_NOOP("Expressions", "True, false and null stand between backticks")),
    ('args."order-id"', QT_TRANSLATE_NOOP("Expressions", "A member with other signs stands between double quotes")),
    ("result && !result.is_error", QT_TRANSLATE_NOOP("Expressions", "And is &&, or is ||, not is !")),
)


def worded(words: str) -> str:
    """What a row means, in the language of the window."""
    return QCoreApplication.translate("Expressions", words)
