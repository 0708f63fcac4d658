"""The stop places of the session as four switches over the breakpoints: they hold whatever the breakpoints do.

Above: the Breakpoints dock. Below: `bridge`. The same as the menu Run, Stop places.
"""

from msgspec.structs import replace
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QCheckBox, QLabel, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.look.theme import theme
from studio.gui.panes.wrapped_row import WrappedRow
from studio.session.breakpoint_spec import PLACES
from studio.session.nodes import Place
from studio.workspace.opened import OpenedSession


class StopPlaces(QWidget):
    """`switches` are the four of them by place."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._title = QLabel(self)
        self._title.setProperty("role", "hint")
        self.switches: dict[Place, QCheckBox] = {place: QCheckBox(self) for place in PLACES}
        self._row = WrappedRow(self, gap=theme().px(10))
        for place, switch in self.switches.items():
            switch.clicked.connect(lambda on=False, place=place: self._switch(place, on))
            self._row.add(switch)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme().px(12), 0, theme().px(8), theme().px(6))
        column.setSpacing(theme().px(4))
        column.addWidget(self._title)
        column.addWidget(self._row)
        theme().changed.connect(self._fit)
        self._reword()

    def refresh(self) -> None:
        """Show them as they are now. They are changed between moves only, like the other settings."""
        session = self._bridge.session
        may = session is not None and not session.read_only and not self._bridge.running
        for place, switch in self.switches.items():
            switch.setChecked(session is not None and bool(getattr(session.state.setup.stops, place)))
            if may or not switch.hasFocus():  # a switch that was pressed keeps the keyboard
                switch.setEnabled(may)

    def _switch(self, place: Place, on: bool) -> None:
        def switch(opened: OpenedSession) -> None:
            opened.change_setup(stops=replace(opened.state.setup.stops, **{place: on}))

        self._bridge.do(switch)
        self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _reword(self) -> None:
        why = self.tr(
            "Stop places hold for the whole session, whatever the breakpoints below do (menu Run, Stop places)."
        )
        named = {
            "before_request": (self.tr("Before requests"), self.tr("Stop before each request")),
            "after_reply": (self.tr("After replies"), self.tr("Stop after each reply")),
            "before_call": (self.tr("Before calls"), self.tr("Stop before each call")),
            "after_result": (self.tr("After results"), self.tr("Stop after each result")),
        }
        self._title.setText(self.tr("Stop places"))
        for place, switch in self.switches.items():
            short, whole = named[place]
            switch.setText(short)
            switch.setAccessibleName(whole)
            switch.setToolTip(f"{whole}\n{why}")
        self._title.setToolTip(why)
        self._fit()

    def _fit(self) -> None:
        """All as wide as the widest: they stand below one another in every line."""
        for switch in self.switches.values():
            switch.setMinimumWidth(0)
        widest = max(switch.sizeHint().width() for switch in self.switches.values())
        for switch in self.switches.values():
            switch.setMinimumWidth(widest)
