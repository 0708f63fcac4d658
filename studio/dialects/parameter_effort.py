"""How much a model is to think, as each dialect says it.

Above: `parameters`. Below: `parameter_places`. The neutral value is a word: `none`, `minimal`, `low`, `medium`, `high`, `xhigh`, `max`, …,
or `on`, which is thinking without a level (Ollama's `true`).
"""

from typing import Any

from studio.dialects.parameter_paths import Params, at, with_at, without
from studio.dialects.parameter_places import Place, UnsupportedError, either, member
from studio.said import said

_EFFORT = ("output_config", "effort")
_THINKING = ("thinking",)
_THINK = ("think",)
_ANTHROPIC = ("low", "medium", "high", "xhigh", "max")
_OLLAMA = ("low", "medium", "high", "max")


def _with_level(place: Place) -> Place:
    def put(params: Params, value: Any) -> dict[str, Any]:
        if value == "on":
            raise UnsupportedError(said("Thinking cannot only be switched on here: name a level, such as medium."))
        return place.put(params, value)

    return Place(place.read, put)


def _read_anthropic(params: Params) -> Any:
    return "none" if at(params, (*_THINKING, "type")) == "disabled" else at(params, _EFFORT)


def _put_anthropic(params: Params, value: Any) -> dict[str, Any]:
    made = without(params, _THINKING) if at(params, (*_THINKING, "type")) == "disabled" else dict(params)
    if value is None:
        return without(made, _EFFORT)
    if value == "none":
        return with_at(without(made, _EFFORT), _THINKING, {"type": "disabled"})
    if value not in _ANTHROPIC:
        raise UnsupportedError(
            said("There is no effort {value} here: take none, {names}.", value=value, names=", ".join(_ANTHROPIC))
        )
    return with_at(made, _EFFORT, value)


def _read_ollama(params: Params) -> Any:
    value = params.get("think")
    if isinstance(value, bool):
        return "on" if value else "none"
    return value


def _put_ollama(params: Params, value: Any) -> dict[str, Any]:
    if value is None:
        return without(params, _THINK)
    if value in ("on", "none"):
        return with_at(params, _THINK, value == "on")
    if value not in _OLLAMA:
        raise UnsupportedError(
            said("There is no effort {value} here: take none, on, {names}.", value=value, names=", ".join(_OLLAMA))
        )
    return with_at(params, _THINK, value)


CHAT_EFFORT = _with_level(either(("reasoning", "effort"), ("reasoning_effort",)))
"""`reasoning_effort`; where OpenRouter's `reasoning.effort` stands, there."""

RESPONSES_EFFORT = _with_level(member("reasoning", "effort"))

ANTHROPIC_EFFORT = Place(_read_anthropic, _put_anthropic)
"""`output_config.effort`; none is `thinking` disabled. Other forms of `thinking` are left alone."""

OLLAMA_EFFORT = Place(_read_ollama, _put_ollama)
"""`think`: true, false or a level."""
