"""Checks of calls, kept for a while: where a session stands is asked many times a moment, of the same calls.

Above: `services`. Below: `wiring`, which checks. Changes nothing of what a check says; knows no session.
"""

from collections.abc import Callable

from studio.engine.services import Checked
from studio.messages.toolspec import ToolSpec
from studio.session.policies import Coercion

Check = Callable[[ToolSpec, str, str, Coercion], Checked]
_MOST = 64


class CheckedCalls:
    """Called like the check itself."""

    def __init__(self, check: Check) -> None:
        self._check = check
        self._kept: dict[tuple[int, str, str, Coercion], tuple[ToolSpec, Checked]] = {}

    def __call__(self, spec: ToolSpec, arguments: str, form: str, coercion: Coercion) -> Checked:
        """Look at a call's argument text, or say what was found a moment ago."""
        key = (id(spec), arguments, form, coercion)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _MOST:
                self._kept.clear()
            # The spec is kept along: while it lives, no other has its id.
            found = self._kept[key] = (spec, self._check(spec, arguments, form, coercion))
        return found[1]
