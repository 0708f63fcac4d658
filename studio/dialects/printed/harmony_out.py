"""The deltas of a Harmony reply, with the tokens around each part kept in what the part is printed as.

Above: `harmony_read`. Below: `form`. Knows no tokens.
"""

from studio.dialects.printed.form import made_up
from studio.messages.delta import Delta


class HarmonyOut:
    """Takes parts and tokens in order. A token belongs to the part before it (`after`) or to the one that comes (`before`)."""

    def __init__(self) -> None:
        self.deltas: list[Delta] = []
        self._pending: list[str] = []
        self._kind = ""
        self._run: list[str] = []
        self._has_tokens = False
        self._position = 0

    def say(self, kind: str, text: str) -> None:
        """Text or reasoning; an empty one only begins the part."""
        if self._kind != kind:
            self.leave()
            self._kind = kind
        self._take_pending()
        self._run.append(text)
        self.deltas.append((kind, text))

    def before(self, token: str) -> None:
        """Text that is no part of what is said and belongs to what comes."""
        self._pending.append(token)

    def after(self, token: str) -> None:
        """The same, belonging to what came last, if anything did."""
        if not token:
            return
        self._pending.append(token)
        if self._kind:
            self._take_pending()

    def call(self, name: str, arguments: str, printed: str) -> None:
        """A call, and the text it stood as."""
        self.leave()
        position, self._position = self._position, self._position + 1
        self._kind, self._run = "call", [*self._pending, printed]
        self._pending = []
        self.deltas.append(("call", position, None, name, arguments, "text"))
        self.deltas.append(("call_extra", position, "in", "harmony"))
        self._has_tokens = True

    def made_up(self, printed: str) -> None:
        """A message that is not the model's to write."""
        self.leave()
        self.deltas.append(("part", made_up("harmony", "".join((*self._pending, printed)))))
        self._pending = []

    def leave(self) -> None:
        """The part is over: it keeps the text it stood as."""
        printed = "".join(self._run)
        if self._kind == "call":
            self.deltas.append(("call_extra", self._position - 1, "printed", printed))
        elif self._has_tokens:
            self.deltas.append(("run_extra", "printed", printed))
        self._kind, self._run, self._has_tokens = "", [], False

    def end(self) -> None:
        """All has come: what still waits for a part belongs to the last."""
        rest, self._pending = "".join(self._pending), []
        if rest and self._kind:
            self.after(rest)
        elif rest:
            self.say("text", rest)
        self.leave()

    def _take_pending(self) -> None:
        if self._pending:
            self._run.extend(self._pending)
            self._pending = []
            self._has_tokens = True
