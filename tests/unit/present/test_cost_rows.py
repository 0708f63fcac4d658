"""The rows of what was spent, and what they say."""

from datetime import datetime

from studio.messages.price import Price, Rate
from studio.present.cost_rows import CostRow, CostRows
from studio.present.labels import english
from studio.present.spending import Spending
from studio.present.spending_sums import Spent
from studio.present.spending_values import Who
from studio.session.agents import Agent
from studio.session.responder_choice import ResponderChoice
from tests.sample_session import Sample

MINI = ResponderChoice("live", base_url="http://one/v1", model_name="mini")


def _price(who: Who, _when: datetime | None) -> Price | None:
    return Price("mini", "P", Rate(1.0), Rate(2.0)) if who.model == "mini" else None


def _spent(sample: Sample) -> Spent:
    return Spending(sample.journal.tree, _price).follow(sample.journal.head).sums


def _said(row: CostRow) -> list[str]:
    return [each if isinstance(each, str) else english(each) for each in (row.title, *row.details, row.cost)]


def _sample() -> Sample:
    sample = Sample()
    sample.setup(responder=MINI)
    sample.say("Go.")
    sample.ask()
    sample.reply(("look", '{"at": 1}'), ("book", "{}"), ms=1000, tokens=(1000, 100))
    sample.run(0, "seen", ms=100)
    sample.run(1, "no room", ms=900, error=True)
    sample.ask()
    sample.fail(500, "broken")
    sample.ask()
    sample.reply(text="Done.", ms=500, tokens=(3000, 100))
    return sample


def test_rounds_stand_in_their_order_with_their_model() -> None:
    rows = CostRows(_spent(_sample()), "rounds")
    assert [_said(row) for row in rows] == [
        ["Round 1", "mini", "$0.0012"],
        ["Round 2", "mini", "1 request failed", "$0.0032"],
    ]
    assert [(row.number, row.tokens, row.seconds) for row in rows] == [(1, 1100, 2.0), (2, 3100, 0.5)]
    assert (rows.most_tokens, rows.most_seconds) == (3100, 2.0)


def test_a_message_that_waits_for_its_request_makes_no_round() -> None:
    sample = _sample()
    sample.ms += 60_000
    sample.say("And now?")
    assert len(CostRows(_spent(sample), "rounds")) == 2


def test_tools_stand_with_the_longest_first_and_their_tokens_are_estimates() -> None:
    rows = CostRows(_spent(_sample()), "tools")
    assert [_said(row)[:-1] for row in rows] == [["book", "1 call", "1 failed"], ["look", "1 call"]]
    assert all(row.estimated and row.input for row in rows)
    assert [english(row.cost) for row in rows] == ["–", "–"]


def test_an_agent_says_what_it_spent_itself() -> None:
    sample = Sample()
    sample.setup(responder=MINI, executors={"helper": Agent()})
    sample.ask()
    sample.reply(("helper", "{}"), tokens=(10, 1))
    sample.enter(0)
    sample.ask()
    sample.reply(text="Well.", tokens=(1000, 100))
    sample.leave("Well.")
    (row,) = CostRows(_spent(sample), "tools")
    assert (_said(row), row.input, row.estimated) == (["helper", "1 call", "as an agent", "$0.0012"], 1000, False)


def test_models_say_by_which_price_they_are_counted() -> None:
    sample = _sample()
    sample.setup(responder=ResponderChoice("live", base_url="http://one/v1", model_name="other"))
    sample.ask()
    sample.reply(tokens=(10, 1))
    rows = CostRows(_spent(sample), "models")
    price = "price: mini (P), $1.00 / $2.00 per million in / out"
    assert [_said(row) for row in rows] == [
        ["mini", "2 replies", "1 request failed", price, "$0.0044"],
        ["other", "1 reply", "price unknown", "unknown"],
    ]


def test_two_of_one_name_say_where_they_are() -> None:
    sample = _sample()
    sample.setup(responder=ResponderChoice("live", base_url="http://two/v1", model_name="mini"))
    sample.ask()
    sample.reply(tokens=(10, 1))
    rows = CostRows(_spent(sample), "models")
    assert [row.details[0] for row in rows] == ["http://one/v1", "http://two/v1"]
