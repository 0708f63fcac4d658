"""Theme, text size, language, fonts and height of rows as the person chose them: applied at once, whoever changed them.

Above: `app`, `window`. Below: `chosen`, `look/theme`, `language`.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import get_args

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from studio.gui.chosen import Chosen
from studio.gui.editors.habits import Habits, habit
from studio.gui.language import LANGUAGES, Language
from studio.gui.look.theme import ThemeName, apply_sheet, apply_theme, theme
from studio.gui.window_sheet import window_sheet
from studio.workspace.workspace import Workspace

THEMES: tuple[ThemeName, ...] = get_args(ThemeName)
SIZES = (80, 90, 100, 110, 125, 150, 175, 200)


_OF_LOOK = frozenset({"theme", "text_scale", *(f"appearance.{name}" for name in ("density", "ui_font", "code_font"))})
_FEW = 400
"""Widgets up to which taking the sheet away and setting it again costs less than it saves: those of one start page."""


class LookChoice(QObject):
    """One for the program. `chosen` are all choices of the person."""

    changed = Signal()

    def __init__(self, app: QApplication, workspace: Workspace) -> None:
        super().__init__()
        self._app, self._workspace = app, workspace
        self.chosen = Chosen(workspace)
        self.chosen.changed.connect(self._bring)
        self._language = Language(app)
        self._flash = app.cursorFlashTime()
        if window_sheet not in theme().more_sheets:
            theme().more_sheets.append(window_sheet)

    @property
    def theme(self) -> ThemeName:
        """The theme that was chosen."""
        return self._workspace.settings.theme

    @property
    def language(self) -> str:
        """The language in force."""
        return self._language.name

    @property
    def text_scale(self) -> int:
        """The text size in percent."""
        return self._workspace.settings.text_scale

    def table(self) -> Mapping[str, Callable[[], object]]:
        """What to do by the id of the action."""
        return {
            **{f"theme_{name}": partial(self.use_theme, name) for name in THEMES},
            "larger": lambda: self.scale_text(1),
            "smaller": lambda: self.scale_text(-1),
            "usual_size": lambda: self.scale_text(0),
            "language_en": lambda: self.use_language("en"),
            "language_zh_CN": lambda: self.use_language("zh_CN"),
        }

    def apply(self, *, sheet: bool = True) -> None:
        """Bring what is in the settings into force; without `sheet` the style sheet waits for `apply_sheet`."""
        self._dress(sheet=sheet)
        self._edit()
        self._language.use(self._workspace.settings.language)
        self.changed.emit()

    @contextmanager
    def styled_after(self) -> Iterator[None]:
        """What is made meanwhile is styled once, after it: under a sheet Qt styles a widget again with each place that it gets."""
        bare = bool(self._app.styleSheet()) and len(self._app.allWidgets()) < _FEW
        if bare:
            self._app.setStyleSheet("")
        try:
            yield
        finally:
            if bare:
                apply_sheet(self._app)

    def apply_sheet(self) -> None:
        """Set the style sheet when it is not set yet: after the first window is made, so that it is styled once."""
        if not self._app.styleSheet():
            apply_sheet(self._app)

    def end(self) -> None:
        """Leave the application as it was, in its own language."""
        self._language.drop()
        self._app.setCursorFlashTime(self._flash)
        habit().take(Habits())
        theme().density, theme().reduce_motion = "normal", False

    def use_theme(self, name: ThemeName) -> None:
        """Change to another theme."""
        self.chosen.put("theme", name)

    def next_theme(self) -> None:
        """The next of the themes, round and round."""
        self.use_theme(THEMES[(THEMES.index(self.theme) + 1) % len(THEMES)])

    def use_language(self, name: str) -> None:
        """Change to another language."""
        self.chosen.put("language", name)

    def next_language(self) -> None:
        """The next of the languages, round and round."""
        self.use_language(LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)])

    def scale_text(self, by: int) -> None:
        """One size larger (1) or smaller (-1); 0 goes back to 100 %."""
        now = min(range(len(SIZES)), key=lambda at: abs(SIZES[at] - self.text_scale))
        wanted = SIZES[min(max(now + by, 0), len(SIZES) - 1)] if by else 100
        self.chosen.put("text_scale", wanted)

    def _bring(self, path: str) -> None:
        """Bring into force what was chosen."""
        if path in _OF_LOOK:
            self._dress()
        elif path == "appearance.reduce_motion":
            self._move()
        elif path.startswith("editing."):
            self._edit()
        elif path == "language":
            self._language.use(self._workspace.settings.language)
        else:
            return
        self.changed.emit()

    def _dress(self, *, sheet: bool = True) -> None:
        look = self._workspace.settings.appearance
        theme().density = look.density
        self._move()
        apply_theme(
            self._app,
            self.theme,
            self.text_scale / 100,
            ui_family=look.ui_font,
            code_family=look.code_font,
            sheet=sheet,
        )

    def _edit(self) -> None:
        wanted = self._workspace.settings.editing
        habit().take(Habits(wanted.wrap, wanted.indent, wanted.check_kb * 1000, wanted.fold_over))

    def _move(self) -> None:
        still = self._workspace.settings.appearance.reduce_motion
        theme().reduce_motion = still
        self._app.setCursorFlashTime(0 if still else self._flash)
