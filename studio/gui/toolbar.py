"""The toolbar: run control, fork and restart, who answers, the command field.

Above: `window`. Below: `action_set`, `bridge`, `widgets`. Every button is an action of the table.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy, QToolBar, QToolButton, QWidget

from studio.gui.action_set import ActionSet
from studio.gui.bridge import Bridge
from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.run_button import RunButton
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.elided_combo import ElidedCombo
from studio.gui.widgets.segmented import Segmented
from studio.gui.words import fill, keyed
from studio.workspace.opened import OpenedSession

if TYPE_CHECKING:
    from studio.workspace.profiles import Profile

MODEL_MODES = ("live", "recorded", "scripted", "by_hand")
TOOLS_MODES = ("live", "recorded")
_STEPS = ("step", "step_into", "step_out", "step_back", "run_to")


class Toolbar(QToolBar):
    """46 high, not movable."""

    profile_chosen = Signal(str)

    def __init__(self, actions: ActionSet, bridge: Bridge, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        self.setMovable(False)
        self.setIconSize(QSize(16, 16))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._actions, self._bridge = actions, bridge
        self._buttons: list[QToolButton] = []
        self._drawn_for = ""
        self._live: tuple[str, ...] = ()
        self._add_run_control()
        self._add_responder()
        gap = QWidget(self)
        gap.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(gap)
        self.search = Button("", self, icon_name="search", colour="muted")
        self.search.setObjectName("command_field")
        self.search.clicked.connect(actions["palette"].trigger)
        self.addWidget(self.search)
        self._button("settings", with_words=False)
        actions.keys_changed.connect(self._reword)
        self._reword()

    def _add_run_control(self) -> None:
        self.run = RunButton(self._actions, self)
        self.addWidget(self.run)
        for id in ("pause", "stop"):
            self._button(id, with_words=False)
        self.addSeparator()
        for id in _STEPS:
            self._button(id, with_words=False)
        self.addSeparator()
        self._worded = [self._button(id, with_words=True) for id in ("fork", "restart")]
        self.addSeparator()

    def _add_responder(self) -> None:
        self.responder = ElidedCombo(self)
        self.responder.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.responder.setMinimumContentsLength(20)
        self.responder.activated.connect(self._responder_chosen)
        self.addWidget(self.responder)
        self.model = Segmented("", [(mode, "") for mode in MODEL_MODES], self)
        self.tools = Segmented("", [(mode, "") for mode in TOOLS_MODES], self)
        for switch in (self.model, self.tools):
            switch.stand_left()
        self.model.chosen.connect(lambda mode: self._actions[f"model_{mode}"].trigger())
        self.tools.chosen.connect(lambda mode: self._actions[f"tools_{mode}"].trigger())
        self._labels, self._label_actions = [QLabel(self), QLabel(self)], []
        for label, switch in zip(self._labels, (self.model, self.tools), strict=True):
            label.setProperty("role", "small_muted")
            label.setContentsMargins(8, 0, 2, 0)
            self._label_actions.append(self.addWidget(label))
            self.addWidget(switch)

    def tell(self, session: OpenedSession | None, profiles: "Sequence[Profile]") -> None:
        """Show who answers in this session, and which buttons do something now."""
        self.run.tell(running=self._bridge.running)
        self._tell_responder(session, profiles)
        self._tell_switch(self.model, "model", _model_mode(session), MODEL_MODES)
        self._tell_switch(self.tools, "tools", session.tools_mode if session else "live", TOOLS_MODES)
        self._tell_live(session.live_tools if session and session.tools_mode == "recorded" else ())

    def _tell_live(self, names: tuple[str, ...]) -> None:
        """Name the tools that run although results are recorded, and say how many they are."""
        if names != self._live:
            self._live = names
            self.tools.set_words("recorded", self._recorded_words())
        if names:
            self.tools.set_tip("recorded", fill(self.tr("These run live: {tools}"), tools=", ".join(names)))

    def _recorded_words(self) -> str:
        count = len(self._live)
        return fill(self.tr("Recorded, {n} live"), n=count) if count else self.tr("Recorded")

    def fit(self, width: int) -> None:
        """Leave words away when the window is narrow; the tooltips keep them."""
        px, square = theme().px, QSize(theme().px(16), theme().px(16))
        self.setIconSize(square)
        self.responder.setIconSize(square)
        self._colour_responder()
        for button in self._buttons:
            button.setIconSize(square)  # or it would go on asking for the height of the size before
            button.setMinimumSize(px(30) if width >= 1000 else px(22), px(30))
        for action in self._label_actions:
            action.setVisible(width >= 1100)
        self.responder.setMinimumContentsLength(20 if width >= 1200 else 10 if width >= 800 else 6)
        for button in self._worded:
            style = (
                Qt.ToolButtonStyle.ToolButtonTextBesideIcon if width >= 1360 else Qt.ToolButtonStyle.ToolButtonIconOnly
            )
            button.setToolButtonStyle(style)
            if width >= 1360:
                button.setMinimumWidth(0)  # what its words ask for holds: the switches fold for them
        self.search.setMinimumWidth(px(240) if width >= 1500 else px(36))
        self._reword()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _button(self, id: str, *, with_words: bool) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(f"tool_{id}")
        button.setDefaultAction(self._actions[id])
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if with_words:
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._buttons.append(button)
        self.addWidget(button)
        return button

    def _tell_responder(self, session: OpenedSession | None, profiles: "Sequence[Profile]") -> None:
        choice = session.state.setup.responder if session is not None else None
        self.responder.setEnabled(session is not None and not session.read_only and not self._bridge.running)
        current = choice.profile if choice is not None else ""
        rows = [
            (profile.name, f"{profile.name} · {profile.model}" if profile.model else profile.name)
            for profile in profiles
        ]
        if choice is not None and current not in (name for name, _ in rows):
            rows.insert(0, (current, self._named(choice.kind, current, choice.model_name)))
        rows.append(("", self.tr("Edit profiles…")))
        shown = [(self.responder.itemData(at), self.responder.itemText(at)) for at in range(self.responder.count())]
        if shown != rows:
            self.responder.clear()
            for name, text in rows:
                self.responder.addItem(icon("globe", "accent"), text, name)
        names = [name for name, _ in rows]
        self.responder.setCurrentIndex(names.index(current) if current in names[:-1] or not current else 0)

    def _colour_responder(self) -> None:
        """Icons in the colour and size of the theme in force."""
        drawn_for = f"{theme().name_of('accent')} {theme().px(16)}"
        if drawn_for != self._drawn_for:
            self._drawn_for = drawn_for
            for at in range(self.responder.count()):
                self.responder.setItemIcon(at, icon("globe", "accent"))

    def _named(self, kind: str, profile: str, model_name: str) -> str:
        who = {"scripted": self.tr("Script"), "by_hand": self.tr("Nobody chosen")}.get(kind, profile)
        return f"{who} · {model_name}" if model_name else who

    def _tell_switch(self, switch: Segmented, kind: str, value: str, modes: Sequence[str]) -> None:
        for mode in modes:
            action = self._actions[f"{kind}_{mode}"]
            switch.set_available(mode, action.isEnabled(), action.toolTip())
        switch.set_current(value if value in modes else modes[0])

    def _responder_chosen(self, at: int) -> None:
        if at == self.responder.count() - 1:
            self._actions["profiles"].trigger()
        self.profile_chosen.emit(self.responder.itemData(at) or "")

    def _reword(self) -> None:
        self.setWindowTitle(self.tr("Toolbar"))
        self.run.tell(running=self._bridge.running)
        self.responder.setAccessibleName(self.tr("Who answers"))
        self.model.setAccessibleName(self.tr("Model"))
        self.tools.setAccessibleName(self.tr("Tools"))
        for label, switch in zip(self._labels, (self.model, self.tools), strict=True):
            label.setText(switch.accessibleName())
        words = {"live": self.tr("Live"), "recorded": self.tr("Recorded"), "scripted": self.tr("Scripted")}
        words["by_hand"] = self.tr("By hand")
        for switch, modes in ((self.model, MODEL_MODES), (self.tools, TOOLS_MODES)):
            for mode in modes:
                switch.set_words(mode, words[mode])
        self.tools.set_words("recorded", self._recorded_words())
        key = self._actions["palette"].shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        wide = self.search.minimumWidth() > theme().px(100)
        command = self.tr("Run a command")
        self.search.setText(f"{command}    {key}" if wide else "")
        self.search.setAccessibleName(command)
        self.search.setToolTip(keyed(command, key))


def _model_mode(session: OpenedSession | None) -> str:
    """What the Model switch shows: where nobody is chosen that is *live*."""
    if session is None or (session.model_mode == "by_hand" and not session.writes_replies):
        return "live"
    return session.model_mode
