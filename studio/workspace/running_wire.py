"""The bytes of the reply that is running now, each piece with its time, for whoever looks at them.

Above: `seen`, the window. Below: nothing. Bytes are redacted before they get here; they are let go when the reply has its event.
"""

import time


class RunningWire:
    """`pieces` are (bytes, milliseconds since the request was written down); `turn` grows with each request."""

    def __init__(self) -> None:
        self.turn = 0
        self.pieces: list[tuple[bytes, int]] = []
        self._began = 0.0

    def begin(self) -> None:
        """A request goes out now."""
        self.turn += 1
        self.pieces = []
        self._began = time.monotonic()

    def add(self, data: bytes) -> None:
        """A piece of its answer came."""
        self.pieces.append((data, int((time.monotonic() - self._began) * 1000)))

    def end(self) -> None:
        """The answer has its event; who still holds the pieces keeps them."""
        self.pieces = []
