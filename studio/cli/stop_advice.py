"""What to do about a run that stopped before its end: the option that would have gone on, and the window that goes on from there.

Above: `run`. Below: `session`. Knows the options of `run` by their names.
"""

import shlex
from pathlib import Path

from studio.session.notes import Stopped

_OPTIONS = {
    "unknown_tool": "With --unknown-tool tell the model is told and the run goes on.",
    "bad_arguments": "With --bad-arguments tell the model is told and the run goes on.",
    "tool_error": "With --tool-error tell the model is told and the run goes on.",
    "invalid_history": "toolcall-studio check names every place; the decision repair of step mends it, send_anyway sends it all the same.",
    "two_tools": "--rename FILE:OLD=NEW gives one of them another name.",
    "round_trips": "--max-round-trips N allows more.",
    "tokens": "--max-tokens N allows more.",
    "cost": "--max-cost N allows more.",
    "cost_unknown": "Leave out --max-cost, or name a model whose price is known.",
    "seconds": "--max-seconds N allows more.",
    "same_call": "--same-call N allows more.",
    "tool_problem": "--mocks FILE.json answers calls in the tool's place.",
}


def stop_advice(stop: Stopped, file: Path, agent: str = "", known: str = "", asked: str = "") -> str:
    """Sentences for where a run came to rest; `file` is that of its session, `agent` the one it stands inside, whose round trips its own
    declaration limits; `known` the called tool that was not offered though the session knows it and could offer it; `asked` the options
    that say who answers (empty: a profile that the session names)."""
    what = stop.text if stop.what == "failed" else stop.what
    option = f"max_round_trips of {agent} allows more." if agent and what == "round_trips" else _OPTIONS.get(what, "")
    if known:
        way = (
            f'"tools" of {agent}: name {known} there' if agent else f"--pin {shlex.quote(known)} offers it in any case"
        )
        option = f"{way}. {option}"
    name = shlex.quote(str(file))
    way = f", or toolcall-studio step {name} --do - --trust --model live{asked}" if _is_for_step(stop) else ""
    return f"{option} To go on from here: toolcall-studio {name}{way}".lstrip()


def _is_for_step(stop: Stopped) -> bool:
    """Whether decisions of a script are what this stop waits for."""
    return bool(stop.breakpoint) or stop.what == "invalid_history"
