"""The Diff view of the Request pane as two texts: the request as it was said and set first, and as it is sent.

Above: the Request pane. Below: `history_marks`, tree and state. Pure. Messages are held against how they were said first; system text,
model, parameters and tools against the request before.
"""

import json
from collections.abc import Iterator

from studio.gui.panes.round_shown import RoundShown
from studio.messages.message import Message
from studio.messages.toolspec import ToolSpec
from studio.present.history_marks import HistoryMarks, plain_history
from studio.present.path_levels import state_at
from studio.session.chain import Chain
from studio.session.setup import Setup
from studio.session.tree import Tree


def request_texts(tree: Tree, shown: RoundShown, marks: HistoryMarks, history: Chain[Message]) -> tuple[str, str]:
    """What was, and what is sent; the same text twice where nobody changed anything."""
    was, now = _setups(tree, shown)
    said = marks.said(shown.asks_from, shown.depth)
    settings = ("\n".join(_lines(was, now)), "\n".join(_lines(now, was)))
    before, after = (f"{text}\n" if text else "" for text in settings)
    return before + plain_history(said), after + plain_history(history)


def _setups(tree: Tree, shown: RoundShown) -> tuple[Setup, Setup]:
    """The settings of the request before, and those of the request that is shown; the same twice where it is the first."""
    state = shown.asked_from(tree)
    earlier = state if shown.request is None else state_at(tree, tree.parent(shown.request), shown.depth)
    last = earlier.last_request
    before = state_at(tree, last, shown.depth).setup if last is not None else state.setup
    return before, state.setup


def is_set_otherwise(tree: Tree, shown: RoundShown) -> bool:
    """Whether system text, model, a parameter or the person's tools were changed since the request before."""
    was, now = _setups(tree, shown)
    return was is not now and list(_lines(was, now)) != list(_lines(now, was))


def _lines(setup: Setup, other: Setup) -> Iterator[str]:
    """What of the settings is not the same in the other ones."""
    if setup.system != other.system and setup.system is not None:
        yield from ("[system]", *setup.system.splitlines())
    if setup.responder.model_name != other.responder.model_name:
        yield f"[model] {setup.responder.model_name}"
    for name, value in setup.params.items():
        if name not in other.params or other.params[name] != value:
            yield f"[{name}] {_json(value)}"
    yield from _tools(setup, other)


def _tools(setup: Setup, other: Setup) -> Iterator[str]:
    if setup.tools is other.tools and setup.off == other.off:
        return
    theirs = {tool.name: _declared(tool) for tool in other.tools if tool.name not in other.off}
    for tool in setup.tools:
        if tool.name not in setup.off and theirs.get(tool.name) != _declared(tool):
            yield from (f"[tool] {tool.name}", tool.description, _json(tool.parameters))


def _declared(tool: ToolSpec) -> tuple[object, ...]:
    return tool.description, tool.parameters, tool.extra


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
