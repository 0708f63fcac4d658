"""What makes tools hard to use for a model: each rule with its place, a sentence, and advice. Pure.

Above: `workspace/tool_advice`, the command line. Below: the files of the rules. Knows no session and runs no tool.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from studio.checks import tool_advice_words as texts
from studio.checks.advice import Severity, ToolAdvice
from studio.checks.described_tools import described, not_described
from studio.checks.free_text import free_texts
from studio.checks.like_tools import like_tools
from studio.checks.secrets_told import secrets
from studio.checks.tool_names import like_names, refused_name
from studio.checks.tool_parameters import parameters
from studio.checks.writing_tools import writes_twice
from studio.dialects.tool_shape_values import Target
from studio.messages.toolspec import ToolSpec
from studio.said import said

__all__ = ["MANY", "TOO_MANY", "Severity", "ToolAdvice", "advice_among", "advice_on_tool", "tool_advice"]

MANY = 10
TOO_MANY = 20
"""So many offered tools are a warning, and so many an error."""


def tool_advice(
    tools: Sequence[ToolSpec], *, target: Target | None = None, offered: int = 0, off: Collection[str] = ()
) -> tuple[ToolAdvice, ...]:
    """All that is to be said of `tools`, in their order, what is about all of them first.

    `target` says whose names count (None: those of every provider), `offered` how many tools a request offers, `off` which tools are
    not compared with others.
    """
    return gathered(tools, [advice_on_tool(tool, target) for tool in tools], offered=offered, off=off)


def gathered(
    tools: Sequence[ToolSpec], alone: Iterable[Sequence[ToolAdvice]], *, offered: int, off: Collection[str]
) -> tuple[ToolAdvice, ...]:
    """The same from what is said of each tool by itself (`advice_on_tool`)."""
    about_two: defaultdict[int, list[ToolAdvice]] = defaultdict(list)
    on = [at for at, tool in enumerate(tools) if tool.name not in off]
    compared = [tools[at] for at in on]
    for at, one in (*like_names(compared), *like_tools(compared)):
        about_two[on[at]].append(one)
    each = (one for at, said_of in enumerate(alone) for one in (*said_of, *about_two[at]))
    return (*_counted(offered), *each)


def advice_among(tools: Sequence[ToolSpec], tool: ToolSpec, *, off: Collection[str] = ()) -> tuple[ToolAdvice, ...]:
    """What `tool_advice` says of `tool`, which is one of `tools`: the others are only compared with it."""
    alone = [advice_on_tool(each) if each is tool else () for each in tools]
    return tuple(note for note in gathered(tools, alone, offered=0, off=off) if note.tool == tool.name)


def advice_on_tool(tool: ToolSpec, target: Target | None = None) -> tuple[ToolAdvice, ...]:
    """What is to be said of one tool by itself. Of one that only its provider runs nothing: it is not declared in words."""
    if "type" in tool.extra.get("entry", {}):
        return ()
    return tuple(_on(tool, target))


def _on(tool: ToolSpec, target: Target | None) -> Iterator[ToolAdvice]:
    known = parameters(tool)
    yield from refused_name(tool, target)
    yield from secrets(tool, known)
    yield from described(tool)
    yield from writes_twice(tool, known)
    yield from free_texts(tool, known)
    yield from not_described(tool, known)


def _counted(offered: int) -> Iterator[ToolAdvice]:
    if offered >= TOO_MANY:
        sentence, advice = texts.TOO_MANY
        yield ToolAdvice("tools.too_many", "", "", said(sentence, n=offered), said(advice), "error")
    elif offered >= MANY:
        sentence, advice = texts.MANY
        yield ToolAdvice("tools.many", "", "", said(sentence, n=offered), said(advice))
