"""How Markdown looks in the window: the theme's fonts and colours, and room between the paragraphs.

Used by the widget that shows it. Qt reads Markdown with looks of its own, which are put right here.
"""

from PySide6.QtGui import (
    QBrush,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextTable,
)

from studio.gui.look.theme import theme

_Property = QTextFormat.Property
_Kept = tuple[int, int, QTextCharFormat]


def dress(document: QTextDocument) -> None:
    """Give a document that was read from Markdown the looks of the theme."""
    document.setIndentWidth(theme().px(20))
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    fragments: list[_Kept] = []
    block, before = document.begin(), None
    while block.isValid():
        _place(QTextCursor(block), block, before)
        fragments += _marked(block)
        block, before = block.next(), block
    for position, length, look in fragments:
        cursor.setPosition(position)
        cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(look)
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            _rule(frame)
    cursor.endEditBlock()


def _place(cursor: QTextCursor, block: QTextBlock, before: QTextBlock | None) -> None:
    """The room above a paragraph, and the ground of code."""
    made = QTextBlockFormat()
    made.setTopMargin(0 if before is None else theme().px(_gap(block, before)))
    made.setBottomMargin(0)
    if block.blockFormat().hasProperty(_Property.BlockQuoteLevel):
        made.setLeftMargin(theme().px(16))
    if _is_code(block):
        made.setBackground(QBrush(theme().color("inset")))
    cursor.mergeBlockFormat(made)


def _gap(block: QTextBlock, before: QTextBlock) -> int:
    if _is_code(block) and _is_code(before):
        return 0
    if QTextCursor(block).currentTable() is not None:
        return 0
    if block.textList() is not None and before.textList() is not None:
        return 2
    return 12 if block.blockFormat().headingLevel() else 8


def _is_code(block: QTextBlock) -> bool:
    look = block.blockFormat()
    return look.hasProperty(_Property.BlockCodeFence) or look.hasProperty(_Property.BlockCodeLanguage)


def _marked(block: QTextBlock) -> list[_Kept]:
    """The pieces of a paragraph that are code or a heading, in the fonts of the theme."""
    heading, code = block.blockFormat().headingLevel() > 0, _is_code(block)
    found: list[_Kept] = []
    for each in block:  # type: ignore[attr-defined] # a block gives its fragments
        fragment = each.fragment()
        look = fragment.charFormat()
        own = code or look.fontFixedPitch()
        if heading or own:
            look.clearProperty(_Property.FontSizeAdjustment)
            look.setFont(theme().code_font(12) if own else theme().font(14, semibold=True))
            found.append((fragment.position(), fragment.length(), look))
    return found


def _rule(table: QTextTable) -> None:
    """Thin lines in the colour of all lines."""
    look = table.format()
    look.setBorderBrush(QBrush(theme().color("border")))
    look.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    look.setBorderCollapse(True)
    look.setBorder(1)
    look.setCellPadding(theme().px(4))
    look.setTopMargin(theme().px(8))
    table.setFormat(look)
