"""A view of many texts under one another, as something that a find bar looks into: chat blocks, cards, and the editors in them.

Above: `find_here`, `find_place_shown`. Below: `folded_text`, `find_target`. Knows not what the texts are.
"""

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QPlainTextEdit, QScrollArea, QTextEdit, QWidget
from shiboken6 import isValid

from studio.gui.look.theme import theme
from studio.gui.panes.said_call import SaidCall
from studio.gui.widgets.find_target import EditTarget
from studio.gui.widgets.find_text import Cover, Hit
from studio.gui.widgets.folded_text import FoldedText
from studio.gui.widgets.message_block import MessageBlock

_Edits = QPlainTextEdit | QTextEdit
_Texts = FoldedText | SaidCall | _Edits


class TextsTarget:
    """`view` holds the texts; they are gathered anew each time that the search begins."""

    def __init__(self, view: QWidget) -> None:
        self._view = view
        self._texts: list[_Texts] = []
        self._starts: list[int] = []
        self._targets: dict[int, EditTarget] = {}

    def search_text(self) -> str:
        """All texts from top to bottom, an empty line between them."""
        self.show_hits((), -1)
        self._texts = sorted(filter(self._is_seen, _texts_in(self._view)), key=self._top)
        self._targets = {at: EditTarget(each) for at, each in enumerate(self._texts) if isinstance(each, _Edits)}
        said, self._starts, at = [], [], 0
        for text in map(self._text_of, range(len(self._texts))):
            self._starts.append(at)
            said.append(text)
            at += _units(text) + 2
        return "\n\n".join(said)

    def search_covers(self) -> Sequence[Cover]:
        """None: a folded block is searched whole."""
        return ()

    def search_start(self) -> int:
        """The beginning of the text that has the keyboard."""
        focus = QApplication.focusWidget()
        for at, each in enumerate(self._texts):
            if focus is not None and (focus is each or focus.isAncestorOf(each)):
                within = self._targets[at].search_start() if at in self._targets and focus is each else 0
                return self._starts[at] + within
        return 0

    def chosen_words(self) -> str:
        """What is selected in the editor that has the keyboard."""
        focus = QApplication.focusWidget()
        inside = isinstance(focus, QPlainTextEdit | QTextEdit) and self._view.isAncestorOf(focus)
        return EditTarget(focus).chosen_words() if inside else ""  # type: ignore[arg-type]

    def show_hits(self, hits: Sequence[Hit], current: int) -> None:
        """Give these places a ground in the text that each stands in."""
        of: dict[int, list[Hit]] = {}
        stands = (-1, -1)
        for number, hit in enumerate(hits):
            at = self._at(hit)
            if number == current:
                stands = (at, len(of.get(at, ())))
            of.setdefault(at, []).append((hit[0] - self._starts[at], hit[1] - self._starts[at]))
        for at, each in enumerate(self._texts):
            if not isValid(each):  # shown before, and gone since
                continue
            chosen = stands[1] if stands[0] == at else -1
            if isinstance(each, FoldedText):
                text = each.text()
                each.show_marks(
                    [(_characters(text, start), _characters(text, end)) for start, end in of.get(at, ())], chosen
                )
            elif at in self._targets:
                self._targets[at].show_hits(of.get(at, ()), chosen)

    def go_to_hit(self, hit: Hit, *, chosen: bool) -> None:
        """Bring a place into sight: a folded block opens for it."""
        at = self._at(hit)
        if at >= len(self._texts) or not isValid(self._texts[at]):
            return
        each, start = self._texts[at], hit[0] - self._starts[at]
        if isinstance(each, FoldedText):
            place = _characters(each.text(), start)
            if each.line_top(place) is None:
                _unfold(each)
                QTimer.singleShot(0, each, lambda: self._bring(each, each.line_top(place) or 0))  # once it is laid out
            else:
                self._bring(each, each.line_top(place) or 0)
        elif isinstance(each, SaidCall):
            self._bring(each, 0)
        else:
            self._targets[at].go_to_hit((start, hit[1] - self._starts[at]), chosen=chosen)
            self._bring(each, each.cursorRect().top())

    def can_replace(self) -> bool:
        """Never: texts are changed one by one."""
        return False

    def replace(self, changes: Sequence[tuple[int, int, str]]) -> None:
        """Nothing can be replaced."""

    def take_focus(self) -> None:
        """The keyboard goes to the first text that takes it."""
        self._view.setFocus()
        if QApplication.focusWidget() is not self._view:
            self._view.focusNextChild()

    # ---- inside

    def _is_seen(self, each: QWidget) -> bool:
        return not each.isHidden() and each.isVisibleTo(self._view)

    def _top(self, each: QWidget) -> tuple[int, int]:
        where = each.mapTo(self._view, each.rect().topLeft())
        return where.y(), where.x()

    def _text_of(self, at: int) -> str:
        each = self._texts[at]
        if isinstance(each, SaidCall):
            return each.accessibleName()
        return each.text() if isinstance(each, FoldedText) else self._targets[at].search_text()

    def _at(self, hit: Hit) -> int:
        return max(bisect_right(self._starts, hit[0]) - 1, 0)

    def _bring(self, each: QWidget, top: int) -> None:
        """Scroll all that is around it so that the line is seen."""
        around = each.parentWidget()
        while around is not None:
            area = around if isinstance(around, QScrollArea) else None
            holder = area.widget() if area is not None else None
            if area is not None and holder is not None:
                where = each.mapTo(holder, each.rect().topLeft())
                area.ensureVisible(where.x(), where.y() + top + theme().px(10), 0, theme().px(48))
            if around is self._view and not isinstance(around.parentWidget(), QAbstractScrollArea):
                return
            around = around.parentWidget()


def _texts_in(view: QWidget) -> list[_Texts]:
    return [each for each in view.findChildren(QWidget) if isinstance(each, _Texts)]


def _unfold(text: FoldedText) -> None:
    around = text.parentWidget()
    while around is not None and not isinstance(around, MessageBlock):
        around = around.parentWidget()
    if around is not None and not around.is_open():
        around.toggle()


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _characters(text: str, units: int) -> int:
    """The place of a character by its UTF-16 units."""
    if text.isascii():
        return units
    return len(text.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "ignore"))
