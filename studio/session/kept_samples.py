"""The samples of a session, gathered from their notes: also those that were cut off, and those of a file that was cut.

Above: `workspace`, `present`. Below: `notes`, `samples`. Pure.
"""

from collections.abc import Iterable
from typing import assert_never

import msgspec
from msgspec.structs import replace

from studio.session.nodes import NodeId
from studio.session.notes import SampleEnded, SampleStarted, SampleTaken
from studio.session.samples import SamplePlan, SampleReply

SampleNote = SampleStarted | SampleTaken | SampleEnded


class KeptSample(msgspec.Struct, frozen=True):
    """One sample of the request due at node `at`. `ended`: it asks no more, because all was asked or because of `why`; one without an end
    is under way, or its program was killed."""

    id: str
    at: NodeId
    plan: SamplePlan
    taken: tuple[SampleReply, ...] = ()
    ended: bool = False
    why: str = ""

    @property
    def total(self) -> int:
        """How many requests were planned."""
        return total(self.plan)


def total(plan: SamplePlan) -> int:
    """How many requests a plan sends."""
    return len(plan.arms) * len(plan.probes) * plan.times


def gathered(notes: Iterable[SampleNote]) -> tuple[KeptSample, ...]:
    """The samples in the order in which they began. Replies whose sample has no beginning in the file belong to none."""
    found: dict[str, KeptSample] = {}
    taken: dict[str, list[SampleReply]] = {}
    for note in notes:
        match note:
            case SampleStarted(id=id, at=at, plan=plan):
                found[id] = KeptSample(id, at, plan)
            case SampleTaken(id=id, taken=reply):
                taken.setdefault(id, []).append(reply)
            case SampleEnded(id=id, why=why):
                found.update({id: replace(found[id], ended=True, why=why)} if id in found else {})
            case _:
                assert_never(note)
    return tuple(replace(one, taken=_fitting(one, taken.get(id, []))) for id, one in found.items())


def _fitting(sample: KeptSample, replies: list[SampleReply]) -> tuple[SampleReply, ...]:
    """Those that belong to an arm and a probe of the plan; a foreign file may say anything."""
    arms, probes = len(sample.plan.arms), len(sample.plan.probes)
    return tuple(one for one in replies if 0 <= one.arm < arms and 0 <= one.probe < probes)
