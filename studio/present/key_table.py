"""Which keys do what: the usual ones of each action and those that the person gave in their place; what meets, what may be given, files.

Above: the window's actions, the settings' page of keys. Below: nothing. Keys are texts such as `Ctrl+Shift+P`; pure.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from studio.present.marked import QT_TRANSLATE_NOOP
from studio.problems import StudioError
from studio.said import said

Own = Mapping[str, Sequence[str]]
FORMAT = "toolcall-studio keys"
_MOVES = {
    *("Tab", "Backtab", "Return", "Enter", "Esc", "Space", "Backspace", "Del", "Ins", "Menu", "CapsLock"),
    *("Left", "Right", "Up", "Down", "Home", "End", "PgUp", "PgDown"),
}
TYPES = QT_TRANSLATE_NOOP(
    "KeyTable", "This key types a letter. Take it together with Ctrl or Alt, or take a function key."
)
MOVES = QT_TRANSLATE_NOOP("KeyTable", "This key moves the keyboard about or edits. Take it together with Ctrl or Alt.")


class KeyFileError(StudioError):
    """A text is no list of keys."""


@dataclass(frozen=True, slots=True)
class KeyTable:
    """`usual` has every action by its id, `own` those whose keys the person changed; no keys is a choice, too."""

    usual: Mapping[str, tuple[str, ...]]
    own: Own

    def keys(self, id: str) -> tuple[str, ...]:
        """The keys of an action, the main one first."""
        return tuple(self.own[id]) if id in self.own else self.usual[id]

    def is_usual(self, id: str) -> bool:
        """Whether an action has the keys that it has where nobody chose."""
        return self.keys(id) == self.usual[id]

    def holders(self, key: str) -> tuple[str, ...]:
        """The actions that a key belongs to."""
        return tuple(id for id in self.usual if key in self.keys(id)) if key else ()

    def met(self) -> dict[str, tuple[str, ...]]:
        """Keys that belong to several actions since the person changed one of them; what comes so with the program is meant so."""
        changed = {key for id in self.own if id in self.usual and not self.is_usual(id) for key in self.keys(id)}
        found = {key: self.holders(key) for key in sorted(changed)}
        return {key: ids for key, ids in found.items() if len(ids) > 1}

    def given(self, id: str, keys: Sequence[str]) -> dict[str, list[str]]:
        """What is changed when an action gets these keys; usual ones need no entry."""
        rest = {other: list(theirs) for other, theirs in self.own.items() if other != id}
        return rest if tuple(keys) == self.usual[id] else {**rest, id: list(dict.fromkeys(keys))}

    def moved(self, id: str, keys: Sequence[str]) -> dict[str, list[str]]:
        """The same, and whoever had one of these keys has it no more."""
        table = self
        for other in self.usual:
            left = [key for key in table.keys(other) if key not in keys]
            if other != id and len(left) != len(table.keys(other)):
                table = KeyTable(self.usual, table.given(other, left))
        return table.given(id, keys)

    def freed(self) -> frozenset[str]:
        """Usual keys of actions that no longer have them."""
        gone = (set(self.usual[id]) - set(self.keys(id)) for id in self.own if id in self.usual)
        return frozenset(key for keys in gone for key in keys)


def fault(key: str) -> str:
    """Why a key cannot be given to an action; empty when it can. A key of `KeyTable`."""
    *held, last = key.split("+") if not key.endswith("+") else (*key[:-1].strip("+").split("+"), "+")
    if {"Ctrl", "Alt", "Meta"} & set(held):
        return ""
    if last in _MOVES:
        return MOVES
    return TYPES if len(last) == 1 else ""


def written(own: Own) -> str:
    """The changed keys as a file."""
    return json.dumps({"format": FORMAT, "version": 1, "keys": {id: list(own[id]) for id in sorted(own)}}, indent=2)


def read(
    text: str, usual: Mapping[str, tuple[str, ...]], normal: Callable[[str], str]
) -> tuple[dict[str, list[str]], list[str]]:
    """The changed keys of a file, and the entries that nothing can be made of. `normal` gives a key as it is written here, or nothing.
    Raises KeyFileError."""
    try:
        found = json.loads(text)
        keys = found["keys"] if found["format"] == FORMAT else None
    except (ValueError, KeyError, TypeError, RecursionError):
        keys = None
    if not isinstance(keys, dict):
        raise KeyFileError(said("This is no file of keys."))
    own: dict[str, list[str]] = {}
    odd: list[str] = []
    for id, theirs in keys.items():
        made = [normal(key) for key in theirs] if _is_texts(theirs) else [""]
        if id in usual and all(made) and not any(map(fault, made)):
            own[id] = made
        else:
            odd.append(str(id))
    return own, odd


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)
