"""The two font families, each as a list that ends in a Chinese one, so that Latin letters never come from it.

Sizes are pixels; `theme` scales them. Knows no widget.
"""

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase

from studio.paths import resources

_CHINESE = ("Microsoft YaHei UI", "PingFang SC", "Noto Sans CJK SC")
_LATIN = ("Inter", "Segoe UI", "SF Pro Text", "Noto Sans", "Ubuntu", "DejaVu Sans", "Liberation Sans")
_GENERIC = ("Sans Serif", "Sans", "sans-serif")
_CODE = ("JetBrains Mono", "Cascadia Mono", "SF Mono", "DejaVu Sans Mono")
_CHINESE_CODE = ("Noto Sans Mono CJK SC", "Microsoft YaHei UI", "PingFang SC")


@cache
def ui_families(chosen: str = "") -> tuple[str, ...]:
    """The families of the window's words: the chosen or the desktop's font, then Chinese ones.

    A desktop that names no real font (a bare server, the offscreen platform) gets a Latin one: else its letters came from
    the Chinese font, whose quotation marks and dots are wide.
    """
    desktop = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    present = set(QFontDatabase.families())
    real = desktop in present and desktop not in _GENERIC
    latin = () if real else tuple(family for family in _LATIN if family in present)[:1]
    return (*((chosen,) if chosen else ()), *(latin or (desktop,)), *_CHINESE)


@cache
def code_families(chosen: str = "") -> tuple[str, ...]:
    """The families of code: the chosen one, preferred ones that are here, the desktop's fixed font, Chinese ones."""
    present = set(QFontDatabase.families())
    preferred = tuple(family for family in _CODE if family in present)
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    return (*((chosen,) if chosen else ()), *preferred, fixed, *_CHINESE_CODE)


@cache
def pitch_families() -> tuple[str, ...]:
    """A bundled family without letters that only makes lines higher; none where the platform does not take it.

    A plain text editor takes the height of its lines from the first family and has no setting for it.
    """
    number = QFontDatabase.addApplicationFont(str(resources() / "fonts" / "line_pitch.ttf"))
    return tuple(QFontDatabase.applicationFontFamilies(number)) if number >= 0 else ()


def ui_font(pixels: int, *, semibold: bool = False, chosen: str = "") -> QFont:
    """A font for words, `pixels` high, with figures of one width where the font has them."""
    font = _font(ui_families(chosen), pixels)
    font.setFeature(QFont.Tag("tnum"), 1)
    if semibold:
        font.setWeight(QFont.Weight.DemiBold)
    return font


def code_font(pixels: int, *, chosen: str = "") -> QFont:
    """A font for code, `pixels` high, without ligatures: `==` must look like two signs."""
    font = _font(code_families(chosen), pixels)
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setFixedPitch(True)
    for tag in ("liga", "clig", "calt"):
        font.setFeature(QFont.Tag(tag), 0)
    return font


def editor_font(pixels: int, *, chosen: str = "") -> QFont:
    """The font for code in lines 1.35 times as high as its own, all of one height whatever letters they hold."""
    font = code_font(pixels, chosen=chosen)
    font.setFamilies([*pitch_families(), *font.families()])
    return font


def _font(families: tuple[str, ...], pixels: int) -> QFont:
    font = QFont(list(families))
    font.setPixelSize(max(pixels, 1))
    return font
