"""Tools are found by the words of their names and descriptions: one wrong letter in a word changes that for no tool."""

import string
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.messages.toolspec import ToolSpec
from studio.tools.tool_index import Found, ToolIndex, WordRanking
from studio.tools.tool_words import MOST_WORDS, words_of_name, words_of_query

SHOP = (
    ToolSpec("refund_order", "Pay an order back."),
    ToolSpec("shop.cancelOrder", "Stop it before it is sent."),
    ToolSpec("getWeather2", "The weather of tomorrow, hour by hour."),
    ToolSpec("github_list_issues", "All issues of a project."),
    ToolSpec("HTTPServerStart", "Answers on a port."),
    ToolSpec("退款", "把订单的钱退给顾客。"),
    ToolSpec("send_café_menu", "Straße und Hausnummer, bitte."),
)


def names(found: Sequence[Found]) -> list[str]:
    return [each.name for each in found]


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("refund", "refund_order"),
        ("REFUNDS", "refund_order"),
        ("refundOrder", "refund_order"),
        ("please stop it", "shop.cancelOrder"),
        ("cancle", "shop.cancelOrder"),
        ("the weather, hour", "getWeather2"),
        ("weater", "getWeather2"),
        ("GitHub issue", "github_list_issues"),
        ("isues", "github_list_issues"),
        ("http", "HTTPServerStart"),
        ("servre", "HTTPServerStart"),
        ("我要退款", "退款"),
        ("订单", "退款"),
        ("钱", "退款"),
        ("订掸给顾客", "退款"),
        ("cafe", "send_café_menu"),
        ("STRASSE", "send_café_menu"),
        ("Ｈａｕｓｎｕｍｍｅｒ", "send_café_menu"),
    ],
)
@pytest.mark.parametrize("ranking", ["words", "bm25"])
def test_a_tool_is_found_by_its_words_however_they_are_written(query: str, best: str, ranking: WordRanking) -> None:
    assert names(ToolIndex(SHOP).find(query, 1, ranking)) == [best]


def test_a_word_counts_two_in_the_name_and_one_in_the_description_and_equal_tools_keep_their_order() -> None:
    tools = [
        ToolSpec("b_ship", "Order it."),
        ToolSpec("a_order", "Order it."),
        ToolSpec("c_order"),
        ToolSpec("d_order"),
    ]
    index = ToolIndex(tools)
    assert [(each.name, each.score) for each in index.find("order")] == [
        ("a_order", 3),
        ("c_order", 2),
        ("d_order", 2),
        ("b_ship", 1),
    ]
    index.update(reversed(tools))
    assert names(index.find("order", 3)) == ["a_order", "d_order", "c_order"]
    assert names(index.find("order", among={"d_order", "b_ship", "gone"})) == ["d_order", "b_ship"]
    assert index.find("order it", 2)[0].words == ("order",)


def test_words_that_are_known_and_near_count_half_and_short_ones_nothing() -> None:
    index = ToolIndex([ToolSpec("order_pay"), ToolSpec("orders_day")])
    assert [(each.name, each.score) for each in index.find("order")] == [("order_pay", 2), ("orders_day", 1)]
    assert names(index.find("pay")) == ["order_pay"]
    assert names(index.find("pey")) == ["order_pay"]


@pytest.mark.parametrize("query", ["", "  ", "…", "xyzzy", "the of"])
def test_what_tells_nothing_finds_nothing(query: str) -> None:
    assert ToolIndex(SHOP).find(query) == ()
    assert ToolIndex().find(query or "order") == ()
    assert ToolIndex(SHOP).find("order", 0) == ()


WORDS = st.text(string.ascii_lowercase, min_size=4, max_size=9)
TOOLS = st.lists(
    st.builds(
        lambda name, text: ToolSpec("_".join(name), " ".join(text)),
        st.lists(WORDS, min_size=1, max_size=3),
        st.lists(WORDS, max_size=4),
    ),
    max_size=8,
    unique_by=lambda tool: tool.name,
)


@settings(max_examples=60)
@given(TOOLS, WORDS.filter(lambda word: len(word) > 4), st.data(), st.sampled_from(["words", "bm25"]))
def test_a_word_with_one_wrong_letter_still_finds_its_tool(
    others: list[ToolSpec], word: str, data: st.DataObject, ranking: WordRanking
) -> None:
    at, letter = data.draw(st.integers(0, len(word) - 1)), data.draw(st.sampled_from(string.ascii_lowercase))
    wrong = data.draw(
        st.sampled_from(
            [
                word[:at] + letter + word[at + 1 :],
                word[:at] + letter + word[at:],
                word[:at] + word[at + 1 :],
                word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :],
            ]
        )
    )
    index = ToolIndex([*others, ToolSpec(f"{word}_this")])
    assert f"{word}_this" in names(index.find(wrong, 20, ranking))


@settings(max_examples=40)
@given(TOOLS, TOOLS, st.lists(WORDS, min_size=1, max_size=3))
def test_adding_and_taking_out_again_is_as_if_never_added(
    tools: list[ToolSpec], more: list[ToolSpec], words: list[str]
) -> None:
    index, fresh = ToolIndex(tools), ToolIndex(tools)
    index.update([*more, *tools])
    index.update([tool for tool in more if "a" in tool.name])
    index.update(tools)
    query = " ".join([*words, *(tool.description for tool in tools)])
    for ranking in ("words", "bm25"):
        assert index.find(query, 9, ranking) == fresh.find(query, 9, ranking)
    assert _spelled(index) == _spelled(fresh)
    assert (len(index), index._total) == (len(fresh), fresh._total)


def _spelled(index: ToolIndex) -> dict[str, list[str]]:
    return {form: sorted(words) for form, words in index._near._under.items()}


def test_an_update_that_was_given_up_is_made_good_by_the_next() -> None:
    tools = [ToolSpec(f"tool_{chr(97 + at % 26)}{at}", "Order.") for at in range(450)]
    index = ToolIndex(tools[:10])
    next(iter(index.updating(tools)))
    index.update(tools[:10])
    assert names(index.find("order", 99)) == [tool.name for tool in tools[:10]]


def test_a_very_long_query_is_cut_and_a_changed_description_is_seen() -> None:
    assert len(words_of_query(" ".join(f"word{chr(97 + at % 26)}{at}x" for at in range(500)))) == MOST_WORDS
    index = ToolIndex(SHOP)
    index.update([ToolSpec("refund_order", "Give the money back."), *SHOP[1:]])
    assert (names(index.find("money")), names(index.find("pay"))) == (["refund_order"], [])


def test_the_words_of_a_name_are_its_parts_and_the_whole_of_what_is_written_as_one() -> None:
    assert words_of_name("s3.getHTTPUrl_v2-now") == {
        "s3",
        "s",
        "3",
        "get",
        "http",
        "url",
        "gethttpurl",
        "v2",
        "v",
        "2",
        "now",
    }
