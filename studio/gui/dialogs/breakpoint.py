"""A breakpoint in its form, beside the window that can be used meanwhile.

Above: `break_room`. Below: `breakpoint_form`, the bridge. Nothing is set before *Save*.
"""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from studio.gui.bridge import Bridge
from studio.gui.dialogs.breakpoint_form import BreakpointForm
from studio.gui.dialogs.dialog_frame import DialogFrame, main_button, plain_button, press_by_keys, wrap_plainly
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.words import told_error
from studio.problems import StudioError
from studio.session.breakpoints import Breakpoint, BreakpointError
from studio.workspace.opened import OpenedSession


class BreakpointDialog(TabbedDialog):
    """`form` holds the fields."""

    def __init__(self, parent: QWidget, bridge: Bridge, session: OpenedSession, point: Breakpoint) -> None:
        super().__init__(parent)
        title = self.tr("Edit breakpoint") if point.id else self.tr("New breakpoint")
        self._frame = DialogFrame(self, title, scrolls=True)
        self._bridge, self._session = bridge, session
        self.form, self._said = BreakpointForm(session.check_breakpoint, self), QLabel(self)
        self.save, self._close = main_button(self.tr("Save"), self), plain_button(self.tr("Cancel"), self)
        self.remove = plain_button(self.tr("Remove"), self)
        self.remove.setVisible(bool(point.id))
        self._id = point.id
        self._said.setProperty("role", "error")
        wrap_plainly(self._said)
        self._said.hide()
        self._frame.body.addWidget(self.form)
        self._frame.body.addWidget(self._said)
        self._frame.body.addStretch(1)
        self._frame.add_buttons([self.remove], [self._close, self.save])
        self.form.edited.connect(lambda: self._say(""))
        self.save.clicked.connect(lambda _on=False: self._save())
        self._close.clicked.connect(lambda _on=False: self.reject())
        self.remove.clicked.connect(lambda _on=False: self._remove())
        press_by_keys(self, self.save)
        self.form.show_point(point, [tool.name for tool in session.state.setup.tools])
        self._frame.resize(560, 560)
        self.form.begin()

    def open(self) -> None:
        """Put it up beside the window, which can be used meanwhile."""
        self.setWindowModality(Qt.WindowModality.NonModal)
        self.show()

    def _save(self) -> None:
        try:
            self._session.set_breakpoint(self.form.point())
        except BreakpointError as error:
            if not self.form.refuse(error):
                self._say(told_error(error))
        except StudioError as error:
            self._say(told_error(error))
        else:
            self._bridge.refreshed.emit()
            self.accept()

    def _say(self, sentence: str) -> None:
        self._said.setText(sentence)
        self._said.setVisible(bool(sentence))

    def _remove(self) -> None:
        if self._bridge.do(lambda opened: opened.remove_breakpoint(self._id)):
            self.accept()
