"""What is said beside the tree: one frozen class for each kind of line without a parent. Of most the last one wins.

Above: `journal`, `store`, `engine`. Below: `nodes`, `breakpoints`, `samples`. A program that does not know a kind keeps its lines.
"""

import msgspec

from studio.session.breakpoints import Breakpoint, Watch
from studio.session.nodes import CallKey, NodeId, Place, StopKind
from studio.session.samples import SamplePlan, SampleReply


class Note(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    """A line without a parent."""


class HeadMoved(Note, frozen=True, omit_defaults=True, tag="head"):
    """The head stands at `at` now (0: before the first event)."""

    at: NodeId = NodeId(0)


class Stopped(Note, frozen=True, omit_defaults=True, tag="stopped"):
    """The session stopped at `at`. `what` is a short code, `text` a sentence that belongs to it; `call` is the call in question,
    `breakpoint` the id of the one that stopped it."""

    at: NodeId = NodeId(0)
    reason: StopKind = "step"
    place: Place | None = None
    call: CallKey | None = None
    what: str = ""
    text: str = ""
    breakpoint: str = ""


class BranchNamed(Note, frozen=True, omit_defaults=True, tag="branch"):
    """The branch that begins with node `start` has a name."""

    start: NodeId = NodeId(0)
    name: str = ""


class Titled(Note, frozen=True, omit_defaults=True, tag="title"):
    """The session's title."""

    title: str = ""


class SessionNoted(Note, frozen=True, omit_defaults=True, tag="session_noted"):
    """What the person wrote about the session; empty: nothing any more."""

    text: str = ""


class Opened(Note, frozen=True, omit_defaults=True, tag="opened"):
    """A program opened the file for writing; without a later `Closed` it did not close it."""


class Closed(Note, frozen=True, omit_defaults=True, tag="closed"):
    """The session was closed on purpose."""


class BranchNoted(Note, frozen=True, omit_defaults=True, tag="branch_noted"):
    """What the person wrote about the branch that begins with node `start`, and what they expect of it: a JMESPath that holds where the
    branch comes out so (empty: nothing)."""

    start: NodeId = NodeId(0)
    note: str = ""
    expects: str = ""


class BranchHidden(Note, frozen=True, omit_defaults=True, tag="branch_hidden"):
    """The branch that begins with node `start` is hidden, or shown again."""

    start: NodeId = NodeId(0)
    hidden: bool = True


class BreakpointSet(Note, frozen=True, omit_defaults=True, tag="breakpoint"):
    """A breakpoint as it is from now on; None: it is removed."""

    id: str = ""
    breakpoint: Breakpoint | None = None


class WatchSet(Note, frozen=True, omit_defaults=True, tag="watch"):
    """A watched expression; None: it is removed."""

    id: str = ""
    watch: Watch | None = None


class Logged(Note, frozen=True, omit_defaults=True, tag="logged"):
    """What a breakpoint logged where the session passed it; the values stand in the text."""

    at: NodeId = NodeId(0)
    breakpoint: str = ""
    text: str = ""
    call: CallKey | None = None


class SampleStarted(Note, frozen=True, omit_defaults=True, tag="sample"):
    """A sample of the request that was due at node `at` begins."""

    id: str = ""
    at: NodeId = NodeId(0)
    plan: SamplePlan = SamplePlan(())


class SampleTaken(Note, frozen=True, omit_defaults=True, tag="sample_taken"):
    """One request of the sample `id` came to its end."""

    id: str = ""
    taken: SampleReply = SampleReply(0, 0, 0)


class SampleEnded(Note, frozen=True, omit_defaults=True, tag="sample_ended"):
    """The sample `id` asks no more: all was asked, or `why` it ended early (`cancelled`, `cost`, `tokens`, `seconds`, `failed`)."""

    id: str = ""
    why: str = ""


AnyNote = (
    HeadMoved
    | Stopped
    | BranchNamed
    | Titled
    | SessionNoted
    | Opened
    | Closed
    | BranchNoted
    | BranchHidden
    | BreakpointSet
    | WatchSet
    | Logged
    | SampleStarted
    | SampleTaken
    | SampleEnded
)
