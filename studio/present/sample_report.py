"""A sample, counted: which tool was chosen how often, how arguments spread, what was right, how long it took, what it cost. Pure.

Above: `workspace/sampled`. Below: `sample_values`, `sample_spread`, `sample_chance`, `session/kept_samples`. What tokens cost is handed in.
"""

import math
import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from studio.messages.reply import Usage
from studio.present.sample_chance import chance
from studio.present.sample_spread import counts, spreads
from studio.present.sample_values import (
    ArmReport,
    Difference,
    ProbeTally,
    SampleReport,
    Tally,
    ToolTally,
)
from studio.session.kept_samples import KeptSample
from studio.session.samples import SampleArm, SampleReply

__all__ = ["Price", "SampleReport", "report"]

Price = Callable[[int, int], float | None]
"""US dollars for tokens in and out; None where the price is not known."""
Expected = Callable[[SampleReply], tuple[str, ...] | None]


def report(sample: KeptSample, prices: Sequence[Price]) -> SampleReport:
    """What came so far, or at all. `prices` are those of the arms."""
    arms = tuple(_arm(sample, at, price) for at, price in enumerate(prices))
    others = [(arms[0], other) for other in arms[1:]]
    return SampleReport(
        sample.id,
        sample.at,
        sample.ended,
        sample.why,
        len(sample.taken),
        sample.total,
        arms,
        tuple(found for one, other in others for found in _differences(one, other)),
    )


def _arm(sample: KeptSample, at: int, price: Price) -> ArmReport:
    arm, probes = sample.plan.arms[at], sample.plan.probes
    mine = [one for one in sample.taken if one.arm == at]
    by_probe: list[list[SampleReply]] = [[] for _ in probes]
    for one in mine:
        by_probe[one.probe].append(one)

    def expected(one: SampleReply) -> tuple[str, ...] | None:
        return probes[one.probe].expects

    each = tuple(
        ProbeTally(probe.prompt, probe.expects, tally(taken, expected, price))
        for probe, taken in zip(probes, by_probe, strict=True)
    )
    whole = tally(mine, expected, price) if len(probes) > 1 else each[0].tally
    return ArmReport(arm.name, arm.profile, arm.model_name, whole, each, _text(arm))


def _text(arm: SampleArm) -> str:
    """What an arm says otherwise than the request as it is."""
    system = [arm.system or ""] if isinstance(arm.system, str) else []
    return "\n".join([*system, *(f"{tool}: {text}" for tool, text in arm.descriptions.items())])


def tally(taken: Sequence[SampleReply], expected: Expected, price: Price) -> Tally:
    """Some of the replies, counted."""
    replied = [(one, one.reply) for one in taken if one.reply is not None]
    failed = [one.error for one in taken if one.error is not None]
    named = [[call.name for call in reply.calls] for _, reply in replied]
    wanted = [
        (names, expects)
        for (one, _), names in zip(replied, named, strict=True)
        if (expects := expected(one)) is not None
    ]
    seconds = sorted(one.seconds for one, _ in replied)
    usages = [reply.usage for _, reply in replied if reply.usage is not None and _is_counted(reply.usage)]
    into, out = sum(usage.input or 0 for usage in usages), sum(usage.output or 0 for usage in usages)
    return Tally(
        replies=len(replied),
        errors=counts(error.message for error in failed if error.kind != "cancelled"),
        cancelled=sum(error.kind == "cancelled" for error in failed),
        none=sum(not names for names in named),
        several=sum(len(names) > 1 for names in named),
        tools=_tools(named),
        spreads=spreads(call for _, reply in replied for call in reply.calls),
        expected=len(wanted),
        right=sum(set(names) == set(expects) for names, expects in wanted),
        median=statistics.median(seconds) if seconds else None,
        p90=seconds[math.ceil(0.9 * len(seconds)) - 1] if seconds else None,
        input=into,
        output=out,
        uncounted=len(replied) - len(usages),
        cost=price(into, out) if usages else None,
    )


def _is_counted(usage: Usage) -> bool:
    return usage.input is not None or usage.output is not None


def _tools(named: Sequence[Sequence[str]]) -> tuple[ToolTally, ...]:
    """Each tool that was called, the one called most often first."""
    first = Counter(names[0] for names in named if names)
    at_all = Counter(name for names in named for name in dict.fromkeys(names))
    return tuple(ToolTally(name, first[name], times) for name, times in at_all.most_common())


def _differences(one: ArmReport, other: ArmReport) -> Iterator[Difference]:
    """Where two arms did not do the same as often; what was right is told in any case."""
    here, there = one.tally, other.tally
    if here.expected and there.expected:
        yield _difference(one, other, "right", "", (here.right, here.expected, there.right, there.expected))
    if not (here.replies and there.replies):
        return
    mine, theirs = ({tool.name: tool.any for tool in tally.tools} for tally in (here, there))
    hits = [("none", "", here.none, there.none)]
    hits += [("tool", name, mine.get(name, 0), theirs.get(name, 0)) for name in dict.fromkeys((*mine, *theirs))]
    for what, name, first, second in hits:
        if first * there.replies != second * here.replies:
            yield _difference(one, other, what, name, (first, here.replies, second, there.replies))


def _difference(one: ArmReport, other: ArmReport, what: str, tool: str, table: tuple[int, int, int, int]) -> Difference:
    return Difference(one.name, other.name, what, tool, *table, chance(*table))
