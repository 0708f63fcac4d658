"""How a replay came out: the same, or the first thing that did not, with old and new value and the nearest recorded step.

Above: `replay`, `replay_check`, `junit`. Below: `replayed`, `engine/missing`. Values and lines of text; changes nothing.
"""

import json
from typing import Any, Literal

import msgspec

from studio.cli.replayed import difference
from studio.engine.difference import Difference
from studio.engine.missing import Miss
from studio.messages.parts import Call
from studio.present.labels import english
from studio.present.stop_words import nearest_words, tool_name, undo_name
from studio.present.text_lines import visible
from studio.session.frames import inside_name
from studio.session.notes import Stopped
from studio.workspace.opened import OpenedSession

What = Literal["same", "request", "call", "undo", "entry", "unused", "stopped", "file"]
MISSED = ("missed_result", "missed_undo")
LONGEST_VALUE = 400


class Verdict(msgspec.Struct, frozen=True):
    """`what` differs: a `request`, a `call` or its `undo` that is not recorded, an `entry` of the transcript, recorded calls that were not
    asked for (`unused`); or the replay `stopped`, or the `file` cannot be read, as `sentence` says. `nearest` is the nearest recorded step,
    in words, and `node` its number. `unused` are the recorded calls that were not asked for."""

    what: What = "same"
    sentence: str = "comes out the same"
    difference: Difference | None = None
    nearest: str = ""
    node: int = 0
    unused: tuple[str, ...] = ()

    @property
    def lines(self) -> list[str]:
        """The sentence, what was recorded and what came now, and the nearest step, a line each."""
        made = [self.sentence]
        if self.difference is not None:
            made += [f"  old: {_short(self.difference.old)}", f"  new: {_short(self.difference.new)}"]
        made += [f"  {self.nearest}"] if self.nearest else []
        return [*made, f"  not asked for: {', '.join(_few(self.unused))}"] if self.unused else made


SAME = Verdict()


def missed(session: OpenedSession, stop: Stopped) -> Verdict | None:
    """What the recording did not hold where a replay stopped; None where it stopped for another reason."""
    miss, found = session.miss, session.difference
    if found is not None and stop.what == "differs":
        return _verdict("request", f"differs at {found.pointer}", found, miss)
    if miss is None or miss.ends or stop.what not in MISSED:
        return None
    if miss.what == "undo":
        return _verdict("undo", f"undoing {miss.tool} is not recorded", None, miss)
    if miss.used:
        return _verdict("call", f"{miss.tool} is called once more than recorded", None, miss)
    at = f" at {miss.difference.pointer}" if miss.difference is not None else ""
    return _verdict("call", f"a call of {miss.tool} is not recorded: it differs{at}", miss.difference, miss)


def compared(session: OpenedSession, stop: Stopped) -> Verdict:
    """How a replay came out that is compared with its recording to the last word."""
    found = missed(session, stop)
    if found is not None and (found.what == "request" or session.plays_on):
        return found
    unused = tuple(map(_call, session.unused_calls))
    entry = difference(session)
    if found is not None and (entry is not None or unused):
        return found  # else the recording ends in the middle of a round, and so has the replay to
    if entry is not None:
        return Verdict("entry", f"differs at {entry.pointer}", entry, unused=unused)
    if unused:
        return Verdict("unused", "recorded calls were not asked for", unused=unused)
    end = _end(session, stop)
    return Verdict(sentence=f"{SAME.sentence}; it ends {end}, as recorded") if end else SAME


def _end(session: OpenedSession, stop: Stopped) -> str:
    """Before what a recording ends that came to no end of a turn; empty where it did."""
    state, miss = session.tree.state(stop.at), session.miss
    if stop.what == "missed_undo":
        return f"before {undo_name(state, stop.call)} is undone"
    if stop.what == "missed_result" and stop.call is not None and stop.place == "before_call":
        return f"before {visible(tool_name(state, stop.call))}"
    if stop.what == "missed_result":
        return f"in the agent {visible(inside_name(state))}"
    if stop.what == "differs" and miss is not None and miss.what == "request":
        return "before a request"
    return "with a failed request" if stop.what == "provider_error" else "at a limit" if stop.reason == "limit" else ""


def _few(told: tuple[str, ...]) -> tuple[str, ...]:
    return told if len(told) <= 3 else (*told[:3], f"and {len(told) - 3} more")


def _verdict(what: What, sentence: str, found: Difference | None, miss: Miss | None) -> Verdict:
    if miss is None or not miss.node:
        return Verdict(what, sentence, found)
    near = english(nearest_words(miss.what, miss.near, miss.round, miss.node))
    return Verdict(what, sentence, found, near, miss.node)


def _call(call: Call) -> str:
    return visible(f"{call.name}({call.arguments if len(call.arguments) <= 80 else call.arguments[:80] + '…'})")


def _short(value: Any) -> str:
    text = visible(json.dumps(value, ensure_ascii=False))
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"
