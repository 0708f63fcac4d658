"""Where a request parameter stands in a body: one place is a pair of functions, read and put.

Above: `parameters`. Below: `parameter_paths`. Here are the plain members; choices, effort and output have files of their own.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from studio.dialects.dialect_error import DialectError
from studio.dialects.parameter_paths import Params, Path, at, with_at, without
from studio.said import said


class UnsupportedError(DialectError):
    """The dialect has no place for a parameter, or not for this value of it. The sentence says what to do instead."""


class Place(NamedTuple):
    """`read(params)` gives the neutral value or None; `put(params, value)` gives new params, without it for None."""

    read: Callable[[Params], Any]
    put: Callable[[Params, Any], dict[str, Any]]


def member(*path: str) -> Place:
    """A plain member at `path`, its value as it is."""
    return Place(lambda params: at(params, path), lambda params, value: _put(params, path, value))


def either(first: Path, second: Path) -> Place:
    """A value that stands in one of two members: read from the first that is there, put where it stands, else into the second."""

    def read(params: Params) -> Any:
        value = at(params, first)
        return value if value is not None else at(params, second)

    def put(params: Params, value: Any) -> dict[str, Any]:
        if value is None:
            return without(without(params, first), second)
        if at(params, first) is None:
            return with_at(params, second, value)
        return with_at(without(params, second), first, value)

    return Place(read, put)


def texts(*path: str) -> Place:
    """A list of texts; one text alone is read as a list of one."""

    def read(params: Params) -> Any:
        value = at(params, path)
        return [value] if isinstance(value, str) else value

    return Place(read, lambda params, value: _put(params, path, list(value) if value else None))


def nowhere(instead: str) -> Place:
    """A parameter without a place: nothing to read, and putting a value raises UnsupportedError with `instead`."""

    def put(params: Params, value: Any) -> dict[str, Any]:
        if value is None:
            return dict(params)
        raise UnsupportedError(said(instead))

    return Place(_read_nothing, put)


def _read_nothing(params: Params) -> Any:  # noqa: ARG001 - a place asks for them
    return None


def _put(params: Params, path: Path, value: Any) -> dict[str, Any]:
    return without(params, path) if value is None else with_at(params, path, value)
