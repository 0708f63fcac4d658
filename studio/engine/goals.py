"""How far a move goes, through agents within agents. Pure.

Above: `stepper`, `workspace`. Below: `due`. Knows no stop.
"""

from typing import Literal, assert_never

import msgspec

from studio.engine.due import AskModel, ChooseTools, EndAgent, due
from studio.session.state import SessionState

Goal = Literal["step", "into", "out", "round", "run", "breakpoints", "end"]
"""One due thing, an agent that it begins to its end · one due thing, and no further than an agent's first request · to the end of the
agent, outside of any to the end of the round · to the end of the round · to the next stop place · to the next breakpoint, past
other stop places · to the end, stopping only where it must."""


class Aim(msgspec.Struct, frozen=True):
    """A goal, and how many agents deep the move began."""

    goal: Goal
    depth: int = 0

    def at(self, state: SessionState) -> Goal:
        """What the goal comes to at a state: in an agent that is stepped over or out of, all that is due is done."""
        match self.goal:
            case "step":
                return "end" if state.depth > self.depth else "step"
            case "into":
                return "step"
            case "out":
                return "end" if self.depth else "round"
            case "round" | "run" | "breakpoints" | "end":
                return self.goal
            case _:
                assert_never(self.goal)

    def reached(self, state: SessionState) -> bool:
        """Whether a move that has done something may rest at a state."""
        match self.goal:
            case "step":
                return state.depth <= self.depth
            case "into":
                return True
            case "out" if self.depth:
                return state.depth < self.depth
            case "out" | "round":
                return state.depth <= self.depth and isinstance(due(state), AskModel | ChooseTools | EndAgent)
            case "run" | "breakpoints" | "end":
                return False
            case _:
                assert_never(self.goal)
