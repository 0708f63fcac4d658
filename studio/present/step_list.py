"""The steps of a path that can be compared: requests, replies and calls with their result, the newest first.

Above: the window. Below: `round_list`. An event is read only for the rounds that are listed.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from studio.present.arguments_summary import one_line
from studio.present.round_list import RoundList
from studio.present.words import Words, words
from studio.problems import StudioError
from studio.session.events import ReplyReceived, RequestFailed, RequestSent, ResultRecorded
from studio.session.nodes import NodeId
from studio.session.tree import ROOT, Tree

StepKind = Literal["request", "reply", "call"]
ROUNDS = 60
"""So many rounds are listed, from the newest on."""


class Step(msgspec.Struct, frozen=True):
    """One step that has a content; `tool` is that of a call."""

    node: NodeId
    kind: StepKind
    words: Words
    tool: str = ""


def steps(tree: Tree, head: NodeId, most: int = ROUNDS) -> list[Step]:
    """The steps of the newest rounds on the way to `head`."""
    if head == ROOT:
        return []
    rounds = RoundList()
    rounds.follow(tree, head, to_end=False)
    return [step for label, nodes in rounds.newest(most) for step in reversed(list(_of_round(tree, label, nodes)))]


def partner(among: Sequence[Step], step: NodeId) -> Step | None:
    """What a step is best laid beside: the one of its kind (and tool) before it, else after it, else any of its kind."""
    at = next((nth for nth, one in enumerate(among) if one.node == step), None)
    if at is None:
        return next(iter(among), None)
    kind, tool = among[at].kind, among[at].tool
    near = (*among[at + 1 :], *reversed(among[:at]))
    alike = (one for one in near if one.kind == kind and one.tool == tool)
    return next(alike, None) or next((one for one in near if one.kind == kind), None)


def step_at(tree: Tree, among: Sequence[Step], node: NodeId) -> NodeId | None:
    """The step that a row of the timeline is about; a call that has no result yet belongs to its reply."""
    listed = {one.node for one in among}
    if node in listed:
        return node
    key = None
    try:
        key = getattr(tree.event(node), "call", None) if node in tree and node != ROOT else None
    except StudioError:
        return None
    return key[0] if key is not None and key[0] in listed else None


def _of_round(tree: Tree, label: str, nodes: Sequence[NodeId]) -> Iterator[Step]:
    for node in nodes:
        if tree.kind(node) not in ("request", "reply", "request_failed", "result"):
            continue
        try:
            event = tree.event(node)
        except StudioError:
            continue
        match event:
            case RequestSent():
                yield Step(node, "request", words("step.request", round=label))
            case ReplyReceived(reply=reply):
                calls = ", ".join(call.name for call in reply.calls)
                yield Step(node, "reply", words("step.reply", round=label, said=calls or one_line(reply.text)))
            case RequestFailed(error=error):
                yield Step(node, "reply", words("step.failure", round=label, said=one_line(error.message)))
            case ResultRecorded(call=key):
                yield _call(tree, label, node, key[0], key[1])
            case _:
                pass


def _call(tree: Tree, label: str, node: NodeId, reply: NodeId, at: int) -> Step:
    try:
        event = tree.event(reply)
    except (StudioError, KeyError):
        event = None
    calls = event.reply.calls if isinstance(event, ReplyReceived) else ()
    tool = calls[at].name if at < len(calls) else ""
    said = f"{tool}({one_line(calls[at].arguments)})" if tool else "?"
    return Step(node, "call", words("step.call", round=label, said=said), tool)
