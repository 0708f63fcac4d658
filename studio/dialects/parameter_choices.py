"""Which tool may or must be called, and whether several at once, as each dialect says it.

Above: `parameters`. Below: `parameter_places`. The neutral value is `"auto"`, `"none"`, `"required"` or `{"name": …}`.
"""

from collections.abc import Mapping
from typing import Any

from studio.dialects.parameter_paths import Params, with_at, without
from studio.dialects.parameter_places import Place, UnsupportedError
from studio.said import said

_MEMBER = ("tool_choice",)
_WORDS = ("auto", "none", "required")
_NOT_SEVERAL = "disable_parallel_tool_use"


def openai_choice(*, nested: bool) -> Place:
    """The choice of Chat Completions (`nested`: the name stands inside `function`) and of Responses."""

    def read(params: Params) -> Any:
        match params.get("tool_choice"):
            case "any":
                return "required"  # Mistral's word
            case str() as word if word in _WORDS:
                return word
            case {"type": "function" | "custom", "name": str() as name}:
                return {"name": name}
            case {"function": {"name": str() as name}} | {"custom": {"name": str() as name}}:
                return {"name": name}
            case _:
                return None

    def put(params: Params, value: Any) -> dict[str, Any]:
        if value is None:
            return without(params, _MEMBER)
        if isinstance(value, Mapping):
            named = {"name": value["name"]}
            value = {"type": "function", **({"function": named} if nested else named)}
        return with_at(params, _MEMBER, value)

    return Place(read, put)


def _read_choice(params: Params) -> Any:
    match params.get("tool_choice"):
        case {"type": "tool", "name": str() as name}:
            return {"name": name}
        case {"type": "any"}:
            return "required"
        case {"type": "auto" | "none" as word}:
            return word
        case _:
            return None


def _put_choice(params: Params, value: Any) -> dict[str, Any]:
    beside = {} if value == "none" else _beside(params)
    if value is None:
        return with_at(params, _MEMBER, {"type": "auto", **beside}) if beside else without(params, _MEMBER)
    return with_at(params, _MEMBER, {**_choice(value), **beside})


def _choice(value: Any) -> dict[str, Any]:
    if isinstance(value, Mapping):
        return {"type": "tool", "name": value["name"]}
    return {"type": "any" if value == "required" else value}


def _beside(params: Params) -> dict[str, Any]:
    choice = params.get("tool_choice")
    return {_NOT_SEVERAL: choice[_NOT_SEVERAL]} if isinstance(choice, Mapping) and _NOT_SEVERAL in choice else {}


def _read_several(params: Params) -> Any:
    flag = _beside(params).get(_NOT_SEVERAL)
    return not flag if isinstance(flag, bool) else None


def _put_several(params: Params, value: Any) -> dict[str, Any]:
    choice = params.get("tool_choice")
    choice = dict(choice) if isinstance(choice, Mapping) else None
    if value is None:
        if choice is None or _NOT_SEVERAL not in choice:
            return dict(params)
        del choice[_NOT_SEVERAL]
        return without(params, _MEMBER) if choice == {"type": "auto"} else with_at(params, _MEMBER, choice)
    if choice is not None and choice.get("type") == "none":
        raise UnsupportedError(
            said("With the tool choice none nothing is called: leave out whether several calls may come.")
        )
    return with_at(params, _MEMBER, {**(choice or {"type": "auto"}), _NOT_SEVERAL: not value})


ANTHROPIC_CHOICE = Place(_read_choice, _put_choice)
"""`tool_choice`: auto, any, tool or none; whether several calls may come stands in the same object and stays there, but
for none, which has no place for it."""

ANTHROPIC_SEVERAL = Place(_read_several, _put_several)
"""`tool_choice.disable_parallel_tool_use`, the other way round; without a choice beside it the choice is auto."""
