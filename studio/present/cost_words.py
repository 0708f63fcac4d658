"""What is said of costs: of a row, of all, in the status line, and by which price. An unknown cost is unknown, never nought.

Above: `cost_rows`, `cost_text`, both fronts. Below: `spending_values`, `money`, `words`. Pure.
"""

from collections.abc import Iterator

from studio.messages.price import Price
from studio.present.money import dollars, rate
from studio.present.spending_values import Sums
from studio.present.words import Words, words


def cost_of(sums: Sums) -> Words:
    """The cost of a row. What was recorded or scripted stands in brackets: nobody paid for it here."""
    if sums.live:
        return _amount(sums.paid, sums.live - sums.unknown, sums.unknown, _PAID)
    if sums.unpaid_known or sums.unpaid_unknown:
        return _amount(sums.unpaid, sums.unpaid_known, sums.unpaid_unknown, _UNPAID)
    return words("cost.none")


_PAID = ("cost.known", "cost.least", "cost.unknown")
_UNPAID = ("cost.unpaid", "cost.unpaid_least", "cost.unpaid_unknown")


def _amount(money: float, known: int, unknown: int, keys: tuple[str, str, str]) -> Words:
    whole, least, none = keys
    if not known:
        return words(none)
    return words(least if unknown else whole, money=dollars(money))


def total_words(sums: Sums) -> Iterator[Words]:
    """Sentences about the cost of all."""
    if sums.live:
        yield _total(sums)
    elif sums.replies:
        yield words("cost.total.nothing")
    if sums.unpaid_known or sums.unpaid_unknown:
        yield _unpaid(sums)
    if sums.uncounted:
        yield words("cost.uncounted", n=sums.uncounted)


def status_words(sums: Sums) -> Words | None:
    """The cost as the status line says it; None where nothing was asked."""
    if sums.live:
        return words("cost.status.unknown") if sums.unknown == sums.live else cost_of(sums)
    return words("cost.status.nothing") if sums.replies else None


def _total(sums: Sums) -> Words:
    if sums.unknown == sums.live:
        return words("cost.total.unknown")
    money = dollars(sums.paid)
    return (
        words("cost.total.least", money=money, n=sums.unknown)
        if sums.unknown
        else words("cost.total.known", money=money)
    )


def _unpaid(sums: Sums) -> Words:
    if not sums.unpaid_known:
        return words("cost.total.unpaid_unknown")
    key = "cost.total.unpaid_least" if sums.unpaid_unknown else "cost.total.unpaid"
    return words(key, money=dollars(sums.unpaid))


def price_words(price: Price | None) -> Words:
    """By which price something is counted."""
    if price is None:
        return words("cost.price.unknown")
    said = {"model": price.model, "input": rate(price.input.usual), "output": rate(price.output.usual)}
    if price.cached is not None:
        said["cached"] = rate(price.cached.usual)
    if price.own:
        return Words("cost.price.own_cached" if price.cached is not None else "cost.price.own", {**said})
    key = "cost.price.cached" if price.cached is not None else "cost.price"
    return Words(key, {**said, "provider": price.provider})
