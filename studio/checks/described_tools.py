"""Advice on what a tool is described by: nothing, too little, what without when; and parameters without a word. Pure.

Above: `tool_advice`. Below: `advice`, `declared_words`, `tool_parameters`.
"""

import re
from collections.abc import Iterator

from studio.checks import tool_advice_words as texts
from studio.checks.advice import Severity, ToolAdvice
from studio.checks.declared_words import length, telling, words_of_name
from studio.checks.tool_parameters import Parameter
from studio.messages.toolspec import ToolSpec
from studio.said import said

FEWEST_WORDS = 4
"""A description of fewer words tells no model when to choose the tool."""

_CUES = frozenset(("when", "whenever", "if", "unless", "before", "after", "until", "while", "once", "useful"))
_WORD = re.compile(r"[a-z]+")
_WHEN = re.compile(
    r"\b(?:instead of|rather than|in case|so that|in order to|only for|use (?:it|this|these|for|to|only)|used? (?:to|for|by|only)"
    r"|call (?:it|this)|do not (?:use|call)|don't (?:use|call)|must be called|for (?:questions|tasks|requests|cases|users?|customers?) )"
    r"|当|用于|用来|适用|适合|如果|若|仅在|只在|只有|之前|之后|以便|(?<![实及同小按定准临随])时(?![间区刻长])|时候|场景"
)


def described(tool: ToolSpec) -> Iterator[ToolAdvice]:
    """What is to be said of the description of a tool: one thing at most."""
    text = tool.description.strip()
    if not text:
        yield _on("tool.description_missing", tool, texts.NO_DESCRIPTION)
    elif length(text) < FEWEST_WORDS:
        yield _on("tool.description_short", tool, texts.SHORT)
    elif telling(text) and telling(text) <= words_of_name(tool.name):
        yield _on("tool.description_echo", tool, texts.ECHO)
    elif not _says_when(text.lower()):
        yield _on("tool.no_when", tool, texts.NO_WHEN, "hint")


def _says_when(text: str) -> bool:
    return not _CUES.isdisjoint(_WORD.findall(text)) or _WHEN.search(text) is not None


def _on(rule: str, tool: ToolSpec, words: tuple[str, str], severity: Severity = "warning") -> ToolAdvice:
    sentence, advice = words
    return ToolAdvice(rule, tool.name, "/description", said(sentence, tool=tool.name), said(advice), severity)


def not_described(tool: ToolSpec, parameters: list[Parameter]) -> Iterator[ToolAdvice]:
    """A hint for each parameter without a word."""
    for one in parameters:
        if not one.is_described:
            sentence, advice = texts.NOT_DESCRIBED
            yield ToolAdvice(
                "tool.parameter_undescribed",
                tool.name,
                one.pointer,
                said(sentence, name=one.name),
                said(advice),
                "hint",
            )
