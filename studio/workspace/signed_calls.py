"""The warning that an edited call carries a signature of its provider, which the history would send along with other words. Pure.

Above: `edited`, `edited_calls`. Below: `present/form_names` (what a signature is), `session/state`, `checks/sentences`.
"""

from studio.checks.problem import Problem
from studio.messages.parts import Part, Reasoning
from studio.present.form_names import is_signed
from studio.said import QT_TRANSLATE_NOOP, said
from studio.session.nodes import CallKey
from studio.session.state import CallState, OpenReply, SessionState

_CALL = QT_TRANSLATE_NOOP(
    "checks", "the provider signed this call as the model wrote it, and may refuse your edit; let the history keep the model's call"
)  # fmt: skip
_THOUGHT = QT_TRANSLATE_NOOP(
    "checks", "the thinking before this call is signed and may not fit your edit; the history can keep the model's call"
)


def signed_problem(state: SessionState, key: CallKey) -> Problem | None:
    """The warning, for an open call of this state that the history says otherwise than the model wrote; None where there is none."""
    call = state.call(key)
    if call is None or state.open is None or not rewrites(call):
        return None
    if call.original is not None and is_signed(call.original):
        return Problem("call.signed", "", said(_CALL), "warning")
    if any(_is_signed_thought(part) for part in state.open.original.parts):
        return Problem("call.signed_thinking", "", said(_THOUGHT), "warning")
    return None


def rewrites(call: CallState) -> bool:
    """Whether the history says another name or other arguments than the model wrote."""
    return call.runs_otherwise and not call.is_kept


def is_signed_reply(opened: OpenReply) -> bool:
    """Whether the provider signed anything of a reply."""
    return any(map(is_signed, opened.original.calls)) or any(map(_is_signed_thought, opened.original.parts))


def _is_signed_thought(part: Part) -> bool:
    return isinstance(part, Reasoning) and bool(part.signature)
