"""A scanner that finds every value of a JSON text and every place where the text is not JSON.

Regular expressions take whole members at once; strings with escapes and broken places go a slower way that
mends and goes on, so that one slip does not hide the next. Above it stands `json_text`; fills a `JsonMap`.
"""

import re
from json import JSONDecodeError
from json.decoder import scanstring  # type: ignore[attr-defined]

from studio.present.json_map import JsonMap, JsonProblem
from studio.present.json_sentences import SENTENCES

MOST_PROBLEMS = 50

_WS = r"[ \t\n\r]*"
_SCALAR = (
    r'"[^"\\\x00-\x1f]*"|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?(?![\w.+-])|(?:true|false|null)(?!\w)'
)
_space = re.compile(_WS).match
_member = re.compile(rf'{_WS}"([^"\\\x00-\x1f]*)"{_WS}:{_WS}({_SCALAR}){_WS}([,}}])').match
_item = re.compile(rf"{_WS}({_SCALAR}){_WS}([,\]])").match
_scalar = re.compile(_SCALAR).match
_number_word = re.compile(r"-?(?:NaN|Infinity)(?!\w)").match
_word = re.compile(r"[^\s,:\"'{}\[\]]+").match
_single_quoted = re.compile(r"'(?:[^'\\\n]|\\.)*'?").match
_loose_string = re.compile(r'"(?:[^"\\\n]|\\.)*"?').match
_rest_of_line = re.compile(r"[^\n\r]*").match
_SCALARS = (
    (_scalar, ""),
    (_number_word, "json.number_word"),
    (_single_quoted, "json.single_quotes"),
    (_word, "json.bare_word"),
)
_number_start = re.compile(r"[-+.]?[0-9]").match


def scan(text: str) -> JsonMap:
    """Read a JSON text; never raises. See `JsonMap.problems` for what is wrong with it."""
    return _Scanner(text).run()


