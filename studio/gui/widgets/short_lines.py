"""Text whose endless lines are ended: what lays a paragraph out takes a time that grows with the square of its length.

Used by widgets that show whole texts. Pure.
"""

from collections.abc import Iterator


def short_lines(text: str, longest: int, at: int = 0) -> list[str]:
    """The text in parts to be put one after the other. A line of more than `longest` characters is ended at the next blank, or, without
    one near by, when it is twice as long; `at` characters stand before the text in its first line."""
    if at + len(text) < longest:
        return [text]
    lines: list[str] = []
    for place, line in enumerate(text.split("\n")):
        lines += (part + "\n" for part in _parts(line, longest - (0 if place else at), longest))
    lines[-1] = lines[-1][:-1]
    return lines


def _parts(line: str, room: int, longest: int) -> Iterator[str]:
    start = 0
    while len(line) - start > (least := max(room, 0)):
        blank = line.find(" ", start + least, start + least + longest)
        if blank < 0 and len(line) - start - room <= longest:
            break
        end = blank + 1 if blank >= 0 else start + max(room + longest, 1)
        yield line[start:end]
        start, room = end, longest
    yield line[start:]
