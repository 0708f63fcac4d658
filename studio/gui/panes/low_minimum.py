"""The least size of a widget whose height follows from its width: low, so that a scrolled column asks for the real height.

Qt keeps a least height that was found at another width; in a scroll area it would stay as empty room. Knows no widget of ours.
"""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

_LEAST = 24


def low_minimum(widget: QWidget, natural: QSize) -> QSize:
    """`natural` with a low height when the widget's layout knows its height for a width, else `natural` itself."""
    layout = widget.layout()
    follows = layout is not None and layout.hasHeightForWidth()
    return QSize(natural.width(), min(natural.height(), _LEAST)) if follows else natural
