"""What a server wants of a model as a request: in each provider's words, and what is not as it wishes is said."""

import json
from typing import Any

import pytest

from studio.dialects import roster
from studio.messages.parts import Image, Text
from studio.session.responder_choice import ResponderChoice
from studio.workspace.sampling import sampling_chat, written

ASKED = {
    "messages": [{"role": "user", "content": {"type": "text", "text": "Name a colour."}}],
    "systemPrompt": "Be short.",
    "maxTokens": 9,
    "temperature": 0.5,
    "stopSequences": ["!"],
}


def body(dialect: str, asked: dict[str, Any], params: dict[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    request, notes = sampling_chat(asked, ResponderChoice("live", dialect=dialect, model_name="m"), params)
    made: dict[str, Any] = json.loads(roster.make(dialect).write_request(request, stream=False))
    return made, notes


@pytest.mark.parametrize(
    ("dialect", "wanted"),
    [
        ("openai_chat", {"max_tokens": 9, "temperature": 0.5, "stop": ["!"]}),
        ("openai_responses", {"max_output_tokens": 9, "temperature": 0.5}),
        ("anthropic_messages", {"max_tokens": 9, "temperature": 0.5, "stop_sequences": ["!"], "system": "Be short."}),
        ("ollama_chat", {"options": {"num_predict": 9, "temperature": 0.5, "stop": ["!"]}}),
    ],
)
def test_limits_and_system_text_are_said_in_the_words_of_each_provider(dialect: str, wanted: dict[str, Any]) -> None:
    made, notes = body(dialect, ASKED, {})
    assert {name: made.get(name) for name in wanted} == wanted
    assert "Be short." in json.dumps(made)
    assert [note for note in notes if "stopSequences" in note] == ([notes[0]] if dialect == "openai_responses" else [])


def test_members_of_the_profile_stay_and_a_reasoning_model_gets_its_own_limit() -> None:
    made, _ = body("openai_chat", ASKED, {"max_completion_tokens": 500, "seed": 3})
    assert (made["max_completion_tokens"], made["seed"], "max_tokens" in made) == (9, 3, False)


def test_what_is_not_followed_is_said() -> None:
    asked = {
        **ASKED,
        "modelPreferences": {"hints": [{"name": "sonnet"}, {"name": "small"}, {}], "costPriority": 1},
        "includeContext": "thisServer",
        "tools": [{"name": "look"}],
        "toolChoice": {"mode": "required"},
        "metadata": {"user": "me"},
        "maxTokens": 0,
    }
    made, notes = body("openai_chat", asked, {})
    assert set(made) == {"model", "messages", "temperature", "stop", "stream"}
    for word in ("sonnet, small; m is asked", "nothing of it is sent", "tools", "metadata", "maxTokens is left out"):
        assert [note for note in notes if word in note], word


def test_pictures_go_along_and_what_cannot_is_told_in_words() -> None:
    asked = {
        "messages": [
            {"role": "user", "content": {"type": "image", "data": "AAAA", "mimeType": "image/png"}},
            {"role": "user", "content": {"type": "audio", "data": "AAAA", "mimeType": "audio/wav"}},
            {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "look", "input": {"at": 1}}]},
            {"role": "user", "content": [{"type": "tool_result", "content": [{"type": "text", "text": "a tree"}]}]},
            {"role": "user", "content": {"type": "smell"}},
        ],
    }
    request, notes = sampling_chat(asked, ResponderChoice(model_name="m"), {})
    assert request.messages[0].parts == (Image("data:image/png;base64,AAAA", "image/png"),)
    assert [message.parts for message in request.messages[1:]] == [
        (Text("[audio, audio/wav, 3 bytes]"),),
        (Text('[called look({"at": 1})]'),),
        (Text("[result: a tree]"),),
        (Text("[smell]"),),
    ]
    assert [message.role for message in request.messages] == ["user", "user", "assistant", "user", "user"]
    assert len(notes) == 3


@pytest.mark.parametrize("asked", [{}, {"messages": 5, "systemPrompt": 5}, {"messages": ["x", {"content": 5}]}])
def test_odd_parameters_make_a_request_of_what_is_there(asked: dict[str, Any]) -> None:
    request, _ = sampling_chat(asked, ResponderChoice(model_name="m"), {})
    assert request.system is None
    assert [message.parts for message in request.messages] == [()] * len(request.messages)


def test_an_answer_by_hand_says_that_no_model_gave_it() -> None:
    assert (written("Red.").text, written("Red.").model_name) == ("Red.", "human")
