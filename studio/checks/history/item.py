"""What the rules read out of one message of a body: who speaks, which calls are asked, which are answered, what is wrong with it alone.

Above: `walk`, the files of the formats. Below: nothing. Holds no place in the history: the same bytes give the same item anywhere.
"""

from typing import Literal

import msgspec

from studio.checks.history.problem import Severity

Kind = Literal["user", "assistant", "tool", "system", "reasoning", "reference", "other"]


class Asked(msgspec.Struct, frozen=True, gc=False):
    """A call. `where` is the place of its id in the message, as a JSON Pointer; that of the call where it has no id."""

    id: str
    name: str
    where: str


class Given(msgspec.Struct, frozen=True, gc=False):
    """A result: the id of the call that it answers, and the place of that id; that of the result where it has none. `name` is the tool's,
    where the format has a place for it."""

    id: str
    where: str
    name: str = ""


class Wrong(msgspec.Struct, frozen=True, gc=False):
    """What is wrong with a message wherever it stands. `nth` counts the calls, or the results, of the message; -1: it is about none.
    `waiting` are the calls that a result without a call could answer where it stands, as (message of the body, place of the id)."""

    code: str
    where: str
    severity: Severity = "error"
    nth: int = -1
    id: str = ""
    tool: str = ""
    waiting: tuple[tuple[int, str], ...] = ()


class Item(msgspec.Struct, frozen=True, gc=False):
    """One message of the body (Responses: one item). `bare` says that an answer of the model begins without thinking, or that reasoning
    has no id; `hollow` that it says nothing, which only the last message may."""

    kind: Kind
    asked: tuple[Asked, ...] = ()
    given: tuple[Given, ...] = ()
    wrong: tuple[Wrong, ...] = ()
    bare: bool = False
    hollow: bool = False


def member(raw: dict[str, object], name: str, where: str = "") -> str:
    """The place of a member of what stands at `where`; `where` itself while it has no such member."""
    return f"{where}/{name}" if name in raw else where


NOTHING = Item("other")
