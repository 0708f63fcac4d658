"""Advice on tools that a model cannot tell apart. Pure, and near-linear: only tools that share a rare word are compared.

Above: `tool_advice`. Below: `advice`, `declared_words`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from studio.checks import tool_advice_words as texts
from studio.checks.advice import ToolAdvice
from studio.checks.declared_words import telling, words_of_name
from studio.messages.toolspec import ToolSpec
from studio.said import said

LIKE = 0.85
"""Share of the words of two descriptions that both have, from which they say nearly the same."""
LIKE_WITH_NAME = 0.35
"""The same for tools whose names have the same words."""
FEWEST = 3
"""Descriptions of fewer telling words are compared only as a whole."""
MOST_IN_BLOCK = 20
"""With so many earlier tools of one word or name a tool is compared; more of them share a word that tells nothing."""


class _Words(NamedTuple):
    at: int
    tool: ToolSpec
    name: frozenset[str]
    text: frozenset[str]


def like_tools(tools: Sequence[ToolSpec]) -> Iterator[tuple[int, ToolAdvice]]:
    """For each tool the first one before it that is like it, with the place of the tool."""
    all_words = [_Words(at, tool, words_of_name(tool.name), telling(tool.description)) for at, tool in enumerate(tools)]
    rarity = Counter(word for one in all_words for word in one.text)
    blocks: defaultdict[object, list[_Words]] = defaultdict(list)
    for one in all_words:
        keys = list(_keys(one, rarity))
        found = next((other for other in _near(blocks, keys) if _is_like(one, other)), None)
        if found is not None:
            yield one.at, _advice(one, found)
        for key in keys:
            blocks[key].append(one)


def _keys(one: _Words, rarity: Counter[str]) -> Iterator[object]:
    """What two tools have in common if they are alike: all words of the name, all of the text, or one of its rarest words."""
    yield one.name
    if one.text:
        yield (one.text,)
    if len(one.text) >= FEWEST:
        rare = sorted(one.text, key=lambda word: (rarity[word], word))
        yield from rare[: len(rare) - ceil(LIKE * len(rare)) + 1]


def _near(blocks: dict[object, list[_Words]], keys: list[object]) -> list[_Words]:
    found = {other.at: other for key in keys for other in blocks.get(key, ())[:MOST_IN_BLOCK]}
    return [found[at] for at in sorted(found)]


def _is_like(one: _Words, other: _Words) -> bool:
    if one.text == other.text:
        return bool(one.text) or one.name == other.name
    if one.name == other.name:
        return not one.text or not other.text or _share(one, other) >= LIKE_WITH_NAME
    fewer, more = sorted((len(one.text), len(other.text)))
    if fewer < FEWEST or fewer < LIKE * more or _share(one, other) < LIKE:
        return False
    # Where what differs are the words by which the names differ, the descriptions do tell them apart.
    return not (one.text ^ other.text) & (one.name ^ other.name)


def _share(one: _Words, other: _Words) -> float:
    return len(one.text & other.text) / len(one.text | other.text)


def _advice(one: _Words, other: _Words) -> ToolAdvice:
    sentence, advice = texts.SAME_WORDS if one.tool.description == other.tool.description != "" else texts.ALIKE
    told = said(sentence, tool=one.tool.name, other=other.tool.name)
    return ToolAdvice("tool.alike", one.tool.name, "/description", told, said(advice), others=(other.tool.name,))
