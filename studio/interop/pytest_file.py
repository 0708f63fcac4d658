"""A planned test as a file for pytest, which a person can read and edit. Pure: the text alone.

Above: `workspace`. Below: `planned_test`, `python_literal`. What it imports is `studio/testing`.
"""

import hashlib
import json
import re
from typing import Any, assert_never

import msgspec

from studio.interop.planned_test import (
    Loose,
    PlannedAnswer,
    PlannedCall,
    PlannedTest,
    pointer_of,
    schema_at,
    value_at,
)
from studio.interop.python_literal import INDENT, Group, Node, Quoted, laid, node, quoted

LONGEST = 2_000
"""Characters of a value that still stands in the test; a longer one goes into the file of values."""

_HEAD = '''\
"""{title}"""

# A session of Toolcall Studio as a test: it replays the session beside it with the
# recorded model and the recorded tools. No network, and no tool runs.
# With TOOLCALL_STUDIO_MODEL=live the model of the session's profile is asked instead.
# Edit it as you like: ANY, like(r"…"), a type such as str, or fits(schema) may stand in
# the place of any argument; contains("…") in that of the answer.
'''
_MARK = "# Unchanged since toolcall-studio wrote it: "
_TYPES = {str: "str", bool: "bool", int: "int", float: "float", list: "list", dict: "dict", type(None): "None"}


class Written(msgspec.Struct, frozen=True):
    """The text of a test file, and the values that stand beside it (empty: no such file is needed)."""

    text: str
    values: dict[str, Any]

    @property
    def values_text(self) -> str:
        """The file of values."""
        try:
            made = json.dumps(self.values, ensure_ascii=False, indent=1)
            made.encode()
        except UnicodeEncodeError:
            made = json.dumps(self.values, indent=1)
        return made + "\n"


def pytest_file(plan: PlannedTest, name: str, session: str, values: str, branch: str = "") -> Written:
    """The file for a test of that name (`test_refund`). `session` and `values` are the paths of both files as seen from it; `branch` is
    named where the session file has several."""
    writer = _Writer()
    calls = [("", writer.call(at, call)) for at, call in enumerate(plan.calls)]
    order = [] if plan.in_order else [("in_order=", "False")]
    body = [_said("run.expect_calls(", [*calls, *order])]
    several = len(plan.answers) > 1
    for at, answer in enumerate(plan.answers):
        body += writer.answer(at + 1, answer, several=several)
    which: list[tuple[str, Node]] = [("branch=", Quoted(branch))] if branch else []
    which += [("volatile=", node(list(plan.volatile)))] if plan.volatile else []
    begun = Group("replayed(", [("", Quoted(session)), ("beside=", "__file__"), *which], ")")
    lines = [f"run = {laid(begun, INDENT, INDENT + 6, 0)}", *body]
    head = [_HEAD.format(title=_title(plan.title)), _imports(writer.used | {"replayed"}), ""]
    if writer.values:
        kept = Group("kept(", [("", Quoted(values)), ("beside=", "__file__")], ")")
        head += [f"VALUES = {laid(kept, 0, 9, 0)}", ""]
    text = "\n".join([*head, "", f"def {name}() -> None:", *(f"{' ' * INDENT}{line}" for line in lines), ""])
    return Written(_marked(text), writer.values)


def is_untouched(text: str) -> bool:
    """Whether a file is as `pytest_file` wrote it. Line ends do not count."""
    plain = text.replace("\r\n", "\n")
    return _marked(re.sub(rf"(?m)^{_MARK}.*\n?\Z", "", plain)) == plain


def _marked(text: str) -> str:
    text = text.rstrip()
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return f"{text}\n\n\n{_MARK}{digest}\n"


def _imports(used: set[str]) -> str:
    names = sorted(used, key=lambda name: (not name.isupper(), not name[0].isupper(), name))
    return f"from studio.testing import {', '.join(names)}"


def _said(opening: str, items: list[tuple[str, Node]]) -> str:
    return laid(Group(opening, items, ")"), INDENT, INDENT, 0)


class _Writer:
    """Writes calls and answers; `used` are the names that have to be imported, `values` what stands beside the test."""

    def __init__(self) -> None:
        self.used: set[str] = set()
        self.values: dict[str, Any] = {}

    def call(self, at: int, call: PlannedCall) -> Node:
        """A call as `Call(…)`."""
        self.used.add("Call")
        instead = {each.at: self._loose(call, each) for each in call.loose}
        self._set_aside(f"{at + 1} {call.name}", call.arguments, "", instead)
        arguments = node(call.arguments, instead)
        inside = [("inside=", Quoted(call.inside))] if call.inside else []
        given = [] if call.arguments == {} and not instead else [("", arguments)]
        return Group("Call(", [("", Quoted(call.name)), *given, *inside], ")")

    def answer(self, turn: int, answer: PlannedAnswer, *, several: bool) -> list[str]:
        """The line that asserts an answer; none when it is ignored."""
        if answer.how == "ignore":
            return []
        which: list[tuple[str, Node]] = [("turn=", str(turn))] if several else []
        return [_said("run.expect_answer(", [("", self._expected(turn, answer)), *which])]

    def _expected(self, turn: int, answer: PlannedAnswer) -> Node:
        match answer.how:
            case "exact" | "ignore":
                return self._text(f"answer {turn}", answer.text)
            case "contains":
                self.used.add("contains")
                return Group("contains(", [("", self._text(f"answer {turn}", answer.said or answer.text))], ")")
            case "like":
                return self._like(answer.said)
            case _:
                assert_never(answer.how)

    def _text(self, name: str, text: str) -> Node:
        return self._kept(name, text) if len(text) > LONGEST else Quoted(text)

    def _kept(self, name: str, value: Any) -> Node:
        self.used.add("kept")
        self.values[name] = value
        return f"VALUES[{quoted(name)}]"

    def _set_aside(self, name: str, value: Any, at: str, instead: dict[str, Node]) -> None:
        """Put what is long into the file of values: a whole member where nothing in it is loose, else the long ones in it."""
        loose = any(place == at or place.startswith(f"{at}/") for place in instead)
        if (at or isinstance(value, str)) and not loose and len(repr(value)) > LONGEST:
            instead[at] = self._kept(name, value)
            return
        inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, one in inner if at not in instead else ():
            self._set_aside(f"{name} {key}", one, f"{at}{pointer_of(str(key))}", instead)

    def _loose(self, call: PlannedCall, loose: Loose) -> Node:
        match loose.how:
            case "any" | "exact":
                self.used.add("ANY")
                return "ANY"
            case "type":
                return _TYPES[type(value_at(call, loose.at))]
            case "schema":
                self.used.add("fits")
                return Group("fits(", [("", node(schema_at(call, loose.at)))], ")")
            case "like":
                return self._like(loose.pattern)
            case _:
                assert_never(loose.how)

    def _like(self, pattern: str) -> Node:
        self.used.add("like")
        return f"like({raw(pattern)})"


def raw(pattern: str) -> str:
    """A pattern in quotes, as a raw text where that can be."""
    plain = pattern.isprintable() and '"' not in pattern and not pattern.endswith("\\")
    return f'r"{pattern}"' if plain else quoted(pattern)


def _title(title: str) -> str:
    """One line that can stand in a docstring."""
    plain = " ".join("".join(one if one.isprintable() else " " for one in title).split())
    plain = plain.replace("\\", "/").replace('"', "'") or "A session"
    return plain if len(plain) <= 80 else f"{plain[:79]}…"
