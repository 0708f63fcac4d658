"""The Context dock: what fills the prompt of the request that is looked at, or of the next one, and how much room the model has left.

Above: `late_panes`. Below: `context_bar`, `context_list`, `round_shown`, `bridge`. Reads; where a part stands is told by a signal.
"""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.look.theme import theme
from studio.gui.panes.context_bar import ContextBar, share
from studio.gui.panes.context_list import ContextList
from studio.gui.panes.round_shown import RoundShown, shown_at, shown_at_head
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.widgets.pane_header import IconSign
from studio.gui.widgets.segmented import Segmented
from studio.gui.words import fill, number
from studio.present.context_values import ContextView
from studio.session.frames import frames
from studio.session.state import SessionState
from studio.workspace.opened import OpenedSession


class ContextPane(QWidget):
    """`part_wanted` gives a part that is to be looked at, `limit_wanted` asks for where a model's window is set, `message_wanted` for a
    place to write."""

    part_wanted = Signal(object)
    limit_wanted = Signal()
    message_wanted = Signal()

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("context_pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("look", "surface")
        self._bridge = bridge
        self._seen: tuple[object, ...] = ()
        self._view = ContextView()
        self.which, self.figure, self.left_out = QLabel(self), QLabel(self), QLabel(self)
        self._sign = IconSign("warn", "warn", self)
        self.limit = Button("", self, look="link")
        self.order = Segmented("", (("size", ""), ("order", "")), self)
        self.bar, self.list = ContextBar(self), ContextList(self)
        self._none, self._stack = EmptyState("", parent=self, icon="layers"), QStackedWidget(self)
        self._lay_out()
        self._join()
        self._reword()

    def refresh(self) -> None:
        """Show what changed; nothing is done while nobody looks."""
        session = self._bridge.session
        if session is None or not self.isVisible():
            return
        shown = self._shown(session)
        at = session.state if shown.request is None else shown
        seen = (session, at, shown, session.prices_version)
        if seen != self._seen:
            self._seen = seen
            self._view = self._weighed(session, shown)
            self._tell(session, shown)

    def _shown(self, session: OpenedSession) -> RoundShown:
        node = self._bridge.selection
        if node is None or node == session.head or node not in session.tree:
            return shown_at_head(session.state)
        return shown_at(session.tree, node, session.head)

    def _weighed(self, session: OpenedSession, shown: RoundShown) -> ContextView:
        if shown.request is None:
            return session.next_context(None if shown.live else shown.asked_from(session.tree))
        opened = shown.ended(session.tree).open
        reply = opened.event if opened is not None and opened.event > shown.request else None
        return session.sent_context(shown.request, reply)

    # ---- what is said

    def _tell(self, session: OpenedSession, shown: RoundShown) -> None:
        view = self._view
        self._stack.setCurrentIndex(0 if view.parts else 1)
        self.which.setText(self._which(session, shown))
        self._tell_figure(view)
        self.bar.show_view(view)
        self.left_out.setVisible(view.left_out > 0)
        said = self.tr("%n message(s) left out of it by the memory, ≈{tokens} tokens", "", view.left_out)
        self.left_out.setText(fill(said, tokens=number(view.left_out_tokens)))
        self._list()

    def _which(self, session: OpenedSession, shown: RoundShown) -> str:
        if shown.request is None:
            return self.tr("The next request")
        before = session.tree.state(session.tree.parent(shown.request))
        return fill(self.tr("Sent in round {n}"), n=_round_after(before))

    def _tell_figure(self, view: ContextView) -> None:
        about = "" if view.reported else "≈"
        places = {"tokens": f"{about}{number(view.tokens)}", "window": number(view.window or 0)}
        if view.window:
            part = share(view.tokens, view.window)
            text = fill(self.tr("{tokens} of {window} tokens · {share}"), share=part, **places)
        else:
            text = fill(self.tr("{tokens} tokens · limit not known"), **places)
        strain = {"tight": self.tr("Nearly full."), "over": self.tr("More than the model reads.")}.get(view.strain, "")
        self.figure.setText(f"{text}\n{strain}" if strain else text)
        self.figure.setProperty("role", {"tight": "warn", "over": "error"}.get(view.strain, "small"))
        self.figure.style().unpolish(self.figure)
        self.figure.style().polish(self.figure)
        self._sign.setVisible(bool(strain))
        over = view.strain == "over"
        self._sign.set("provider_error" if over else "warn", "error" if over else "warn")
        self.limit.setVisible(not view.window and bool(view.model))
        self.figure.setToolTip(self._basis(view))

    def _basis(self, view: ContextView) -> str:
        if view.reported:
            return self.tr("As the provider counted it; the parts are estimates, scaled to it.")
        if view.factor != 1:
            return self.tr("Estimated; scaled by what the provider reported for the last request.")
        return self.tr("Estimated; the provider has reported nothing yet to scale it by.")

    def _list(self) -> None:
        view = self._view
        by_size = self.order.current() == "size"
        session = self._bridge.session
        if session is not None:
            self.list.show_parts(view.by_size() if by_size else view.parts, view.factor, session.blanked)

    # ---- its parts

    def _lay_out(self) -> None:
        px = theme().px
        for label in (self.which, self.figure, self.left_out):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setMinimumWidth(1)
        self.which.setProperty("role", "strong")
        self.left_out.setProperty("role", "hint")
        head, said = QHBoxLayout(), QHBoxLayout()
        head.addWidget(self.which, 1)
        head.addWidget(self.order)
        said.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        said.addWidget(self.figure, 1)
        said.addWidget(self.limit)
        filled = QWidget(self)
        column = QVBoxLayout(filled)
        column.setContentsMargins(0, px(8), 0, 0)
        column.setSpacing(px(6))
        for part in (head, said, self.bar, self.left_out):
            row = QHBoxLayout()
            row.setContentsMargins(px(12), 0, px(12), 0)
            row.addLayout(part) if isinstance(part, QHBoxLayout) else row.addWidget(part)
            column.addLayout(row)
        column.addWidget(self.list, 1)
        self._stack.addWidget(filled)
        self._stack.addWidget(self._none)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._stack)

    def _join(self) -> None:
        self.order.chosen.connect(lambda _id: self._list())
        self.list.part_wanted.connect(self.part_wanted)
        self.bar.origin_wanted.connect(self.list.choose_origin)
        self.limit.clicked.connect(lambda _on=False: self.limit_wanted.emit())
        self._none.pressed.connect(self.message_wanted)
        self._bridge.session_changed.connect(self._anew)
        self._bridge.refreshed.connect(self.refresh)
        self._bridge.selected.connect(self._selected)

    def _selected(self, _node: int) -> None:
        self.refresh()

    def _anew(self) -> None:
        self._seen = ()
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """What changed while it was out of sight."""
        super().showEvent(event)
        self._anew()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self.list.redraw()
            self._anew()
        super().changeEvent(event)

    def _reword(self) -> None:
        self.order.setAccessibleName(self.tr("Order of the parts"))
        self.order.set_words("size", self.tr("By size"))
        self.order.set_words("order", self.tr("In order"))
        self.limit.set_words(self.tr("Set…"))
        self.limit.setToolTip(self.tr("Say how many tokens the model reads (Settings, Models)"))
        self.list.setAccessibleName(self.tr("Parts of the prompt"))
        self._none.set(self.tr("Nothing is in the prompt yet."), self.tr("Write a message"), "layers")


def _round_after(before: SessionState) -> str:
    """The number of the round of a request that was made at a state; within an agent that of its caller's round stands before."""
    inner, *callers = frames(before)
    return ".".join(number(count) for count in (*(frame.rounds for frame in reversed(callers)), inner.rounds + 1))
