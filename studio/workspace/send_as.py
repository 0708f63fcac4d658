"""One request asked in several ways: natively, with the tools as text, in JSON mode. Each way is a branch of the session.

Above: both fronts. Below: `opened`, `dialects/parameters`. Nothing runs but the requests, one after the other; the head comes back.
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Literal

import msgspec
from msgspec.structs import replace

from studio.dialects.parameter_places import UnsupportedError
from studio.dialects.parameters import put
from studio.engine.due import AskModel, ChooseTools
from studio.engine.edits import EditRefusedError
from studio.engine.falling_back import traits
from studio.messages.remark import Remark
from studio.messages.reply import ChatReply, ProviderError
from studio.problems import StudioError
from studio.said import said
from studio.session.events import SetupChanged
from studio.session.nodes import NodeId
from studio.session.setup import Setup
from studio.workspace.opened import OpenedSession

Key = Literal["native", "text", "json"]
KEYS: tuple[Key, ...] = ("native", "text", "json")


class Way(msgspec.Struct, frozen=True):
    """One way to ask. `form` is the text form in which the tools are told, empty for natively; `setup` asks so. `refused` is why
    this dialect cannot, empty when it can."""

    key: Key
    form: str
    setup: Setup
    refused: str = ""


class Told(msgspec.Struct, frozen=True):
    """What came of one way. `node` is the last event of its branch, None when nothing was sent."""

    way: Way
    node: NodeId | None = None
    reply: ChatReply | None = None
    error: ProviderError | None = None
    sentence: str = ""
    seconds: float = 0.0


def ways(setup: Setup, form: str = "") -> tuple[Way, ...]:
    """The three ways for a setup; `form` is the text form of the second one, empty for that of the model's family, or ReAct."""
    choice = setup.responder
    form = form or traits(choice).text_form or "react"
    native = replace(setup, responder=replace(choice, calls="native", text_form=""))
    text = replace(setup, responder=replace(choice, calls=form, text_form=""))
    printed = "json_block" if setup.sent_tools else ""
    in_json = replace(setup, responder=replace(choice, calls=printed or "native", text_form=""))
    try:
        params = put(choice.dialect, setup.params, "output", "json")
    except UnsupportedError as error:
        return Way("native", "", native), Way("text", form, text), Way("json", printed, in_json, str(error))
    return Way("native", "", native), Way("text", form, text), Way("json", printed, replace(in_json, params=params))


async def send_as(
    session: OpenedSession,
    chosen: Iterable[Way],
    on_told: Callable[[Told], None] = lambda _: None,
    *,
    goes_on: bool = True,
) -> tuple[Told, ...]:
    """Ask the next request in each way and come back to where the session stood.

    With `goes_on` the session goes on there as if nothing was asked. `on_told` hears of each as it ends. A cancelled one ends it
    all. Raises EditRefusedError when no request is due. Where the
    tools are yet to be chosen, they are, once for all ways.
    """
    if isinstance(session.due, ChooseTools):
        await session.step()
    if not isinstance(session.due, AskModel):
        raise EditRefusedError(
            said("No request is due here."), said("Write a message first, or go back to before a request.")
        )
    start, told = session.head, []
    here = _held(session, start) if goes_on else start
    try:
        for way in chosen:
            made = await _ask(session, start, way)
            told.append(made)
            on_told(made)
            if made.error is not None and made.error.kind == "cancelled":
                break
    finally:
        if session.head != here:
            session.rewind(here)
    return tuple(told)


def _held(session: OpenedSession, start: NodeId) -> NodeId:
    """Where the session goes on afterwards. At the tip of a branch an event holds the place: else the first reply would become
    the branch's own, and going on would begin another."""
    if session.tree.tip(start) != start:
        return start
    return session.journal.append(SetupChanged(remarks=(Remark("asked_in_ways"),), automatic=True)).id


async def _ask(session: OpenedSession, start: NodeId, way: Way) -> Told:
    if way.refused:
        return Told(way, sentence=way.refused)
    if session.head != start:
        session.rewind(start)
    before = session.state.last_request
    event = session.journal.append(SetupChanged(responder=way.setup.responder, params=way.setup.params))
    session.rename_branch(event.id, session.free_branch_name(way.key))
    began = time.monotonic()
    try:
        stop = await session.step()
        while stop.reason == "limit":
            stop = (
                await session.step()
            )  # each is passed once: limits are there so that no loop runs on, and this was asked for
    except StudioError as error:
        return Told(way, sentence=str(error))
    except asyncio.CancelledError:
        await session.cancel()
        raise
    if session.state.last_request == before:
        # Nothing was sent: what stands open is the reply before.
        return Told(way, sentence=stop.text)
    seconds = time.monotonic() - began
    opened, failed = session.state.open, session.state.failed
    return Told(way, session.head, opened.reply if opened is not None else None, failed, seconds=seconds)
