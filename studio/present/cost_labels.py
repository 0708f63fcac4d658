"""The English templates of what is said of costs. A part of `labels.TEMPLATES`.

Above: `labels`. Below: `marked`. The same rules: one line a phrase, under the context `labels`, with named places.
"""

from studio.present.marked import QT_TRANSLATE_NOOP, Template

COST_TEMPLATES: dict[str, Template] = {
    # A cost; in brackets stands what was not paid.
    "cost.known": QT_TRANSLATE_NOOP("labels", "{money}"),
    "cost.least": QT_TRANSLATE_NOOP("labels", "at least {money}"),
    "cost.unknown": QT_TRANSLATE_NOOP("labels", "unknown"),
    "cost.unpaid": QT_TRANSLATE_NOOP("labels", "({money})"),
    "cost.unpaid_least": QT_TRANSLATE_NOOP("labels", "(at least {money})"),
    "cost.unpaid_unknown": QT_TRANSLATE_NOOP("labels", "(unknown)"),
    "cost.none": QT_TRANSLATE_NOOP("labels", "–"),
    # The same in one line by itself.
    "cost.total.known": QT_TRANSLATE_NOOP("labels", "Cost: {money}."),
    "cost.total.least": (
        QT_TRANSLATE_NOOP("labels", "Cost: at least {money}; of 1 reply it is not known."),
        QT_TRANSLATE_NOOP("labels", "Cost: at least {money}; of {n} replies it is not known."),
    ),
    "cost.total.unknown": QT_TRANSLATE_NOOP("labels", "Cost: unknown."),
    "cost.total.nothing": QT_TRANSLATE_NOOP("labels", "Nothing was paid."),
    "cost.total.unpaid": QT_TRANSLATE_NOOP(
        "labels", "Recorded and scripted replies cost nothing here; asked live they would cost {money}."
    ),
    "cost.total.unpaid_least": QT_TRANSLATE_NOOP(
        "labels", "Recorded and scripted replies cost nothing here; asked live they would cost at least {money}."
    ),
    "cost.total.unpaid_unknown": QT_TRANSLATE_NOOP(
        "labels", "Recorded and scripted replies cost nothing here; what they would cost live is not known."
    ),
    "cost.uncounted": (
        QT_TRANSLATE_NOOP("labels", "For 1 reply no tokens were reported."),
        QT_TRANSLATE_NOOP("labels", "For {n} replies no tokens were reported."),
    ),
    "cost.status.unknown": QT_TRANSLATE_NOOP("labels", "cost unknown"),
    "cost.status.nothing": QT_TRANSLATE_NOOP("labels", "nothing paid"),
    # Rows.
    "cost.round": QT_TRANSLATE_NOOP("labels", "Round {number}"),
    "cost.model.none": QT_TRANSLATE_NOOP("labels", "not named"),
    "cost.model.by_hand": QT_TRANSLATE_NOOP("labels", "without a model"),
    "cost.calls": (
        QT_TRANSLATE_NOOP("labels", "1 call"),
        QT_TRANSLATE_NOOP("labels", "{n} calls"),
    ),
    "cost.errors": (
        QT_TRANSLATE_NOOP("labels", "1 failed"),
        QT_TRANSLATE_NOOP("labels", "{n} failed"),
    ),
    "cost.replies": (
        QT_TRANSLATE_NOOP("labels", "1 reply"),
        QT_TRANSLATE_NOOP("labels", "{n} replies"),
    ),
    "cost.failed": (
        QT_TRANSLATE_NOOP("labels", "1 request failed"),
        QT_TRANSLATE_NOOP("labels", "{n} requests failed"),
    ),
    "cost.agent": QT_TRANSLATE_NOOP("labels", "as an agent"),
    # Whose price it is.
    "cost.price": QT_TRANSLATE_NOOP("labels", "price: {model} ({provider}), {input} / {output} per million in / out"),
    "cost.price.cached": QT_TRANSLATE_NOOP(
        "labels", "price: {model} ({provider}), {input} / {output} per million in / out, {cached} cached"
    ),
    "cost.price.own": QT_TRANSLATE_NOOP("labels", "your price: {model}, {input} / {output} per million in / out"),
    "cost.price.own_cached": QT_TRANSLATE_NOOP(
        "labels", "your price: {model}, {input} / {output} per million in / out, {cached} cached"
    ),
    "cost.price.unknown": QT_TRANSLATE_NOOP("labels", "price unknown"),
    # Columns.
    "cost.column.title": QT_TRANSLATE_NOOP("labels", "what"),
    "cost.column.input": QT_TRANSLATE_NOOP("labels", "in"),
    "cost.column.cached": QT_TRANSLATE_NOOP("labels", "cached"),
    "cost.column.output": QT_TRANSLATE_NOOP("labels", "out"),
    "cost.column.reasoning": QT_TRANSLATE_NOOP("labels", "reasoning"),
    "cost.column.cost": QT_TRANSLATE_NOOP("labels", "cost"),
    "cost.column.model": QT_TRANSLATE_NOOP("labels", "model time"),
    "cost.column.tools": QT_TRANSLATE_NOOP("labels", "tool time"),
    "cost.column.waited": QT_TRANSLATE_NOOP("labels", "waited for you"),
    "cost.by.rounds": QT_TRANSLATE_NOOP("labels", "By round"),
    "cost.by.tools": QT_TRANSLATE_NOOP("labels", "By tool"),
    "cost.by.models": QT_TRANSLATE_NOOP("labels", "By model"),
}
