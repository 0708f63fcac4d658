"""The English sentences of the advice on tools, each with the advice that goes with it.

Above: the files of the rules. Below: `sentences`. One line a text, under the context `checks`, with named places.
"""

from studio.said import QT_TRANSLATE_NOOP

NO_DESCRIPTION = (
    QT_TRANSLATE_NOOP("checks", "{tool} has no description."),
    QT_TRANSLATE_NOOP("checks", "Say what it does, what it gives back, and when to use it."),
)
SHORT = (
    QT_TRANSLATE_NOOP("checks", "The description of {tool} is too short to choose it by."),
    QT_TRANSLATE_NOOP("checks", "Say what it does, what it gives back, and when to use it."),
)
ECHO = (
    QT_TRANSLATE_NOOP("checks", "The description of {tool} says only what its name says."),
    QT_TRANSLATE_NOOP("checks", "Say what the name does not: what it gives back, and when to use it."),
)
NO_WHEN = (
    QT_TRANSLATE_NOOP("checks", "The description of {tool} says what it does, not when to use it."),
    QT_TRANSLATE_NOOP(
        "checks", "Add a sentence that begins with “Use it when”, and one on when not to, if another tool is near."
    ),
)
ALIKE = (
    QT_TRANSLATE_NOOP(
        "checks", "{tool} and {other} are hard to tell apart: names and descriptions say nearly the same."
    ),
    QT_TRANSLATE_NOOP(
        "checks", "Say in both what only the one does and when the other is right; or make one tool of them."
    ),
)
SAME_WORDS = (
    QT_TRANSLATE_NOOP("checks", "{tool} and {other} have the same description."),
    QT_TRANSLATE_NOOP("checks", "Say in each what only that one does."),
)
VALUES = (
    QT_TRANSLATE_NOOP("checks", "{name} takes any text, but its description names the values: {values}."),
    QT_TRANSLATE_NOOP("checks", 'Give it "enum": {enum}, so that no other value comes.'),
)
FORMAT = (
    QT_TRANSLATE_NOOP("checks", "{name} takes any text, but its description names a form: {form}."),
    QT_TRANSLATE_NOOP("checks", "Give it {keyword}, so that what does not fit is refused."),
)
NOT_DESCRIBED = (
    QT_TRANSLATE_NOOP("checks", "The parameter {name} has no description."),
    QT_TRANSLATE_NOOP("checks", "Say what it means, in which unit or form, with an example."),
)
MANY = (
    QT_TRANSLATE_NOOP("checks", "{n} tools are offered at once: models choose the wrong one more often."),
    QT_TRANSLATE_NOOP("checks", "Leave out what the task does not need, or switch on groups of tools or tool search."),
)
TOO_MANY = (
    QT_TRANSLATE_NOOP(
        "checks", "{n} tools are offered at once: that is far too many to choose among, and each request pays for them."
    ),
    QT_TRANSLATE_NOOP("checks", "Switch on tool search or groups of tools, so that a request offers fewer than 20."),
)
REFUSED = (
    QT_TRANSLATE_NOOP("checks", "{providers} refuses the name {tool}: it takes {allowed}."),
    QT_TRANSLATE_NOOP("checks", "Rename it, for example to {better}."),
)
REFUSED_BY_SOME = (
    QT_TRANSLATE_NOOP("checks", "{providers} refuse the name {tool}: they take {allowed}."),
    QT_TRANSLATE_NOOP("checks", "Rename it, for example to {better}."),
)
ALLOWED = QT_TRANSLATE_NOOP("checks", "letters, digits, _ and -, at most {most}")
ALLOWED_GEMINI = QT_TRANSLATE_NOOP("checks", "letters, digits, _, ., : and -, at most {most}, a letter or _ first")
ALLOWED_BY_ALL = QT_TRANSLATE_NOOP("checks", "letters, digits, _ and -, at most {most}, a letter or _ first")
ONLY_CASE = (
    QT_TRANSLATE_NOOP("checks", "The names {tool} and {other} differ only in how they are written."),
    QT_TRANSLATE_NOOP("checks", "Give one of them a name of its own: a model writes one for the other."),
)
TWICE = (
    QT_TRANSLATE_NOOP("checks", "Two tools have the name {tool}."),
    QT_TRANSLATE_NOOP("checks", "Rename one of them: a provider refuses a name that stands twice."),
)
NO_KEY = (
    QT_TRANSLATE_NOOP("checks", "{tool} changes something, and a call that is made twice does it twice."),
    QT_TRANSLATE_NOOP(
        "checks",
        "Add a parameter such as idempotency_key and do nothing again for a known one; or mark it idempotent if it is.",
    ),
)
SECRET = (
    QT_TRANSLATE_NOOP("checks", "Here stands what looks like {what}. It is sent to the model with every request."),
    QT_TRANSLATE_NOOP(
        "checks",
        "Take it out, and make it void where it came from. What runs the tool can read it from the environment.",
    ),
)
KEY = QT_TRANSLATE_NOOP("checks", "a key")
PASSWORD = QT_TRANSLATE_NOOP("checks", "a password")
PRIVATE_KEY = QT_TRANSLATE_NOOP("checks", "a private key")
