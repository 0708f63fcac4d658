"""Random edits of every kind: their undo gives the original bytes, what they leave is accepted or not sent, results stand in call order.

`EDIT_SEQUENCES=3000` in the environment asks for as many sequences in each test, in place of the few of every run.
"""

import json
import os
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from studio.engine import edits
from studio.engine.reply_edits import moved
from studio.messages.message import Message, user
from studio.messages.parts import Call, Reasoning
from studio.problems import StudioError
from studio.session.events import CallEdited, Edit, EditedTogether, RequestSent, ResultEdited, SetupChanged
from studio.session.nodes import CallKey
from studio.session.setup import ResponderChoice
from studio.session.state import CallState, OpenReply
from studio.session.truths import Truth
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.canned import Answers, Canned, Tools, reply
from tests.flow.shop import Shop, requests, say

pytestmark = pytest.mark.anyio

SEQUENCES = int(os.environ.get("EDIT_SEQUENCES", "0"))
DIALECTS = ("openai_chat", "anthropic_messages", "openai_responses", "ollama_chat")
TEXTS = ("", "x", "订单 48213", '{"text": "z"}', "{}", "{", "\u2028", '{"text": 5}')
NAMES = ("note", "wipe", "nothing", "a b", "")
IDS = ("", "call_1", "same", "ä")
TRUTHS: tuple[Truth, ...] = ("rewrite", "notify", "keep")


class Editor:
    """Edits a session at random, by the verbs that the window and the command line have."""

    def __init__(self, session: OpenedSession, luck: Random) -> None:
        self.session = session
        self.luck = luck
        if luck.random() < 0.6:  # the history can be edited only where no call is open
            self.fill()
        self.verbs: tuple[Callable[[], object], ...] = (
            *(self._call, self._truth, self._result, self._mock, self._request) * 2, self._add, self._double, self._move, self._remove,
            self._text, self._message, self._reply, self._sent, self._setup, self._together, self._say,
        )  # fmt: skip

    def edit(self) -> None:
        """Do one thing, unless it is refused."""
        try:
            self.luck.choice(self.verbs)()
        except StudioError:
            pass  # refused, as a person would be

    def fill(self) -> None:
        """Give every call that has none a result."""
        if any(call.status != "done" for call in self._calls()):
            self.session.fill_open("m")

    def _calls(self) -> tuple[CallState, ...]:
        return self.session.state.open.calls if self.session.state.open is not None else ()

    def _key(self) -> CallKey:
        calls = self._calls()
        return self.luck.choice(calls).key if calls else (self.session.head, 0)

    def _say_something(self) -> str:
        return self.luck.choice(TEXTS)

    def _call(self) -> None:
        pick = self.luck.choice
        changes: dict[str, Any] = pick(
            (
                {"arguments": self._say_something()},
                {"name": pick(NAMES)},
                {"id": pick(IDS)},
                {"name": "note", "arguments": "{}"},
            )
        )
        self.session.edit_call(self._key(), truth=pick((None, *TRUTHS)), **changes)

    def _truth(self) -> None:
        self.session.set_truth(self._key(), self.luck.choice(TRUTHS), self.luck.choice(("", "By hand.")))

    def _result(self) -> None:
        self.session.edit_result(self._key(), self._say_something(), is_error=self.luck.random() < 0.3)

    def _mock(self) -> None:
        self.session.mock(self._key(), self._say_something())

    def _add(self) -> None:
        self.session.add_call(self.luck.choice(NAMES), at=self.luck.choice((None, 0, 1)))

    def _double(self) -> None:
        self.session.duplicate_call(self._key())

    def _move(self) -> None:
        self.session.move_call(self._key(), self.luck.randrange(4))

    def _remove(self) -> None:
        self.session.remove_call(self._key())

    def _text(self) -> None:
        self.session.edit_reply_text(self._say_something())

    def _message(self) -> None:
        some = (None, user(self._say_something()), Message("assistant", ()), Message("user", ()))
        self.session.edit_message(self.luck.randrange(5), self.luck.choice(some))

    def _request(self) -> None:
        """Several places of the body at once."""
        body = json.loads(self.session.request_json())
        items = body.get("messages") or body["input"]
        self.luck.shuffle(items) if self.luck.random() < 0.3 else items.pop(self.luck.randrange(len(items)))
        body["temperature"] = self.luck.choice((0.1, 0.2))
        self.session.edit_request_json(json.dumps(body))

    def _reply(self) -> None:
        opened = self.session.state.open
        if opened is not None:
            parts = [part for part in opened.reply.parts if not isinstance(part, Reasoning)]
            self.luck.shuffle(parts)
            self.session.edit_reply(type(opened.reply)(tuple(parts)))

    def _sent(self) -> None:
        self.session.edit_sent_result(self.luck.randrange(6), self._say_something())

    def _setup(self) -> None:
        some: tuple[dict[str, Any], ...] = (
            {"system": self._say_something()}, {"params": {"temperature": 0.5}}, {"off": ("note",)}, {"edit_truth": "keep"},
        )  # fmt: skip
        self.session.change_setup(**self.luck.choice(some))

    def _together(self) -> None:
        edits: list[Edit] = [SetupChanged(system=self._say_something())]
        for call in self._calls():
            if call.result is None:
                now = Call(call.call.name, self._say_something(), call.call.id)
                edits.append(CallEdited(call=call.key, now=now, truth=self.luck.choice(TRUTHS), notice="n"))
            else:
                edits.append(ResultEdited(call=call.key, text=self._say_something()))
        self.session.journal.append(EditedTogether(edits=tuple(edits)))

    def _say(self) -> None:
        say(self.session, self._say_something())


