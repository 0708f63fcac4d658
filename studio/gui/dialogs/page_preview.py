"""A page of HTML as it reads, in the colours of the window: without its own style, and nothing of it is loaded from anywhere.

Above: `export_transcript`. Below: Qt, the theme. Knows not what the page is about.
"""

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QTextBrowser, QWidget

from studio.gui.look.theme import theme

_LABELS = {"said": "accent", "call": "call", "result": "result", "edit": "edit", "error": "error"}


class PagePreview(QTextBrowser):
    """`show_page` takes a page or the beginning of one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._page = ""
        self.setAccessibleName(self.tr("The page as it reads"))
        self.setOpenLinks(False)
        self.setFont(theme().font(13))
        self.document().setDocumentMargin(theme().px(12))
        theme().changed.connect(self._draw)

    def show_page(self, page: str) -> None:
        """Show what stands in the body."""
        self._page = page.partition("<main>")[2] if "<main>" in page else page
        self._draw()

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Pictures that stand in the page itself; nothing else, wherever it lies."""
        return super().loadResource(kind, name) if QUrl(name).scheme() == "data" else b""

    def _draw(self) -> None:
        self.document().setDefaultStyleSheet(_style())
        self.setHtml(self._page)


def _style() -> str:
    of, code = theme().name_of, theme().code_font(12)
    labels = [f".{kind} .label{{color:{of(token)}}}" for kind, token in _LABELS.items()]
    return " ".join(
        (
            f".label{{margin-top:{theme().px(8)}px}}",
            f"h1{{font-size:{theme().px(20)}px}} h2{{font-size:{theme().px(16)}px}}",
            f".round{{font-size:{theme().px(13)}px;background-color:{of('raised')};color:{of('muted')}}}",
            f"pre{{font-family:'{code.family()}';background-color:{of('raised')};white-space:pre-wrap}}",
            f".text,.line{{white-space:pre-wrap}} .label,summary,dt{{color:{of('muted')};font-weight:600}}",
            f"del{{color:{of('error')};text-decoration:none}} ins{{color:{of('result')};text-decoration:none}}",
            *labels,
        )
    )
