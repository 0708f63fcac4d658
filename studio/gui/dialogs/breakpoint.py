"""A breakpoint in its form, beside the window that can be used meanwhile.

Above: `break_room`. Below: `breakpoint_form`, the bridge. Nothing is set before *Save*.
"""

from PySide6.QtCore import QEvent, Qt, QTimer
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
        self._id, self._bridge, self._session = point.id, bridge, session
        self._frame = DialogFrame(self, "", scrolls=True)
        self.form, self._said = BreakpointForm(session.check_breakpoint, self), QLabel(self)
        self.save, self._close, self.remove = main_button("", self), plain_button("", self), plain_button("", self)
        self._renew = QTimer(self, singleShot=True, interval=0)
        self.remove.setVisible(bool(point.id))
        self._said.setProperty("role", "error")
        wrap_plainly(self._said)
        self._said.hide()
        self._frame.body.addWidget(self.form)
        self._frame.body.addWidget(self._said)
        self._frame.body.addStretch(1)
        self._frame.add_buttons([self.remove], [self._close, self.save])
        self._renew.timeout.connect(self._form_anew)
        self.save.clicked.connect(lambda _on=False: self._save())
        self._close.clicked.connect(lambda _on=False: self.reject())
        self.remove.clicked.connect(lambda _on=False: self._remove())
        press_by_keys(self, self.save)
        self.form.show_point(point, self._tools())
        self.form.edited.connect(lambda: self._say(""))
        self._reword()
        self._frame.resize(560, 560)
        self.form.begin()

    def open(self) -> None:
        """Put it up beside the window, which can be used meanwhile."""
        self.setWindowModality(Qt.WindowModality.NonModal)
        self.show()

    def changeEvent(self, event: QEvent) -> None:
        """Another language: the form is made once more, with what is typed in it, when all have heard of it."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_renew"):
            self._reword()
            self._renew.start()

    def _reword(self) -> None:
        self._frame.set_title(self.tr("Edit breakpoint") if self._id else self.tr("New breakpoint"))
        self.save.setText(self.tr("Save"))
        self._close.setText(self.tr("Cancel"))
        self.remove.setText(self.tr("Remove"))
        self._say("")

    def _form_anew(self) -> None:
        former, self.form = self.form, BreakpointForm(self._session.check_breakpoint, self)
        self.form.take_over(former, self._tools())
        self.form.edited.connect(lambda: self._say(""))
        self._frame.body.replaceWidget(former, self.form)
        former.deleteLater()

    def _tools(self) -> list[str]:
        return [tool.name for tool in self._session.state.setup.tools]

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
