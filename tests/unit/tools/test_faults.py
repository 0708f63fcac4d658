"""Tests of the ways in which a tool goes wrong on purpose."""

import json
from typing import get_args

import pytest

from studio.session.mocks import Fault
from studio.tools import strategies
from studio.tools.faults import HUGE_BYTES, SLOW_SECONDS, delay_of, went_wrong
from studio.tools.tool import Status

JSON = '{"order": 48213, "items": [{"sku": "A-1"}, {"sku": "B-2"}]}'


@pytest.mark.parametrize(
    ("fault", "status"),
    [
        ("timeout", "timeout"),
        ("error", "error"),
        ("closed", "died"),
        ("empty", "ok"),
        ("not_json", "ok"),
        ("truncated", "ok"),
        ("huge", "ok"),
    ],
)
def test_each_fault_ends_like_the_real_one(fault: Fault, status: Status) -> None:
    assert went_wrong(fault, "get_order", JSON, "ok", 30)[1] == status


def test_a_timeout_reads_like_a_real_one() -> None:
    assert went_wrong("timeout", "get_order", "", "ok", 30)[0] == strategies.timed_out("get_order", 30)


def test_an_error_says_the_text_that_was_given_for_it() -> None:
    assert went_wrong("error", "get_order", "KeyError: 7", "ok", 30) == ("KeyError: 7", "error")
    assert went_wrong("error", "get_order", "", "ok", 30)[0].startswith("ConnectionError")


def test_an_empty_one_gives_nothing() -> None:
    assert went_wrong("empty", "get_order", JSON, "ok", 30)[0] == ""


@pytest.mark.parametrize("fault", ["not_json", "truncated"])
@pytest.mark.parametrize("text", [JSON, "[1, 2]", '"a text"', "plain words", "", "12345"])
def test_what_is_no_json_cannot_be_read(fault: Fault, text: str) -> None:
    told = went_wrong(fault, "get_order", text, "ok", 30)[0]
    assert told
    with pytest.raises(ValueError):
        json.loads(told)


def test_a_cut_answer_is_the_beginning_of_the_whole_one() -> None:
    told = went_wrong("truncated", "get_order", JSON, "ok", 30)[0]
    assert JSON.startswith(told)
    assert len(told) == len(JSON) // 2


def test_a_huge_one_is_a_megabyte() -> None:
    assert len(went_wrong("huge", "get_order", "", "ok", 30)[0].encode()) == HUGE_BYTES == 1_000_000


def test_a_slow_one_answers_as_it_would_and_ten_seconds_later() -> None:
    assert went_wrong("slow", "get_order", JSON, "error", 30) == (JSON, "error")
    assert (delay_of("slow", 0), delay_of("slow", 25), delay_of("", 2)) == (SLOW_SECONDS, 25, 2)


def test_no_fault_of_the_list_is_left_out() -> None:
    for fault in get_args(Fault):
        went_wrong(fault, "get_order", JSON, "ok", 30)
