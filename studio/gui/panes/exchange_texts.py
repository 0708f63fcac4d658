"""An exchange in words: its heads, its raw text, why there is no answer, who answered without HTTP, and its copies.

Above: `http_pane`. Below: `bridge`, `present`. Knows no widget; what it says is in the language of the window.
"""

from collections.abc import Callable
from typing import assert_never

from PySide6.QtCore import QObject

from studio.gui.bridge import Bridge
from studio.gui.words import fill, seconds, sentence, told_error
from studio.present.exchanges import Exchanged, body_of, responder_of
from studio.present.wire_copies import as_curl, as_python
from studio.problems import StudioError
from studio.session.kept_exchange import KeptExchange

Headers = tuple[tuple[str, str], ...]


class ExchangeTexts(QObject):
    """`key_variable` gives the environment variable of a profile's key, by the profile's name."""

    def __init__(self, bridge: Bridge, key_variable: Callable[[str], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._key_variable = bridge, key_variable

    def copy(self, one: Exchanged, form: str) -> str:
        """The request as a command (`curl`) or a program (`python`), without a key."""
        kept = one.kept or KeptExchange("POST", one.url)
        session = self._bridge.session
        name = responder_of(session.tree, one).profile if session is not None else ""
        make = as_curl if form == "curl" else as_python
        return make(kept, self.body(one), self._key_variable(name))

    def headers(self, one: Exchanged) -> list[tuple[str, Headers]]:
        """Request line with its headers, status line with its; only the first while there is no answer."""
        kept = one.kept
        if kept is None:
            return [(f"POST {one.url}" if one.url else self.local(one), ())]
        return [(f"{kept.method} {kept.url}", kept.request_headers), (self._status(one), kept.headers)]

    def raw(self, one: Exchanged) -> str:
        """Everything as it went, one below the other."""
        (sent, *answered), body = self.headers(one), text_of(self.body(one))
        parts = [_head(*sent), "", body]
        if one.kept is not None:
            parts += ["", "", _head(*answered[0]), "", text_of(one.kept.body)]
        return "\n".join(parts)

    def _status(self, one: Exchanged) -> str:
        kept = one.kept
        if kept is None or kept.status is None:
            return self.tr("No status: the connection failed.")
        return f"HTTP {kept.status} · {seconds(kept.seconds)}"

    def no_answer(self, one: Exchanged) -> str:
        """Why nothing came."""
        if one.end is None:
            return self.tr("No answer yet.")
        return sentence(one.error.message) if one.error is not None else self.tr("There was no HTTP exchange.")

    def local(self, one: Exchanged) -> str:
        """Who answered without HTTP; empty when it went over HTTP. What is kept then is the exchange that was recorded."""
        match one.request.source:
            case "scripted":
                return self.tr("Answered by the script: nothing went over HTTP.")
            case "recorded":
                return self.tr("Answered by the recording: nothing went over HTTP.")
            case "by_hand":
                return self.tr("Answered by hand: nothing went over HTTP.")
            case "live":
                return ""
            case _:
                assert_never(one.request.source)

    def note(self, one: Exchanged) -> str:
        """What is to be known of it at first: that a small model was asked, or who answered without HTTP."""
        if one.choice is not None:
            return self.tr("Asked before the request which groups of tools to open.")
        if one.asked is not None:
            said = self.tr("Asked because the MCP server {server} wanted a model's answer.")
            return fill(said, server=one.asked.server)
        return self.local(one)

    def body(self, one: Exchanged) -> bytes:
        """The body of the request; what is wrong with the file where it cannot be had."""
        session = self._bridge.session
        try:
            return body_of(session.tree, one) if session is not None else b""
        except StudioError as error:
            return told_error(error).encode()


def text_of(data: bytes) -> str:
    """Bytes as text; what is no UTF-8 is shown as replaced."""
    return data.decode("utf-8", "replace")


def _head(title: str, headers: Headers) -> str:
    return "\n".join((title, *(f"{name}: {value}" for name, value in headers)))
