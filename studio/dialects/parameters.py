"""The request parameters by neutral names, and where each stands in each dialect's body: one form in the fronts serves all.

Above: `prompted`, `responders`, `engine`, the fronts. Below: the `parameter_…` files. Knows no model: which of them takes what
is not said here. Values: see `NAMES`.
"""

from collections.abc import Mapping
from typing import Any

from studio.dialects.dialect_error import DialectError
from studio.dialects.parameter_choices import ANTHROPIC_CHOICE, ANTHROPIC_SEVERAL, openai_choice
from studio.dialects.parameter_effort import ANTHROPIC_EFFORT, CHAT_EFFORT, OLLAMA_EFFORT, RESPONSES_EFFORT
from studio.dialects.parameter_output import ANTHROPIC_OUTPUT, OLLAMA_OUTPUT, openai_output
from studio.dialects.parameter_paths import Params
from studio.dialects.parameter_places import Place, UnsupportedError, either, member, nowhere, texts
from studio.messages.remark import Remark
from studio.said import said

NAMES = (
    "temperature",
    "top_p",
    "max_tokens",
    "stop",
    "seed",
    "tool_choice",
    "parallel_calls",
    "effort",
    "output",
)
"""temperature, top_p: numbers · max_tokens, seed: integers · stop: list of texts · tool_choice: `auto`, `none`, `required` or
`{"name": …}` · parallel_calls: bool · effort: a word (see `parameter_effort`) · output: `text`, `json` or `{"schema": …, "name": …,
"strict": …}` (see `parameter_output`)."""

_PLACES: dict[str, dict[str, Place]] = {
    "openai_chat": {
        "temperature": member("temperature"),
        "top_p": member("top_p"),
        # OpenAI's reasoning models take only the first, many other servers only the second: what stands there stays.
        "max_tokens": either(("max_completion_tokens",), ("max_tokens",)),
        "stop": texts("stop"),
        "seed": member("seed"),
        "tool_choice": openai_choice(nested=True),
        "parallel_calls": member("parallel_tool_calls"),
        "effort": CHAT_EFFORT,
        "output": openai_output("chat"),
    },
    "openai_responses": {
        "temperature": member("temperature"),
        "top_p": member("top_p"),
        "max_tokens": member("max_output_tokens"),
        "stop": nowhere("Responses takes no stop sequences: use Chat Completions, or cut the text after it came."),
        "seed": nowhere("Responses takes no seed: use Chat Completions, or set the temperature to 0."),
        "tool_choice": openai_choice(nested=False),
        "parallel_calls": member("parallel_tool_calls"),
        "effort": RESPONSES_EFFORT,
        "output": openai_output("responses"),
    },
    "anthropic_messages": {
        "temperature": member("temperature"),
        "top_p": member("top_p"),
        "max_tokens": member("max_tokens"),
        "stop": texts("stop_sequences"),
        "seed": nowhere("Anthropic takes no seed: set the temperature to 0 for replies that differ little."),
        "tool_choice": ANTHROPIC_CHOICE,
        "parallel_calls": ANTHROPIC_SEVERAL,
        "effort": ANTHROPIC_EFFORT,
        "output": ANTHROPIC_OUTPUT,
    },
    "ollama_chat": {
        "temperature": member("options", "temperature"),
        "top_p": member("options", "top_p"),
        "max_tokens": member("options", "num_predict"),
        "stop": texts("options", "stop"),
        "seed": member("options", "seed"),
        "tool_choice": nowhere(
            "Ollama takes no tool choice: switch tools off, or say in the system text which to call."
        ),
        "parallel_calls": nowhere("Ollama cannot be told to call one tool at a time: say it in the system text."),
        "effort": OLLAMA_EFFORT,
        "output": OLLAMA_OUTPUT,
    },
}


def get(dialect: str, params: Params, name: str) -> Any:
    """The neutral value of a parameter; None when it is not set, or set in a form that has no neutral value."""
    return _place(dialect, name).read(params)


