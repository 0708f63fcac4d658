"""Writes `resources/fonts/line_pitch.ttf`: a font without letters that gives the lines of code editors their height.

Needs fonttools (not a dependency of the project): `pip install fonttools`, then run it. The height is 1.49 of the size, as
high as Chinese fonts ask for, so that lines with and without Chinese are of one height. `look/fonts` says how it is used.
"""

import sys
from pathlib import Path

from fontTools.fontBuilder import FontBuilder  # type: ignore[import-not-found, unused-ignore]
from fontTools.pens.ttGlyphPen import TTGlyphPen  # type: ignore[import-not-found, unused-ignore]

FILE = Path(__file__).resolve().parent.parent / "resources" / "fonts" / "line_pitch.ttf"
FAMILY = "Toolcall Studio Line Pitch"
_ABOVE, _BELOW = 1170, 320
_ASCII_RANGE, _LATIN_PAGE = 1, 1
"""Bits that claim Latin, without which Qt passes the family over."""


def main() -> None:
    """Build the font and write it."""
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder([".notdef"])
    font.setupCharacterMap({})
    font.setupGlyf({".notdef": TTGlyphPen(None).glyph()})
    font.setupHorizontalMetrics({".notdef": (600, 0)})
    font.setupHorizontalHeader(ascent=_ABOVE, descent=-_BELOW)
    font.setupNameTable({"familyName": FAMILY, "styleName": "Regular"})
    font.setupOS2(
        sTypoAscender=_ABOVE, sTypoDescender=-_BELOW, usWinAscent=_ABOVE, usWinDescent=_BELOW, sxHeight=530,
        ulUnicodeRange1=_ASCII_RANGE, ulCodePageRange1=_LATIN_PAGE,
    )  # fmt: skip
    font.setupPost(underlinePosition=-100, underlineThickness=50, isFixedPitch=1)
    FILE.parent.mkdir(exist_ok=True)
    font.save(FILE)
    sys.stdout.write(f"{FILE.name}\n")


if __name__ == "__main__":
    main()
