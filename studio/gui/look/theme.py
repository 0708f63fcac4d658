"""The theme in force: colours, fonts and sizes by name, for the sheet and for widgets that paint themselves.

`apply_theme` sets it for the whole program; `theme()` gives it. Above it stand all widgets; it knows none.
"""

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication
from PySide6.QtWidgets import QApplication

from studio.gui.look import fonts, memory_files
from studio.gui.look.icon_shapes import svg_text
from studio.gui.look.palette import palette
from studio.gui.look.style_sheet import style_sheet
from studio.gui.look.tokens import LIGHT, TABLES, Tokens

ThemeName = Literal["system", "light", "dark", "high_contrast"]
Density = Literal["compact", "normal", "roomy"]
SMALLEST_SCALE, LARGEST_SCALE = 0.8, 2.0
_MORE: dict[Density, int] = {"compact": -3, "normal": 0, "roomy": 7}
"""How much higher a row is than usual, at 100 % text."""
_LEAST = 24
"""Of a row that is a target; one that is lower already gets no lower."""


class Theme(QObject):
    """What is in force now; `changed` says that colours, fonts or sizes are others than before.

    `more_sheets` are parts of the style sheet that other rooms of the window bring along.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.name: ThemeName = "light"
        self.tokens: Tokens = LIGHT
        self.table = "light"
        self.text_scale = 1.0
        self.ui_family = ""
        self.code_family = ""
        self.reduce_motion = False
        self.density: Density = "normal"
        self.desktop = Qt.ColorScheme.Unknown
        self.more_sheets: list[Callable[[Theme], str]] = []
        self._colours: dict[str, QColor] = {}
        self._fonts: dict[tuple[str, int, bool], QFont] = {}

    def color(self, token: str) -> QColor:
        """The colour of a token; do not change the value that comes back."""
        if token not in self._colours:
            self._colours[token] = QColor(self.name_of(token))
        return self._colours[token]

    def name_of(self, token: str) -> str:
        """The colour of a token as `#RRGGBB`. Raises AttributeError for a name that is no token."""
        return str(getattr(self.tokens, token))

    def px(self, size: int) -> int:
        """A size given for 100 % text, in pixels at the text size in force."""
        return max(1, round(size * self.text_scale))

    def row(self, usual: int) -> int:
        """The height of a row of a list, given for 100 % text and normal density, in pixels."""
        return self.px(max(min(usual, _LEAST), usual + _MORE[self.density]))

    def font(self, size: int = 13, *, semibold: bool = False) -> QFont:
        """The font for words, `size` pixels at 100 %; do not change the value that comes back."""
        return self._font("ui", size, semibold)

    def code_font(self, size: int = 12, *, semibold: bool = False) -> QFont:
        """The font for code, `size` pixels at 100 %; do not change the value that comes back."""
        return self._font("code", size, semibold)

    def editor_font(self, size: int = 12) -> QFont:
        """The font of code editors: code in higher lines; do not change the value that comes back."""
        return self._font("editor", size, semibold=False)

    def _font(self, kind: str, size: int, semibold: bool) -> QFont:
        key = (kind, size, semibold)
        if key not in self._fonts:
            if kind == "ui":
                made = fonts.ui_font(self.px(size), semibold=semibold, chosen=self.ui_family)
            elif kind == "editor":
                made = fonts.editor_font(self.px(size), chosen=self.code_family)
            else:
                made = fonts.code_font(self.px(size), chosen=self.code_family)
                made.setWeight(QFont.Weight.DemiBold if semibold else QFont.Weight.Normal)
            self._fonts[key] = made
        return self._fonts[key]

    @property
    def system_table(self) -> str:
        """The table of the desktop: light where it says nothing."""
        return "dark" if self.desktop is Qt.ColorScheme.Dark else "light"

    def take(self, name: ThemeName, text_scale: float) -> None:
        """Change to another theme and text size, without telling; `apply_theme` does the rest."""
        self.name = name
        self.table = self.system_table if name == "system" else name
        self.tokens = TABLES[self.table]
        self.text_scale = min(max(text_scale, SMALLEST_SCALE), LARGEST_SCALE)
        self._colours.clear()
        self._fonts.clear()


_theme: Theme | None = None
_following = False
_known_files: set[str] = set()


def theme() -> Theme:
    """The theme in force; light at 100 % until `apply_theme` was called."""
    global _theme
    if _theme is None:
        _theme = Theme()
    return _theme


def apply_theme(
    app: QApplication,
    name: ThemeName,
    text_scale: float = 1.0,
    *,
    ui_family: str = "",
    code_family: str = "",
    sheet: bool = True,
) -> Theme:
    """Set style, palette, font and sheet of the whole program; `text_scale` 0.8 to 2.0.

    With `system` the program follows the desktop from then on; where that says nothing it is light. Without `sheet` the
    style sheet is left to `apply_sheet`: widgets made under a sheet are styled again at each change of their parent.
    """
    now = theme()
    now.ui_family, now.code_family = ui_family, code_family
    _follow_system()
    now.take(name, text_scale)
    if not app.styleSheet():  # with a sheet in force the style no longer says its name, and setting it anew is slow
        app.setStyle("Fusion")
    app.setPalette(palette(now.tokens))
    app.setFont(now.font())
    if sheet:
        apply_sheet(app)
    now.changed.emit()
    return now


def apply_sheet(app: QApplication) -> None:
    """Set the style sheet of the theme in force, with what other parts of the window have added to it.

    Never one sheet after another: then Qt styles each widget anew for each of its ancestors, five times as slow as twice.
    """
    now = theme()
    sheet = style_sheet(now.tokens, _files(now), now.px) + "".join(more(now) for more in now.more_sheets)
    if sheet != app.styleSheet():
        app.setStyleSheet("")
        app.setStyleSheet(sheet)


def _follow_system() -> None:
    global _following
    if not _following:
        _following = True
        hints = QGuiApplication.styleHints()
        theme().desktop = hints.colorScheme()
        hints.colorSchemeChanged.connect(_system_changed)


def _system_changed(scheme: Qt.ColorScheme) -> None:
    app, now = QApplication.instance(), theme()
    now.desktop = scheme
    if now.name == "system" and isinstance(app, QApplication) and now.table != now.system_table:
        apply_theme(app, "system", now.text_scale, ui_family=now.ui_family, code_family=now.code_family)


def _files(now: Theme) -> str:
    """Where the images of the sheet are; made at the first use of each table."""
    root = f"/look/{now.table}"
    if root not in _known_files:
        _known_files.add(root)
        images = {
            "tick.svg": svg_text("tick", now.tokens.accent_text),
            "minus.svg": svg_text("minus", now.tokens.accent_text),
            "dot.svg": svg_text("dot", now.tokens.accent_text),
            "tick_text.svg": svg_text("tick", now.tokens.text),
            "more.svg": svg_text("more", now.tokens.text),
            "chevron_up.svg": svg_text("chevron_up", now.tokens.muted),
            "chevron_down.svg": svg_text("chevron_down", now.tokens.muted),
        }
        memory_files.register(root, images)
    return f":{root}"
