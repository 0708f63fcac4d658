"""Why a session stands where it stands, in words; likewise a provider error, and a session in one word.

Above: the banner, the status bar, the lists, the command line. Below: `words`, `session`. Pure; names no language.
"""

from studio.messages.reply import ProviderError
from studio.present.breakpoint_words import stopped_words
from studio.present.labels import TEMPLATES
from studio.present.words import Words, words
from studio.session.frames import inside_name
from studio.session.nodes import CallKey
from studio.session.notes import Stopped
from studio.session.policies import Limits
from studio.session.state import SessionState


def stop_words(stop: Stopped, state: SessionState, *, pointer: str = "") -> tuple[Words, ...]:
    """A stop as phrases: the headline first, then the reason, then which call of how many, then in which agent.

    `state` is that of the node `stop.at`; `pointer` is the first differing place of a replay.
    """
    if stop.reason == "breakpoint" and stop.breakpoint:
        reasons: tuple[Words | None, ...] = stopped_words(stop)
    else:
        reasons = (_reason(stop, state, pointer),)
    place = call_place(state, stop.call) if stop.call is not None else None
    agent = in_agent(state) if state.depth else None
    return tuple(said for said in (_headline(stop, state, pointer), *reasons, place, agent) if said is not None)


def nearest_words(what: str, tool: str, round: int, step: int) -> Words:
    """The recorded step that is nearest to what a replay missed: a request, a call of `tool` or its undoing, in a round, and its number."""
    return words("nearest.request" if what == "request" else "nearest.call", tool=tool, round=round, step=step)


def ends_words(what: str, tool: str) -> Words:
    """Before what a recording ends that a replay has come to the end of: a request, a call of `tool` or its undoing."""
    return words(f"ends.{what}", tool=tool)


def in_agent(state: SessionState) -> Words:
    """Within which agent a session is, and how deep."""
    return words("stop.in_agent", agent=inside_name(state), depth=state.depth)


def call_place(state: SessionState, key: CallKey) -> Words | None:
    """*call 1 of 2*; None when the reply has one call only, or is no longer open."""
    keys = [call.key for call in state.open.calls] if state.open is not None else []
    if key not in keys or len(keys) == 1:
        return None
    return words("call.place", i=keys.index(key) + 1, of=len(keys))


def tool_name(state: SessionState, key: CallKey | None) -> str:
    """The name of an open call's tool; empty when there is none."""
    found = state.call(key) if key is not None else None
    return found.call.name if found is not None else ""


def unknown_name(stop: Stopped, state: SessionState) -> str:
    """The called name of a stop at a call of a tool that was not sent; empty at any other stop."""
    return tool_name(state, stop.call) if "unknown_tool" in (stop.what, stop.text) else ""


def error_words(error: ProviderError) -> Words:
    """What kind of error it was, with the HTTP status; its own message stands beside it."""
    return failure_words(error.kind, error.status)


def failure_words(kind: str, status: int | None = None) -> Words:
    """The same from the members of a `ProviderError`."""
    if kind == "http" and status is not None:
        return words("error.http.status", status=status)
    return words(f"error.{kind}")


def failure_text(said: str, message: str) -> str:
    """The kind of an error in words and its own message; the message alone where it begins with the same words."""
    if not message or message.casefold().startswith(said.casefold()):
        return message or said
    return f"{said}: {message}"


def session_word(stop: Stopped | None, state: SessionState) -> Words:
    """A session in one word, for lists: new, paused, waiting, finished, error, uncertain."""
    started = state.open is not None and any(call.status == "started" for call in state.open.calls)
    started = started or any(ran.undo == "started" for ran in state.done)
    if state.asked is not None or started:
        return words("session.uncertain")
    if state.failed is not None:
        return words("session.error")
    if stop is not None and stop.reason in ("finished", "waiting"):
        return words(f"session.{stop.reason}")
    if state.open is not None and not state.open.calls and not state.open.reply.resumable:
        return words("session.finished")
    return words("session.paused" if len(state.messages) > 0 or state.open is not None else "session.new")


