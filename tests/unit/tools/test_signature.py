"""Described functions as declared tools."""

from typing import Any

import pytest

from studio.tools.signature import tool_spec


def described(doc: str, *parameters: dict[str, Any], **more: Any) -> dict[str, Any]:
    """What the worker would say of a function `f`."""
    return {"name": "f", "doc": doc, "parameters": list(parameters), "defs": {}, "sensitive": False, **more}


A = {"name": "a", "schema": {"type": "string"}, "required": True}
B = {"name": "b", "schema": {"type": "integer", "default": 3}, "required": False}

GOOGLE = "Do it.\n\nAt length.\n\nArgs:\n    a: The first.\n    b (int): The second."
TIGHT = "Do it.\nArgs:\n    a: The first.\n    b: The second."
NUMPY = "Do it.\n\nParameters\n----------\na : str\n    The first.\nb : int, optional\n    The second."
REST = "Do it.\n\n:param a: The first.\n:param b: The second."


@pytest.mark.parametrize("doc", [GOOGLE, TIGHT, NUMPY, REST])
def test_a_docstring_of_any_style_describes_tool_and_parameters(doc: str) -> None:
    spec = tool_spec(described(doc, A, B), "tools.py")
    assert spec.description.startswith("Do it.")
    assert "The first" not in spec.description
    assert {name: each["description"] for name, each in spec.parameters["properties"].items()} == {
        "a": "The first.",
        "b": "The second.",
    }


def test_a_docstring_that_begins_with_its_parameters_describes_them() -> None:
    spec = tool_spec(described("Args:\n    a: The first.\n    b: The second.", A, B), "")
    assert spec.description == ""
    assert spec.parameters["properties"]["a"]["description"] == "The first."


def test_the_long_description_is_kept() -> None:
    assert tool_spec(described(GOOGLE, A, B), "").description == "Do it.\n\nAt length."


def test_required_and_defaults_stand_in_the_schema() -> None:
    spec = tool_spec(described("", A, B), "tools.py")
    assert spec.parameters == {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "integer", "default": 3}},
        "required": ["a"],
        "additionalProperties": False,
    }
    assert spec.source == "tools.py"


def test_no_parameters_give_an_empty_object_schema() -> None:
    assert tool_spec(described("Say the time."), "").parameters == {"type": "object", "properties": {}}


def test_words_of_the_hint_go_before_those_of_the_docstring() -> None:
    own = {"name": "a", "schema": {"type": "string", "description": "Mine."}, "required": True}
    assert tool_spec(described(GOOGLE, own), "").parameters["properties"]["a"]["description"] == "Mine."


def test_shared_definitions_and_sensitivity_are_carried() -> None:
    spec = tool_spec(described("", A, defs={"X": {"type": "object"}}, sensitive=True), "")
    assert spec.parameters["$defs"] == {"X": {"type": "object"}}
    assert spec.sensitive


def test_an_odd_docstring_is_no_error() -> None:
    assert tool_spec(described("Args:\n    : \n:param\n----\n"), "").name == "f"


def test_what_is_marked_on_the_function_is_declared() -> None:
    spec = tool_spec(
        described(
            "Take back.",
            description="Undo it.",
            return_behavior="immediate",
            compensates="pay",
            undo_with="record",
            idempotent=True,
            always_visible=True,
            timeout=2.5,
            metadata={"a": 1},
        ),
        "",
    )
    assert (spec.description, spec.return_behavior, spec.compensates, spec.undo_with) == (
        "Undo it.",
        "immediate",
        "pay",
        "record",
    )
    assert (spec.idempotent, spec.always_visible, spec.seconds, spec.metadata) == (True, True, 2.5, {"a": 1})


def test_words_of_the_docstring_go_before_those_of_the_parameters_class() -> None:
    of_class = {
        "name": "a",
        "schema": {"type": "object", "description": "A class."},
        "required": True,
        "words_of_class": True,
    }
    assert tool_spec(described(GOOGLE, of_class), "").parameters["properties"]["a"]["description"] == "The first."
    assert tool_spec(described("Do it.", of_class), "").parameters["properties"]["a"]["description"] == "A class."
