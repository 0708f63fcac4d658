"""Tab goes through a call card as it is read: what the history says stands before the buttons that run the call."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QWidget

from tests.gui.panes.conftest import Panes
from tests.gui.panes.refund import paused_session


def test_tab_goes_through_a_card_from_top_to_bottom(panes: Panes) -> None:
    session, refund, _ = paused_session()
    panes.open(session)
    card = panes.response.calls.card(refund)
    assert card is not None
    card.arguments.fix()
    card.commit()
    panes.bridge.tick()
    card.truth.open()
    stops: list[QWidget] = [
        card.truth.link,
        next(view for view in card.arguments.switch.findChildren(QAbstractButton) if view.isChecked()),
        card.arguments.editor,
    ]
    stops += [card.truth.buttons["rewrite"], card.bar.main_button()]
    reached = _reached(card)
    assert sorted(stops, key=reached.index) == stops


def _reached(card: QWidget) -> list[QWidget]:
    found, at = list[QWidget](), card.nextInFocusChain()
    while at is not None and at is not card:
        if card.isAncestorOf(at) and at.focusPolicy() & Qt.FocusPolicy.TabFocus:
            found.append(at)
        at = at.nextInFocusChain()
    return found
