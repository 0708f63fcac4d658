"""What the card of a call shows, as a value.

Above: the call card and its view. Below: the session's state. Knows no widget.
"""

import msgspec

from studio.gui.panes.call_changes import ChangesShown
from studio.gui.panes.call_phase import Phase
from studio.gui.panes.call_result import ResultShown
from studio.gui.panes.commit_bar import EditMode
from studio.gui.panes.offer import Offer
from studio.messages.toolspec import ToolSpec
from studio.session.nodes import NodeId
from studio.session.state import CallState
from studio.session.truths import Truth


class CardFacts(msgspec.Struct, frozen=True):
    """What a card shows. `before` is the node before the call began, under which a change of a done call would fork; `changes` are what
    the tool gets, or got, otherwise than the model wrote; `told`: it does not run as it is, going on tells the model;
    `asks`: the tool's server waits for the person; `edit_truth` is what the history says of an edited call by default, `warning` what is to
    be said of a signature; `place` the node that is shown; `will` says what an approval makes happen, `misfit` that it
    does not run the tool; `ways` are the buttons beside the result of a run that failed."""

    call: CallState
    phase: Phase
    tools: tuple[ToolSpec, ...]
    mode: EditMode
    is_due: bool = False
    since: float = 0.0
    result: ResultShown | None = None
    before: NodeId = NodeId(0)
    first: bool = True
    last: bool = True
    changes: ChangesShown = ChangesShown()
    told: bool = False
    asks: bool = False
    edit_truth: Truth = "rewrite"
    warning: str = ""
    place: NodeId = NodeId(0)
    will: str = ""
    misfit: bool = False
    ways: tuple[Offer, ...] = ()

    @property
    def tool(self) -> ToolSpec | None:
        """The sent tool that the call names."""
        return next((tool for tool in self.tools if tool.name == self.call.call.name), None)

    @property
    def has_result(self) -> bool:
        """Whether a tool, a rule or the person gave a result; a call that was rejected or refused has none."""
        return self.call.result is not None and self.call.result.source not in ("rejected", "refused")
