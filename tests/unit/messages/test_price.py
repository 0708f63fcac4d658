"""What the tokens of a model cost."""

from studio.messages.price import Price, Rate
from studio.messages.usage_parts import UsageParts

PRICE = Price("m", "P", Rate(3.0), Rate(15.0), Rate(0.3), Rate(3.75), Rate(6.0), Rate(20.0))


def test_each_part_is_paid_at_its_own_rate() -> None:
    parts = UsageParts(1_000_000, 100_000, cached=500_000, written=200_000, written_long=50_000, reasoning=40_000)
    shares = 300_000 * 3 + 500_000 * 0.3 + 150_000 * 3.75 + 50_000 * 6 + 60_000 * 15 + 40_000 * 20
    assert round(PRICE.cost(parts), 9) == round(shares / 1e6, 9)


def test_a_part_without_a_rate_is_paid_like_the_whole() -> None:
    bare = Price("m", "P", Rate(3.0), Rate(15.0))
    parts = UsageParts(1_000_000, 1_000_000, cached=500_000, written=100_000, written_long=50_000, reasoning=400_000)
    assert bare.cost(parts) == 18.0


def test_above_a_size_all_tokens_of_the_request_are_paid_at_the_other_rate() -> None:
    price = Price("m", "P", Rate(1.0, ((200_000, 2.0), (500_000, 4.0))), Rate(10.0))
    assert price.cost(UsageParts(200_000)) == 0.2
    assert price.cost(UsageParts(200_001)) == 200_001 * 2 / 1e6
    assert price.cost(UsageParts(600_000)) == 2.4


def test_a_fee_for_each_request_is_added() -> None:
    assert Price("m", "P", Rate(1.0), Rate(1.0), request=0.01).cost(UsageParts()) == 0.01