def _headline(stop: Stopped, state: SessionState, pointer: str) -> Words:
    special = _special(stop, state, pointer)
    if special is not None:
        return special
    tool = tool_name(state, stop.call)
    if stop.place is None or (stop.place in ("before_call", "after_result") and not tool):
        return words("stop.here")
    if stop.place in ("before_call", "after_result"):
        return words(f"stop.{stop.place}", tool=tool)
    return words(f"stop.{stop.place}")


def undo_name(state: SessionState, key: CallKey | None) -> str:
    """The name of the tool of a call that is to be undone, or is: it may be of an earlier round."""
    return next((ran.name for ran in state.done if ran.key == key), "")


_UNDOS = {"uncertain_undo": "stop.uncertain_undo", "undo_failed": "stop.undo_failed"}


def _of_undo(stop: Stopped, state: SessionState) -> Words | None:
    if stop.what not in ("undo", "undo_problem", "missed_undo", *_UNDOS):
        return None
    usual = "stop.after_undo" if stop.place == "after_result" else "stop.before_undo"
    return words(_UNDOS.get(stop.what, usual), tool=undo_name(state, stop.call))


def _special(stop: Stopped, state: SessionState, pointer: str) -> Words | None:
    if stop.reason in ("finished", "waiting", "limit"):
        return words(f"stop.{stop.reason}")
    if stop.what in ("choose_tools", "choice_failed", "two_tools", "server_missing", "invalid_history", "reply_wanted"):
        return words(f"stop.{stop.what}")
    if stop.what == "provider_error":
        return words("stop.failed")
    if stop.what == "uncertain_call":
        return words("stop.uncertain_call", tool=tool_name(state, stop.call))
    if stop.what == "differs":
        return words("stop.differs" if pointer else "stop.missed")
    return words("stop.uncertain_request") if stop.what == "uncertain_request" else _of_undo(stop, state)


def _reason(stop: Stopped, state: SessionState, pointer: str) -> Words | None:
    if stop.reason == "waiting":
        return None
    if stop.reason == "limit":
        return _limit(stop, state)
    if stop.reason == "approval" and not stop.text:
        return _approval(stop, state)
    if stop.what == "differs":
        return words("what.differs", pointer=pointer) if pointer else words("what.missed")
    if stop.what == "failed":
        return _known(f"what.failed.{stop.text}", "what.failed")
    if stop.text:
        return words("what.said", text=stop.text)
    if stop.what == "provider_error" and state.failed is not None:
        return error_words(state.failed)
    if stop.what == "undo":
        return _known(f"reason.{stop.reason}.undo", f"reason.{stop.reason}")
    what = (f"what.{stop.what}.mocked", f"what.{stop.what}") if _is_mocked(stop, state) else (f"what.{stop.what}",)
    return _known(*what, f"reason.{stop.reason}.{stop.place}", f"reason.{stop.reason}")


def _is_mocked(stop: Stopped, state: SessionState) -> bool:
    """Whether the result of the call in question came from a rule or the person, not from its tool."""
    call = state.call(stop.call) if stop.call is not None else None
    return call is not None and call.result is not None and call.result.source == "mock"


def _limit(stop: Stopped, state: SessionState) -> Words:
    """Which limit it was, the value that was reached, and where the limit lies."""
    if stop.what == "round_trips":
        return words("what.round_trips.agent" if state.depth else "what.round_trips", n=state.trips)
    name = stop.what.removesuffix("_unknown")
    if name not in Limits.__struct_fields__:
        return words("reason.limit")
    most = getattr(state.setup.limits, name)
    return words(f"what.{stop.what}", value=stop.text, most=f"{most:g}" if isinstance(most, float) else most)


def _approval(stop: Stopped, state: SessionState) -> Words:
    """Who wants it: the tool, or a policy of the person."""
    if stop.what == "undo":
        return words("reason.approval.undo")
    tool = state.setup.tool(tool_name(state, stop.call))
    return words("reason.approval" if tool is None or tool.sensitive else "reason.approval.policy")


def _known(*keys: str) -> Words:
    """The first of the keys that there is a template for."""
    return words(next((key for key in keys if key in TEMPLATES), "reason.exception"))
