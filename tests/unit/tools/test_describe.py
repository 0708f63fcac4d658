"""Functions as described tools, and how arguments are bound."""

from typing import Annotated, Any, Literal, Optional

import pytest

from studio.tools.worker.describe import Function, UnfitError
from studio.tools.worker.shapes import NoSchemaError


def test_required_means_no_default_and_not_optional() -> None:
    def f(a: int, b: int = 3, c: Optional[int] = None, d: int | None = 5, *, e: int | None) -> None:  # noqa: UP045
        """Doc."""

    said = Function("f", f).description()
    assert {each["name"]: each["required"] for each in said["parameters"]} == {
        "a": True,
        "b": False,
        "c": False,
        "d": False,
        "e": False,
    }
    assert [each["schema"].get("default", "-") for each in said["parameters"]] == ["-", 3, None, 5, "-"]
    assert said["doc"] == "Doc."


def test_a_missing_optional_without_default_becomes_none() -> None:
    def f(a: str, b: int | None) -> Any:
        return a, b

    assert Function("f", f).bind({"a": "x"}) == ([], {"a": "x", "b": None})


def test_positional_only_parameters_are_given_by_place() -> None:
    def f(a: int, /, b: int) -> Any:
        return a, b

    placed, named = Function("f", f).bind({"b": 2.0, "a": 1.0})
    assert (placed, named) == ([1], {"b": 2})


def test_a_mark_makes_it_sensitive() -> None:
    def f(a: int) -> None:
        pass

    assert not Function("f", f).description()["sensitive"]
    f.sensitive = True  # type: ignore[attr-defined]
    assert Function("f", f).description()["sensitive"]


def test_words_in_annotated_describe_the_parameter() -> None:
    def f(unit: Annotated[Literal["c", "f"], "The scale"] = "c") -> None:
        pass

    (said,) = Function("f", f).description()["parameters"]
    assert said["schema"] == {"type": "string", "enum": ["c", "f"], "description": "The scale", "default": "c"}


def test_functions_that_cannot_be_tools_say_why() -> None:
    def untyped(a, b: int): ...  # type: ignore[no-untyped-def]
    def bare(): ...  # type: ignore[no-untyped-def]
    def many(*args: int) -> None: ...
    def more(**rest: int) -> None: ...

    reasons = {}
    for each in (untyped, bare, many, more):
        with pytest.raises(UnfitError) as refused:
            Function(each.__name__, each)
        reasons[each.__name__] = str(refused.value)
    assert reasons == {
        "untyped": "its parameter a has no type hint",
        "bare": "it has no type hints",
        "many": "it takes *args",
        "more": "it takes **rest",
    }


def test_a_hint_that_cannot_be_found_is_refused_by_name() -> None:
    def f(a: "Nowhere") -> None: ...  # type: ignore[name-defined]  # noqa: F821

    with pytest.raises(NoSchemaError, match="Nowhere"):
        Function("f", f)


def test_a_type_without_schema_names_the_parameter() -> None:
    def f(a: object, b: pytest.Item) -> None: ...

    with pytest.raises(NoSchemaError, match="the parameter b of f"):
        Function("f", f)
