"""From what the worker says of a function to a declared tool: the docstring parsed, its words put beside the parameters.

Above: `python_file`. Below: docstring_parser (Google, NumPy, reST, Epydoc). Knows no process.
"""

from typing import Any

import docstring_parser

from studio.messages.toolspec import ToolSpec


def tool_spec(function: dict[str, Any], source: str) -> ToolSpec:
    """The tool of a described function (name, doc, parameters, defs, and what is marked on it); `source` is the file's name.

    What is said beside the docstring goes before it: a marked description, a parameter's own words (`Annotated`); the words of a
    parameter's class come last. Raises nothing.
    """
    words, described = _words(function["doc"])
    return ToolSpec(
        name=function["name"],
        description=function.get("description", words),
        parameters=_parameters(function, described),
        source=source,
        sensitive=function["sensitive"],
        return_behavior=function.get("return_behavior", "to_llm"),
        compensates=function.get("compensates", ""),
        undo_with=function.get("undo_with", "arguments"),
        idempotent=function.get("idempotent", False),
        always_visible=function.get("always_visible", False),
        seconds=function.get("timeout"),
        metadata=function.get("metadata", {}),
    )


def _parameters(function: dict[str, Any], described: dict[str, str]) -> dict[str, Any]:
    parameters = function["parameters"]
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {each["name"]: _property(each, described) for each in parameters},
    }
    required = [each["name"] for each in parameters if each["required"]]
    if required:
        schema["required"] = required
    if parameters:
        schema["additionalProperties"] = False
    if function["defs"]:
        schema["$defs"] = function["defs"]
    return schema


def _property(parameter: dict[str, Any], described: dict[str, str]) -> dict[str, Any]:
    schema: dict[str, Any] = parameter["schema"]
    words = described.get(parameter["name"])
    taken = "description" in schema and not parameter.get("words_of_class", False)
    return {**schema, "description": words} if words and not taken else schema


def _words(doc: str) -> tuple[str, dict[str, str]]:
    """The description of the function, and those of its parameters by name."""
    try:
        parsed = docstring_parser.parse("\n" + doc)  # it strips the indentation of all lines but the first
    except docstring_parser.ParseError:
        return doc.strip(), {}
    told = [part.strip() for part in (parsed.short_description, parsed.long_description) if part]
    return "\n\n".join(told), {each.arg_name: (each.description or "").strip() for each in parsed.params}
