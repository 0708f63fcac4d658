"""The list of exchanges, where there are very many: shown anew, as a change of the theme does, they are all there."""

from pytestqt.qtbot import QtBot

from studio.gui.panes.exchange_list import ExchangeList
from studio.present.exchanges import Exchanged
from studio.session.events import RequestSent
from studio.session.nodes import NodeId


def test_thousands_of_exchanges_are_shown_anew_while_one_is_chosen(qtbot: QtBot) -> None:
    listed = ExchangeList()
    qtbot.addWidget(listed)
    with qtbot.waitExposed(listed):
        listed.show()
    found = tuple(Exchanged(RequestSent(id=NodeId(at), source="live")) for at in range(1, 3001))
    for _ in range(2):
        listed.show_exchanges(found, found[1500])
        assert listed.currentIndex().row() == 1500
        listed.redraw()
    assert (listed.topLevelItemCount(), listed.currentIndex().row()) == (3000, 2999)
