"""Whether the calls that were made are those that a test expects, and if not, one message that says which call, expected and got.

Above: `replayed`. Below: `call`, `loose`.
"""

from collections.abc import Sequence

from studio.testing.call import Call
from studio.testing.loose import difference, shown

MOST_LISTED = 30


def unlike(expected: Sequence[Call], got: Sequence[Call], *, in_order: bool) -> str:
    """What is not as expected, for a person; empty when all is."""
    told = _in_order(expected, got) if in_order else _in_any_order(expected, got)
    return f"{told}\n{_listed(got)}" if told else ""


def told_call(expected: Call, got: Call) -> str:
    """How a call is not as expected; empty when it is."""
    if (expected.name, expected.inside) != (got.name, got.inside):
        return f"another call.\n{_two(str(expected), str(got))}"
    found = difference(expected.arguments, got.arguments)
    if found is None:
        return ""
    return f"{expected.name}: {_place(found.at)}\n{_two(found.expected, found.got)}"


def _in_order(expected: Sequence[Call], got: Sequence[Call]) -> str:
    for at, (one, other) in enumerate(zip(expected, got, strict=False)):
        told = told_call(one, other)
        if told:
            return f"Call {at + 1} of {len(expected)} is not as expected, {told}"
    if len(got) < len(expected):
        missing = str(expected[len(got)])
        return f"Call {len(got) + 1} of {len(expected)} was not made.\n{_two(missing, 'no further call')}"
    if len(got) > len(expected):
        return f"Call {len(expected) + 1} was not expected.\n{_two('no further call', str(got[len(expected)]))}"
    return ""


def _in_any_order(expected: Sequence[Call], got: Sequence[Call]) -> str:
    takes = [[at for at, other in enumerate(got) if not told_call(one, other)] for one in expected]
    given: dict[int, int] = {}
    for at, one in enumerate(expected):
        if not _give(at, takes, given, set()):
            near = [other for place, other in enumerate(got) if place not in given and other.name == one.name]
            told = told_call(one, near[0]) if near else f"no such call.\n{_two(str(one), 'no call that is left')}"
            return f"Call {at + 1} of {len(expected)}, in any order, is not among those that were made, {told}"
    left = [other for place, other in enumerate(got) if place not in given]
    return f"A call was not expected.\n{_two('no further call', str(left[0]))}" if left else ""


def _give(at: int, takes: list[list[int]], given: dict[int, int], seen: set[int]) -> bool:
    """Give an expected call one of those that it takes; one that has it already may take another."""
    for place in takes[at]:
        if place in seen:
            continue
        seen.add(place)
        if place not in given or _give(given[place], takes, given, seen):
            given[place] = at
            return True
    return False


def _place(pointer: str) -> str:
    return f"argument {pointer[1:]}" if pointer else "its arguments"


def _two(expected: str, got: str) -> str:
    return f"  expected: {expected}\n  got:      {got}"


def _listed(calls: Sequence[Call]) -> str:
    """All calls that were made, each on a line."""
    if not calls:
        return "No call was made."
    lines = [f"  {at + 1}. {shown_call(call)}" for at, call in enumerate(calls[:MOST_LISTED])]
    more = [f"  … and {len(calls) - MOST_LISTED} more"] if len(calls) > MOST_LISTED else []
    return "\n".join(["The calls that were made:", *lines, *more])


def shown_call(call: Call) -> str:
    """A call on one line."""
    where = f" inside {call.inside}" if call.inside else ""
    return f"{call.name}({shown(call.arguments)}){where}"
