"""Ranks texts by how near their vectors are to that of a query. Vectors of texts are kept as long as the program runs; that of a query
never is.

Above: `workspace/searching`. Below: `embeddings`. Knows no tool.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from math import dist

from studio.responders.embeddings import AT_ONCE, EmbeddingsError, Vector
from studio.said import said

Embed = Callable[[Sequence[str]], Awaitable[list[Vector]]]


class Vectors:
    """The vectors that one model of one endpoint gave. Those that came before a request failed are kept."""

    def __init__(self) -> None:
        self._kept: dict[str, Vector] = {}
        self._asking = asyncio.Lock()

    async def rank(self, query: str, texts: Mapping[str, str], embed: Embed) -> list[tuple[str, float]]:
        """The names of `texts` with the cosine of each one's angle to the query, the nearest first; equal ones in their order. Raises
        EmbeddingsError."""
        async with self._asking:
            missing = [text for text in dict.fromkeys(texts.values()) if text not in self._kept]
            for at in range(0, len(missing), AT_ONCE):
                some = missing[at : at + AT_ONCE]
                self._kept.update(zip(some, await embed(some), strict=True))
            (asked,) = await embed([query])
            vectors = {name: self._kept[text] for name, text in texts.items()}
            if any(len(vector) != len(asked) for vector in vectors.values()):
                self._kept.clear()
                raise EmbeddingsError(
                    said("The embeddings endpoint changed the length of its vectors."), said("Search once more.")
                )
        # Long lists take a while, and the window goes on meanwhile.
        return await asyncio.to_thread(_ranked, asked, vectors)


def _ranked(asked: Vector, vectors: Mapping[str, Vector]) -> list[tuple[str, float]]:
    wanted = tuple(asked)
    # Of directions of length 1 the distance says the cosine, and it is worked out outside of Python.
    near = [(name, 1 - dist(wanted, tuple(vector)) ** 2 / 2) for name, vector in vectors.items()]
    return sorted(near, key=lambda each: -each[1])
