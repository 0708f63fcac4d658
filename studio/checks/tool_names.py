"""Advice on the names of tools: what a provider refuses, and names that differ only in how they are written. Pure.

Above: `tool_advice`. Below: `advice`, `declared_words`, `dialects/tool_shape_values`.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from studio.checks import tool_advice_words as texts
from studio.checks.advice import ToolAdvice
from studio.dialects.tool_shape_values import Target
from studio.messages.toolspec import ToolSpec
from studio.said import said


class _Rule(NamedTuple):
    """Which names one provider takes."""

    provider: str
    pattern: re.Pattern[str]
    allowed: str
    most: int


_OPENAI = _Rule("OpenAI", re.compile(r"[a-zA-Z0-9_-]{1,64}"), texts.ALLOWED, 64)
_ANTHROPIC = _Rule("Anthropic", re.compile(r"[a-zA-Z0-9_-]{1,128}"), texts.ALLOWED, 128)
_GEMINI = _Rule("Gemini", re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}"), texts.ALLOWED_GEMINI, 64)
_RULES: dict[Target, tuple[_Rule, ...]] = {
    "openai": (_OPENAI,),
    "openai_strict": (_OPENAI,),
    "anthropic": (_ANTHROPIC,),
    "anthropic_strict": (_ANTHROPIC,),
    "gemini_compat": (_GEMINI,),
    "ollama": (),
}
_ALL = (_OPENAI, _ANTHROPIC, _GEMINI)
_BAD = re.compile(r"[^a-zA-Z0-9_-]+")


def refused_name(tool: ToolSpec, target: Target | None) -> Iterator[ToolAdvice]:
    """Whether the provider `target` refuses the name; None: which of those that refuse names do."""
    rules = _ALL if target is None else _RULES[target]
    refusing = [rule for rule in rules if not rule.pattern.fullmatch(tool.name)]
    if not refusing:
        return
    sentence, advice = texts.REFUSED if len(refusing) == 1 else texts.REFUSED_BY_SOME
    allowed, most = (texts.ALLOWED_BY_ALL, 64) if len(refusing) > 1 else (refusing[0].allowed, refusing[0].most)
    told = said(
        sentence,
        providers=", ".join(rule.provider for rule in refusing),
        tool=tool.name,
        allowed=said(allowed, most=most),
    )
    better = said(advice, better=_better(tool.name, most))
    yield ToolAdvice("tool.name_refused", tool.name, "/name", told, better, "error")


def _better(name: str, most: int) -> str:
    """A name that all take."""
    clean = _BAD.sub("_", name).strip("_") or "tool"
    return (clean if not clean[0].isdigit() and clean[0] != "-" else f"t_{clean.lstrip('-')}")[:most]


def like_names(tools: Sequence[ToolSpec]) -> Iterator[tuple[int, ToolAdvice]]:
    """Names that stand twice, or that differ only in small and large letters or in separators; each with the place of its tool."""
    first: dict[str, str] = {}
    seen: set[str] = set()
    for at, tool in enumerate(tools):
        folded = re.sub(r"[-_. ]", "", tool.name).casefold() or tool.name
        known = first.setdefault(folded, tool.name)
        if tool.name in seen:
            sentence, advice = texts.TWICE
            yield (
                at,
                ToolAdvice(
                    "tool.name_twice", tool.name, "/name", said(sentence, tool=tool.name), said(advice), "error"
                ),
            )
        elif known != tool.name:
            sentence, advice = texts.ONLY_CASE
            told = said(sentence, tool=tool.name, other=known)
            yield at, ToolAdvice("tool.name_by_case", tool.name, "/name", told, said(advice), others=(known,))
        seen.add(tool.name)
