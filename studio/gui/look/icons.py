"""Icons in any colour, sharp at any device pixel ratio, rendered from `icon_shapes` and kept.

Colours come from the tokens of the theme in force; a change of theme needs new icons. Knows no widget.
"""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from studio.gui.look.icon_shapes import svg_text
from studio.gui.look.theme import theme


def pixmap(name: str, colour: str, size: int = 16, ratio: float = 1.0) -> QPixmap:
    """An icon of `size` logical pixels (before text scaling none is done) for a device pixel ratio."""
    return _pixmap(name, theme().name_of(colour), size, ratio)


def paint_icon(painter: QPainter, name: str, colour: str, rect: QRectF) -> None:
    """Draw an icon into a square, sharp on the painter's device."""
    ratio = painter.device().devicePixelRatio()
    painter.drawPixmap(rect.topLeft(), pixmap(name, colour, round(rect.width()), ratio))


def icon(name: str, colour: str = "muted", size: int = 0, disabled: str = "disabled") -> QIcon:
    """An icon for buttons and menus in the colour of a token; greyed when switched off.

    `size` is in pixels; 0 means 16 at the text size in force, for Qt makes icons smaller where it must, never larger.
    """
    made = QIcon()
    size = size or theme().px(16)
    for ratio in _ratios():
        made.addPixmap(pixmap(name, colour, size, ratio))
        made.addPixmap(pixmap(name, disabled, size, ratio), QIcon.Mode.Disabled)
    return made


def _ratios() -> list[float]:
    screens = {screen.devicePixelRatio() for screen in QGuiApplication.screens()}
    return sorted(screens | {1.0, 2.0})


@lru_cache(maxsize=2048)
def _pixmap(name: str, ink: str, size: int, ratio: float) -> QPixmap:
    made = QPixmap(round(size * ratio), round(size * ratio))
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(QByteArray(svg_text(name, ink))).render(painter, QRectF(0, 0, made.width(), made.height()))
    painter.end()
    made.setDevicePixelRatio(ratio)
    return made
