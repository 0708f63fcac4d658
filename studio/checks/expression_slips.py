"""Slips in a JMESPath: bare values and operators of other languages, with what was meant.

Above: `expressions`. Below: nothing. Works on tokens; whether the whole can be read is not decided here.
"""

import json
import re
from typing import Any

import msgspec

from studio.said import said


class Token(msgspec.Struct, frozen=True):
    """A token as the lexer of jmespath names it; `start` is its offset in the text."""

    type: str
    value: Any
    start: int


class Slip(msgspec.Struct, frozen=True):
    """What is refused at offset `start`, and how it is written right."""

    start: int
    sentence: str
    meant: str


_COMPARED = ("eq", "ne", "lt", "lte", "gt", "gte")
_OPENS = ("", "and", "or", "not", "pipe", "lparen", "filter", "comma", "lbracket", "lbrace", "colon", *_COMPARED)
_CLOSES = ("eof", "and", "or", "pipe", "rparen", "rbracket", "rbrace", "comma", *_COMPARED)
_WORDS = ("true", "false", "null")
_OPERATORS = {"and": "&&", "or": "||", "not": "!"}
_TEXT_FUNCTIONS = ("contains", "starts_with", "ends_with")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_NONE = Token("", "", 0)


def slip(text: str, tokens: list[Token]) -> Slip | None:
    """The first slip, None when there is none."""
    for at, token in enumerate(tokens):
        around = _Around(tokens, at)
        found = _number(text, around) or _word(around) or _quoted(around) or _operator(around)
        if found is not None:
            return Slip(token.start, *found)
    return None


class _Around:
    """A token with its neighbours."""

    def __init__(self, tokens: list[Token], at: int) -> None:
        self.tokens, self.at = tokens, at
        self.token = tokens[at]

    def near(self, step: int) -> Token:
        """The token `step` places on; one without a type beyond the ends."""
        at = self.at + step
        return self.tokens[at] if 0 <= at < len(self.tokens) else _NONE

    @property
    def alone(self) -> bool:
        """Whether the token is a whole operand."""
        return self.near(-1).type in _OPENS and self.near(1).type in _CLOSES

    def compared_with(self) -> Token | None:
        """The token at the other side of the comparison, None when there is no comparison."""
        if not self.alone:
            return None
        if self.near(-1).type in _COMPARED:
            return self.near(-2)
        return self.near(2) if self.near(1).type in _COMPARED else None

    @property
    def searched(self) -> bool:
        """Whether the token is what a text function looks for: `contains(a, HERE)`."""
        if not self.alone or self.near(-1).type != "comma" or self.near(1).type != "rparen":
            return False
        opened = max((at for at in range(self.at) if self.tokens[at].type == "lparen"), default=0)
        return opened > 0 and self.tokens[opened - 1].value in _TEXT_FUNCTIONS


Found = tuple[str, str] | None


def _number(text: str, around: _Around) -> Found:
    """A number is written bare only as an index and in a slice."""
    if around.token.type != "number" or around.near(-1).type in ("lbracket", "colon", "dot"):
        return None
    written = _NUMBER.match(text, around.token.start)
    spelled = written[0] if written else str(around.token.value)
    if around.near(1).type == "colon":
        return None
    return said("{spelled} is no value here: numbers stand between backticks.", spelled=spelled), f"`{spelled}`"


def _word(around: _Around) -> Found:
    word = around.token.value
    if around.token.type != "unquoted_identifier" or word not in _WORDS:
        return None
    if around.compared_with() is None and not around.searched:
        return None
    return said("{word} is the name of a member here, not the value.", word=word), f"`{word}`"


def _quoted(around: _Around) -> Found:
    if around.token.type != "quoted_identifier":
        return None
    if not around.searched and _meant_as_name(around.compared_with(), around):
        return None
    quoted = json.dumps(around.token.value, ensure_ascii=False)
    spelled = f"`{quoted}`" if set(quoted) & set("\\'") else f"'{quoted[1:-1]}'"
    return said("{quoted} in double quotes is the name of a member, not a text.", quoted=quoted), spelled


def _meant_as_name(other: Token | None, around: _Around) -> bool:
    """Beside a value it is; of two in double quotes the second is the text."""
    if other is None or other.type in ("literal", "number") or other.value in _WORDS:
        return True
    return other.type == "quoted_identifier" and around.near(1).type in _COMPARED


def _operator(around: _Around) -> Found:
    word = around.token.value
    if around.token.type != "unquoted_identifier" or word not in _OPERATORS:
        return None
    after = around.near(1).type in ("unquoted_identifier", "quoted_identifier", "literal", "lparen", "current", "not")
    before = around.near(-1).type not in _OPENS and around.near(-1).type != "dot"
    if not after or before == (word == "not"):
        return None
    return said("{word} is no operator here.", word=word), _OPERATORS[word]
