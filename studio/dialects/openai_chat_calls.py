"""Decides which call a streamed fragment belongs to, whatever a server leaves out or repeats.

Above: `openai_chat_stream`. Below: `messages`. The rules: an id with a name opens a call; an index is a key, no place in a list;
an empty id says nothing; the same name again is a repeat; a fragment with neither goes on with the call opened last.
"""

from typing import Any

from studio.dialects.json_braces import Braces
from studio.dialects.json_bytes import dump_text
from studio.dialects.openai_chat_read import call_id_of
from studio.messages.delta import Delta

_KNOWN = frozenset(("index", "id", "type", "function", "custom"))
_INNER = frozenset(("name", "arguments", "input"))


class _Open:
    """A call under way; `pieces` are its fragments that are not empty. `crowded`: it began under the index of another."""

    __slots__ = ("_braces", "_seen", "crowded", "form", "id", "name", "pieces", "position")

    def __init__(self, position: int, *, crowded: bool = False) -> None:
        self.position = position
        self.crowded = crowded
        self.id = ""
        self.name = ""
        self.form = "function"
        self.pieces: list[str] = []
        self._braces = Braces()
        self._seen = 0

    def is_whole(self) -> bool:
        """Whether the arguments so far are closed: nothing can follow. Each fragment is looked at once."""
        for piece in self.pieces[self._seen :]:
            self._braces.feed(piece)
        self._seen = len(self.pieces)
        return self._braces.closed

    def is_told_again(self, id: str, fragment: str) -> bool:
        """Whether a fragment with the call's own id is all of its arguments once more."""
        if not id or id != self.id or not self.pieces or fragment[:1] != self.pieces[0][:1] or not self.is_whole():
            return False
        return fragment == "".join(self.pieces)


class OpenCalls:
    """The calls of one reply while it streams."""

    def __init__(self) -> None:
        self._all: list[_Open] = []
        self._by_index: dict[int, _Open] = {}
        self._by_id: dict[str, _Open] = {}
        self._legacy: _Open | None = None

    def read(self, delta: dict[str, Any], deltas: list[Delta]) -> None:
        """Add the deltas of `tool_calls` or, when there are none in this reply, of the old `function_call`."""
        entries = delta.get("tool_calls")
        if isinstance(entries, dict):
            entries = [entries]
        if isinstance(entries, list) and entries:
            for entry in entries:
                if isinstance(entry, dict):
                    self._read_entry(entry, deltas)
        elif "function_call" in delta:
            self._read_legacy(delta["function_call"], deltas)

    def _read_entry(self, entry: dict[str, Any], deltas: list[Delta]) -> None:
        inner, form, name, fragment = _content(entry)
        call_id = call_id_of(entry) or ""
        index = _index(entry.get("index"))
        call = self._by_index.get(index) if index is not None and not (call_id or name or form) else None
        if call is not None:
            self._go_on(call, fragment, deltas)
        else:
            call = self._find(index, call_id, name, fragment) or self._start(index, call_id)
            call.form = form or call.form
            if not call.is_told_again(call_id, fragment):
                self._add(call, call_id, name, fragment, deltas)
        if len(inner) > 1 and not inner.keys() <= _INNER:
            rest = {key: value for key, value in inner.items() if key not in _INNER}
            deltas.append(("call_extra", call.position, "entry", rest))
        if len(entry) > 2 and not entry.keys() <= _KNOWN:
            _add_extra(call, entry, deltas)

    def _go_on(self, call: _Open, fragment: str, deltas: list[Delta]) -> None:
        """More arguments and nothing else: what nearly every piece of a call is."""
        if fragment:
            call.pieces.append(fragment)
            deltas.append(("call", call.position, None, None, fragment, call.form))

    def _read_legacy(self, entry: Any, deltas: list[Delta]) -> None:
        if not isinstance(entry, dict) or (self._all and self._legacy is None):
            return
        if self._legacy is None:
            self._legacy = self._start(None, "")
            self._legacy.form = "legacy"
        self._add(self._legacy, "", _text(entry.get("name")), _fragment(entry.get("arguments")), deltas)
        if rest := {key: value for key, value in entry.items() if key not in ("name", "arguments")}:
            deltas.append(("call_extra", self._legacy.position, "entry", rest))

    def _start(self, index: int | None, id: str) -> _Open:
        call = _Open(len(self._all), crowded=index in self._by_index)
        self._all.append(call)
        if index is not None:
            self._by_index[index] = call
        if id:
            self._by_id[id] = call
        return call

    def _find(self, index: int | None, id: str, name: str, fragment: str) -> _Open | None:
        """The call that goes on, None when one begins."""
        if id:
            return self._find_by_id(index, id, name, fragment)
        call = self._by_index.get(index) if index is not None else (self._all[-1] if self._all else None)
        if call is None and not name:
            return self._find_crowded(index)
        if call is None or not name or not call.name:
            return call
        return None if _begins_anew(call, index, name, fragment) else call

    def _find_crowded(self, index: int | None) -> _Open | None:
        """For arguments under an index that nobody opened: the last call, when it began under a wrong one and is not whole."""
        last = self._all[-1] if self._all else None
        if last is None or index is None or not last.crowded or last.is_whole():
            return None
        self._by_index[index] = last
        return last

    def _find_by_id(self, index: int | None, id: str, name: str, fragment: str) -> _Open | None:
        call = self._by_index.get(index) if index is not None else None
        if call is not None and call.id in ("", id):
            return call
        if call is not None:
            # Another id under a known index: with a name, or behind a whole call, it is another one, else a server's changing id.
            return None if name or (fragment.strip() and call.is_whole()) else call
        known = self._by_id.get(id)
        return known if index is None or not name else None

    def _add(self, call: _Open, id: str, name: str, fragment: str, deltas: list[Delta]) -> None:
        new_id = None
        if id and not call.id:
            call.id = new_id = id
            self._by_id[id] = call
        new_name = _joined_name(call, name)
        if new_name is not None:
            call.name = new_name
        if fragment:
            call.pieces.append(fragment)
        deltas.append(("call", call.position, new_id, new_name, fragment, call.form))


def _content(entry: dict[str, Any]) -> tuple[dict[str, Any], str, str, str]:
    """The inside, form (empty when the entry does not say), name and fragment."""
    function = entry.get("function")
    if isinstance(function, dict):
        return function, "", _text(function.get("name")), _fragment(function.get("arguments"))
    custom = entry.get("custom")
    if isinstance(custom, dict):
        return custom, "custom", _text(custom.get("name")), _text(custom.get("input"))
    return {}, "", "", ""


def _index(value: Any) -> int | None:
    """The index as a number; some servers write it as text."""
    if isinstance(value, str) and value.isdecimal() and len(value) < 9:
        return int(value)
    return value if isinstance(value, int) else None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _fragment(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None else dump_text(value)


def _begins_anew(call: _Open, index: int | None, name: str, fragment: str) -> bool:
    """Whether a named fragment without id is another call and not more of `call`."""
    if name != call.name:
        return bool(call.pieces) or index is None
    return bool(fragment.strip()) and call.is_whole()


def _joined_name(call: _Open, name: str) -> str | None:
    """The call's name with this piece; None when it stays as it is."""
    if not name or name == call.name:
        return None
    if not call.name or name.startswith(call.name):
        return name
    return None if call.pieces else call.name + name


def _add_extra(call: _Open, entry: dict[str, Any], deltas: list[Delta]) -> None:
    extra = [(key, value) for key, value in entry.items() if key not in _KNOWN and value is not None]
    deltas.extend(("call_extra", call.position, key, value) for key, value in extra)
