"""Rules of tool groups: whether one holds for a message and a state, and what is wrong with one that was typed. Pure.

Above: `engine/offering`, the editors of groups. Below: `expressions`, `session/toolbox`.
"""

import functools
import unicodedata
from collections.abc import Callable
from typing import Any, assert_never

from studio.checks.expressions import ExpressionError, compiled
from studio.said import said
from studio.session.toolbox import Always, ByExpression, ByHand, ByWords, Chosen, Rule

_UNSPACED = (
    (0x0E00, 0x0FFF),  # Thai, Lao, Tibetan
    (0x1000, 0x109F),  # Burmese
    (0x1100, 0x11FF),  # Hangul: written with spaces, but its words carry their endings
    (0x1780, 0x17FF),  # Khmer
    (0x2E80, 0x9FFF),  # Han, Kana
    (0xAC00, 0xD7FF),
    (0xF900, 0xFAFF),
    (0xFF66, 0xFFDC),
    (0x20000, 0x3FFFF),
)
"""Scripts in which a word is not told by the spaces around it."""


def rule_holds(rule: Rule, message: str, document: Callable[[], dict[str, Any]]) -> bool:
    """Whether a group with this rule is open. `message` is the user message of the turn; `document` gives the state as expressions see
    it, and is asked by those only. A choice holds by being made, never here. Raises ExpressionError."""
    match rule:
        case Always():
            return True
        case ByWords(words=words):
            return any(says(message, word) for word in words)
        case ByExpression(text=text):
            return compiled(text).holds(document())
        case ByHand(open=opened):
            return opened
        case Chosen():
            return False
        case _:
            assert_never(rule)


def rule_problem(rule: Rule) -> str:
    """What is wrong with a rule that was typed, and how it is written right; empty when nothing is."""
    if isinstance(rule, ByExpression):
        try:
            compiled(rule.text)
        except ExpressionError as error:
            return f"{error.sentence} {error.help}".strip()
    if isinstance(rule, ByWords) and not any(word.strip() for word in rule.words):
        return said("The rule names no word. Write at least one.")
    return ""


def says(text: str, word: str) -> bool:
    """Whether `text` holds `word` (or words with spaces between them) as a whole word, in any case."""
    return _found(_folded(text), _folded(word))


@functools.lru_cache(maxsize=512)
def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", " ".join(unicodedata.normalize("NFKC", text).casefold().split()))


def _found(text: str, word: str) -> bool:
    at = text.find(word) if word else -1
    while at >= 0:
        end = at + len(word)
        if not (_goes_on(text[at - 1 : at], word[0]) or _goes_on(text[end : end + 1], word[-1])):
            return True
        at = text.find(word, at + 1)
    return False


def _goes_on(beside: str, edge: str) -> bool:
    """Whether the character beside the edge of a find belongs to the same word."""
    if not beside or _unspaced(edge) or _unspaced(beside):
        return False
    return _of_word(beside) and _of_word(edge)


def _of_word(character: str) -> bool:
    return character.isalnum() or character == "_" or unicodedata.category(character).startswith("M")


def _unspaced(character: str) -> bool:
    return any(first <= ord(character) <= last for first, last in _UNSPACED)
