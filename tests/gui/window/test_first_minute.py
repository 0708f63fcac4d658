"""From the first paint to a stopped demo: one key, no network."""

import socket
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]


@pytest.fixture
def reached(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Every address on a network that anything connects to or looks up, this machine's own included."""
    found: list[object] = []
    real, real_ex, look_up = socket.socket.connect, socket.socket.connect_ex, socket.getaddrinfo

    def noted(sock: socket.socket, address: Any) -> None:
        if sock.family in (socket.AF_INET, socket.AF_INET6):
            found.append(address)

    def connect(self: socket.socket, address: Any) -> None:
        noted(self, address)
        real(self, address)

    def connect_ex(self: socket.socket, address: Any) -> int:
        noted(self, address)
        return real_ex(self, address)

    def getaddrinfo(host: Any, *rest: Any, **more: Any) -> Any:
        found.append(host)
        return look_up(host, *rest, **more)

    monkeypatch.setattr(socket.socket, "connect", connect)
    monkeypatch.setattr(socket.socket, "connect_ex", connect_ex)
    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return found


def test_one_key_leads_from_the_start_page_to_the_stopped_demo_without_a_network(
    live: Live, reached: list[object]
) -> None:
    async def play(stage: Stage) -> None:
        await stage.until(QApplication.focusWidget)
        focus = QApplication.focusWidget()
        assert focus is not None
        assert stage.window.isAncestorOf(focus)
        QTest.keyClick(focus, Qt.Key.Key_Return)
        await stage.stopped("breakpoint")
        assert stage.window.panes.response.calls.cards()
        assert stage.window.centre.banner.isVisible()
        assert reached == []

    live(play)
