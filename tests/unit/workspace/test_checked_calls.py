"""A call is checked once, however often it is asked where a session stands; another tool, text or way is checked anew."""

from studio.messages.toolspec import ToolSpec
from studio.session.policies import Coercion
from studio.tools.coerce import CheckedCall
from studio.workspace.checked_calls import CheckedCalls

ADD = ToolSpec("add", "", {"type": "object"})


class _Counted:
    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str]] = []

    def __call__(self, spec: ToolSpec, arguments: str, form: str, coercion: Coercion) -> CheckedCall:
        self.asked.append((spec.description, arguments, coercion))
        return CheckedCall({"n": len(self.asked)})


def test_the_same_call_is_checked_once() -> None:
    counted = _Counted()
    check = CheckedCalls(counted)
    assert check(ADD, "{}", "function", "off") == check(ADD, "{}", "function", "off") == CheckedCall({"n": 1})
    assert counted.asked == [("", "{}", "off")]


def test_another_text_or_way_or_tool_of_the_same_name_is_checked_anew() -> None:
    counted = _Counted()
    check = CheckedCalls(counted)
    for description in ("one", "two", "three"):  # each is gone, but for what is kept, when the next one is made
        check(ToolSpec("add", description, {}), "{}", "function", "off")
    check(ADD, "{}", "function", "off")
    check(ADD, "[]", "function", "off")
    check(ADD, "{}", "function", "lossless")
    assert counted.asked == [
        ("one", "{}", "off"),
        ("two", "{}", "off"),
        ("three", "{}", "off"),
        ("", "{}", "off"),
        ("", "[]", "off"),
        ("", "{}", "lossless"),
    ]


def test_what_is_kept_has_an_end_and_is_found_again_after_it() -> None:
    counted = _Counted()
    check = CheckedCalls(counted)
    for at in range(500):
        check(ADD, str(at), "function", "off")
    assert check(ADD, "499", "function", "off") == CheckedCall({"n": 500})
    assert check(ADD, "0", "function", "off") == CheckedCall({"n": 501})
