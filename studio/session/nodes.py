"""What every event stands on: its place in the tree, its id, the key of a call.

Above: `events`, `notes`. Below: nothing.
"""

from typing import Literal, NewType

import msgspec

NodeId = NewType("NodeId", int)
CallKey = tuple[NodeId, int]
"""A call's own key: (id of the reply, position). Stays the same when the provider's id is edited."""

ResultSource = Literal["ran", "mock", "rejected", "refused", "recorded", "by_hand"]
StopKind = Literal["step", "breakpoint", "pause", "approval", "exception", "limit", "finished", "waiting"]
Place = Literal["before_request", "after_reply", "before_call", "after_result"]


class Node(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    """A line that hangs in the tree. `parent` is None when it is `id - 1`; `t` is in milliseconds since the session
    began, left out of the line when it is that of the node `id - 1`."""

    id: NodeId = NodeId(0)
    parent: NodeId | None = None
    t: int = 0
