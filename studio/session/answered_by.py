"""What stood in a tool's place when it did not run itself: a mock rule of the session, or a breakpoint that answered.

Above: `present`, the window. Below: `events`, `frames`. Pure.
"""

from studio.session.events import Event, ResultRecorded
from studio.session.frames import frame_of
from studio.session.state import SessionState


def may_be_by_breakpoint(event: Event) -> bool:
    """Whether a rule or a breakpoint answered (only rules make it go wrong); `by_breakpoint` says which, with the state before it."""
    return isinstance(event, ResultRecorded) and event.source == "mock" and bool(event.rule) and not event.fault


def by_breakpoint(event: ResultRecorded, before: SessionState) -> bool:
    """Whether a breakpoint answered, and not a rule of the session of the call. Both kinds of ids stand in `rule`."""
    setup = (frame_of(before, event.call) or before).setup
    return may_be_by_breakpoint(event) and all(rule.id != event.rule for rule in setup.mocks)
