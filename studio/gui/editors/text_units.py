"""Offsets in Python's characters and positions in Qt's UTF-16 units, one from the other. Pure.

They differ after signs beyond U+FFFF, such as emoji, which take two units.
"""

import re

_wide = re.compile("[\U00010000-\U0010ffff]")


def to_units(text: str, offset: int) -> int:
    """The UTF-16 position of the character at `offset`."""
    return offset + len(_wide.findall(text, 0, offset))


def from_units(text: str, position: int) -> int:
    """The offset of the character at a UTF-16 position; inside a pair, the character that the pair is."""
    wide_before = 0
    for hit in _wide.finditer(text):
        if hit.start() + wide_before >= position:
            break
        wide_before += 1
        if hit.start() + wide_before == position:
            return hit.start()
    return position - wide_before
