"""The bar over the Diff of a reply that was changed: one press gives back what the model said.

Above: the Response pane. Below: the bar. Knows no session: `pressed` asks for it.
"""

from PySide6.QtWidgets import QWidget

from studio.gui.panes.reply_bar import ReplyBar


class ReplyChanged(ReplyBar):
    """Hidden while the reply stands as it came."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("edit", parent)
        self.reword()

    def show_state(self, *, changed: bool) -> None:
        """Whether there is something to take back."""
        self.setVisible(changed)

    def sentence(self) -> str:
        """What is known."""
        return self.tr("The reply is not as it came.")

    def action(self) -> str:
        """What the button does."""
        return self.tr("Back to what the model said")
