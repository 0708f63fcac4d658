"""Groups of tools in words: what their rule is, and why one is open or closed now.

Above: the editor of groups. Below: `session/toolbox`, `workspace/group_looks`. Words are those of the context `GroupWords`.
"""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import assert_never

from PySide6.QtCore import QCoreApplication

from studio.gui.words import fill, sentence, together
from studio.session.toolbox import Always, ByExpression, ByHand, ByWords, Chosen, Rule
from studio.workspace.group_looks import GroupLook, GroupWhy

translate = QCoreApplication.translate

KINDS = ("always", "words", "expression", "hand", "chosen")
_MOST_NAMED = 3


def kind_of(rule: Rule) -> str:
    """The key of a rule's kind, one of `KINDS`."""
    match rule:
        case Always():
            return "always"
        case ByWords():
            return "words"
        case ByExpression():
            return "expression"
        case ByHand():
            return "hand"
        case Chosen():
            return "chosen"
        case _:
            assert_never(rule)


def kind_words(kind: str) -> tuple[str, str]:
    """A kind of rule in a few words, and what it means."""
    return {
        "always": (
            translate("GroupWords", "Always"),
            translate("GroupWords", "The group is open in every request."),
        ),
        "words": (
            translate("GroupWords", "Words of the message"),
            translate("GroupWords", "Open while the user message of the turn holds one of these words, in any case."),
        ),
        "expression": (
            translate("GroupWords", "Expression over the state"),
            translate(
                "GroupWords",
                "JMESPath over message, context, round, used, found, skills, groups and history; open for anything but false, "
                "null and nothing.",
            ),
        ),
        "hand": (translate("GroupWords", "By hand"), translate("GroupWords", "You open and close it.")),
        "chosen": (
            translate("GroupWords", "Chosen"),
            translate("GroupWords", "A model chooses it, anew for each turn: see Who chooses."),
        ),
    }[kind]


def rule_words(rule: Rule) -> str:
    """A rule in a line."""
    match rule:
        case ByWords(words=words):
            return fill(translate("GroupWords", "words: {words}"), words=", ".join(words))
        case ByExpression(text=text):
            return text or kind_words("expression")[0]
        case ByHand(open=opened):
            return translate("GroupWords", "by hand: open") if opened else translate("GroupWords", "by hand: closed")
        case _:
            return kind_words(kind_of(rule))[0]


def look_words(look: GroupLook) -> str:
    """Why a group is open or closed for the next request."""
    words: dict[GroupWhy, str] = {
        "off": translate("GroupWords", "It is switched off."),
        "wrong": translate("GroupWords", "Its rule cannot be read: {detail}"),
        "always": translate("GroupWords", "It is always open."),
        "word": translate("GroupWords", "The message says “{detail}”."),
        "no_word": translate("GroupWords", "The message holds none of its words."),
        "holds": translate("GroupWords", "Its expression holds."),
        "does_not_hold": translate("GroupWords", "Its expression does not hold."),
        "opened": translate("GroupWords", "You opened it."),
        "closed": translate("GroupWords", "You closed it."),
        "chosen": translate("GroupWords", "It was chosen in this turn."),
        "not_chosen": translate("GroupWords", "It was not chosen in this turn."),
    }
    return fill(words[look.why], detail=sentence(look.detail))


def members_words(patterns: Sequence[str], found: Sequence[str]) -> str:
    """Which tools names and patterns come to."""
    if not patterns:
        return translate("GroupWords", "Names or patterns with a comma between them: * stands for any letters.")
    if not found:
        return translate("GroupWords", "Fits no tool of this session.")
    vain = [each for each in patterns if not any(fnmatchcase(name, each) for name in found)]
    if list(found) == list(patterns):
        return ""
    rest = len(found) - _MOST_NAMED
    words = (
        translate("GroupWords", "Fits {names} and {n} more.") if rest > 0 else translate("GroupWords", "Fits {names}.")
    )
    fits = fill(words, names=", ".join(found[:_MOST_NAMED]), n=rest)
    nothing = translate("GroupWords", "No tool of this session fits {patterns}.")
    return together(fits, fill(nothing, patterns=", ".join(vain[:_MOST_NAMED])) if vain else "")


def listed(text: str) -> tuple[str, ...]:
    """What was typed with commas or line breaks between, each once."""
    parts = (part.strip() for part in text.replace("，", ",").replace("、", ",").replace("\n", ",").split(","))
    return tuple(dict.fromkeys(part for part in parts if part))
