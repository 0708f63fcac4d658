"""What is marked on a function, by the decorator or as plain attributes."""

import math
from typing import Any

import pytest
import toolcall

from studio.tools.worker import marks
from studio.tools.worker.marks import WrongError


def refund(order: int) -> str:
    """Pay back."""
    return str(order)


def test_a_marked_function_is_the_function_that_it_was() -> None:
    def plain(x: int) -> int:
        return x + 1

    assert toolcall.tool(plain) is plain
    assert toolcall.tool(sensitive=True)(plain) is plain
    assert plain(1) == 2
    assert marks.is_marked(plain)


def test_everything_that_can_be_said_is_read() -> None:
    @toolcall.tool(
        name="undo-refund",
        description="  Take it back.\n    At once.",
        return_behavior="IMMEDIATE",
        sensitive=True,
        compensates=refund,
        idempotent=True,
        always_visible=True,
        metadata={"group": ("a", 1)},
        timeout=3,
    )
    def undo() -> None: ...

    assert marks.of(undo) == {
        "name": "undo-refund",
        "description": "Take it back.\nAt once.",
        "return_behavior": "immediate",
        "sensitive": True,
        "compensates": "refund",
        "idempotent": True,
        "always_visible": True,
        "metadata": {"group": ["a", 1]},
        "timeout": 3.0,
    }


def test_plain_attributes_say_the_same_and_nothing_said_is_nothing() -> None:
    def f() -> None: ...

    assert marks.of(f) == {}
    f.sensitive = True  # type: ignore[attr-defined]
    f.timeout = 0.5  # type: ignore[attr-defined]
    assert marks.of(f) == {"sensitive": True, "timeout": 0.5}
    assert not marks.is_marked(f)


def test_a_method_and_a_static_method_can_be_marked() -> None:
    class Desk:
        @toolcall.tool(idempotent=True)
        def note(self) -> None: ...

        @toolcall.tool(sensitive=True)
        @staticmethod
        def ring() -> None: ...

    assert marks.of(Desk().note) == {"idempotent": True}
    assert marks.of(Desk().ring) == {"sensitive": True}


def test_a_tool_that_is_named_by_its_function_goes_by_the_name_that_it_has() -> None:
    @toolcall.tool(name="pay_back")
    def f() -> None: ...

    @toolcall.tool(compensates=f)
    def g() -> None: ...

    assert marks.of(g) == {"compensates": "pay_back"}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("name", "pay back"),
        ("name", "1st"),
        ("name", "x" * 65),
        ("description", 3),
        ("return_behavior", "later"),
        ("sensitive", "yes"),
        ("idempotent", 1),
        ("always_visible", "no"),
        ("compensates", 7),
        ("metadata", ["a"]),
        ("timeout", 0),
        ("timeout", True),
        ("timeout", math.inf),
        ("timeout", "5"),
    ],
)
def test_a_wrong_value_is_refused_by_name(key: str, value: Any) -> None:
    def f() -> None: ...

    setattr(f, key, value)
    with pytest.raises(WrongError, match=f"^{key} of f is ") as error:
        marks.of(f)
    assert error.value.kind == "mark"
