"""A bar over a reply whose text prints a call although tools were told natively: what it is, and one press to read it as calls.

Above: the Response pane. Below: `reply_bar`, `present/labels`. Knows no session; reading is an edit, nothing runs.
"""

from PySide6.QtWidgets import QWidget

from studio.gui.panes.reply_bar import ReplyBar
from studio.gui.words import say
from studio.present.form_names import form_name
from studio.present.words import Words, words


class PrintedHint(ReplyBar):
    """Hidden for any other reply. `pressed`: the person wants the calls."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("warn", parent)
        self._form = ""
        self.reword()

    def show_form(self, form: str) -> None:
        """The form in which the text prints its calls; empty when it prints none."""
        self._form = form
        self.setVisible(bool(form))
        self.reword()

    def sentence(self) -> str:
        """What stands in the text."""
        return say(words("reply.printed", form=form_name(self._form))) if self._form else ""

    def action(self) -> str:
        """The button."""
        return say(Words("reply.read_printed"))
