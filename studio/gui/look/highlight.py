"""Colours for the visible lines of JSON, HTTP, shell and Python: spans of tokens, lexed by pygments.

The only import of pygments, loaded at first use. Knows no editor: it gets text and gives spans.
"""

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pygments.lexer import Lexer

Language = Literal["json", "http", "shell", "python", "text"]
Span = tuple[int, int, str]
LONGEST_LINE = 10_000


@lru_cache(maxsize=4096)
def spans(language: Language, text: str) -> tuple[Span, ...]:
    """The coloured parts of a line (or of a few lines) as (start, length, token of the theme).

    Text longer than LONGEST_LINE is left plain. JSON and HTTP headers may be given line by line; Python and shell
    should be given as the whole visible text, since their strings may span lines.
    """
    if language == "text" or len(text) > LONGEST_LINE:
        return ()
    found, at = [], 0
    for kind, part in _lexer(language).get_tokens(text):
        token = _token(kind)
        if token:
            found.append((at, len(part), token))
        at += len(part)
    return tuple(found)


@cache
def _lexer(language: Language) -> "Lexer":
    from pygments.lexers import BashLexer, HttpLexer, JsonLexer, PythonLexer

    classes = {"json": JsonLexer, "http": HttpLexer, "shell": BashLexer, "python": PythonLexer}
    lexer: Lexer = classes[language](stripnl=False, stripall=False, ensurenl=False)
    return lexer


@cache
def _token(kind: object) -> str:
    """The theme's token for a pygments token type; empty for plain text."""
    name = str(kind).removeprefix("Token.")
    for start, token in _COLOURS:
        if name == start or name.startswith(start + "."):
            return token
    return ""


_COLOURS = (
    ("Name.Tag", "code_key"),
    ("Name.Attribute", "code_key"),
    ("Name.Function", "code_key"),
    ("Name.Class", "code_key"),
    ("Name.Builtin", "code_word"),
    ("Name.Variable", "code_number"),
    ("Name.Exception", "error"),
    ("Literal.String", "code_string"),
    ("Literal.Number", "code_number"),
    ("Literal", "code_string"),
    ("Keyword.Reserved", "code_word"),
    ("Keyword", "code_word"),
    ("Operator.Word", "code_word"),
    ("Operator", "code_sign"),
    ("Punctuation", "code_sign"),
    ("Comment", "code_sign"),
)
