"""An open session and its samples: the due request asked many times, in several ways, beside the tree. What came is kept in the file.

Above: `opened`. Below: `edited`, `engine/sample`, `present/sample_report`. The head stays, no branch begins, no tool runs.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from studio.engine.edits import EditRefusedError
from studio.engine.sample import Sampler
from studio.engine.sample_requests import SampleRequest, arm_setup, made_requests, sampled_state
from studio.engine.under_way import BusyError
from studio.present.sample_report import Price, SampleReport, report
from studio.problems import StudioError
from studio.responders.responder import Responder
from studio.said import said
from studio.session.journal import Journal
from studio.session.kept_samples import KeptSample, SampleNote, gathered, total
from studio.session.nodes import NodeId
from studio.session.notes import SampleEnded, SampleStarted, SampleTaken
from studio.session.responder_choice import ResponderChoice
from studio.session.samples import SampleArm, SamplePlan, SampleReply
from studio.session.setup import Setup
from studio.session.state import SessionState
from studio.store.session_file import SessionSink
from studio.workspace.edited import EditedSession
from studio.workspace.services import NotReadyError, Wired

USUAL_REPLY = 150
"""Tokens that a reply is taken for beforehand."""
MOST_REQUESTS = 10_000
MOST_AT_ONCE = 32


class SampleAsked(msgspec.Struct, frozen=True):
    """Whom an arm asks, and what that weighs: so many requests, so many tokens in as estimated, US dollars with replies of usual length;
    None where the price is not known."""

    arm: str
    profile: str
    model_name: str
    url: str
    requests: int
    tokens: int
    cost: float | None


class SampleProgress(msgspec.Struct, frozen=True):
    """How far a sample is: `done` of `total` requests, `taken` the last of them; `tokens` and `cost` so far, None where not known."""

    done: int
    total: int
    taken: SampleReply
    tokens: int
    cost: float | None


OnProgress = Callable[[SampleProgress], None]


class _Ready(msgspec.Struct, frozen=True, eq=False):
    """A sample that could begin: `plan` says of each arm which model it asks."""

    at: NodeId
    plan: SamplePlan
    requests: tuple[SampleRequest, ...]


class SampledSession(EditedSession):
    """Samples."""

    def __init__(self, path: Path, journal: Journal, wired: Wired, sink: SessionSink | None, retries: int = 0) -> None:
        super().__init__(path, journal, wired, sink, retries)
        self._sampler: Sampler | None = None
        self._unkept: list[SampleNote] = []
        self._over = asyncio.Event()
        self._over.set()

    @property
    def is_sampling(self) -> bool:
        """Whether a sample is under way."""
        return self._sampler is not None

    def sample_asks(self, plan: SamplePlan, node: NodeId | None = None) -> tuple[SampleAsked, ...]:
        """Whom each arm would ask how much. Asks nobody. Raises StudioError with the reason when it cannot be asked."""
        ready = self._ready_to_sample(plan, node)
        return tuple(self._asked(ready, at) for at in range(len(plan.arms)))

    async def sample(
        self, plan: SamplePlan, on_progress: OnProgress | None = None, *, node: NodeId | None = None, keep: bool = True
    ) -> str:
        """Ask as `plan` says, the request that is due at `node` (None: at the head); the id of the sample. Returns when all was asked, or
        the budget or `stop_sample` ended it; cancelling ends it too. What came is kept, without `keep` only until the session closes.
        Raises StudioError when nothing can be asked; then nothing was begun."""
        if self._sampler is not None:
            raise BusyError(said("A sample is under way."), said("Wait for its end, or cancel it."))
        ready, done = self._ready_to_sample(plan, node), 0
        id = self._free_id()

        def take(taken: SampleReply) -> None:
            nonlocal done
            done += 1
            self._note_sample(SampleTaken(id, taken), keep=keep)
            if on_progress is not None:
                on_progress(SampleProgress(done, total(plan), taken, sampler.tokens, sampler.cost))

        sampler = Sampler(ready.plan, ready.requests, self._answers_aside, self._wired.cost, take)
        self._note_sample(SampleStarted(id, ready.at, ready.plan), keep=keep)
        await self._sampled(sampler, id, keep=keep)
        return id

    async def _sampled(self, sampler: Sampler, id: str, *, keep: bool) -> None:
        """Let it run, and write its end however it ends."""
        self._sampler, why = sampler, "cancelled"
        self._over.clear()
        try:
            why = await sampler.run()
        except (StudioError, OSError):
            why = "failed"
            raise
        finally:
            self._sampler = None
            self._over.set()
            with suppress(StudioError):  # what could not be written is told by `saved`
                self._note_sample(SampleEnded(id, why), keep=keep)
                self._sync()

    def stop_sample(self) -> None:
        """End the sample that is under way; what came is kept. Nothing where none is."""
        if self._sampler is not None:
            self._sampler.end()

    async def end_sample(self) -> None:
        """The same, and wait until it is over."""
        self.stop_sample()
        await self._over.wait()

    def samples(self) -> tuple[KeptSample, ...]:
        """The samples of this session, oldest first; those that are not kept in its file stand last."""
        return self.blanked(gathered((*self.journal.samples, *self._unkept)))

    def sample_report(self, id: str) -> SampleReport:
        """What came of a sample, counted. Raises EditRefusedError for an id that nothing was sampled under."""
        found = next((one for one in self.samples() if one.id == id), None)
        if found is None:
            raise EditRefusedError(said("There is no sample {id} in this session.", id=id))
        return report(found, tuple(self._price(found, arm) for arm in found.plan.arms))

    def _note_sample(self, note: SampleNote, *, keep: bool) -> None:
        if keep:
            self.journal.note(note)
        else:
            self._unkept.append(note)

    def _free_id(self) -> str:
        taken = {one.id for one in (*self.journal.samples, *self._unkept)}
        return next(id for at in range(1, len(taken) + 2) if (id := f"s{at}") not in taken)

    def _ready_to_sample(self, plan: SamplePlan, node: NodeId | None) -> _Ready:
        self._still()
        _check(plan)
        state = sampled_state(self.tree, self.state if node is None else self.tree.state(node), plan)
        setups = tuple(self._setup_of(arm, state) for arm in plan.arms)
        for setup in setups:
            self._answers_aside(setup)
        named = zip(plan.arms, setups, strict=True)
        arms = tuple(replace(arm, model_name=setup.responder.model_name) for arm, setup in named)
        requests = made_requests(state, plan, setups, self._wired.composer)
        return _Ready(state.node, replace(plan, arms=arms), requests)

    def _setup_of(self, arm: SampleArm, state: SessionState) -> Setup:
        """The settings of an arm; one that names no profile asks whom the session asks."""
        if arm.profile:
            return arm_setup(state.setup, arm, *self._of_profile(arm.profile))
        if self.model_mode == "recorded":
            raise NotReadyError(said("This replay asks no model."), said("Name a profile, or switch Model to live."))
        own = arm_setup(state.setup, arm)
        script = own.responder.script if self.model_mode == "scripted" else ""
        return replace(own, responder=replace(own.responder, script=script))

    def _of_profile(self, name: str) -> tuple[ResponderChoice, Mapping[str, Any]]:
        found = self._wired.world.profile(name)
        if found is None:
            raise NotReadyError(said("There is no profile named {name}.", name=name), said("Choose another one."))
        url = self._wired.world.redactor.url(found.base_url)
        choice = ResponderChoice(
            "live", found.name, found.dialect, url, found.model, stream=found.stream, calls=found.calls
        )
        return choice, found.params

    def _answers_aside(self, setup: Setup) -> Responder:
        """Who answers, without a trace in the session. Raises NotReadyError when nobody can."""
        return self._wired.chooser(setup)

    def _asked(self, ready: _Ready, at: int) -> SampleAsked:
        arm, times = ready.plan.arms[at], ready.plan.times
        mine = [one for one in ready.requests if one.arm == at]
        choice, tokens = mine[0].setup.responder, sum(one.tokens for one in mine) * times
        price = self._wired.cost(mine[0].setup, tokens, USUAL_REPLY * len(mine) * times)
        url = self._wired.world.redactor.url(choice.base_url)
        return SampleAsked(arm.name, choice.profile, choice.model_name, url, len(mine) * times, tokens, price)

    def _price(self, sample: KeptSample, arm: SampleArm) -> Price:
        """What the tokens of an arm cost, by what the file says: the same also where the profile is gone since."""
        choice = ResponderChoice(model_name=arm.model_name)
        if not arm.profile and sample.at in self.tree:
            choice = replace(self.tree.state(sample.at).setup.responder, model_name=arm.model_name)
        return lambda into, out: self._wired.cost(Setup(choice), into, out)


def _check(plan: SamplePlan) -> None:
    """Raise EditRefusedError for a plan that cannot be."""
    names = [arm.name for arm in plan.arms]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise EditRefusedError(
            said("Two variants are named {twice}.", twice=twice or said("nothing")), said("Give each another name.")
        )
    if not plan.arms or not plan.probes or plan.times < 1:
        raise EditRefusedError(said("Nothing would be asked."), said("Ask at least one variant, one prompt, once."))
    if total(plan) > MOST_REQUESTS or plan.at_once > MOST_AT_ONCE:
        raise EditRefusedError(
            said(
                "A sample asks at most {most_requests} requests, {most} at the same time.",
                most_requests=f"{MOST_REQUESTS:,}",
                most=MOST_AT_ONCE,
            ),
            said("Ask for less."),
        )
