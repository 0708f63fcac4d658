"""The words of the rules, form by form: what a model is told about printing a call. Data.

Above: `rules`. Below: nothing. Kept short and plain: small models read them. Where a family was trained on tags, its tags stand here too.
"""

from typing import NamedTuple

_TAGS = (("<tools>",), ("</tools>",))
_NO_TAGS: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
_EXAMPLE = "This is only an example: there is no tool {name}. Use the tools listed above."
_AFTER = "Print nothing after the call, and wait. Never make up a result."
_FAILED = 'A result with "error": true says why the call failed.'
_WITHOUT = "When you need no tool, answer in plain words, without printing a call."


class Words(NamedTuple):
    """`call` leads to the example of a call, `example` and `after` stand behind it; `failed` and `rest` stand behind the example of
    a result. `around` are lines around the tools, `wrapped`: each stands inside `{"type": "function", "function": …}`."""

    call: str
    around: tuple[tuple[str, ...], tuple[str, ...]] = _NO_TAGS
    wrapped: bool = False
    example: str = _EXAMPLE
    after: str = _AFTER
    failed: str = _FAILED
    rest: tuple[str, ...] = (_WITHOUT,)
    takes_several: bool = True


_WORDS = {
    "react": Words(
        "To call a tool, write one Thought, then the name of the tool and its arguments as one JSON object, like this:\n"
        "Thought: I need to look this up.",
        after="Write nothing after Action Input, and wait. Never write an Observation yourself.",
        failed='An "Observation (error)" says why the call failed.',
        rest=(
            "Then write another Thought, and either another Action or the answer.",
            "When you need no tool, or no more, end with the answer, like this:",
            "Thought: I know the answer.",
            "Final Answer: the answer for the user",
        ),
        takes_several=False,
    ),
    "json_block": Words(
        'To call a tool, print a JSON object with the "name" of the tool and its "arguments" in a block of code, like this:'
    ),
    "hermes": Words(
        'To call a tool, print a JSON object with its "name" and its "arguments" between <tool_call> tags, like this:',
        _TAGS,
        wrapped=True,
    ),
    "qwen_xml": Words(
        "To call a tool, print it between <tool_call> tags, each argument as a parameter of its own (lists and objects as JSON), "
        "like this:",
        _TAGS,
        wrapped=True,
    ),
    "glm": Words(
        "To call a tool, print its name and each argument's key and value between <tool_call> tags, like this:",
        _TAGS,
        wrapped=True,
    ),
    "llama_json": Words(
        'To call a tool, print nothing but a JSON object with its "name" and its arguments as "parameters", like this:',
        wrapped=True,
    ),
    "pythonic": Words(
        "To call a tool, print a Python list of calls with named arguments and literal values, like this:"
    ),
    "mistral": Words("To call a tool, print it exactly in this form:", wrapped=True),
    "deepseek": Words("To call a tool, print it exactly in this form:", wrapped=True),
    "harmony": Words("To call a tool, print it exactly in this form:"),
}


def words_of(form: str) -> Words:
    """The words of a form; a form that has none of its own gets general ones."""
    return _WORDS.get(form) or Words("To call a tool, print it exactly in this form:")
