"""A new session: a template, who answers, the system text, tools, the first message, limits.

Above: `window`. Below: `workspace` (profiles, templates), `widgets`. Open it with `open()`; `given` tells the setup and the message.
"""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import DialogFrame, group, hint_label, main_button, plain_button, press_by_keys
from studio.gui.dialogs.new_session_limits import NewLimits
from studio.gui.dialogs.new_session_templates import TemplateRow
from studio.gui.dialogs.new_session_tools import ToolChecks
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.editors.plain_text import PlainText
from studio.gui.look.theme import theme
from studio.gui.widgets.named_combo import NamedCombo
from studio.session.setup import Setup
from studio.workspace.templates import Template
from studio.workspace.workspace import Workspace


class NewSessionDialog(TabbedDialog):
    """Begins with what was chosen last. Everything here can be changed later. Tools ask for trust when the session opens."""

    given = Signal(object, str)
    """The `Setup`, the first message (may be empty)."""
    profiles_wanted = Signal()
    replay_wanted = Signal()

    def __init__(self, parent: QWidget, workspace: Workspace) -> None:
        super().__init__(parent)
        hint = self.tr("Everything here can be changed later.")
        self._frame = DialogFrame(self, self.tr("New session"), hint, scrolls=True)
        self._workspace = workspace
        self.profile, self.system, self.message = NamedCombo(self), PlainText(self), PlainText(self)
        self.tools, self.limits = ToolChecks(self), NewLimits(self)
        self.templates = TemplateRow(workspace.templates, self.chosen, self)
        self.missing = hint_label("", self)
        self.missing.setProperty("role", "error")
        self._edit, self._main = plain_button(self.tr("Profiles…"), self), main_button(self.tr("Begin"), self)
        self._prepare()
        self._lay_out()
        self._connect()
        self.refresh()
        self._show(workspace.templates.last)
        self._frame.resize(720, 790)
        if not workspace.profiles:  # nothing can be chosen before one is made
            self._edit.setFocus()

    def refresh(self) -> None:
        """Read the profiles anew; the one used last is chosen."""
        chosen = self.profile.currentText() or self._workspace.settings.last_profile
        profiles = self._workspace.profiles
        self.profile.clear()
        self.profile.addItems([profile.name for profile in profiles])
        self.profile.setCurrentIndex(max(0, self.profile.findText(chosen)))
        self._tell_missing()

    def chosen(self) -> Template:
        """What stands in the form, as a template without a name."""
        return Template(
            name="",
            profile=self.profile.currentText(),
            system=self.system.toPlainText(),
            message=self.message.toPlainText(),
            files=self.tools.files(),
            servers=self.tools.servers(),
            **self.limits.numbers(),  # type: ignore[arg-type]
        )

    def setup(self) -> Setup:
        """The settings as they stand in the form. IndexError when there is no profile."""
        profile = self._workspace.profiles[self.profile.currentIndex()]
        who = Setup(responder=self._workspace.choice(profile), params=dict(profile.params))
        return self._workspace.templates.setup(self.chosen(), self._workspace.preferences.begun(who))

    def _show(self, template: Template) -> None:
        self.system.show_text(template.system)
        self.message.show_text(template.message)
        at = self.profile.findText(template.profile)
        if at >= 0:
            self.profile.setCurrentIndex(at)
        self.tools.check(template.files, template.servers)
        self.limits.tell(
            round_trips=template.round_trips, tokens=template.tokens, cost=template.cost, seconds=template.seconds
        )
        self._tell_missing()

    def _prepare(self) -> None:
        self.system.setPlaceholderText(self.tr("What the model is told before everything else. May be empty."))
        self.message.setPlaceholderText(self.tr("What you ask. Leave it empty to write it later."))
        for field, name in (
            (self.system, self.tr("System text")),
            (self.message, self.tr("First message")),
            (self.profile, self.tr("Profile")),
        ):
            field.setAccessibleName(name)
        for text in (self.system, self.message):
            text.setProperty("look", "field")
            text.setTabChangesFocus(True)
            text.setFixedHeight(theme().px(72))
        templates = self._workspace.templates
        self.tools.offer(templates.known_files(), [server.name for server in templates.known_servers()])

    def _lay_out(self) -> None:
        self._edit.clicked.connect(self.profiles_wanted)
        who = QHBoxLayout()
        who.setSpacing(8)
        who.addWidget(self.profile, 1)
        who.addWidget(self._edit)
        body = self._frame.body
        body.addLayout(group(self.tr("Template"), self.templates))
        profile = group(self.tr("Profile"), who)
        profile.addWidget(self.missing)
        body.addLayout(profile)
        body.addLayout(group(self.tr("System text"), self.system))
        asks = self.tr("Nothing runs before you have read and trusted it; you are asked when the session opens.")
        body.addLayout(group(self.tr("Tools"), self.tools, asks))
        body.addLayout(group(self.tr("First message"), self.message))
        body.addLayout(group(self.tr("Limits"), self.limits))
        body.addStretch(1)
        cancel = plain_button(self.tr("Cancel"), self)
        cancel.clicked.connect(self.reject)
        self._frame.add_buttons((), (self._main, cancel))

    def _connect(self) -> None:
        self._main.clicked.connect(self._accept)
        press_by_keys(self, self._main)
        self.templates.chosen.connect(self._show)
        self.templates.replay_wanted.connect(self._replay)
        self.templates.failed.connect(self.missing.setText)
        self.tools.changed.connect(self._tell_missing)

    def _tell_missing(self) -> None:
        """What is not there, and whether the session can begin without it."""
        none = self.tr("There is no profile yet. Make one to say which model answers.")
        has_profile = bool(self._workspace.profiles)
        said = self.tools.missing() if has_profile else none
        self.missing.setText(said)
        self.missing.setVisible(bool(said))
        self.profile.setAccessibleDescription(said)
        self._main.setEnabled(not said)
        self._main.setToolTip(said)

    def _replay(self) -> None:
        self.reject()
        self.replay_wanted.emit()

    def _accept(self) -> None:
        setup, chosen = self.setup(), self.chosen()
        self._workspace.templates.remember(chosen)
        self.accept()
        self.given.emit(setup, chosen.message.strip())
