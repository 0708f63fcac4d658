"""A form that a server asks for, filled in at the terminal: one field after the other, each looked at before the next.

Above: `server_answers`. Below: `checks/form_values`, `workspace/asked_secrets`. What is typed into a field for a secret is not shown.
"""

import getpass
import json
import sys
from collections.abc import Callable, Iterable
from typing import Any

from studio.checks.form_values import FieldState, FormField, arguments_of, form_fields
from studio.checks.problem import Problem
from studio.cli.moving import ctrl_c_as_usual
from studio.present.text_lines import visible
from studio.problems import StudioError
from studio.session.server_view import Answer, Question
from studio.workspace.asked_secrets import is_secret

Check = Callable[[dict[str, Any]], tuple[Problem, ...]]
_YES, _NO = ("y", "yes", "true"), ("n", "no", "false")


class EndOfInputError(StudioError):
    """Nobody types any more."""


def say(text: str) -> None:
    """Something for the person to read."""
    sys.stderr.write(f"{visible(text)}\n")


def ask_line(words: str, *, hidden: bool = False) -> str:
    """A line from the person, empty at the end of the input. Everything else waits meanwhile."""
    with ctrl_c_as_usual():
        if hidden:
            try:
                return getpass.getpass(words, stream=sys.stderr)
            except EOFError:
                return ""
        sys.stderr.write(words)
        sys.stderr.flush()
        return sys.stdin.readline()


def fill(question: Question, check: Check) -> Answer:
    """What the person makes of a form; the end of the input declines it."""
    say(f"{question.server} asks: {question.message}")
    if ask_line("Fill it in? [y]es · [n]o: ").strip().lower()[:1] != "y":
        return Answer(action="decline")
    fields = form_fields(question.schema)
    try:
        while True:
            states = {field.key: _field(field, question.schema) for field in fields}
            content = arguments_of(fields, states).arguments
            problems = check(content)
            if not problems:
                return Answer(action="accept", content=content)
            _tell(problems)
    except EndOfInputError:
        return Answer(action="decline")


def say_fields(question: Question) -> None:
    """The fields that --answer would fill in, by the names that they have there."""
    for field in form_fields(question.schema):
        options = f", one of {_values(field)}" if field.kind == "choice" else f", some of {_values(field)}"
        kind = "true or false" if field.kind == "switch" else field.kind
        said = f"{kind}{options if field.options else ''}{', needed' if field.required else ''}"
        say(f"  {field.key} ({said}){f': {field.description}' if field.description else ''}")


def _values(field: FormField) -> str:
    return ", ".join(json.dumps(option.value, ensure_ascii=False) for option in field.options)


def _field(field: FormField, schema: Any) -> FieldState:
    """One field, asked until what is typed fits its kind. An empty line takes the default, or leaves the field out."""
    known = schema.get("properties", {}) if isinstance(schema, dict) else {}
    hidden = is_secret(field.key, known.get(field.key))
    _introduce(field)
    while True:
        line = ask_line(f"{field.title}{'' if field.required else ' (may be empty)'}: ", hidden=hidden)
        if not line and not hidden:
            raise EndOfInputError("Nobody types any more.")
        typed = line.strip("\r\n")
        if not typed.strip():
            if field.has_default:
                return FieldState(True, field.default)
            if not field.required:
                return FieldState()
            say(f"  {field.title} is needed.")
            continue
        state = FieldState(True, _value(field, typed))
        problems = arguments_of((field,), {field.key: state}).problems
        if not problems:
            return state
        _tell(problems)


def _introduce(field: FormField) -> None:
    if field.description:
        say(f"  {field.description}")
    for number, option in enumerate(field.options, 1):
        say(f"  {number}) {option.title}")
    if field.kind == "choices":
        say("  Several: 1, 3")
    if field.has_default:
        say(f"  Empty: {json.dumps(field.default, ensure_ascii=False)}")


def _value(field: FormField, typed: str) -> Any:
    """What was typed, as the field takes it."""
    match field.kind:
        case "switch":
            said = typed.strip().lower()
            return True if said in _YES else False if said in _NO else typed
        case "choice":
            return _option(field, typed)
        case "choices":
            return [_option(field, each) for each in typed.split(",") if each.strip()]
        case _:
            return typed


def _option(field: FormField, typed: str) -> Any:
    """The option of that number, title or value."""
    said = typed.strip()
    if said.isdigit() and 1 <= int(said) <= len(field.options):
        return field.options[int(said) - 1].value
    return next((each.value for each in field.options if said in (each.title, str(each.value))), said)


def _tell(problems: Iterable[Problem]) -> None:
    for problem in problems:
        say(f"  {problem.pointer.removeprefix('/') or 'The form'}: {problem.sentence}")
