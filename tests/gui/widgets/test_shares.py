"""Two parts keep their shares: at every size, and from one run to the next."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from studio.gui.widgets.shares import Shares


def _shown(qtbot: QtBot, kept: str = "") -> Shares:
    """What was remembered is taken over before there is any part, as when the window is made."""
    shares = Shares()
    qtbot.addWidget(shares)
    shares.take(kept)
    shares.resize(1000, 500)
    for _ in range(2):
        shares.addWidget(QWidget())
    shares.lay()
    shares.show()
    return shares


def _share(shares: Shares) -> float:
    return round(shares.sizes()[0] / sum(shares.sizes()), 2)


def test_a_handle_that_was_moved_is_there_in_the_next_run(qtbot: QtBot) -> None:
    shares = _shown(qtbot)
    assert _share(shares) == 0.4
    shares.moveSplitter(600, 1)
    assert _share(shares) == 0.6
    shares.resize(500, 500)
    assert _share(shares) == 0.6
    shares.setOrientation(Qt.Orientation.Vertical)
    again = _shown(qtbot, shares.kept())
    assert (_share(again), again.orientation()) == (0.6, Qt.Orientation.Vertical)


@pytest.mark.parametrize("kept", ["AAAA/wAAAAEAAAAC", "nan", "1e9", "-1", "0.0", "inf Vertical?"])
def test_what_is_no_share_is_the_usual_one(qtbot: QtBot, kept: str) -> None:
    assert _share(_shown(qtbot, kept)) == 0.4
