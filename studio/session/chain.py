"""A list that only grows at its end and shares its past: appending makes a new chain and copies nothing.

Above: `state`, `body`. Knows nothing of what it holds.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, TypeVar, overload

T = TypeVar("T")
R = TypeVar("R")


class Chain(Sequence[T]):
    """One link and all before it; compared by identity. `previous` is None for the empty chain, which has no value.
    `weight` is the sum of the weights given when appending."""

    __slots__ = ("_value", "length", "previous", "weight")

    def __init__(self, previous: "Chain[T] | None" = None, value: T | None = None, weight: int = 0) -> None:
        self.previous = previous
        self._value = value
        self.length: int = 0 if previous is None else previous.length + 1
        self.weight: int = weight if previous is None else previous.weight + weight

    @property
    def value(self) -> T:
        """The last value. Raises IndexError on the empty chain."""
        if self.previous is None:
            raise IndexError("the empty chain has no value")
        return self._value  # type: ignore[return-value]

    def append(self, value: T, weight: int = 0) -> "Chain[T]":
        """This chain and one more value."""
        return Chain(self, value, weight)

    def extend(self, values: Iterable[T]) -> "Chain[T]":
        """This chain and more values."""
        chain = self
        for value in values:
            chain = Chain(chain, value)
        return chain

    def back(self, count: int) -> "Chain[T]":
        """The chain of the first `count` values, shared with this one."""
        link = self
        while link.length > count and link.previous is not None:
            link = link.previous
        return link

    def splice(self, start: int, removed: int, inserted: Iterable[T]) -> "Chain[T]":
        """`removed` values from `start` on replaced by `inserted`; what stands before is shared."""
        tail = self.since(start + removed)
        return self.back(start).extend(inserted).extend(tail)

    def since(self, count: int) -> list[T]:
        """The values after the first `count`, in order."""
        found: list[T] = []
        link = self
        while link.length > count and link.previous is not None:
            found.append(link.value)
            link = link.previous
        found.reverse()
        return found

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[T]:
        return iter(self.since(0))

    def __reversed__(self) -> Iterator[T]:
        link = self
        while link.previous is not None:
            yield link.value
            link = link.previous

    @overload
    def __getitem__(self, at: int) -> T: ...

    @overload
    def __getitem__(self, at: slice) -> list[T]: ...

    def __getitem__(self, at: int | slice) -> T | list[T]:
        """Cheap near the end: the chain is walked backwards."""
        if isinstance(at, slice):
            return self.since(0)[at]
        count = at + self.length + 1 if at < 0 else at + 1
        if not 0 < count <= self.length:
            raise IndexError(at)
        return self.back(count).value


class FromEnd(Sequence[T]):
    """A list of a known length that is read from its end, no further than it is asked for."""

    def __init__(self, length: int, backwards: Iterator[T]) -> None:
        self._length = length
        self._rest = backwards
        self._read: list[T] = []

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> T: ...

    @overload
    def __getitem__(self, at: slice) -> list[T]: ...

    def __getitem__(self, at: int | slice) -> T | list[T]:
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(self._length))]
        place = at + self._length if at < 0 else at
        if not 0 <= place < self._length:
            raise IndexError(at)
        while len(self._read) < self._length - place:
            self._read.append(next(self._rest))
        return self._read[self._length - place - 1]


class Along(Generic[T, R]):
    """What a fold along the links of a chain gives, remembered for each link, so that a longer chain costs only its new end."""

    def __init__(self, zero: R, step: Callable[[R, Chain[T]], R]) -> None:
        self._zero = zero
        self._step = step
        self._done: dict[int, tuple[Chain[T], R]] = {}

    def of(self, chain: Chain[T]) -> R:
        """The fold of `chain`."""
        todo: list[Chain[T]] = []
        link = chain
        while link.previous is not None and id(link) not in self._done:
            todo.append(link)
            link = link.previous
        made = self._zero if link.previous is None else self._done[id(link)][1]
        for new in reversed(todo):
            made = self._step(made, new)
            self._done[id(new)] = (new, made)
        return made


class Lately(Along[T, R]):
    """The same, remembered for the `most` links that came last: for folds that belong to no session."""

    def __init__(self, zero: R, step: Callable[[R, Chain[T]], R], most: int) -> None:
        super().__init__(zero, step)
        self._most = most

    def of(self, chain: Chain[T]) -> R:
        """The fold of `chain`."""
        made = super().of(chain)
        while len(self._done) > self._most:
            del self._done[next(iter(self._done))]
        return made


class Folded(Along[T, R]):
    """The same over the values alone."""

    def __init__(self, zero: R, step: Callable[[R, T], R]) -> None:
        super().__init__(zero, lambda made, link: step(made, link.value))