async def _begun(shop: Shop, workspace: Workspace, dialect: str) -> OpenedSession:
    """Two rounds: one whose results were sent, and one with two open calls."""
    choice = ResponderChoice("scripted", dialect=dialect, model_name="shop", script=str(shop.script))
    session = await shop.session(workspace, shop.folder / f"{dialect}.tcsession", responder=choice)
    say(session, "two")
    await session.step()
    for call in session.state.open.calls if session.state.open is not None else ():
        session.mock(call.key, "noted")
    await session.step()
    say(session, "two")
    await session.step()
    return session


@pytest.mark.promise("F1")
@pytest.mark.parametrize("dialect", DIALECTS)
async def test_the_undo_of_any_edits_gives_the_original_bytes(shop: Shop, workspace: Workspace, dialect: str) -> None:
    session = await _begun(shop, workspace, dialect)
    for seed in range(SEQUENCES or 25):
        _undone(session, Random(seed))


def _undone(session: OpenedSession, luck: Random) -> None:
    first, editor = session.head, Editor(session, luck)
    head, before = session.head, session.request_json()
    steps = 0
    for _ in range(luck.randrange(1, 7)):
        at = session.head
        editor.edit()
        steps += session.head != at
    after, end = session.request_json(), session.head
    for _ in range(steps):
        session.undo()
    assert (session.head, session.request_json()) == (head, before), "one step of undo an edit, however many places"
    for _ in range(steps):
        session.redo()
    assert (session.head, session.request_json()) == (end, after)
    session.rewind(first)


@pytest.mark.promise("F1")
@pytest.mark.promise("F3")
@pytest.mark.parametrize("dialect", DIALECTS)
async def test_whatever_is_edited_the_history_is_accepted_or_not_sent(
    shop: Shop, workspace: Workspace, dialect: str
) -> None:
    session = await _begun(shop, workspace, dialect)
    head, sent = session.head, 0
    for seed in range(SEQUENCES or 25):
        sent += await _accepted_or_blocked(session, Random(seed))
        session.rewind(head)
    assert sent, "some of them are sent"


