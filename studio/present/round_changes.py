"""What differs between two rounds, and between what two requests carried. Pure.

Above: `compare`. Below: `compared`, `story_values`, `session`. Ids of calls are no difference: each provider makes its own.
"""

import json
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any

from studio.messages.message import Message
from studio.messages.parts import Call, Part, Result, Text
from studio.present.compared import Change
from studio.present.story_values import Action, Round
from studio.session.setup import Setup
from studio.session.skill_words import system_of

Decision = tuple[tuple[str, str], ...] | str
_LONGEST = 4000
"""Characters of a text that stand in a change."""


def decision_of(round: Round) -> Decision:
    """What a round decided, as a value that is equal where the decision is: its calls, or else its text."""
    calls = tuple((action.tool, canonical(action.arguments)) for action in round.actions)
    return calls or (round.text or "\n".join(round.failed)).strip()


def canonical(text: str) -> str:
    """Argument text in one spelling, where it is JSON."""
    try:
        return json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    except (ValueError, RecursionError):
        return text


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


def gave_otherwise(left: Round, right: Round) -> Iterator[Change]:
    """Results that differ, of calls of the same tool at the same place."""
    for one, other in zip(left.actions, right.actions, strict=False):
        if one.tool != other.tool or one.observation is None or other.observation is None:
            continue
        was, now = one.observation, other.observation
        if (was.text, was.is_error) != (now.text, now.is_error):
            yield Change("result", one.tool, short(was.text), short(now.text))


def settings_changed(left: Setup, right: Setup) -> Iterator[Change]:
    """What two requests were asked with: model, parameters, tools, system text."""
    was, now = (_whom(setup) for setup in (left, right))
    if was != now:
        yield Change("model", "", was, now)
    for name in dict.fromkeys((*left.params, *right.params)):
        one, other = (setup.params.get(name, _NOTHING) for setup in (left, right))
        if one is not other and one != other:
            yield Change("parameter", name, _json(one), _json(other))
    yield from _tools(left, right)
    if system_of(left) != system_of(right):
        yield Change("system", "", _short(system_of(left)), _short(system_of(right)))


def _whom(setup: Setup) -> str:
    choice = setup.responder
    where = choice.base_url or choice.profile or choice.script
    return f"{choice.model_name} ({where})" if where and choice.model_name else choice.model_name or where


def _tools(left: Setup, right: Setup) -> Iterator[Change]:
    was, now = ({tool.name: tool for tool in setup.sent_tools} for setup in (left, right))
    for name in dict.fromkeys((*was, *now)):
        one, other = was.get(name), now.get(name)
        if one is None or other is None:
            yield Change("tool", name, None if one is None else one.description, other.description if other else None)
        elif one.description != other.description:
            yield Change("tool", f"{name}/description", short(one.description), short(other.description))
        elif one.parameters != other.parameters:
            yield Change("tool", f"{name}/parameters", _json(one.parameters), _json(other.parameters))


def messages_changed(left: Iterable[Message], right: Iterable[Message]) -> Iterator[Change]:
    """Messages at the same place that say something else; the place is the role and, of a result, its tool."""
    for one, other in zip_longest(left, right):
        if one is not other and (one is None or other is None or _said(one) != _said(other)):
            yield from _message(one, other)


def _message(one: Message | None, other: Message | None) -> Iterator[Change]:
    roles = [message.role for message in (one, other) if message is not None]
    if roles == ["tool", "tool"] and one is not None and other is not None:
        for was, now in zip_longest(one.results, other.results):
            if was is None or now is None or _of_part(was) != _of_part(now):
                name = (was or now or Result(None, "")).name
                yield Change("result", name, _short(was.text if was else None), _short(now.text if now else None))
        return
    was, now = (None if message is None else short(_words(message)) for message in (one, other))
    yield Change("message", roles[0], was, now)


def _words(message: Message) -> str:
    calls = [f"{call.name}({call.arguments})" for call in message.calls]
    return "\n".join(filter(None, (message.text, *calls, *(result.text for result in message.results))))


def _said(message: Message) -> tuple[Any, ...]:
    return message.role, tuple(map(_of_part, message.parts)), message.passages


def _of_part(part: Part) -> Any:
    match part:
        case Call(name=name, arguments=arguments):
            return name, canonical(arguments)
        case Result(text=text, is_error=is_error, media=media):
            return text, is_error, media
        case Text(text=text):
            return text
        case _:
            return part


def short(text: str) -> str:
    """A text as it stands in a change: cut where it is very long, with how much is missing."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}… ({len(text) - _LONGEST} more)"


def _short(text: str | None) -> str | None:
    return None if text is None else short(text)


def _lines(texts: Iterable[str]) -> str:
    return "\n".join(texts)
