"""Which event caused what: broken events, errors, arguments that stop being JSON, calls that do not fit together."""

import pytest

from studio.messages.reply import ProviderError
from studio.present.labels import english
from tests.unit.present.stream import DONE, call, data, event, found, log

STOP = event(finish_reason="tool_calls")


def test_an_event_that_is_not_json_is_named_with_its_place() -> None:
    made = log([event(content="a"), b'data: {"choices": [x\n\n', STOP])
    assert found(made) == [(2, "not_json")]
    assert made.events[1].kinds == ("unreadable",)
    assert english(made.defects[0].words) == "This event is not JSON (from character 14 on)."


def test_an_error_inside_a_good_answer_is_found() -> None:
    made = log([event(content="a"), data({"error": {"message": "The model is overloaded"}})])
    assert found(made) == [(2, "error")]
    assert "overloaded" in english(made.defects[0].words)


def test_the_last_event_before_a_stream_broke_off_is_marked() -> None:
    assert found(log([event(content="a"), event(content="b")])) == [(2, "broke_off")]
    assert found(log([event(content="a"), STOP], ProviderError("timeout", "No answer"))) == [(2, "broke_off")]
    assert found(log([event(content="a"), STOP])) == []


def test_what_comes_after_the_end_is_marked_but_not_the_usage() -> None:
    usage = data({"choices": [], "usage": {"prompt_tokens": 1}})
    assert found(log([event(content="a", finish_reason="stop"), usage, DONE])) == []
    assert found(log([STOP, event(content="late"), DONE, event(content="x")])) == [(2, "after_end"), (4, "after_end")]


@pytest.mark.parametrize(
    ("pieces", "event_number", "code", "said"),
    [
        (('{"a"', ": 1,", " b}"), 4, "invalid_json", "at their character 10"),
        (('{"a": 1', "}", '{"a": 2}'), 4, "multiple_values", "at their character 9"),
        (('{"a": "x', "y"), 3, "truncated", "break off"),
        (("[1, ", "2]"), 3, "not_an_object", "not an object"),
        (('{"a": ', "NaN}"), 3, "non_finite_number", "not finite"),
    ],
)
def test_the_event_is_found_in_which_arguments_stop_being_json(
    pieces: tuple[str, ...], event_number: int, code: str, said: str
) -> None:
    made = log([call(0, "", "pay", "c1"), *(call(0, piece) for piece in pieces), STOP])
    assert found(made) == [(event_number, f"arguments.{code}")]
    assert said in english(made.defects[0].words)
    assert "pay" in english(made.defects[0].words)


def test_arguments_of_calls_that_come_at_the_same_time_are_kept_apart() -> None:
    made = log(
        [
            call(0, '{"a": ', "one", "c1"),
            call(1, '{"b": oops', "two", "c2"),
            call(0, "1}"),
            call(1, "}"),
            STOP,
        ]
    )
    assert found(made) == [(2, "arguments.invalid_json")]


def test_arguments_without_a_call_are_marked() -> None:
    assert (1, "orphan") in found(log([call(0, '{"a": 1}'), STOP]))


def test_an_id_that_changes_in_mid_call_is_marked() -> None:
    made = log([call(0, '{"a"', "pay", "c1"), call(0, ": 1}", None, "c2"), STOP])
    assert found(made) == [(2, "changed_id")]
    assert english(made.defects[0].words) == "The id of the call changes from c1 to c2 here."
    assert made.defects[0].severity == "warning"


def test_two_calls_under_one_index_are_marked() -> None:
    made = log([call(0, "{}", "one", "c1"), call(0, "{}", "two", "c2"), STOP])
    assert found(made) == [(2, "shared_index")]
    assert len(made.assembled(3).calls) == 2


def test_calls_of_two_choices_with_one_index_are_no_defect() -> None:
    def chosen(choice: int, id: str) -> bytes:
        entry = {"index": 0, "id": id, "function": {"name": "pay", "arguments": "{}"}}
        return data({"choices": [{"index": choice, "delta": {"tool_calls": [entry]}}]})

    assert found(log([chosen(0, "c1"), chosen(1, "c2"), STOP])) == []


def test_bytes_that_are_no_text_are_marked() -> None:
    made = log([b'data: {"choices":[{"index":0,"delta":{"content":"\xff"}}]}\n\n', STOP])
    assert found(made) == [(1, "not_utf8")]
    assert found(log([event(content="\ufffd"), STOP])) == []
