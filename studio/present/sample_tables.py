"""The report of a sample as tables of words.

Above: `sample_text`, `sample_parts`, the window. Below: `sample_values`, `report`, `words`. Whoever asks gives the language.
"""

from collections.abc import Callable, Iterator

from studio.present.report import Table
from studio.present.sample_values import ArmReport, Count, Difference, ProbeTally, SampleReport, Spread, Tally
from studio.present.words import Words, words

Say = Callable[[Words], str]
MOST_VALUES = 6
"""Values of one member that are told; the others are counted."""
LONGEST = 60
"""Characters of one value, prompt or error that are told."""
LONGEST_VARIANT = 400
"""Characters of what a variant says that are told."""


def outcome(report: SampleReport) -> Words:
    """How it ended, or how far it is."""
    if report.why:
        return words(f"sample.why.{report.why}", done=report.done, total=report.total)
    if report.ended:
        return words("sample.done", n=report.done)
    return words("sample.running", done=report.done, total=report.total)


def remarks(report: SampleReport) -> Iterator[Words]:
    """What the figures leave out."""
    for arm in report.arms:
        if arm.tally.cancelled:
            yield words("sample.cancelled", arm=arm.name, n=arm.tally.cancelled)
        if arm.tally.uncounted:
            yield words("sample.uncounted", arm=arm.name, n=arm.tally.uncounted)


def tables(report: SampleReport, say: Say) -> Iterator[Table]:
    """All that was counted; what has no rows is left away."""
    made = (_variants, _overview, _tools, _arguments, _prompts, _differences, _errors)
    return (table for make in made if (table := make(report, say)).rows)


def share(times: int, of: int) -> str:
    """A count and what it is of a hundred."""
    return f"{times} ({round(100 * times / of)} %)" if of else f"{times}"


def money(cost: float | None, unknown: str) -> str:
    """US dollars, small ones with their first digits."""
    if cost is None:
        return unknown
    return f"${cost:.2f}" if cost >= 1 or not cost else f"${cost:.2g}" if cost >= 0.0001 else "< $0.0001"


def seconds(value: float | None) -> str:
    """A time, or a dash."""
    return "–" if value is None else f"{value:.2f} s"


def short(text: str, longest: int = LONGEST) -> str:
    """On one line, and not too long."""
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def values_text(values: tuple[Count, ...], absent: int, say: Say) -> str:
    """Values with their counts, the most frequent first; what is too much is counted."""
    told = [f"{short(one.text)} × {one.times}" for one in values[:MOST_VALUES]]
    told += [f"{say(words('sample.absent'))} × {absent}"] if absent else []
    rest = len(values) - MOST_VALUES
    return ", ".join((*told, *((say(words("sample.others", n=rest)),) if rest > 0 else ())))


def expected_text(expects: tuple[str, ...] | None, say: Say) -> str:
    """The tools that should be called."""
    if expects is None:
        return "–"
    return ", ".join(expects) or say(words("sample.none"))


def called_text(tally: Tally, say: Say) -> str:
    """Each tool and how often it was called, and how often none was."""
    told = [f"{tool.name} × {tool.any}" for tool in tally.tools]
    return ", ".join((*told, *((f"{say(words('sample.none'))} × {tally.none}",) if tally.none else ())))


def chance_text(found: Difference, say: Say) -> str:
    """Whether a difference may be chance, with how much it rests on."""
    if not found.points:
        return say(Words("sample.no_difference"))
    key = "sample.hardly_chance" if found.hardly_chance else "sample.could_be_chance"
    p = f"= {found.chance:.2f}" if found.chance >= 0.01 else "< 0.01"
    return say(words(key, p=p, count=found.of, other=found.other_of))


def what_text(found: Difference, say: Say) -> str:
    """What two variants did not do as often."""
    return say(Words(f"sample.what.{found.what}", {"tool": found.tool} if found.tool else {}))


def _heads(say: Say, *keys: str) -> tuple[str, ...]:
    return tuple(say(words(f"sample.{key}")) for key in keys)


def _variants(report: SampleReport, say: Say) -> Table:
    rows = tuple((arm.name, short(arm.text, LONGEST_VARIANT)) for arm in report.arms if arm.text)
    return Table(say(words("sample.variants")), _heads(say, "variant", "text"), rows)


