"""Finds tools by the words of their names and descriptions, one wrong letter in a word allowed for.

Above: `workspace/searching`. Below: `tool_words`, `near_words`, `best_scores`. Built once; tools are added, changed and taken out one by
one. Knows no session and no vectors.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import log
from typing import Literal, assert_never

import msgspec

from studio.messages.toolspec import ToolSpec
from studio.tools.best_scores import Term, best
from studio.tools.near_words import NearWords
from studio.tools.tool_words import words_of_name, words_of_query, words_of_text

WordRanking = Literal["words", "bm25"]

OF_NAME = 2
OF_DESCRIPTION = 1
NEAR = 0.5
"""What a word that is one letter off counts beside one that is not."""
SURE = 4
"""Of shorter known words, such as `pay` and `day`, one is not meant by the other."""
OF_A_STEP = 200
"""Tools that are taken in at once: some milliseconds."""
K1, B = 1.2, 0.75
"""The usual constants of BM25: how soon more of a word counts no more, how much a long text is held against a tool."""


class Found(msgspec.Struct, frozen=True):
    """A tool that was found. `words` are those of its own that the query hit, in the query's order."""

    name: str
    score: float
    words: tuple[str, ...] = ()


class _Known(msgspec.Struct, frozen=True):
    """A tool of the index: `weights` says of each word what it counts, 2 in the name, 1 in the description, 3 in both."""

    number: int
    description: str
    weights: dict[str, int]
    length: int


class ToolIndex:
    """An index over tools. Its order, which decides between equal scores, is that of the last `update`."""

    def __init__(self, specs: Iterable[ToolSpec] = ()) -> None:
        self._known: dict[str, _Known] = {}
        self._names: dict[int, str] = {}
        self._lengths: dict[int, int] = {}
        self._places: dict[int, int] = {}
        self._by_word: dict[str, dict[int, int]] = {}
        self._near = NearWords()
        self._gains: dict[str, dict[int, float]] = {}
        self._specs: tuple[ToolSpec, ...] = ()
        self._total = self._last = 0
        self.update(specs)

    def __len__(self) -> int:
        return len(self._known)

    def update(self, specs: Iterable[ToolSpec]) -> None:
        """Make `specs` the tools of the index, in this order; only what is new, changed or gone costs anything. Of two tools of one name
        the first counts."""
        for _ in self.updating(specs):
            pass

    def updating(self, specs: Iterable[ToolSpec]) -> Iterator[None]:
        """The same in small steps. One that is given up before its end is made good by the next update; until then nothing may be
        looked for."""
        specs = tuple(specs)
        if specs == self._specs:
            return
        self._specs = ()
        self._gains.clear()
        wanted = {spec.name: spec for spec in reversed(specs)}
        for name in [name for name in self._known if name not in wanted]:
            self._remove(name)
        names = tuple(dict.fromkeys(spec.name for spec in specs))
        for at, name in enumerate(names, 1):
            self._put(wanted[name])
            if at % OF_A_STEP == 0:
                yield
        self._places = {self._known[name].number: at for at, name in enumerate(names)}
        self._specs = specs

    def find(
        self, query: str, most: int = 5, ranking: WordRanking = "words", among: Collection[str] | None = None
    ) -> tuple[Found, ...]:
        """The best tools for a query, at most `most`, best first; those of equal score in the order of the tools. Only tools whose names
        are in `among` count, when it is given. By `words` each word of the query counts 2 in a name and 1 in a description."""
        groups = [self._candidates(group) for group in words_of_query(query)]
        terms = [Term(self._merged(group, ranking)) for group in groups if group]
        known = self._known
        allowed = None if among is None else {known[name].number for name in among if name in known}
        return tuple(
            Found(self._names[number], round(score, 4), self._hit(number, groups))
            for number, score in best(terms, most, self._places, allowed)
        )

    def _put(self, spec: ToolSpec) -> None:
        old = self._known.get(spec.name)
        if old is not None and old.description == spec.description:
            return
        if old is not None:
            self._remove(spec.name)
        self._last += 1
        self._add(self._last, spec)

    def _add(self, number: int, spec: ToolSpec) -> None:
        weights = dict.fromkeys(words_of_name(spec.name), OF_NAME)
        for word in words_of_text(spec.description):
            weights[word] = weights.get(word, 0) + OF_DESCRIPTION
        known = _Known(number, spec.description, weights, sum(weights.values()))
        self._known[spec.name], self._names[number] = known, spec.name
        self._lengths[number] = known.length
        self._total += known.length
        for word, weight in weights.items():
            if word not in self._by_word:
                self._by_word[word] = {}
                self._near.add(word)
            self._by_word[word][number] = weight

    def _remove(self, name: str) -> None:
        known = self._known.pop(name)
        del self._names[known.number], self._lengths[known.number]
        self._total -= known.length
        for word in known.weights:
            tools = self._by_word[word]
            del tools[known.number]
            if not tools:
                del self._by_word[word]
                self._near.remove(word)

    def _candidates(self, group: tuple[str, ...]) -> dict[str, float]:
        """The words of the index that a word of a query may mean, those first that count most: all of it where the query's own word is not
        known. Of a word that is put together the whole counts, and its parts only when the whole is not known."""
        meant = group[:1] if group[0] in self._by_word else group
        found = {word: 1.0 for word in meant if word in self._by_word}
        for word in meant:
            known = word in found
            for other in self._near.near(word):
                if not known or min(len(word), len(other)) >= SURE:
                    found.setdefault(other, NEAR if known else 1.0)
        if not found:
            # One of many and a wrong letter besides.
            other = group[0].removesuffix("s")
            found = dict.fromkeys(self._near.near(other if other != group[0] else f"{other}s"), NEAR)
        return found

    def _merged(self, candidates: Mapping[str, float], ranking: WordRanking) -> Mapping[int, float]:
        """What each tool gains by a word of a query: by the best of the words that it may mean."""
        if len(candidates) == 1:
            ((word, share),) = candidates.items()
            if share == 1.0:
                return self._gained(word, ranking)
        merged: dict[int, float] = {}
        for word, share in candidates.items():
            for number, gain in self._gained(word, ranking).items():
                if gain * share > merged.get(number, 0.0):
                    merged[number] = gain * share
        return merged

    def _gained(self, word: str, ranking: WordRanking) -> Mapping[int, float]:
        match ranking:
            case "words":
                return self._by_word[word]
            case "bm25":
                if word not in self._gains:
                    self._gains[word] = self._bm25(word)
                return self._gains[word]
            case _:
                assert_never(ranking)

    def _bm25(self, word: str) -> dict[int, float]:
        """Kept until the tools change: what a word is worth depends on all of them."""
        tools, lengths = self._by_word[word], self._lengths
        rare = (K1 + 1) * log(1 + (len(self._known) - len(tools) + 0.5) / (len(tools) + 0.5))
        fixed, each = K1 * (1 - B), K1 * B * len(self._known) / self._total
        return {n: rare * weight / (weight + fixed + each * lengths[n]) for n, weight in tools.items()}

    def _hit(self, number: int, groups: Sequence[Mapping[str, float]]) -> tuple[str, ...]:
        weights = self._known[self._names[number]].weights
        hits = (next((word for word in group if word in weights), "") for group in groups)
        return tuple(dict.fromkeys(filter(None, hits)))