class _Scanner:
    """One pass over one text.

    `open` holds the nodes of the containers not yet closed, `counts` the items they have so far, `after_comma` the
    offset of a comma that still waits for its member; `closed` is set while a container has just ended.
    """

    __slots__ = ("after_comma", "closed", "counts", "map", "open", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.map = JsonMap(text)
        self.open: list[int] = []
        self.counts: list[int] = []
        self.after_comma = -1
        self.closed = False

    def run(self) -> JsonMap:
        begin = 1 if self.text.startswith("\ufeff") else 0
        pos = self.skip(begin)
        if pos >= len(self.text):
            self.problem(0, max(len(self.text), 1), "json.empty")
            return self.map
        pos = self.value(pos, "", pos)
        while self.open:
            if self.closed:
                pos = self.separator(pos)
            else:
                is_object = self.text[self.map.starts[self.open[-1]]] == "{"
                pos = self.members(pos) if is_object else self.items(pos)
        pos = self.skip(pos)
        if pos < len(self.text):
            self.problem(pos, len(self.text.rstrip()), "json.extra")
        return self.map

    def members(self, pos: int) -> int:
        """Take simple members in one go each, until something else stands there."""
        text, map_, parent = self.text, self.map, self.open[-1]
        starts, ends, parents, keys, spots = map_.starts, map_.ends, map_.parents, map_.keys, map_.key_starts
        while hit := _member(text, pos):
            (_, pos), (key_start, key_end), (start, end), _ = hit.regs
            starts.append(start)
            ends.append(end)
            parents.append(parent)
            keys.append(text[key_start:key_end])
            spots.append(key_start - 1)
            if text[pos - 1] == "}":
                return self.close(pos)
            self.after_comma = pos - 1
        return self.entry(pos, is_object=True)

    def items(self, pos: int) -> int:
        """Take simple items in one go each, until something else stands there."""
        text, map_, parent, count = self.text, self.map, self.open[-1], self.counts[-1]
        starts, ends, parents, keys, spots = map_.starts, map_.ends, map_.parents, map_.keys, map_.key_starts
        while hit := _item(text, pos):
            (_, pos), (start, end), _ = hit.regs
            starts.append(start)
            ends.append(end)
            parents.append(parent)
            keys.append(count)
            spots.append(start)
            count += 1
            if text[pos - 1] == "]":
                return self.close(pos)
            self.after_comma = pos - 1
        self.counts[-1] = count
        return self.entry(pos, is_object=False)

    def entry(self, pos: int, *, is_object: bool) -> int:
        """One member or item of any form, or the end of the container."""
        pos = self.skip(pos)
        sign = self.text[pos : pos + 1]
        if not sign:
            return self.end_of_text(pos)
        if sign in "}]":
            return self.closer(pos, sign)
        if sign == ",":
            self.problem(pos, pos + 1, "json.comma_extra")
            return pos + 1
        if is_object:
            return self.keyed(pos, sign)
        if sign == ":":
            self.problem(pos, pos + 1, "json.sign")
            return pos + 1
        self.counts[-1] += 1
        return self.valued(pos, self.counts[-1] - 1, pos)

    def keyed(self, pos: int, sign: str) -> int:
        """A member whose key begins at `pos`."""
        if sign == '"':
            key, end = self.string(pos)
        elif found := (_single_quoted(self.text, pos) or _word(self.text, pos)):
            key, end = found[0].strip("'"), found.end()
            self.problem(pos, end, "json.key_quotes")
        else:
            self.problem(pos, pos + 1, "json.sign")
            return pos + 1
        after = self.skip(end)
        if self.text[after : after + 1] == ":":
            return self.valued(self.skip(after + 1), key, pos)
        self.problem(pos, end, "json.colon_missing")
        return (
            self.separator(after)
            if self.text[after : after + 1] in ("", ",", "}", "]")
            else self.valued(after, key, pos)
        )

    def valued(self, pos: int, key: str | int, spot: int) -> int:
        """The value at `pos` and the separator after it; a container is left open instead."""
        depth = len(self.open)
        end = self.value(pos, key, spot)
        return end if len(self.open) > depth else self.separator(end)

    def value(self, pos: int, key: str | int, spot: int) -> int:
        sign = self.text[pos : pos + 1]
        if sign in ("{", "["):
            node = self.add(pos, pos + 1, key, spot)
            self.open.append(node)
            self.counts.append(0)
            self.after_comma = -1
            return pos + 1
        end = self.scalar(pos, sign)
        if end > pos:
            self.add(pos, end, key, spot)
        else:
            at = pos if pos < len(self.text) else max(len(self.text.rstrip()) - 1, 0)
            self.problem(at, at + 1, "json.value_missing")
        return end

    def scalar(self, pos: int, sign: str) -> int:
        """The end of the scalar at `pos`; `pos` itself when there is none."""
        if sign == '"':
            return self.string(pos)[1]
        for match, rule in _SCALARS:
            if found := match(self.text, pos):
                if rule:
                    number = rule == "json.bare_word" and _number_start(self.text, pos)
                    self.problem(pos, found.end(), "json.number_form" if number else rule)
                return found.end()
        return pos

    def string(self, pos: int) -> tuple[str, int]:
        """The decoded string whose quote stands at `pos`, and the offset after it."""
        try:
            value, end = scanstring(self.text, pos + 1, True)
            return value, end
        except JSONDecodeError as error:
            return self.bad_string(pos, error)

    def bad_string(self, pos: int, error: JSONDecodeError) -> tuple[str, int]:
        found = _loose_string(self.text, pos)
        assert found is not None
        end = found.end()
        if end - pos < 2 or self.text[end - 1] != '"' or "Unterminated" in error.msg:
            line = _rest_of_line(self.text, pos)
            assert line is not None
            end = pos + len(line[0].rstrip().removesuffix(",")) or pos + 1
            self.problem(pos, max(end, pos + 1), "json.quote_missing")
            return self.text[pos + 1 : end], max(end, pos + 1)
        rule = "json.control" if "control" in error.msg else "json.escape"
        at = error.pos if rule == "json.control" else self.text.rindex("\\", pos, error.pos + 1)
        self.problem(at, min(at + 2, end) if rule == "json.escape" else at + 1, rule)
        return self.text[pos + 1 : end - 1], end

    def separator(self, pos: int) -> int:
        """Past the comma after a value, or past the bracket that closes the container."""
        self.closed = False
        pos = self.skip(pos)
        sign = self.text[pos : pos + 1]
        if sign == ",":
            self.after_comma = pos
            return pos + 1
        if not sign:
            return self.end_of_text(pos)
        if sign in "}]":
            return self.closer(pos, sign)
        at = len(self.text[:pos].rstrip())
        self.problem(at - 1, at, "json.comma_missing")
        return pos

    def closer(self, pos: int, sign: str) -> int:
        if not self.open:
            return pos
        fits = (self.text[self.map.starts[self.open[-1]]] == "{") == (sign == "}")
        if not fits:
            self.problem(pos, pos + 1, "json.wrong_bracket")
            if len(self.open) == 1 or (self.text[self.map.starts[self.open[-2]]] == "{") != (sign == "}"):
                return pos + 1
            return self.close(pos)
        if self.after_comma >= 0 and not self.text[self.after_comma + 1 : pos].strip():
            self.problem(self.after_comma, self.after_comma + 1, "json.comma_extra")
        return self.close(pos + 1)

    def close(self, pos: int) -> int:
        self.map.ends[self.open.pop()] = pos
        self.counts.pop()
        self.after_comma = -1
        self.closed = True
        return pos

    def end_of_text(self, pos: int) -> int:
        for node in reversed(self.open):
            start = self.map.starts[node]
            self.problem(start, start + 1, "json.object_open" if self.text[start] == "{" else "json.array_open")
            self.map.ends[node] = pos
        self.open.clear()
        return pos

    def add(self, start: int, end: int, key: str | int, spot: int) -> int:
        map_ = self.map
        map_.starts.append(start)
        map_.ends.append(end)
        map_.parents.append(self.open[-1] if self.open else -1)
        map_.keys.append(key)
        map_.key_starts.append(spot)
        return len(map_.starts) - 1

    def problem(self, start: int, end: int, rule: str) -> None:
        if len(self.map.problems) < MOST_PROBLEMS:
            self.map.problems.append(JsonProblem(start, end, rule, SENTENCES[rule]))

    def skip(self, pos: int) -> int:
        found = _space(self.text, pos)
        return found.end() if found else pos
