"""Makes the composer that a setup asks for: its dialect, for its family of models and its way to tell tools.

Above: `workspace`. Below: `compose`, `falling_back`, `dialects`. Remembers nothing.
"""

from collections.abc import Callable

from studio.checks.history.checker import HistoryChecks
from studio.checks.rules import Levels, nothing
from studio.dialects import roster
from studio.dialects.call_ids import CallIds
from studio.dialects.crossing import Crossing
from studio.dialects.tool_shaping import ToolShaping, target_for
from studio.engine import falling_back
from studio.engine.compose import Composer, Redact
from studio.messages.remark import Remark
from studio.session.setup import Setup

ComposerKey = tuple[object, ...]


def composer_key(setup: Setup) -> ComposerKey:
    """What setups have in common that one composer writes for."""
    choice = setup.responder
    unsaved = setup.params.get("store") is False
    return choice.dialect, falling_back.traits(choice), falling_back.text_form(choice), unsaved


def make_composer(setup: Setup, redact: Redact = lambda raw: raw, always: Callable[[], Levels] = nothing) -> Composer:
    """A fresh composer; `always` tells what the person made of rules in all sessions. Raises DialectError when there is no such dialect or
    form."""
    choice = setup.responder
    traits, form = falling_back.traits(choice), falling_back.text_form(choice)
    crossing = Crossing(
        choice.dialect,
        CallIds(choice.dialect, traits),
        form,
        system_anywhere=traits.system_anywhere,
        fit=roster.fit(choice.dialect, {"store": setup.params.get("store") is not False}),
    )
    unasked = Remark("told_as_text", form) if form and choice.calls == "auto" else None
    dialect = roster.make(choice.dialect, form)
    # Rules of a text form tell the tools in words: no provider reads their schemas.
    shaping = None if form else ToolShaping(target_for(choice.dialect, traits))
    return Composer(dialect, redact, crossing, form, unasked, shaping, HistoryChecks(always))
