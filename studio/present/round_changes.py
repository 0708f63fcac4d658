"""What differs between two rounds, and between the settings that two requests were asked with. Pure.

Above: `compare`, `compare_causes`. Below: `message_changes`, `story_values`, `session`. Ids of calls are no difference: each
provider makes its own.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

from studio.messages.parts import Image
from studio.messages.toolspec import ToolSpec
from studio.present.compared import Change
from studio.present.message_changes import canonical, short, shown_result
from studio.present.story_values import Action, Round
from studio.session.setup import Setup
from studio.session.skill_words import system_of

Decision = tuple[tuple[str, str], ...] | str


def decision_of(round: Round) -> Decision:
    """What a round decided, as a value that is equal where the decision is: its calls, or else its text."""
    calls = tuple((action.tool, canonical(action.arguments)) for action in round.actions)
    return calls or (round.text or "\n".join(round.failed)).strip()


def decided_otherwise(left: Round, right: Round) -> Iterator[Change]:
    """Calls and arguments that differ, or the text where none is called."""
    if decision_of(left) == decision_of(right):
        return
    for one, other in zip_longest(left.actions, right.actions):
        yield from _of_calls(one, other)
    if (not left.actions or not right.actions) and left.text.strip() != right.text.strip():
        yield Change("text", "", short(left.text), short(right.text))
    if left.failed != right.failed and not (left.actions or right.actions):
        yield Change("failure", "", _lines(left.failed), _lines(right.failed))


def _of_calls(one: Action | None, other: Action | None) -> Iterator[Change]:
    if one is None or other is None or one.tool != other.tool:
        yield Change("call", "", _written(one), _written(other))
    elif canonical(one.arguments) != canonical(other.arguments):
        yield from argument_changes(one.tool, one.arguments, other.arguments)


def _written(action: Action | None) -> str | None:
    return None if action is None else short(f"{action.tool}({action.arguments})")


def argument_changes(tool: str, old: str, new: str) -> Iterator[Change]:
    """Member by member, each by its JSON Pointer behind the tool's name; as texts where they are no JSON."""
    try:
        before, after = json.loads(old), json.loads(new)
    except (ValueError, RecursionError):
        yield Change("arguments", tool, short(old), short(new))
        return
    for pointer, was, now in _values(before, after, ""):
        yield Change("arguments", f"{tool}{pointer}", _json(was), _json(now))


class _Nothing:
    """Stands where a member is not there: null is a value."""


_NOTHING = _Nothing()


def _values(old: Any, new: Any, at: str) -> Iterator[tuple[str, Any, Any]]:
    """All places where two JSON values differ, as deep as they go."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*old, *new)):
            here = f"{at}/{key.replace('~', '~0').replace('/', '~1')}"
            yield from _values(old.get(key, _NOTHING), new.get(key, _NOTHING), here)
    elif isinstance(old, list) and isinstance(new, list):
        for place, (one, other) in enumerate(zip_longest(old, new, fillvalue=_NOTHING)):
            yield from _values(one, other, f"{at}/{place}")
    elif type(old) is not type(new) or old != new:
        yield at, old, new


def _json(value: Any) -> str | None:
    return None if value is _NOTHING else short(json.dumps(value, ensure_ascii=False))


Pictures = Sequence[tuple[Image, ...]]
"""Of each call the pictures of its result."""


def gave_otherwise(left: Round, right: Round, pictures: tuple[Pictures, Pictures] = ((), ())) -> Iterator[Change]:
    """Results that differ, of calls of the same tool at the same place; also one that only one side has."""
    for at, (one, other) in enumerate(zip(left.actions, right.actions, strict=False)):
        if one.tool != other.tool:
            continue
        was, now = _given(one, pictures[0], at), _given(other, pictures[1], at)
        if was != now:
            yield Change("result", one.tool, shown_result(*was) if was else None, shown_result(*now) if now else None)


def _given(action: Action, pictures: Pictures, at: int) -> tuple[str, bool, tuple[str, ...]] | None:
    seen = action.observation
    urls = tuple(picture.url for picture in pictures[at]) if at < len(pictures) else ()
    return None if seen is None else (seen.text, seen.is_error, urls)


def settings_changed(left: Setup, right: Setup) -> Iterator[Change]:
    """What two requests were asked with: model, parameters, tools, system text."""
    was, now = (_whom(setup) for setup in (left, right))
    if was != now:
        yield Change("model", "", was, now)
    said, says = _said_of(left), _said_of(right)
    for name in dict.fromkeys((*said, *says)):
        one, other = said.get(name, _NOTHING), says.get(name, _NOTHING)
        if not _same_number(one, other) and next(_values(one, other, ""), None) is not None:
            yield Change("parameter", name, _json(one), _json(other))
    yield from _tools(left, right)
    if system_of(left) != system_of(right):
        yield Change("system", "", _short(system_of(left)), _short(system_of(right)))


def _same_number(one: Any, other: Any) -> bool:
    return all(isinstance(each, int | float) and not isinstance(each, bool) for each in (one, other)) and one == other


def _said_of(setup: Setup) -> dict[str, Any]:
    """The parameters of a request, and how all of it is told: the wire format, tools natively or as text, strictly or not."""
    choice = setup.responder
    calls = choice.text_form if choice.calls == "auto" and choice.text_form else choice.calls
    told = {"wire format": choice.dialect, "calls": "native" if calls == "auto" else calls, "strict": setup.strict}
    return {**setup.params, **told}


def _whom(setup: Setup) -> str:
    choice = setup.responder
    where = choice.base_url or choice.profile or choice.script
    return f"{choice.model_name} ({where})" if where and choice.model_name else choice.model_name or where


def _tools(left: Setup, right: Setup) -> Iterator[Change]:
    was, now = ({tool.name: tool for tool in setup.sent_tools} for setup in (left, right))
    for name in dict.fromkeys((*was, *now)):
        one, other = was.get(name), now.get(name)
        if one is None or other is None:
            yield Change("tool", name, _described(one), _described(other))
            continue
        if one.description != other.description:
            yield Change("tool", f"{name}/description", short(one.description), short(other.description))
        if one.parameters != other.parameters:
            yield Change("tool", f"{name}/parameters", _json(one.parameters), _json(other.parameters))
    if list(was) != list(now) and was.keys() == now.keys():
        yield Change("tool", "(order)", short(", ".join(was)), short(", ".join(now)))


def _described(tool: ToolSpec | None) -> str | None:
    return None if tool is None else short(tool.description)


def _short(text: str | None) -> str | None:
    return None if text is None else short(text)


def _lines(texts: Iterable[str]) -> str:
    return "\n".join(texts)
