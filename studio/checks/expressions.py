"""Conditions and watches in JMESPath: read once, asked often.

Above: `tools/canned`, the editors of rules. Below: jmespath, which only this module and `expression_steps` import, `expression_slips`.
A bare value in a comparison, which the language would read as a member's name, is refused with its right spelling.
"""

import functools
import re
import warnings
from collections.abc import Collection, Iterator
from typing import Any

import jmespath
from jmespath import exceptions
from jmespath.functions import Functions
from jmespath.lexer import Lexer

from studio.checks.effort import TooMuchError
from studio.checks.expression_roots import column_of, roots
from studio.checks.expression_slips import Slip, Token, slip
from studio.checks.expression_steps import work_out
from studio.checks.names import nearest_name
from studio.problems import StudioError
from studio.said import said

_FUNCTIONS: dict[str, Any] = Functions.FUNCTION_TABLE
_EMPTY: tuple[Any, ...] = ("", [], {})
_MOST_SLIPS = 20
_LONGEST = 20_000
_WRITTEN = re.compile(r'"(?:\\.|[^"\\])*"|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|\w+')
"""A word, number or quoted name as it stands in the text."""


class ExpressionError(StudioError):
    """An expression that cannot be read, or not asked of this value. `column` counts from 1, 0 where there is no single place."""

    def __init__(self, sentence: str, help: str = "", column: int = 0) -> None:
        super().__init__(sentence, help)
        self.column = column


class Expression:
    """A compiled expression; made by `compiled`."""

    def __init__(self, text: str, parsed: Any) -> None:
        self.text = text
        self._parsed = parsed

    def search(self, value: Any) -> Any:
        """What the expression finds in `value` (as read from JSON); None where a member is missing, also one that a function was
        to work on. Raises ExpressionError where a function is given a value that it cannot take, and where it would take too long."""
        try:
            return work_out(self._parsed.parsed, value)
        except TooMuchError as error:
            raise ExpressionError(
                said("{text} takes too long to be worked out.", text=_short(self.text)), said("Write it simpler.")
            ) from error
        except exceptions.JMESPathTypeError as error:
            if error.actual_type == "null":
                return None
            kinds = " or ".join(error.expected_types)
            raise ExpressionError(
                said(
                    "{name}() takes {kinds}, and was given {given}.",
                    name=error.function_name,
                    kinds=kinds,
                    given=error.actual_type,
                )
            ) from error
        except (ValueError, TypeError, ArithmeticError, RecursionError) as error:
            raise ExpressionError(
                said(
                    "{text} could not be worked out: {why}",
                    text=_short(self.text),
                    why=error,
                )
            ) from error

    @functools.cached_property
    def names(self) -> frozenset[str] | None:
        """The members that it may ask for, so that no other ones need to be put together; None where it may ask for all."""
        named: set[str] = set()
        todo = [self._parsed.parsed]
        while todo:
            node = todo.pop()
            if node["type"] == "field":
                named.add(node["value"])
            inside = [child for child in node["children"] if isinstance(child, dict)]
            if node["type"] == "current" or (node["type"] == "value_projection" and inside[0]["type"] == "identity"):
                return None
            todo += inside
        return frozenset(named)

    def unknown_root(self, known: Collection[str]) -> tuple[str, int] | None:
        """The first member that it asks of the document itself and that is none of the known ones, with its column."""
        name = next((name for name in roots(self._parsed.parsed) if name not in known), None)
        return None if name is None else (name, column_of(name, list(_tokens(self.text))))

    def holds(self, value: Any) -> bool:
        """Whether what it finds counts as true: all but nothing, false, and an empty text, list or object. Raises like `search`."""
        found = self.search(value)
        return found is not None and found is not False and found not in _EMPTY


