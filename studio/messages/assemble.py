"""The one place that joins deltas: what a stream brought so far, as a reply.

Above: `responders`, `engine`, the window's running view. Below: `delta`, `parts`, `reply`. Knows no provider's format.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from studio.messages.delta import Delta
from studio.messages.parts import Call, Part
from studio.messages.reply import ChatReply, ProviderError, Usage
from studio.messages.slots import Extra, Opening, Rank, Run, Whole


class Assembly:
    """Takes deltas one by one. `error` is the error the stream brought, if any; `reply()` may be asked at any time."""

    def __init__(self) -> None:
        self.error: ProviderError | None = None
        self._slots: list[Run | Opening | Whole] = []
        self._rank: Rank = ()
        self._at: dict[Rank, Run | Whole] = {}
        self._open = ""
        self._pieces: list[str] = []
        self._calls: dict[int, Opening] = {}
        self._finish: str | None = None
        self._resumable = False
        self._usage: Usage | None = None
        self._model = ""
        self._id = ""
        self._extra = Extra()

    def feed_all(self, deltas: Iterable[Delta]) -> None:
        """Add deltas."""
        for delta in deltas:
            # Nearly all go on where the one before ended.
            if delta[0] == self._open and len(delta) == 2:
                self._pieces.append(delta[1])
            else:
                self.feed(delta)

    def feed(self, delta: Delta) -> None:
        """Add one delta; one of an unknown form is left out."""
        kind = delta[0]
        if kind == self._open:
            self._pieces.append(delta[1])
        elif kind == "call":
            self._feed_call(*delta[1:])
        elif kind in ("text", "reasoning", "refusal"):
            self._begin(kind).pieces.append(delta[1])
        else:
            self._feed_other(delta)
        if kind == "reasoning" and len(delta) > 2:
            self._reasoning().extra.add("member", delta[2])

    def reply(self) -> ChatReply:
        """The reply so far, its parts by rank, then in the order in which they began to arrive."""
        slots = sorted(self._slots, key=_rank) if self._rank else self._slots
        parts = tuple(slot.part() for slot in slots)
        extra = self._extra.value()
        return ChatReply(parts, self._finish, self._usage, self._model, self._id, extra, "", self._resumable)

    def _begin(self, kind: str) -> Run:
        run = self._at.get(self._rank) if self._rank else None
        if not isinstance(run, Run) or run.kind != kind:
            run = Run(kind, self._rank)
            self._slots.append(run)
            if self._rank:
                self._at[self._rank] = run
        self._open, self._pieces = kind, run.pieces
        return run

    def _feed_call(self, position: int, id: str | None, name: str | None, fragment: str, form: str) -> None:
        call = self._call(position)
        if id is not None:
            call.id = id
        if name is not None:
            call.name = name
        call.form = form
        call.pieces.append(fragment)

    def _call(self, position: int) -> Opening:
        call = self._calls.get(position)
        if call is None:
            call = self._calls[position] = Opening(self._rank)
            self._slots.append(call)
            self._open = ""
        return call

    def _feed_other(self, delta: Delta) -> None:
        match delta:
            case ("at", tuple() as rank):
                self._move(rank)
            case ("signature", str() as text):
                self._reasoning().signature.append(text)
            case ("finish", str() as reason):
                # A second, less telling reason (`tool_calls`, then `stop`) says nothing new.
                self._finish = self._finish or reason
            case ("usage", usage):
                self._usage = usage
            case ("model", str() as name):
                self._model = name
            case ("id", str() as id):
                self._id = id
            case _:
                self._feed_rest(delta)

    def _feed_rest(self, delta: Delta) -> None:
        match delta:
            case ("extra", str() as key, value):
                self._extra.add(key, value)
            case ("call_extra", int() as position, str() as key, value):
                self._call(position).extra.add(key, value)
            case ("call_all", int() as position, *rest):
                self._call(position).pieces.clear()
                self._feed_call(position, *rest)
            case ("run_extra", str() as key, value):
                self._run().extra.add(key, value)
            case ("part", part):
                self._put(part)
            case ("resumable",):
                self._resumable = True
            case ("error", error):
                self.error = self.error or error
            case _:
                pass

    def _move(self, rank: Rank) -> None:
        if rank != self._rank:
            self._rank, self._open = rank, ""

    def _put(self, part: Part) -> None:
        self._open = ""
        former = self._at.get(self._rank) if self._rank else None
        if former is not None:
            former.whole = part
            return
        slot = Whole(part, self._rank)
        self._slots.append(slot)
        if self._rank:
            self._at[self._rank] = slot

    def _run(self) -> Run:
        """The text or reasoning at the rank; without a rank the one that began last."""
        if self._rank:
            run = self._at.get(self._rank)
            return run if isinstance(run, Run) else self._begin("text")
        return next((slot for slot in reversed(self._slots) if isinstance(slot, Run)), None) or self._begin("text")

    def _reasoning(self) -> Run:
        if self._rank:
            return self._begin("reasoning")
        for slot in reversed(self._slots):
            if isinstance(slot, Run) and slot.kind == "reasoning":
                return slot
        return self._begin("reasoning")


def _rank(slot: Run | Opening | Whole) -> Rank:
    return slot.rank


def with_ids(reply: ChatReply, prefix: str) -> ChatReply:
    """The reply with an id for each call that has none: `call_<prefix>_<position>`.

    For formats that answer a call by its id. `prefix` has to be unlike that of any other reply of the session. The old
    single `function_call` is answered by name and stays without.
    """
    if all(call.id or call.form == "legacy" for call in reply.calls):
        return reply
    position = -1
    parts: list[Part] = []
    for part in reply.parts:
        if isinstance(part, Call):
            position += 1
            if not part.id and part.form != "legacy":
                part = Call(part.name, part.arguments, f"call_{prefix}_{position}", part.form, part.extra)
        parts.append(part)
    return replace(reply, parts=tuple(parts))
