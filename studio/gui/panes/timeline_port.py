"""What the timeline asks of a session: its events, where it stands, and what may be done.

Above: the timeline pane. Below: `present/row`, `session`. `gui/timeline_source` makes it of an open session.
"""

from typing import Protocol

from studio.present.row import Live, Standing
from studio.session.expectations import Expectation
from studio.session.journal import Journal
from studio.session.nodes import NodeId


class TimelineSource(Protocol):
    """The session that the timeline shows."""

    @property
    def journal(self) -> Journal:
        """Its events."""
        ...

    @property
    def begun(self) -> str:
        """When it began, as it is to be shown; may be empty."""
        ...

    @property
    def standing(self) -> Standing:
        """Where it stands now."""
        ...

    @property
    def live(self) -> Live | None:
        """How far what is under way has come; None when nothing is."""
        ...

    @property
    def tools(self) -> tuple[str, ...]:
        """The names of the session's tools."""
        ...

    def expectation(self, start: NodeId) -> Expectation | None:
        """What became of what is expected of the branch that begins with `start`; None where nothing is."""
        ...

    def allowed(self, verb: str, node: NodeId) -> bool:
        """Whether `run_to`, `rewind`, `fork`, `rerun`, `send_again`, `export_test`, `mock_tool`, `record_rule` or `breakpoint` can be
        done at a node now."""
        ...