def _overview(report: SampleReport, say: Say) -> Table:
    heads = _heads(say, "variant", "model", "replies", "failed", "right", "median", "p90", "tokens", "cost")
    rows = tuple(_overview_row(arm, say) for arm in report.arms)
    return Table(say(words("sample.overview")), heads, rows, tuple(range(2, 9)))


def _overview_row(arm: ArmReport, say: Say) -> tuple[str, ...]:
    tally = arm.tally
    right = share(tally.right, tally.expected) if tally.expected else "–"
    counts = (f"{tally.replies}", f"{tally.failed}", right, seconds(tally.median), seconds(tally.p90))
    tokens = f"{tally.input:,} / {tally.output:,}" if tally.input or tally.output else "–"
    return arm.name, arm.model_name, *counts, tokens, money(tally.cost, say(words("sample.unknown")))


def _tools(report: SampleReport, say: Say) -> Table:
    rows = tuple(row for arm in report.arms for row in _tool_rows(arm, say))
    return Table(say(words("sample.tools")), _heads(say, "variant", "tool", "first", "any"), rows, (2, 3))


def _tool_rows(arm: ArmReport, say: Say) -> Iterator[tuple[str, ...]]:
    of = arm.tally.replies
    for tool in arm.tally.tools:
        yield arm.name, tool.name, share(tool.first, of), share(tool.any, of)
    if arm.tally.none:
        yield arm.name, say(words("sample.none")), "–", share(arm.tally.none, of)
    if arm.tally.several:
        yield arm.name, say(words("sample.several")), "–", share(arm.tally.several, of)


def _arguments(report: SampleReport, say: Say) -> Table:
    rows = tuple(
        (arm.name, *row) for arm in report.arms for spread in arm.tally.spreads for row in spread_rows(spread, say)
    )
    return Table(say(words("sample.arguments")), _heads(say, "variant", "tool", "member", "values"), rows)


def spread_rows(spread: Spread, say: Say) -> Iterator[tuple[str, str, str]]:
    """Tool, member, values: member by member, or the whole text where that is no object."""
    if not spread.members:
        yield spread.tool, say(words("sample.whole")), values_text(spread.arguments, 0, say)
    for member in spread.members:
        yield spread.tool, member.name, values_text(member.values, member.absent, say)


def _prompts(report: SampleReport, say: Say) -> Table:
    told = len(report.arms[0].probes) > 1 if report.arms else False
    rows = tuple(_prompt_row(arm, probe, say) for arm in report.arms for probe in arm.probes) if told else ()
    heads = _heads(say, "variant", "prompt", "expected", "right", "called")
    return Table(say(words("sample.prompts")), heads, rows, (3,))


def _prompt_row(arm: ArmReport, probe: ProbeTally, say: Say) -> tuple[str, ...]:
    tally = probe.tally
    prompt = short(probe.prompt) or say(words("sample.as_it_is"))
    right = share(tally.right, tally.expected) if tally.expected else "–"
    return arm.name, prompt, expected_text(probe.expects, say), right, called_text(tally, say)


def _differences(report: SampleReport, say: Say) -> Table:
    heads = (
        *_heads(say, "what", "variant", "variant"),
        say(words("sample.difference")),
        say(words("sample.chance")),
    )
    rows = tuple(_difference_row(found, say) for found in report.differences)
    return Table(say(words("sample.differences")), heads, rows, (3,))


def _difference_row(found: Difference, say: Say) -> tuple[str, ...]:
    one = f"{found.one}: {share(found.hits, found.of)}"
    other = f"{found.other}: {share(found.other_hits, found.other_of)}"
    points = say(words("sample.points", points=f"{found.points:+.0f}"))
    return what_text(found, say), one, other, points, chance_text(found, say)


def _errors(report: SampleReport, say: Say) -> Table:
    rows = tuple((arm.name, short(error.text), f"{error.times}") for arm in report.arms for error in arm.tally.errors)
    return Table(say(words("sample.errors")), _heads(say, "variant", "error", "times"), rows, (2,))
