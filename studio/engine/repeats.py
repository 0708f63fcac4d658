"""Which calls ran already on other branches, so that going on from a step does not run them again unasked. Pure.

Above: `workspace/forking`. Below: `recording`, `session/frames`. Reads a tree, changes nothing.
"""

import json
from typing import Any

from studio.engine.due import RunCalls, due
from studio.messages.parts import Call
from studio.session.events import AgentStarted, CallStarted
from studio.session.frames import find_call, frame_of
from studio.session.lines import LineError
from studio.session.nodes import CallKey, NodeId
from studio.session.state import SessionState
from studio.session.tree import Tree

_RAN = ("call_started", "agent_started")


class Ran:
    """The calls that began anywhere but on the path to a node: by their keys, and by tool and arguments."""

    def __init__(self, tree: Tree, beside: NodeId) -> None:
        """Reads the events of those calls, and nothing else."""
        self._keys: set[CallKey] = set()
        self._asked: set[tuple[str, str]] = set()
        path = set(tree.path(beside))
        for node in tree.nodes():
            if node not in path and tree.kind(node) in _RAN and tree.whole(node):
                self._take(tree, node)

    def _take(self, tree: Tree, node: NodeId) -> None:
        try:
            event, state = tree.event(node), tree.state(node)
        except LineError:
            return
        if isinstance(event, CallStarted | AgentStarted):
            self._keys.add(event.call)
            found = find_call(state, event.call)
            if found is not None:
                # As the model writes it again, and as it was made to fit.
                self._asked |= {_asked(found.call), _asked(found.call, event.ran_with)}

    def repeated(self, state: SessionState) -> CallKey | None:
        """The first open call that is due at `state` and would do once more what ran already; one of an idempotent tool may."""
        todo = due(state)
        if not isinstance(todo, RunCalls):
            return None
        return next((key for key in todo.calls if self._repeats(state, key)), None)

    def _repeats(self, state: SessionState, key: CallKey) -> bool:
        frame, found = frame_of(state, key), find_call(state, key)
        if frame is None or found is None:
            return False
        tool = frame.setup.tool(found.call.name)
        if tool is not None and tool.idempotent:
            return False
        return key in self._keys or _asked(found.call) in self._asked


def _asked(call: Call, ran_with: str = "") -> tuple[str, str]:
    text = ran_with or call.arguments
    try:
        value: Any = json.loads(text)
        return call.name, json.dumps(value, sort_keys=True)
    except (ValueError, RecursionError):
        return call.name, text
