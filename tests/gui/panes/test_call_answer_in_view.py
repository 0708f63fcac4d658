"""An answer that is opened below the edge comes into view, with the buttons that give it."""

from pytestqt.qtbot import QtBot

from tests.gui.panes.conftest import Panes
from tests.gui.panes.refund import paused_session


def test_the_answer_of_the_last_card_is_whole_when_it_opens(panes: Panes, qtbot: QtBot) -> None:
    session, _, notify = paused_session()
    panes.holder.resize(1000, 520)
    panes.open(session)
    calls = panes.response.calls
    card = calls.card(notify)
    assert card is not None
    calls.reveal(notify)
    card.act("mock")
    qtbot.waitUntil(lambda: not card.answer.isHidden())
    use = card.answer.use
    qtbot.waitUntil(lambda: use.visibleRegion().boundingRect() == use.rect())
