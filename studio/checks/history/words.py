"""What is said of a problem of a history, and what its repair is called.

Above: `checker`. Below: `checks/sentences`. The window says a sentence in another language by its template.
"""

from studio.checks.history.item import Wrong
from studio.said import QT_TRANSLATE_NOOP, Sentence, said

_SENTENCES = {
    "missing_result": QT_TRANSLATE_NOOP("checks", "The call {tool} ({id}) has no result."),
    "orphan_result": QT_TRANSLATE_NOOP("checks", "This result answers {id}, but no such call stands before it."),
    "duplicate_id": QT_TRANSLATE_NOOP("checks", "Two calls have the id {id}: their results cannot be told apart."),
    "duplicate_result": QT_TRANSLATE_NOOP("checks", "The call {id} has its result already."),
    "results_not_in_one_message": QT_TRANSLATE_NOOP(
        "checks", "The result of {id} has to stand in the one message right behind the calls."
    ),
    "result_not_first": QT_TRANSLATE_NOOP("checks", "Results have to stand first in their message."),
    "empty_text": QT_TRANSLATE_NOOP("checks", "An empty text is refused."),
    "empty_assistant": QT_TRANSLATE_NOOP("checks", "This answer says nothing: it has neither text nor calls."),
    "missing_thinking": QT_TRANSLATE_NOOP(
        "checks", "With thinking on, a turn that goes on has to begin with the model's thinking."
    ),
    "role_order": QT_TRANSLATE_NOOP("checks", "Many templates of this model take user and assistant only in turn."),
    "image_in_tool_message": QT_TRANSLATE_NOOP("checks", "A result takes only text in this format."),
    "bad_tool_name": QT_TRANSLATE_NOOP(
        "checks", "The name {tool} is refused: letters, digits, _ and - are taken, at most 64."
    ),
    "bad_call_id": QT_TRANSLATE_NOOP("checks", "The id “{id}” is not of the form that this provider takes."),
    "arguments_not_text": QT_TRANSLATE_NOOP("checks", "The arguments of {tool} have to be a text that holds JSON."),
    "arguments_not_object": QT_TRANSLATE_NOOP("checks", "The arguments of {tool} are no object."),
    "arguments_invalid_json": QT_TRANSLATE_NOOP("checks", "The arguments of {tool} are no JSON."),
    "reasoning_without_item": QT_TRANSLATE_NOOP(
        "checks", "Reasoning has to be followed by the message or call it led to."
    ),
}
_REPAIRS = {
    "missing_result": "give_result",
    "orphan_result": "drop_result",
    "duplicate_id": "new_id",
    "duplicate_result": "drop_result",
    "results_not_in_one_message": "join_results",
    "result_not_first": "results_first",
    "empty_text": "drop_text",
    "empty_assistant": "drop_message",
    "image_in_tool_message": "move_pictures",
    "bad_call_id": "new_id",
    "arguments_not_object": "wrap_arguments",
    "arguments_invalid_json": "wrap_arguments",
    "reasoning_without_item": "drop_reasoning",
    "role_order": "join_messages",
}
"""The one-click repair of each problem that has one."""
MATCH = "match_result"
"""The repair of a call and a result that belong together but for the id: the result gets the id of the call."""
LOSING = ("drop_result", "drop_reasoning")
"""Repairs that take away what was said."""


def sentence(wrong: Wrong) -> Sentence:
    """One problem in a sentence."""
    return said(_SENTENCES[wrong.code], tool=wrong.tool or "?", id=wrong.id or "?")


def repair_of(wrong: Wrong) -> str:
    """The name of the repair, empty when there is none."""
    # That of a result: it has to say something.
    of_result = wrong.code == "empty_text" and wrong.nth >= 0
    return "say_failed" if of_result else _REPAIRS.get(wrong.code, "")
