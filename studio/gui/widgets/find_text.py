"""What is looked for in a text, and where it stands: plain words, whole words, or a pattern that cannot freeze the window.

Above: the find bar. Below: Qt's regular expressions, which count as documents do (UTF-16 units) and give up after so many steps.
Knows no widget.
"""

import re
from collections import deque
from collections.abc import Iterator, Sequence

import msgspec
from PySide6.QtCore import QRegularExpression

from studio.problems import StudioError

MOST_HITS = 10_000
_MOST_STEPS = 200_000
_SLICE = 200_000
_AROUND = 2_000
"""So far around a hit a pattern is read again for its groups."""
_groups = re.compile(r"\\(\d|n|t|\\)|\$(\d|\$)")
_SIGNS = {"n": "\n", "t": "\t", "\\": "\\", "$": "$"}

Hit = tuple[int, int]
"""Start and end in UTF-16 units, as Qt's documents count."""
Cover = tuple[int, int, str]
"""A place of the text that stands for a longer text: a folded string."""


class Wanted(msgspec.Struct, frozen=True):
    """What to look for and how."""

    words: str = ""
    case: bool = False
    whole: bool = False
    pattern: bool = False


class TooSlowError(StudioError):
    """The pattern takes more steps than the window can wait for."""

    def __init__(self) -> None:
        super().__init__("This pattern takes too many steps.")


def expression(wanted: Wanted) -> QRegularExpression:
    """The expression that finds what is wanted; ask it `isValid` before it is used."""
    words = wanted.words if wanted.pattern else QRegularExpression.escape(wanted.words)
    if wanted.whole:
        words = rf"(?<!\w)(?:{words})(?!\w)"
    options = (
        QRegularExpression.PatternOption.UseUnicodePropertiesOption | QRegularExpression.PatternOption.MultilineOption
    )
    if not wanted.case:
        options |= QRegularExpression.PatternOption.CaseInsensitiveOption
    return QRegularExpression(f"(*LIMIT_MATCH={_MOST_STEPS}){words}", options)


def wrong_words(wanted: Wanted) -> str:
    """What is wrong with a pattern, in the words of the expressions; empty when nothing is."""
    plain = QRegularExpression(wanted.words) if wanted.pattern else None
    return "" if plain is None or plain.isValid() else plain.errorString()


def hits(text: str, wanted: Wanted, covers: Sequence[Cover] = ()) -> Iterator[Hit | None]:
    """The hits in the order they stand, MOST_HITS + 1 at most; None between two slices of the text, so that the caller can pause.

    A hit in a cover is no hit; the cover is one when what it stands for has one. Raises TooSlowError.
    """
    if not wanted.words:
        return
    looked = expression(wanted)
    found = 0
    for hit in _with_covers(_plain_hits(text, looked), looked, covers):
        yield hit
        found += hit is not None
        if found > MOST_HITS:
            return


def replaced(text: str, wanted: Wanted, found: Sequence[Hit], by: str) -> list[tuple[int, int, str]]:
    r"""What each of these hits becomes; in those of a pattern `\1` or `$1` is its first group, `\n` and `\t` a line end and a tab."""
    if not wanted.pattern:
        return [(*hit, by) for hit in found]
    units, looked = text.encode("utf-16-le", "surrogatepass"), expression(wanted)
    return [(*hit, _of_pattern(units, looked, hit, by)) for hit in found]


def _of_pattern(units: bytes, looked: QRegularExpression, hit: Hit, by: str) -> str:
    start = max(hit[0] - _AROUND, 0)
    piece = units[2 * start : 2 * (hit[1] + _AROUND)].decode("utf-16-le", "surrogatepass")
    captured = looked.match(piece, hit[0] - start).capturedTexts()
    return _groups.sub(lambda part: _group(captured, part[1] or part[2]), by)


def _group(captured: list[str], sign: str) -> str:
    if not sign.isdigit():
        return _SIGNS[sign]
    return captured[int(sign)] if int(sign) < len(captured) else ""


def _plain_hits(text: str, looked: QRegularExpression) -> Iterator[Hit | None]:
    before = 0
    for piece in _slices(text):
        matches = looked.globalMatch(piece)
        while matches.hasNext():
            match = matches.next()
            if match.capturedLength():
                yield before + match.capturedStart(), before + match.capturedEnd()
        if not matches.isValid():
            raise TooSlowError
        before += len(piece) if piece.isascii() else len(piece.encode("utf-16-le", "surrogatepass")) // 2
        yield None


def _slices(text: str) -> Iterator[str]:
    """The text in parts that end with a line."""
    start = 0
    while start < len(text):
        end = text.find("\n", start + _SLICE) + 1
        yield text[start : end or len(text)]
        start = end or len(text)


def _with_covers(
    found: Iterator[Hit | None], looked: QRegularExpression, covers: Sequence[Cover]
) -> Iterator[Hit | None]:
    """Hits and covers in one order."""
    left = deque(covers)
    for hit in found:
        while hit is not None and left and left[0][1] <= hit[0]:
            yield _of_cover(left.popleft(), looked)
        yield None if hit is not None and left and left[0][0] < hit[1] else hit
    for cover in left:
        yield _of_cover(cover, looked)


def _of_cover(cover: Cover, looked: QRegularExpression) -> Hit | None:
    return cover[:2] if looked.match(cover[2]).hasMatch() else None
