"""The person's own prices go first; the lists of the program come after."""

import pytest

from studio.messages.price import Price, Rate
from studio.messages.reply import Usage
from studio.session.responder_choice import ResponderChoice
from studio.session.setup import Setup
from studio.store.settings import OwnPrice, Settings
from studio.workspace.prices import Prices

MINI = ResponderChoice("live", "p", "openai_chat", "https://api.openai.com/v1", "gpt-4o-mini")
LOCAL = ResponderChoice("live", "p", "openai_chat", "http://127.0.0.1:11434/v1", "qwen9.9:7b")


def test_the_lists_are_loaded_when_they_are_first_asked_for() -> None:
    prices = Prices(Settings())
    assert not prices.ready
    found = prices.find(MINI)
    assert prices.ready
    assert found is not None
    assert not found.own


def test_a_price_of_the_persons_own_goes_first_and_needs_no_list() -> None:
    prices = Prices(Settings(prices={"gpt-4o-mini": OwnPrice(input=1, output=2, cached=0.5)}))
    assert prices.find(MINI) == Price("gpt-4o-mini", "", Rate(1), Rate(2), Rate(0.5), own=True)
    assert not prices.ready


@pytest.mark.parametrize(
    ("known", "taken"),
    [
        (("qwen*", "*"), "qwen*"),
        (("qwen9.9:*", "qwen*"), "qwen9.9:*"),
        (("QWEN9.9:7B", "qwen9.9:7b*"), "QWEN9.9:7B"),
        (("other",), None),
    ],
)
def test_the_very_name_goes_before_a_pattern_and_a_longer_pattern_before_a_shorter_one(
    known: tuple[str, ...], taken: str | None
) -> None:
    prices = Prices(Settings(prices={name: OwnPrice(input=1, output=2) for name in known}))
    own = prices.own(LOCAL.model_name)
    assert (own.model if own is not None else None) == taken


def test_a_pattern_holds_for_no_model_without_a_name() -> None:
    assert Prices(Settings(prices={"*": OwnPrice(input=1, output=1)})).find(ResponderChoice()) is None


def test_what_a_reply_cost_counts_what_came_from_a_cache() -> None:
    prices = Prices(Settings(prices={"gpt-4o-mini": OwnPrice(input=1, output=2, cached=0.5)}))
    assert prices.cost(Setup(MINI), 1_000_000, 1_000_000) == 3.0
    assert prices.cost_of(Setup(MINI), Usage(1_000_000, 0, 500_000)) == 0.75
    assert prices.cost_of(Setup(MINI), Usage()) is None
    assert prices.cost_of(Setup(LOCAL), Usage(1, 1)) is None


def test_how_much_a_model_reads_is_the_persons_word_first() -> None:
    prices = Prices(Settings(windows={"qwen*": 32_768}))
    assert prices.window(LOCAL) == 32_768
    assert prices.window(MINI) == 128_000
    assert Prices(Settings()).window(LOCAL) is None


def test_the_version_changes_when_something_may_be_known_otherwise() -> None:
    settings = Settings()
    prices = Prices(settings)
    first = prices.version
    settings.prices = {"qwen*": OwnPrice(input=0, output=0)}
    second = prices.version
    prices.load()
    assert len({first, second, prices.version}) == 3