@functools.lru_cache(maxsize=256)
def compiled(text: str) -> Expression:
    """The expression in `text`, the same object for the same text. Raises ExpressionError with the place and, where it is plain
    what was meant, the right spelling."""
    if not text.strip():
        raise ExpressionError(said("The expression is empty."), said("Write one, such as city == 'Paris'."), 1)
    if len(text) > _LONGEST:
        raise ExpressionError(
            said("The expression is longer than {most} characters.", most=_LONGEST), said("Write it shorter.")
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", PendingDeprecationWarning)
            tokens = list(_tokens(text))
            found = slip(text, tokens)
            if found is not None:
                raise _refused(found)
            made = jmespath.compile(text)
        _check_functions(made.parsed, tokens)
    except PendingDeprecationWarning as warning:
        sentence = said("Between backticks stands JSON, and this is none.")
        raise ExpressionError(sentence, said("Write a text in single quotes: 'text'."), text.find("`") + 1) from warning
    except RecursionError as error:
        raise ExpressionError(said("The expression is nested too deep.")) from error
    except ValueError as error:
        raise _unreadable(text, error) from error
    return Expression(text, made)


def respelled(text: str) -> str | None:
    """`text` with every slip written right; None where there is none, or where it cannot be read even so."""
    now = text
    for _ in range(_MOST_SLIPS):
        try:
            compiled(now)
        except ExpressionError:
            found = _slip_in(now)
            written = _WRITTEN.match(now, found.start) if found is not None else None
            if found is None or written is None:
                return None
            now = now[: found.start] + found.meant + now[written.end() :]
        else:
            return now if now != text else None
    return None


def _short(text: str) -> str:
    return text if len(text) <= 200 else f"{text[:200]}…"


def _slip_in(text: str) -> Slip | None:
    try:
        return slip(text, list(_tokens(text)))
    except (ValueError, RecursionError, PendingDeprecationWarning):
        return None


def _tokens(text: str) -> Iterator[Token]:
    for one in Lexer().tokenize(text):
        yield Token(one["type"], one["value"], one["start"])


def _refused(found: Slip) -> ExpressionError:
    return ExpressionError(found.sentence, said("Write {meant}", meant=found.meant), found.start + 1)


def _unreadable(text: str, error: Exception) -> ExpressionError:
    at = getattr(error, "lex_position", None)
    if at is None and not isinstance(error, exceptions.JMESPathError):
        return ExpressionError(said("The expression cannot be read: {why}", why=error))
    if isinstance(error, exceptions.IncompleteExpressionError) or at is None or at >= len(text):
        return ExpressionError(
            said("{text} breaks off.", text=text), said("Write the rest of the expression."), len(text) + 1
        )
    if isinstance(error, exceptions.LexerError) and error.message.startswith("Unclosed"):
        return ExpressionError(
            said("What begins at column {n} has no end.", n=at + 1), said("Close it with {text}", text=text[at]), at + 1
        )
    help = said("Write == to compare.") if getattr(error, "token_value", "") == "=" else ""
    return ExpressionError(
        said("The expression cannot be read from column {n} on (“{text}”).", n=at + 1, text=text[at:][:20]),
        help,
        at + 1,
    )


def _check_functions(node: Any, tokens: list[Token]) -> None:
    if node["type"] == "function_expression":
        name, given = node["value"], len(node["children"])
        column = next((each.start + 1 for each in tokens if each.value == name), 0)
        if name not in _FUNCTIONS:
            near = nearest_name(name, _FUNCTIONS)
            raise ExpressionError(
                said("There is no function {name}().", name=name),
                said("Did you mean {near}()?", near=near) if near else "",
                column,
            )
        wanted = _FUNCTIONS[name]["signature"]
        endless = bool(wanted) and wanted[-1].get("variadic", False)
        if given < len(wanted) or (given > len(wanted) and not endless):
            raise ExpressionError(_arity(name, len(wanted), given, endless), column=column)
    for child in node["children"]:
        if isinstance(child, dict):
            _check_functions(child, tokens)


def _arity(name: str, wanted: int, given: int, endless: bool) -> str:
    if endless:
        return said("{name}() takes {wanted} or more values, not {given}.", name=name, wanted=wanted, given=given)
    if wanted == 1:
        return said("{name}() takes 1 value, not {given}.", name=name, given=given)
    return said("{name}() takes {wanted} values, not {given}.", name=name, wanted=wanted, given=given)
