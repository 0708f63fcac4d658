"""Icons, highlighting and the theme's switches, on real Qt without a screen."""

import pytest
from PySide6.QtCore import QFile
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.gui.look import highlight, memory_files
from studio.gui.look.icon_shapes import SHAPES
from studio.gui.look.icons import icon, pixmap
from studio.gui.look.theme import apply_theme, theme


@pytest.mark.parametrize("name", SHAPES)
def test_every_icon_draws_something_in_its_colour(qapp: QApplication, name: str) -> None:
    image = pixmap(name, "error", 16, 2.0).toImage()
    assert (image.width(), image.height()) == (32, 32)
    inked = [(x, y) for x in range(32) for y in range(32) if image.pixelColor(x, y).alpha() > 200]
    assert inked
    assert image.pixelColor(*inked[0]).red() > 150


def test_an_icon_is_grey_when_switched_off(qapp: QApplication) -> None:
    made = icon("run", "accent")
    normal = made.pixmap(16, 16).toImage().pixelColor(7, 8)
    off = made.pixmap(16, 16, mode=made.Mode.Disabled).toImage().pixelColor(7, 8)
    assert normal.name().upper() == theme().name_of("accent")
    assert off.name().upper() == theme().name_of("disabled")


def test_a_change_of_theme_is_told_and_seen_in_the_palette(qapp: QApplication, qtbot: QtBot) -> None:
    apply_theme(qapp, "light")
    with qtbot.waitSignal(theme().changed):
        apply_theme(qapp, "dark", 1.5)
    assert qapp.palette().window().color().name().upper() == theme().name_of("window") == "#14171C"
    assert theme().px(28) == 42
    assert qapp.font().pixelSize() == 20
    apply_theme(qapp, "light")
    assert theme().px(28) == 28


def test_files_in_memory_are_read_back_by_qt(qapp: QApplication) -> None:
    memory_files.register("/test/memory", {"a.txt": b"alpha", "chevron_down.svg": b"<svg/>", "z": b""})
    read = {}
    for name in ("a.txt", "chevron_down.svg", "z"):
        file = QFile(f":/test/memory/{name}")
        assert file.open(QFile.OpenModeFlag.ReadOnly)
        read[name] = bytes(file.readAll().data())
    assert read == {"a.txt": b"alpha", "chevron_down.svg": b"<svg/>", "z": b""}


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("json", '"a": "b"', ("a", "code_key", "b", "code_string")),
        ("python", "def f(): return 1", ("def", "code_word", "1", "code_number")),
        ("http", "POST /v1 HTTP/1.1\nHost: x", ("Host", "code_key", "POST", "code_key")),
        ("shell", "curl -d 'x'", ("x", "code_string", "x", "code_string")),
    ],
)
def test_lines_are_coloured(language: highlight.Language, text: str, expected: tuple[str, str, str, str]) -> None:
    coloured = {
        text[start : start + length].strip("\"'"): token for start, length, token in highlight.spans(language, text)
    }
    assert coloured[expected[0]] == expected[1]
    assert coloured[expected[2]] == expected[3]


def test_a_very_long_line_is_left_plain() -> None:
    assert highlight.spans("json", '"' + "x" * highlight.LONGEST_LINE + '"') == ()
