"""Text with Markdown, for reading: as high as it is, drawn with the theme. Nothing in it is fetched, opened or run.

Used for whole replies. Knows no message.
"""

import re
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, QUrl
from PySide6.QtGui import QResizeEvent, QTextDocument, QWheelEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.focus_ring import FocusRing
from studio.gui.widgets.markdown_dress import dress
from studio.gui.widgets.short_lines import short_lines

_MOST_CHARACTERS = 60_000
"""Of a longer text only the beginning is shown, as it was written: to lay it out would hold the window up."""
_LONGEST_LINE = 10_000
_ENDLESS = re.compile(rf"[^\n]{{{_LONGEST_LINE + 1}}}")
_SIGNS = re.compile(
    r"^ {0,3}(#{1,6} |[-*+] |\d+[.)] |> |```|~~~|\|.*\|)|\*\*[^*\n]+\*\*|"
    r"(?<!\w)_[^_\n]+_(?!\w)|`[^`\n]+`|\[[^\]\n]+\]\([^)\n]+\)",
    re.MULTILINE,
)


def is_markdown(text: str) -> bool:
    """Whether a text is short enough for Markdown, in all and in each line, and has signs of it."""
    return len(text) <= _MOST_CHARACTERS and _SIGNS.search(text) is not None and _ENDLESS.search(text) is None


class MarkdownText(QTextBrowser):
    """`set_text` shows a text, as Markdown where it has signs of it and that is wanted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text, self._plain = "", False
        self._heights: dict[int, int] = {}
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLineWrapMode(QTextBrowser.LineWrapMode.FixedPixelWidth)  # else no other width could be asked for
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        FocusRing(self, around=True)
        self._fitted = QTimer(self, singleShot=True, interval=0)
        self._fitted.timeout.connect(self.updateGeometry)
        theme().changed.connect(self._show)

    def set_text(self, text: str, *, plain: bool = False) -> None:
        """Show a text; `plain`: as it was written."""
        if (text, plain) != (self._text, self._plain):
            self._text, self._plain = text, plain
            self._show()

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Nothing that a text names is fetched, nor read from the disk."""
        return ""

    def hasHeightForWidth(self) -> bool:
        """The height follows from the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of the text at a width."""
        if width not in self._heights:
            before = self.lineWrapColumnOrWidth()
            self.setLineWrapColumnOrWidth(width)
            self._heights[width] = round(self.document().size().height() + 0.5)
            self.setLineWrapColumnOrWidth(before)
        return self._heights[width]

    def sizeHint(self) -> QSize:
        """At the present width."""
        width = max(self.width(), 80)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """As high as the text, however narrow."""
        return QSize(40, self.heightForWidth(max(self.width(), 40)))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The column around it scrolls."""
        event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width wraps otherwise."""
        super().resizeEvent(event)
        self.setLineWrapColumnOrWidth(event.size().width())
        if event.size().width() != event.oldSize().width():
            self._fitted.start()

    def changeEvent(self, event: QEvent) -> None:
        """What is said of the rest is worded anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange and len(self._text) > _MOST_CHARACTERS:
            self._show()
        super().changeEvent(event)

    def _shortened(self) -> str:
        """As much as can be laid out at once, in lines that can."""
        shown = "".join(short_lines(self._text[:_MOST_CHARACTERS], _LONGEST_LINE))
        left = len(self._text) - _MOST_CHARACTERS
        rest = self.tr("… %n more characters: JSON shows all of it.", "", left) if left > 0 else ""
        return "\n\n".join(filter(None, (shown, rest)))

    def _show(self) -> None:
        self.document().setDefaultFont(theme().font(13))
        self.setFont(theme().font(13))
        self.setAccessibleName(self._text[:1000])
        if self._plain or not is_markdown(self._text):
            self.setPlainText(self._shortened())
        else:
            features = QTextDocument.MarkdownFeature
            self.document().setMarkdown(
                self._text,
                features.MarkdownDialectGitHub | features.MarkdownNoHTML,
            )
            dress(self.document())
        self._heights.clear()
        self.updateGeometry()
