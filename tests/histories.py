"""Random sessions for property tests: hypothesis draws moves, `Telling` makes the events that fit where the session stands.

Above: tests of `session`, `engine`, `store`. Requests are made by the real composer in a real dialect. Knows no test.
"""

from collections.abc import Callable
from typing import Any

import hypothesis.strategies as st
from hypothesis import settings

from studio.dialects.openai_chat import OpenAIChat
from studio.engine.compose import Composer
from studio.messages.message import Message, user
from studio.messages.parts import Call, Text
from studio.messages.passage import Passage
from studio.messages.reply import ChatReply, ProviderError, Usage
from studio.session.events import (
    CallEdited,
    CallStarted,
    Edit,
    EditedTogether,
    Event,
    HistoryEdited,
    MessageAdded,
    ReplyEdited,
    ReplyReceived,
    RequestFailed,
    ResultEdited,
    ResultRecorded,
    SetupChanged,
)
from studio.session.journal import Journal, NowhereSink, Sink
from studio.session.memory import Memory
from studio.session.nodes import NodeId
from studio.session.setup import ResponderChoice
from studio.session.state import settled
from studio.session.tree import Tree
from studio.session.truths import Truth

LONG = 'The policy says, in many words and with "quotes", \\slashes\\ and 杯子破损: refund the damaged item. ' * 3

texts = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        [
            "",
            "订单 48213",
            LONG,
            LONG + "!",
            '{"$text":3}',
            '{"$more":[1]}',
            '"$text"',
            "\ud800",
            "a\u2028b",
            '\\"',
            "\x00\n",
        ]
    ),
)
"""Texts that have caused trouble somewhere: long ones, such as look like ours, lone surrogates, separators."""

numbers = st.one_of(st.integers(0, 3), st.sampled_from([2**63, -(2**70), 0.1]))
KINDS = (
    "say", "ask", "reply", "fail", "start", "result", "edit_call", "edit_result", "edit_reply", "edit_history", "edit_all", "setup", "fork",
)  # fmt: skip
TRUTHS: tuple[Truth, ...] = ("rewrite", "notify", "keep")
moves = st.lists(st.tuples(st.sampled_from(KINDS), texts, numbers), max_size=24)


few = settings(max_examples=25, deadline=None)
"""Enough to find what there is to find in every run of the tests; no clock decides."""


class Telling:
    """A journal in which every move does something that fits, or nothing. `sent` are the bodies as they were sent, by request."""

    def __init__(self, sink: Sink | None = None, journal: Journal | None = None) -> None:
        self.journal = journal or Journal(Tree(), sink or NowhereSink(), lambda: self.journal.tree.last // 2 * 10)
        self.sent: dict[NodeId, bytes] = {}
        self.composer = Composer(OpenAIChat())

    def tell(self, drawn: list[tuple[str, str, float]]) -> "Telling":
        """Make all moves."""
        for kind, text, number in drawn:
            do: Callable[[str, float], Event | None] = getattr(self, f"_{kind}")
            made = do(text, number)
            if made is not None:
                self.journal.append(made)
        return self

    def ask(self) -> NodeId:
        """Append the next request, as the stepper would."""
        state = self.journal.state
        composed = self.composer.compose(state)
        event = self.journal.append(self.composer.event(composed, self.journal.tree, state))
        self.composer.sent(event.id, composed)
        self.sent[event.id] = composed.sent.join()
        return event.id

    def _say(self, text: str, number: float) -> Event:
        if number == 1:
            return MessageAdded(message=Message("assistant", (Text(text), Text("!"))))
        passages = (Passage("a.md", text), Passage("b.md", LONG, always=True)) if number == 2 else ()
        return MessageAdded(message=Message("user", (Text(text),), passages=passages))

    def _ask(self, text: str, number: float) -> None:
        if self.journal.state.asked is None:
            self.ask()

    def _reply(self, text: str, number: float) -> Event | None:
        if self.journal.state.asked is None:
            return None
        calls = tuple(Call(f"tool_{at}", text, f"call_{at}") for at in range(int(number) % 4))
        return ReplyReceived(reply=ChatReply((Text(text), *calls), "stop", Usage(3, 4)), seconds=0.5)

    def _fail(self, text: str, number: float) -> Event | None:
        error = ProviderError("http", text, int(number) % 600)
        return RequestFailed(error=error) if self.journal.state.asked is not None else None

    def _start(self, text: str, number: float) -> Event | None:
        call = self._pick(number)
        return CallStarted(call=call.key) if call and call.status == "open" else None

    def _result(self, text: str, number: float) -> Event | None:
        call = self._pick(number)
        return ResultRecorded(call=call.key, text=text, is_error=number == 1) if call and not call.result else None

    def _edit_call(self, text: str, number: float) -> Event | None:
        call = self._pick(number)
        if call is None:
            return None
        truth = TRUTHS[int(abs(number)) % 3]
        return CallEdited(call=call.key, now=Call("other", text, call.call.id), truth=truth, notice=text)

    def _edit_result(self, text: str, number: float) -> Event | None:
        call = self._pick(number)
        return ResultEdited(call=call.key, text=text) if call and call.result else None

    def _edit_reply(self, text: str, number: float) -> Event | None:
        opened = self.journal.state.open
        if opened is None:
            return None
        added = tuple(Call(f"added_{at}", text) for at in range(int(number) % 3))
        keys = tuple(call.key[1] for call in opened.calls)
        kept = tuple(call.call for call in opened.calls)
        free = max(keys, default=-1) + 1
        return ReplyEdited(parts=(Text(text), *kept, *added), positions=(*keys, *range(free, free + len(added))))

    def _edit_history(self, text: str, number: float) -> Event | None:
        length = len(settled(self.journal.state))
        start = int(number) % (length + 1)
        return HistoryEdited(start=start, removed=min(1, length - start), inserted=(user(text),))

    def _edit_all(self, text: str, number: float) -> Event:
        """The settings, and all calls or else the history, as one event."""
        opened = self.journal.state.open
        calls = opened.calls if opened is not None else ()
        edits: list[Edit] = [SetupChanged(system=text)]
        for call in calls:
            kept = CallEdited(call=call.key, now=Call("all", text, call.call.id), truth="notify", notice="n")
            edits.append(ResultEdited(call=call.key, text=text) if call.result is not None else kept)
        if not calls:
            edits.append(HistoryEdited(start=0, removed=1, inserted=(user(f"{text}{number}"),)))
        return EditedTogether(edits=tuple(edits))

    def _setup(self, text: str, number: float) -> Event:
        params: dict[str, Any] = {"seed": number, "stop": [text]}
        responder = ResponderChoice(model_name="small" if number else "large")
        memory = Memory("messages", int(number)) if number in (1, 3) else Memory()
        return SetupChanged(system=text if number != 2 else None, params=params, responder=responder, memory=memory)

    def _fork(self, text: str, number: float) -> None:
        self.journal.move(NodeId(int(abs(number)) * 7 % (self.journal.tree.last + 1)))

    def _pick(self, number: float) -> Any:
        calls = self.journal.state.open.calls if self.journal.state.open else ()
        return calls[int(number) % len(calls)] if calls else None
