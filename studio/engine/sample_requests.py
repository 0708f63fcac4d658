"""The requests of a sample, made from the state of a session: each arm's way to ask, with each probe's words. Pure.

Above: `sample`, `workspace/sampled`. Below: `compose`, `offering`, `weighing`. Asks nobody and changes nothing of the session.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from studio.dialects.parameters import translate
from studio.engine.compose import Composer
from studio.engine.due import AskModel, ChooseTools, due
from studio.engine.edits import EditRefusedError
from studio.engine.offering import clash, with_offering
from studio.engine.validity import InvalidHistoryError, problems_in, refusal
from studio.engine.weighing import Weighing
from studio.messages.message import Message, user
from studio.messages.request import ChatRequest
from studio.said import said
from studio.session.chain import Chain
from studio.session.responder_choice import ResponderChoice
from studio.session.samples import SampleArm, SamplePlan, SampleProbe
from studio.session.setup import Setup
from studio.session.state import SessionState, settled
from studio.session.tree import Tree


class SampleRequest(msgspec.Struct, frozen=True, eq=False):
    """What is sent for arm number `arm` and probe number `probe`: `sent` byte for byte, `kept` the same without secrets; `tokens` is what
    it weighs, as estimated."""

    arm: int
    probe: int
    setup: Setup
    request: ChatRequest
    sent: bytes
    kept: str
    tokens: int


def sampled_state(tree: Tree, state: SessionState, plan: SamplePlan) -> SessionState:
    """The state whose due request is sampled: that of `state`, or where it stands after a request the one before that was sent. Where every
    probe brings its own words and nothing was sent yet, any state will do. Raises EditRefusedError with the reason."""
    todo = due(state)
    if isinstance(todo, ChooseTools):
        raise EditRefusedError(
            said("Which tools this request offers is yet to be chosen."),
            said("Step once (F10): the choice is made, and nothing is sent."),
        )
    if isinstance(todo, AskModel):
        return state
    if state.last_request is not None and state.last_request in tree:
        return tree.state(tree.parent(state.last_request))
    if all(probe.prompt for probe in plan.probes):
        return state
    raise EditRefusedError(said("No request is due here, and none was sent."), said("Write a message first."))


def arm_setup(
    setup: Setup, arm: SampleArm, asked: ResponderChoice | None = None, params: Mapping[str, Any] | None = None
) -> Setup:
    """The settings in which an arm asks. `asked` is whom, with the profile's own `params`; None: whom the session asks. Raises
    EditRefusedError for a tool that is not there."""
    known = {tool.name for tool in setup.tools}
    strange = next((name for name in arm.descriptions if name not in known), None)
    if strange is not None:
        raise EditRefusedError(
            said("There is no tool named {tool} to describe.", tool=strange),
            said("Name one of the session's tools."),
        )
    own = setup.params
    if asked is not None:
        own = {**translate(setup.params, setup.responder.dialect, asked.dialect)[0], **(params or {})}
    choice = asked or setup.responder
    told = arm.descriptions
    return replace(
        setup,
        responder=replace(choice, model_name=arm.model_name or choice.model_name),
        system=setup.system if arm.system is UNSET else arm.system,
        tools=tuple(replace(tool, description=told.get(tool.name, tool.description)) for tool in setup.tools),
        params={**own, **(arm.params or {})},
    )


def made_requests(
    state: SessionState, plan: SamplePlan, setups: Sequence[Setup], composer: Callable[[Setup], Composer]
) -> tuple[SampleRequest, ...]:
    """One request for each arm and probe, arm after arm. `setups` are those of the arms. Raises StudioError when one cannot be made."""
    weighing = Weighing()
    found: list[SampleRequest] = []
    for arm, setup in enumerate(setups):
        for at, probe in enumerate(plan.probes):
            asked = with_offering(replace(_with_words(state, probe), setup=setup))
            twice = clash(asked)
            if twice:
                raise EditRefusedError(twice)
            written = composer(asked.setup)
            composed = written.compose(asked)
            refused = refusal(problems_in(written, composed, asked))
            if refused:
                raise InvalidHistoryError(refused, said("Repair the messages first, then ask."))
            sent, kept = composed.sent.join(), composed.kept.join().decode("utf-8", "replace")
            tokens = weighing.of(asked).total
            found.append(SampleRequest(arm, at, asked.setup, composed.request, sent, kept, tokens))
    return tuple(found)


def _with_words(state: SessionState, probe: SampleProbe) -> SessionState:
    """The state with a probe's words in place of the last user message, and nothing after it: what came after answered other words."""
    if not probe.prompt:
        return state
    before = _before_user(settled(state)).append(user(probe.prompt))
    return replace(state, messages=before, open=None, asked=None, failed=None, memo=None)


def _before_user(history: Chain[Message]) -> Chain[Message]:
    link = history
    while link.previous is not None:
        if link.value.role == "user":
            return link.previous
        link = link.previous
    return history
