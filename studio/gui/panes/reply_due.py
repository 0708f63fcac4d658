"""A bar over a reply whose results are there: the next reply is the person's to write, and one press to write it.

Above: the Response pane. Below: `reply_bar`. Knows no session.
"""

from PySide6.QtWidgets import QWidget

from studio.gui.panes.reply_bar import ReplyBar


class ReplyDue(ReplyBar):
    """Hidden unless the person answers next and looks at something else."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("edit", parent)
        self.reword()

    def sentence(self) -> str:
        """Whose turn it is."""
        return self.tr("The next reply is yours to write.")

    def action(self) -> str:
        """The button."""
        return self.tr("Write it")
