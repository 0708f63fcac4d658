"""What a transcript says of a change of settings: short plain values, a name in place of what is long.

Above: `transcript`. Below: `session`. Pure.
"""

from collections.abc import Callable
from typing import Any, assert_never

import msgspec

from studio.session.agents import Agent
from studio.session.events import SetupChanged
from studio.session.executors import Executor
from studio.session.memory import Memory
from studio.session.setup import SETTINGS
from studio.session.toolbox import Always, ByExpression, ByHand, ByWords, Chooser, Chosen, Rule, ToolGroup, ToolSearch


def settings_of(event: SetupChanged) -> dict[str, Any]:
    """The members that were named, short: tools and skills by name, files by their own name, rules in a few words."""
    made: dict[str, Any] = {}
    for name in SETTINGS:
        value = getattr(event, name)
        if value is msgspec.UNSET:
            continue
        made[name] = msgspec.to_builtins(_SHORT[name](value) if name in _SHORT else value)
    return made


def _names(values: Any) -> list[str]:
    return [value.name for value in values]


def _file(path: str) -> str:
    return path.replace("\\", "/").rsplit("/", 1)[-1]


def _group(group: ToolGroup) -> dict[str, Any]:
    members = {
        "name": group.name,
        "tools": list(group.tools),
        "rule": _rule(group.rule),
        "description": group.description,
    }
    return {name: value for name, value in members.items() if value} | ({} if group.on else {"on": False})


def _rule(rule: Rule) -> str:
    match rule:
        case Always():
            return "always"
        case ByWords(words=words):
            return f"words: {', '.join(words)}"
        case ByExpression(text=text):
            return f"expression: {text}"
        case ByHand(open=is_open):
            return "by hand: open" if is_open else "by hand: closed"
        case Chosen():
            return "chosen"
        case _:
            assert_never(rule)


def _source(source: Any) -> dict[str, Any]:
    made: dict[str, Any] = {**msgspec.to_builtins(source), "file": _file(source.file)}
    return made


def _chooser(chooser: Chooser) -> dict[str, Any]:
    return {"by": chooser.by, **msgspec.to_builtins(chooser)}


def _search(search: ToolSearch) -> dict[str, Any]:
    if not search.on:
        return {"on": False}
    return {"on": True, "ranking": search.ranking, "most": search.most, **msgspec.to_builtins(search)}


def _memory(memory: Memory) -> dict[str, Any]:
    return {"kind": memory.kind, **({} if memory.kind == "all" else {"most": memory.most})}


def _executor(executor: Executor) -> dict[str, Any]:
    made: dict[str, Any] = msgspec.to_builtins(executor)
    if isinstance(executor, Agent) and executor.memory.kind == "all":
        made.pop("memory", None)
    return made


_SHORT: dict[str, Callable[[Any], Any]] = {
    "tools": _names,
    "skills": _names,
    "files": lambda files: [_file(file.path) for file in files],
    "groups": lambda groups: list(map(_group, groups)),
    "sources": lambda sources: list(map(_source, sources)),
    "chooser": _chooser,
    "search": _search,
    "memory": _memory,
    "executors": lambda executors: {name: _executor(each) for name, each in executors.items()},
}
