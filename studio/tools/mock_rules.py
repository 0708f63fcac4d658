"""Mock rules as they are saved and as a file holds them: `{"mocks": [{"tool": "get_order", "text": "…"}]}`. Pure.

Above: `workspace`. Below: `session/mocks`, `checks/expressions`. What cannot answer is refused here, with its member.
"""

import json
import math
from collections.abc import Sequence
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from studio.checks.expressions import ExpressionError, compiled, respelled
from studio.messages.parts import Image
from studio.said import said
from studio.session.mocks import MOST_MEDIA, Fault, MockRule, RuleError
from studio.tools.misfit import known_members, misfit

LONGEST_DELAY = 3600.0


def checked(rule: MockRule) -> MockRule:
    """The rule, its pattern and condition without blanks around them. Raises RuleError for the first member that cannot stand."""
    rule = replace(rule, tool=rule.tool.strip(), when=rule.when.strip())
    if not rule.tool:
        raise RuleError(
            said("A rule needs the name of a tool."), said("Write a name, or a pattern such as get_*."), "tool"
        )
    if rule.when:
        _check_condition(rule.when)
    for member in ("nth", "times"):
        if getattr(rule, member) < 0:
            raise RuleError(said("{member} cannot be less than 0.", member=member), said("0 means: each time."), member)
    if not (math.isfinite(rule.delay) and 0 <= rule.delay <= LONGEST_DELAY):
        raise RuleError(said("A delay is 0 to {most} seconds.", most=f"{LONGEST_DELAY:g}"), member="delay")
    for text in rule.texts if rule.answer == "json" else ():
        _check_json(text)
    if rule.answer == "real" and (rule.then or rule.media):
        rule = replace(rule, then=(), media=())
    _check_media(rule.media)
    return rule


def _check_media(media: Sequence[Image]) -> None:
    """Rules are part of the setup, which is written anew with each change of it: what they hold has to stay small."""
    if sum(len(picture.url) for picture in media) > MOST_MEDIA:
        raise RuleError(
            said("The pictures are too large."),
            said("Of a rule they have room for {n} KB.", n=MOST_MEDIA // 1000),
            "media",
        )


def _check_condition(text: str) -> None:
    try:
        compiled(text)
    except ExpressionError as error:
        raise RuleError(error.said, error.advice, "when", error.column, respelled(text) or "") from error


def _check_json(text: str) -> None:
    try:
        json.loads(text, parse_constant=_no_json)
    except json.JSONDecodeError as error:
        sentence = said(
            "The answer is not JSON: line {line}, column {column}: {why}.",
            line=error.lineno,
            column=error.colno,
            why=error.msg,
        )
        raise RuleError(sentence, said("Mend it, or let the rule answer with text."), "text") from error
    except (ValueError, RecursionError) as error:
        raise RuleError(
            said("The answer is not JSON: {why}.", why=error),
            said("Let the rule answer with text."),
            "text",
        ) from error


def _no_json(name: str) -> Any:
    raise ValueError(f"{name} is no JSON value")


def read_rules(text: str | bytes) -> tuple[MockRule, ...]:
    """The rules of a file, in order; ids may be left out. Raises RuleError with the place of the first that is wrong."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise RuleError(
            said(
                "This is not JSON: line {line}, column {column}: {why}.",
                line=error.lineno,
                column=error.colno,
                why=error.msg,
            )
        ) from error
    except (ValueError, RecursionError) as error:
        raise RuleError(said("This is not JSON: {why}.", why=error)) from error
    given = value.get("mocks") if isinstance(value, dict) else value
    if not isinstance(given, list):
        raise RuleError(
            said("There are no rules in it."), said('It must be {{"mocks": [{{"tool": "name", "text": "answer"}}]}}.')
        )
    rules = tuple(_read(f"mocks[{at}]", each) for at, each in enumerate(given))
    _check_ids(rules)
    return rules


def _check_ids(rules: Sequence[MockRule]) -> None:
    """What a rule answered is counted by its id, so no two may share one."""
    first: dict[str, int] = {}
    for at, rule in enumerate(rules):
        if rule.id and first.setdefault(rule.id, at) != at:
            raise RuleError(
                said("mocks[{at}].id: {id} is the id of mocks[{first}].", at=at, id=rule.id, first=first[rule.id]),
                said("Leave it out, or change one."),
                "id",
            )


def _read(place: str, value: Any) -> MockRule:
    if not isinstance(value, dict):
        raise RuleError(
            said("{place}: a rule is an object.", place=place), said('Such as {{"tool": "get_order", "text": "paid"}}.')
        )
    unknown = next((name for name in value if name not in MockRule.__struct_fields__), None)
    if unknown is not None:
        help = known_members(unknown, MockRule.__struct_fields__)
        raise RuleError(said("{place}: a rule has no member {unknown}.", place=place, unknown=unknown), help, unknown)
    if "tool" not in value:
        raise RuleError(
            said("{place}: it does not say which tool.", place=place),
            said('Add "tool": a name, or a pattern such as get_*.'),
            "tool",
        )
    try:
        return checked(msgspec.convert(_with_text(value), MockRule))
    except msgspec.ValidationError as error:
        raise _misfit(place, error) from error
    except RuleError as error:
        raise RuleError(
            said("{place}.{member}: {why}", place=place, member=error.member, why=error.said),
            error.advice,
            error.member,
            error.column,
        ) from error


def _with_text(value: dict[str, Any]) -> dict[str, Any]:
    """In a file `text` may be the JSON value itself: `{"paid": true}` instead of `"{\\"paid\\": true}"`."""
    text, then = value.get("text", ""), value.get("then", [])
    later = then if isinstance(then, list) else [then]
    if all(isinstance(each, str) for each in (text, *later)):
        return {"id": "", **value}
    texts = {"text": _as_json(text), "then": [_as_json(each) for each in later]}
    return {"id": "", "answer": "json", **value, **texts}


def _as_json(value: Any) -> str:
    """An answer as JSON text; beside one that is a value, a text is one, too, unless it is JSON already."""
    if isinstance(value, str) and _is_json(value):
        return value
    return json.dumps(value, ensure_ascii=False)


def _is_json(text: str) -> bool:
    try:
        json.loads(text, parse_constant=_no_json)
    except (ValueError, RecursionError):
        return False
    return True


def _misfit(place: str, error: msgspec.ValidationError) -> RuleError:
    wrong = misfit(error)
    member = wrong.place.strip(".").split(".")[0]
    at = f"{place}.{member}" if member else place
    closed = {"answer": get_args(MockRule.__annotations__["answer"]), "fault": get_args(Fault)}
    known = [name for name in closed.get(member, ()) if name]
    return RuleError(
        said("{at}: {why}.", at=at, why=wrong.said),
        said("It may be {names}.", names=", ".join(known)) if known else "",
        member,
    )


def write_rules(rules: Sequence[MockRule]) -> str:
    """The text of a file with these rules; what stands as by default is left out."""
    value = {"mocks": [msgspec.to_builtins(rule) for rule in rules]}
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
