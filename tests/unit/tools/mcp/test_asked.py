"""What goes back to a server for a question, and what is told of a call's progress and of a result that breaks its promise."""

from typing import Any

import mcp_types as types
import pytest

from studio.messages.parts import Text
from studio.messages.reply import ChatReply
from studio.session.server_view import Answer, ListedTool, Question
from studio.tools.mcp.asked import REJECTED, elicit_result, sampling_result
from studio.tools.mcp.server_calls import misfit, progress_of

FORM = Question(number=1, server="s", what="form")
ADDRESS = Question(number=1, server="s", what="url", url="https://a.example")


def test_only_an_accepted_form_has_content() -> None:
    filled = {"size": 3, "colours": ["red"], "none": None}
    assert elicit_result(FORM, Answer(action="accept", content=filled)) == types.ElicitResult(
        action="accept", content={"size": 3, "colours": ["red"], "none": None}
    )
    assert elicit_result(FORM, Answer(action="decline", content=filled)) == types.ElicitResult(action="decline")
    assert elicit_result(FORM, Answer(action="cancel")) == types.ElicitResult(action="cancel")
    assert elicit_result(FORM, Answer(action="accept")) == types.ElicitResult(action="accept", content={})
    assert elicit_result(ADDRESS, Answer(action="accept", content=filled)) == types.ElicitResult(action="accept")


def test_what_cannot_be_sent_and_what_went_wrong_is_an_error() -> None:
    assert isinstance(elicit_result(FORM, Answer(action="accept", content={"a": {"b": 1}})), types.ErrorData)
    told = elicit_result(FORM, Answer(action="cancel", error="The model could not be reached."))
    assert isinstance(told, types.ErrorData)
    assert told.message == "The model could not be reached."


def test_a_sampling_gives_the_text_of_the_reply_and_who_said_it() -> None:
    made = sampling_result(Answer(action="accept", reply=ChatReply((Text("blue"),), "length", model_name="m")))
    assert isinstance(made, types.CreateMessageResult)
    assert isinstance(made.content, types.TextContent)
    assert (made.content.text, made.model, made.stop_reason) == ("blue", "m", "maxTokens")


@pytest.mark.parametrize("answer", [Answer(action="decline"), Answer(action="cancel"), Answer(action="accept")])
def test_a_sampling_that_the_person_did_not_want_is_the_error_of_the_protocol(answer: Answer) -> None:
    made = sampling_result(answer)
    assert isinstance(made, types.ErrorData)
    assert made.code == REJECTED


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ((1, 4, "step"), (0.25, "step")),
        ((1, 4, None), (0.25, "1 / 4")),
        ((7, None, None), (None, "7")),
        ((5, 4, "late"), (1.0, "late")),
        ((-1, 4, "early"), (0.0, "early")),
        ((1, 0, "none"), (None, "none")),
        ((float("inf"), float("inf"), "odd"), (None, "odd")),
        ((float("nan"), 4, "odd"), (None, "odd")),
    ],
)
def test_progress_is_a_fraction_where_there_is_a_total(given: Any, told: Any) -> None:
    assert progress_of(*given) == told


def test_a_result_that_breaks_its_promise_is_told() -> None:
    tool = ListedTool({"name": "t", "outputSchema": {"type": "object", "properties": {"a": {"type": "number"}}}})
    assert misfit(tool, {"a": 1}) == ""
    assert "a: must be a number" in misfit(tool, {"a": "one"})
    assert "gave none" in misfit(tool, None)
    assert misfit(ListedTool({"name": "t"}), None) == ""
    assert "broken" in misfit(ListedTool({"name": "t", "outputSchema": {"type": 5}}), {})
