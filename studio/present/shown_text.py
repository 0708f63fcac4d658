"""Texts as a document shows them: what would hide, turn or end something is spelled out, all else stays.

Above: the writers of transcripts. Below: nothing. Knows no markup.
"""

import unicodedata

_KEPT = frozenset("\t\u200c\u200d")
"""The tab, and the joiners that scripts and pictures of several signs need."""


def shown(text: str) -> str:
    """The text, line by line, with controls, marks that turn the direction of writing, and halves of characters as their escapes."""
    return text if text.isprintable() else "\n".join(map(_line, text.replace("\r\n", "\n").split("\n")))


def _line(line: str) -> str:
    return line if line.isprintable() else "".join(map(_sign, line))


def _sign(sign: str) -> str:
    if sign.isprintable() or sign in _KEPT or unicodedata.category(sign) == "Zs":
        return sign
    return sign.encode("unicode_escape").decode("ascii")