def put(dialect: str, params: Params, name: str, value: Any) -> dict[str, Any]:
    """New params with the parameter set, or without it when `value` is None; every other member stays.

    Raises UnsupportedError, with what to do instead, when the dialect cannot say it, and DialectError when `value` is none for
    this parameter. Where Chat Completions has neither, `max_tokens` is written and not `max_completion_tokens`.
    """
    if value is not None:
        _check(name, value)
    return _place(dialect, name).put(params, value)


def translate(params: Params, source: str, target: str) -> tuple[dict[str, Any], tuple[Remark, ...]]:
    """The params of one dialect as another says them. A remark for each that is left out: `parameter_left_out` (subject: neutral
    name) when the target cannot say it, `member_left_out` (subject: member) when it is the source's own."""
    if source == target:
        return dict(params), ()
    made: dict[str, Any] = {}
    remarks: list[Remark] = []
    rest = dict(params)
    for name in NAMES:
        value = get(source, params, name)
        if value is None:
            continue
        rest = put(source, rest, name, None)
        try:
            made = put(target, made, name, value)
        except DialectError:
            remarks.append(Remark("parameter_left_out", name))
    rest = {key: value for key, value in rest.items() if not _says_nothing(source, key, params, rest)}
    remarks.extend(Remark("member_left_out", subject) for subject in _subjects(rest))
    return made, tuple(remarks)


def _says_nothing(source: str, key: str, params: Params, rest: Params) -> bool:
    """Whether what is left is only the default choice that stands for one which was moved."""
    return source == "anthropic_messages" and key == "tool_choice" and rest[key] == {"type": "auto"} != params[key]


def _subjects(rest: Params) -> list[str]:
    made: list[str] = []
    for key, value in rest.items():
        nested = key in ("options", "output_config", "reasoning", "text") and isinstance(value, Mapping)
        made.extend((f"{key}.{inner}" for inner in value) if nested else (key,))
    return made


def _place(dialect: str, name: str) -> Place:
    places = _PLACES.get(dialect)
    if places is None:
        raise DialectError(said("The parameters of {dialect} are not known.", dialect=f"{dialect!r}"))
    if name not in places:
        raise DialectError(
            said("There is no parameter named {name}. Known are: {names}.", name=f"{name!r}", names=", ".join(NAMES))
        )
    return places[name]


def _check(name: str, value: Any) -> None:
    wanted, fits = _WANTED.get(name, ("", lambda _: True))
    if not fits(value):
        raise DialectError(said("{name} has to be {wanted}.", name=name, wanted=wanted))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_choice(value: Any) -> bool:
    if isinstance(value, Mapping):
        return set(value) == {"name"} and isinstance(value["name"], str) and bool(value["name"])
    return value in ("auto", "none", "required")


def _is_output(value: Any) -> bool:
    return isinstance(value.get("schema"), Mapping) if isinstance(value, Mapping) else value in ("text", "json")


_WANTED: dict[str, tuple[str, Any]] = {
    "temperature": (said("a number"), _is_number),
    "top_p": (said("a number"), _is_number),
    "max_tokens": (said("a whole number from 1 on"), lambda value: _is_integer(value) and value > 0),
    "stop": (
        said("a list of texts"),
        lambda v: isinstance(v, list | tuple) and all(isinstance(text, str) for text in v),
    ),
    "seed": (said("a whole number"), _is_integer),
    "tool_choice": (said('auto, none, required or {{"name": …}}'), _is_choice),
    "parallel_calls": (said("true or false"), lambda value: isinstance(value, bool)),
    "effort": (said("a word, such as low"), lambda value: isinstance(value, str) and bool(value)),
    "output": (said('text, json or {{"schema": …}}'), _is_output),
}

__all__ = ["NAMES", "UnsupportedError", "get", "put", "translate"]
