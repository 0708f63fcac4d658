"""Prices and sizes by the lists that come with the program."""

from datetime import UTC, datetime

from genai_prices import Usage, calc_price

from studio.messages.usage_parts import UsageParts
from studio.responders.prices import find, window

OPENAI = "https://api.openai.com/v1"
PARTS = {"cache_read_tokens": 300, "cache_write_tokens": 200, "output_tokens": 100}


def test_a_price_says_whose_it_is_and_what_a_million_costs() -> None:
    price = find("gpt-4o-mini", OPENAI)
    assert price is not None
    assert (price.model, price.provider, price.input.usual, price.output.usual) == ("gpt-4o-mini", "OpenAI", 0.15, 0.6)
    assert price.cached is not None
    assert price.cached.usual < price.input.usual


def test_where_nobody_has_the_address_it_is_that_of_whoever_sells_a_model_of_that_name() -> None:
    found = find("gpt-4o-mini", "http://127.0.0.1:8000/v1")
    assert found == find("gpt-4o-mini", OPENAI)


def test_nobody_knows_what_an_unknown_model_costs_or_reads() -> None:
    assert find("no-such-model-9", OPENAI) is None
    assert find("", "") is None
    assert window("no-such-model-9", "") is None


def test_a_known_model_says_how_much_it_reads() -> None:
    assert window("gpt-4o-mini", OPENAI) == 128_000


def test_what_a_request_costs_is_what_the_library_says() -> None:
    when = datetime(2026, 12, 1, 12, tzinfo=UTC)
    wrong = []
    for name in ("gpt-5", "gpt-4o-mini", "claude-sonnet-4-5", "claude-opus-4-6", "gemini-2.5-pro", "deepseek-chat"):
        for tokens in (1_000, 250_000):
            said = calc_price(Usage(input_tokens=tokens, **PARTS), name, genai_request_timestamp=when)
            price = find(name, "", when)
            cost = price.cost(UsageParts(tokens, 100, 300, 200)) if price is not None else -1.0
            wrong += [] if abs(cost - float(said.total_price)) < 1e-9 else [(name, tokens, cost, said.total_price)]
    assert wrong == []


def test_a_price_is_that_of_the_day() -> None:
    before, after = (find("claude-opus-4-6", "", datetime(2026, month, 1, tzinfo=UTC)) for month in (1, 12))
    assert before is not None
    assert after is not None
    assert before != after
