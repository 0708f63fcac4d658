"""Cuts a stream of bytes into the lines of newline-delimited JSON, wherever the bytes are cut.

Above: `responders/live`. Below: nothing. Pure, and it does not look into the lines.
"""


class NdjsonReader:
    """Bytes in, lines out. Empty lines are left out; a line that comes in pieces is joined when it ends."""

    def __init__(self) -> None:
        self._line: list[bytes] = []

    def feed(self, data: bytes) -> list[str]:
        """The lines that `data` completes, without their ends."""
        *lines, rest = data.split(b"\n")
        if lines and self._line:
            self._line.append(lines[0])
            lines[0] = b"".join(self._line)
            self._line.clear()
        if rest:
            self._line.append(rest)
        return [text for text in map(_text, lines) if text]

    def end(self) -> list[str]:
        """The last line when the bytes end without a line end."""
        text = _text(b"".join(self._line))
        self._line.clear()
        return [text] if text else []


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").strip(" \t\r")
