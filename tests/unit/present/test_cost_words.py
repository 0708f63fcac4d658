"""What is said of costs: unknown is never nought."""

import pytest

from studio.messages.price import Price, Rate
from studio.present.cost_words import cost_of, price_words, status_words, total_words
from studio.present.labels import english
from studio.present.spending_values import Sums

PAID = Sums(replies=2, live=2, paid=0.0213)
PARTLY = Sums(replies=3, live=3, paid=0.02, unknown=1, uncounted=1)
UNKNOWN = Sums(replies=2, live=2, unknown=2)
PLAYED = Sums(replies=2, unpaid=0.5, unpaid_known=2)
PLAYED_PARTLY = Sums(replies=2, unpaid=0.5, unpaid_known=1, unpaid_unknown=1)
PLAYED_UNKNOWN = Sums(replies=2, unpaid_unknown=2)
BY_HAND = Sums(replies=1, free=1)


@pytest.mark.parametrize(
    ("sums", "row", "status", "total"),
    [
        (PAID, "$0.0213", "$0.0213", "Cost: $0.0213."),
        (
            PARTLY,
            "at least $0.0200",
            "at least $0.0200",
            "Cost: at least $0.0200; of 1 reply it is not known. For 1 reply no tokens were reported.",
        ),
        (UNKNOWN, "unknown", "cost unknown", "Cost: unknown."),
        (
            PLAYED,
            "($0.500)",
            "nothing paid",
            "Nothing was paid. Recorded and scripted replies cost nothing here; asked live they would cost $0.500.",
        ),
        (
            PLAYED_PARTLY,
            "(at least $0.500)",
            "nothing paid",
            "Nothing was paid. Recorded and scripted replies cost nothing here; asked live they would cost at least $0.500.",
        ),
        (
            PLAYED_UNKNOWN,
            "(unknown)",
            "nothing paid",
            "Nothing was paid. Recorded and scripted replies cost nothing here; what they would cost live is not known.",
        ),
        (BY_HAND, "–", "nothing paid", "Nothing was paid."),
        (Sums(), "–", None, ""),
    ],
)
def test_a_cost_is_said_the_same_everywhere(sums: Sums, row: str, status: str | None, total: str) -> None:
    said = status_words(sums)
    assert english(cost_of(sums)) == row
    assert (english(said) if said is not None else None) == status
    assert " ".join(map(english, total_words(sums))) == total


def test_a_price_says_whose_it_is() -> None:
    listed = Price("gpt-4o-mini", "OpenAI", Rate(0.15), Rate(0.6), Rate(0.075))
    own = Price("qwen*", "", Rate(0.0), Rate(3.0), own=True)
    said = "price: gpt-4o-mini (OpenAI), $0.15 / $0.60 per million in / out, $0.075 cached"
    assert english(price_words(listed)) == said
    assert english(price_words(own)) == "your price: qwen*, $0.00 / $3.00 per million in / out"
    assert english(price_words(None)) == "price unknown"
