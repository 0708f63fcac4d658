"""A result with a wrong id and the call that misses its result: two problems of one cause, found as a pair. Pure.

Above: `checker`. Below: `walk`. Only where no other call and no other result comes into question.
"""

from collections.abc import Sequence

from studio.checks.history.walk import Found

_ASTRAY = ("orphan_result", "duplicate_result")


def pairs(found: Sequence[Found]) -> dict[int, int]:
    """The numbers in `found` of a call without its result and of a result without its call that belong together, each by the other. Of the
    calls that wait where the result stands it has to be the only one, or the only one with the name that the result says."""
    missing = {(one.at, one.wrong.where): nth for nth, one in enumerate(found) if one.wrong.code == "missing_result"}
    wanted = {nth: _wanted(one, found, missing) for nth, one in enumerate(found) if one.wrong.code in _ASTRAY}
    claimed = [call for call in wanted.values() if call is not None]
    made: dict[int, int] = {}
    for result, call in wanted.items():
        if call is not None and claimed.count(call) == 1:
            made |= {result: call, call: result}
    return made


def _wanted(astray: Found, found: Sequence[Found], missing: dict[tuple[int, str], int]) -> int | None:
    """The one call that a result can be that of."""
    calls = [missing[place] for place in astray.wrong.waiting if place in missing]
    name = astray.wrong.tool
    alike = [call for call in calls if not name or found[call].wrong.tool == name]
    return alike[0] if len(alike) == 1 else None
