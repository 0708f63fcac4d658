"""A step of a path by the name that a person gives it: its number, `round:3`, `call:ID`, `before:TOOL`.

Above: `workspace`, the command line. Below: `session`. Reads a tree, changes nothing.
"""

from collections.abc import Iterator

import msgspec

from studio.problems import StudioError
from studio.said import said
from studio.session.events import AgentStarted, CallStarted, ResultRecorded
from studio.session.frames import find_call
from studio.session.lines import LineError
from studio.session.nodes import CallKey, NodeId
from studio.session.tree import ROOT, Tree

STEPS = (
    ("NUMBER", "the event of that number (see --steps)"),
    ("round:N", "before the request of round N is sent; round:-1 is the last one"),
    ("reply:N", "after the reply of round N, before its calls"),
    ("call:ID", "before the call with that id runs"),
    ("result:ID", "after the result of that call"),
    ("before:TOOL", "before the first call of a tool runs; before:TOOL:2 before the second"),
    ("after:TOOL", "after the result of the first call of a tool; after:TOOL:2 of the second"),
    ("head", "where the session stands"),
    ("end", "the newest step of the branch"),
    ("start", "before everything"),
)
"""How a step is named, and what that means."""
_HELP = "A step is a number, or " + ", ".join(name for name, _ in STEPS[1:]) + "."


class StepNameError(StudioError):
    """A name for which there is no step on the path."""


class PathCall(msgspec.Struct, frozen=True):
    """A call of a path: where it has not run yet, and the node of its result (None: it has none)."""

    key: CallKey
    id: str
    tool: str
    before: NodeId
    after: NodeId | None = None


def step_place(tree: Tree, leaf: NodeId, head: NodeId, name: str) -> NodeId:
    """The node that `name` means on the path to `leaf`. Raises StepNameError with what there is."""
    text = name.strip()
    fixed = {"head": head, "end": leaf, "start": ROOT}
    if text in fixed:
        return fixed[text]
    if text.isdecimal():
        return _numbered(tree, int(text))
    kind, _, what = text.partition(":")
    if kind in ("round", "reply"):
        return _round(tree, leaf, kind, what)
    if kind in ("call", "result"):
        return _of_call(tree, leaf, kind, what)
    if kind in ("before", "after"):
        return _of_tool(tree, leaf, kind, what)
    raise StepNameError(said("{text} names no step.", text=text), _HELP)


def _numbered(tree: Tree, number: int) -> NodeId:
    if number > tree.last or NodeId(number) not in tree:
        raise StepNameError(
            said("There is no step {number}: the last one is {last}.", number=number, last=tree.last), _HELP
        )
    return NodeId(number)


def round_starts(tree: Tree, leaf: NodeId) -> list[tuple[NodeId, NodeId | None]]:
    """For each round of a path, without those of agents: the node before which its request is asked, and its reply where it has one."""
    found: list[tuple[NodeId, NodeId | None]] = []
    for node in tree.path(leaf):
        kind = tree.kind(node)
        if kind not in ("request", "reply") or tree.state(node).depth:
            continue
        if kind == "request" and found and found[-1][1] is None:
            continue  # asked once more
        if kind == "request":
            found.append((node, None))
        elif found:
            found[-1] = (found[-1][0], node)
    return found


def _round(tree: Tree, leaf: NodeId, kind: str, what: str) -> NodeId:
    rounds = round_starts(tree, leaf)
    number = int(what) if what.removeprefix("-").isdecimal() else 0
    at = number - 1 if number > 0 else len(rounds) + number
    if not number or not 0 <= at < len(rounds):
        there = said("it has {n}", n=len(rounds)) if rounds else said("it has none")
        raise StepNameError(said("There is no round {what} on this branch: {there}.", what=what, there=there), _HELP)
    request, reply = rounds[at]
    if kind == "round":
        return tree.parent(request)
    if reply is None:
        raise StepNameError(said("Round {what} has no reply.", what=what), _HELP)
    return reply


