"""One path of a session file as a file of its own: what a test needs, and of other branches only what its requests are made of.

Above: `workspace`. Below: `lines`, `session`. Pure bytes. Lines are taken as they stand; only settings lose the person's home folder.
"""

import json
import re
from typing import Any

from msgspec.structs import replace

from studio.session.events import Header, RequestSent
from studio.session.lines import decode, encode
from studio.session.nodes import NodeId
from studio.session.notes import HeadMoved
from studio.session.replay_rules import ReplayRules
from studio.session.tree import ROOT, Tree
from studio.store.lines import parse, places

_REFERENCE = re.compile(rb'"\$text":(\d{1,18})\b')
_WITH_PATHS = ("responder", "files", "sources", "servers", "executors")
"""Settings that name files of a machine and that no request repeats."""


def reduced(data: bytes, tree: Tree, leaf: NodeId, home: str = "") -> bytes:
    """The file `data`, whose nodes stand in `tree`, with the path to `leaf`, where the head stands then. Where a setting names a file in
    the folder `home`, it begins with `~`. Raises LineError when a line that is needed cannot be read."""
    nodes = _needed(tree, leaf)
    found, _ = places(data)
    lines = [_header(data[found[0].start : found[0].end])]
    for place in found[1:]:
        if place.head is not None and place.head[2] and NodeId(int(place.head[2])) in nodes:
            line = data[place.start : place.end]
            lines.append(_without_home(line, home) if place.head[1] == b"setup" and home else line)
    return b"".join(line + b"\n" for line in (*lines, encode(HeadMoved(leaf))))


def _needed(tree: Tree, leaf: NodeId) -> set[NodeId]:
    """The nodes of the path, and those elsewhere from which its requests copy, each with the nodes before it."""
    nodes: set[NodeId] = set()
    todo, seen = tree.path(leaf), set[NodeId]()
    while todo:
        node = todo.pop()
        nodes.update(tree.path(node) if node not in nodes else ())
        if node in seen or tree.kind(node) != "request":
            continue
        seen.add(node)
        event = tree.event(node)
        if isinstance(event, RequestSent):
            named = [NodeId(int(found)) for piece in event.body for found in _REFERENCE.findall(bytes(piece))]
            todo += [at for at in (*named, event.base or ROOT) if at != ROOT and at in tree]
    return nodes


def _header(line: bytes) -> bytes:
    """The first line; that the session replays another one is nothing to those who replay it."""
    header = decode(line)
    assert isinstance(header, Header)
    return encode(replace(header, source="", leaf=ROOT, rules=ReplayRules()))


def _without_home(line: bytes, home: str) -> bytes:
    if json.dumps(home)[1:-1].encode() not in line and json.dumps(home, ensure_ascii=False)[1:-1].encode() not in line:
        return line
    value = parse(line)
    if not isinstance(value, dict):
        return line
    plain = {name: _shortened(one, home) if name in _WITH_PATHS else one for name, one in value.items()}
    return json.dumps(plain, ensure_ascii=True, separators=(",", ":")).encode()


def _shortened(value: Any, home: str) -> Any:
    match value:
        case str() if value == home or value.startswith((f"{home}/", f"{home}\\")):
            return f"~{value[len(home) :]}"
        case dict():
            return {name: _shortened(one, home) for name, one in value.items()}
        case list():
            return [_shortened(one, home) for one in value]
        case _:
            return value