async def _accepted_or_blocked(session: OpenedSession, luck: Random) -> bool:
    editor = Editor(session, luck)
    for _ in range(luck.randrange(1, 7)):
        editor.edit()
    editor.fill()
    before = len(requests(session))
    looked = session.history_problems()
    stop = await session.step()
    if stop.what == "invalid_history":
        assert len(requests(session)) == before, "nothing was sent"
        assert any(problem.severity == "error" for problem in looked), "what blocks was shown beforehand"
        return False
    sent = requests(session)
    if len(sent) == before:  # something else is due
        return False
    event = session.tree.event(sent[-1])
    assert isinstance(event, RequestSent)
    assert event.invalid == ()
    # Looked at from the beginning, as a draft would be: what was checked piece by piece came to the same.
    found = session.check_body(session.request_json(sent[-1]))
    assert [problem.code for problem in found if problem.severity == "error"] == []
    return True


@pytest.mark.promise("F2")
async def test_any_order_of_decisions_over_parallel_calls_gives_the_results_in_call_order() -> None:
    for seed in range(SEQUENCES or 60):
        await _decided(Random(seed))


async def _decided(luck: Random) -> None:
    count = luck.randrange(1, 6)
    model = Answers(reply("", *(("do", json.dumps({"n": at})) for at in range(count))), reply("end"))
    canned = Canned(model, Tools(do=_said), concurrent=luck.random() < 0.5)
    canned.say()
    await canned.stepper.go("step")
    for key in luck.sample([call.key for call in _opened(canned).calls], count):
        await luck.choice((_run, _mock, _reject, _edit, _keep, _edit_result, _move))(canned, key, luck)
    for call in _opened(canned).calls:
        if call.status != "done":
            await canned.stepper.run_call(call.key)
    ordered = [(call.call.id, call.result.text) for call in _opened(canned).calls if call.result is not None]
    await canned.stepper.go("step")
    body = json.loads(model.bodies[-1])
    said = next(message["tool_calls"] for message in body["messages"] if message.get("tool_calls"))
    results = [(each["tool_call_id"], each["content"]) for each in body["messages"] if each["role"] == "tool"]
    assert (len(results), results) == (count, ordered)
    assert [call["id"] for call in said] == [id for id, _ in results]


def _said(n: object) -> str:
    return f"did {n}"


def _opened(canned: Canned) -> OpenReply:
    opened = canned.journal.state.open
    assert opened is not None
    return opened


async def _run(canned: Canned, key: CallKey, _luck: Random) -> None:
    await canned.stepper.run_call(key)


async def _mock(canned: Canned, key: CallKey, _luck: Random) -> None:
    canned.journal.append(edits.give_result(canned.journal.state, key, "mock", f"m{key}", is_error=False))


async def _reject(canned: Canned, key: CallKey, _luck: Random) -> None:
    canned.journal.append(edits.give_result(canned.journal.state, key, "rejected", f"r{key}", is_error=True))


async def _edit(canned: Canned, key: CallKey, luck: Random, truth: Truth = "rewrite") -> None:
    changes = {"arguments": json.dumps({"n": f"e{key}"})}
    event = edits.edit_call(canned.journal.state, key, changes, truth)
    assert event is not None
    canned.journal.append(event)
    if luck.random() < 0.7:
        await canned.stepper.run_call(key)


async def _keep(canned: Canned, key: CallKey, luck: Random) -> None:
    await _edit(canned, key, luck, "keep")


async def _edit_result(canned: Canned, key: CallKey, _luck: Random) -> None:
    await canned.stepper.run_call(key)
    event = edits.edit_result(canned.journal.state, key, f"x{key}", is_error=False)
    assert event is not None
    canned.journal.append(event)


async def _move(canned: Canned, key: CallKey, luck: Random) -> None:
    opened = _opened(canned)
    at = next(at for at, call in enumerate(opened.calls) if call.key == key)
    changed = moved(opened, at, luck.randrange(len(opened.calls)))
    event = edits.edit_reply(canned.journal.state, changed.reply, changed.positions)
    if event is not None:
        canned.journal.append(event)