def calls_of(tree: Tree, leaf: NodeId) -> list[PathCall]:
    """The calls of a path in the order in which they came to run, those of agents too; open ones last."""
    found: dict[CallKey, PathCall] = {}
    for node in tree.path(leaf):
        if tree.kind(node) not in ("call_started", "agent_started", "result"):
            continue
        event = tree.event(node)
        if isinstance(event, CallStarted | AgentStarted | ResultRecorded):
            known = found.get(event.call) or _begun(tree, event.call, tree.parent(node))
            after = node if isinstance(event, ResultRecorded) else None
            found[event.call] = msgspec.structs.replace(known, after=after)
    return [*found.values(), *_open(tree, leaf, found)]


def _begun(tree: Tree, key: CallKey, before: NodeId) -> PathCall:
    call = find_call(tree.state(before), key)
    return PathCall(key, (call.call.id or "") if call else "", call.call.name if call else "", before)


def _open(tree: Tree, leaf: NodeId, known: dict[CallKey, PathCall]) -> Iterator[PathCall]:
    opened = tree.state(leaf).open
    for call in opened.calls if opened is not None else ():
        if call.key not in known:
            yield PathCall(call.key, call.call.id or "", call.call.name, leaf)


def _of_call(tree: Tree, leaf: NodeId, kind: str, id: str) -> NodeId:
    """The last call of an id: ids may come again in later turns."""
    calls = _readable(tree, leaf)
    found = next((call for call in reversed(calls) if call.id == id), None)
    if found is None:
        ids = ", ".join(dict.fromkeys(call.id for call in calls if call.id)) or "none"
        raise StepNameError(
            said("There is no call with the id {id} on this branch.", id=id), said("Ids on it: {ids}.", ids=ids)
        )
    return _side(found, kind == "call", f"The call {id}")


def _of_tool(tree: Tree, leaf: NodeId, kind: str, what: str) -> NodeId:
    calls = _readable(tree, leaf)
    tool, count = what, 1
    name, _, number = what.rpartition(":")
    if name and number.isdecimal() and not any(call.tool == what for call in calls):
        tool, count = name, int(number)
    named = [call for call in calls if call.tool == tool]
    if not 1 <= count <= len(named):
        tools = ", ".join(dict.fromkeys(call.tool for call in calls)) or "none"
        there = f"{tool} is called {len(named)} times" if named else f"{tool} is not called"
        raise StepNameError(said("{there} on this branch.", there=there), said("Tools that are: {tools}.", tools=tools))
    return _side(named[count - 1], kind == "before", f"Call {count} of {tool}")


def _side(call: PathCall, before: bool, place: str) -> NodeId:
    if before:
        return call.before
    if call.after is None:
        raise StepNameError(said("{call} has no result on this branch.", call=place), _HELP)
    return call.after


def _readable(tree: Tree, leaf: NodeId) -> list[PathCall]:
    try:
        return calls_of(tree, leaf)
    except LineError as error:
        raise StepNameError(
            said("A line of this branch cannot be read."), said("Name the step by its number.")
        ) from error


def step_names(tree: Tree, leaf: NodeId) -> dict[NodeId, list[str]]:
    """The names of the steps of a path besides their numbers, by node. Raises StepNameError where a line of it cannot be read."""
    found: dict[NodeId, list[str]] = {}
    for number, (request, reply) in enumerate(round_starts(tree, leaf), 1):
        found.setdefault(tree.parent(request), []).append(f"round:{number}")
        if reply is not None:
            found.setdefault(reply, []).append(f"reply:{number}")
    counts: dict[str, int] = {}
    for call in _readable(tree, leaf):
        counts[call.tool] = count = counts.get(call.tool, 0) + 1
        said = call.tool if count == 1 else f"{call.tool}:{count}"
        found.setdefault(call.before, []).append(f"before:{said}")
        if call.after is not None:
            found.setdefault(call.after, []).append(f"after:{said}")
    return found
