"""Adapter for the kind `next_request`: what goes back to the provider after a turn and the results of its calls.

The turn is read as a whole reply body, the results are settled as `session/state` settles them (in the order of the calls), and
the request is composed by `engine/compose`, as it is sent.
"""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from studio.dialects import roster
from studio.dialects.call_ids import CallIds
from studio.dialects.crossing import Crossing
from studio.dialects.json_bytes import dump_text
from studio.dialects.traits import traits_of
from studio.engine.compose import Composer
from studio.messages.assemble import with_ids
from studio.messages.message import Message, user
from studio.messages.parts import Call, Image, Result
from studio.messages.reply import ChatReply
from studio.responders.presets import PRESETS
from studio.session.events import HistoryEdited, SetupChanged
from studio.session.folding import fold
from studio.session.setup import ResponderChoice
from studio.session.state import EMPTY
from tests.cases import corpus
from tests.cases.next_request_checks import Made, check_sentence

DIALECTS = {
    "openai_chat": "openai_chat",
    "mistral": "openai_chat",
    "anthropic": "anthropic_messages",
    "openai_responses": "openai_responses",
    "ollama": "ollama_chat",
}
BASE_URLS = {preset.name: preset.base_url for preset in PRESETS}


@pytest.mark.parametrize("case", corpus.params("next_request"))
def test_what_goes_back_is_as_the_case_says(case: dict[str, Any]) -> None:
    name = DIALECTS[case["input"]["protocol"]]
    if name not in roster.NAMES:
        pytest.skip(f"the dialect {name} is not in the roster yet")
    reply = received(case["input"], name)
    made = appended(case["input"], name, reply)
    if "appended" in case["expect"]:
        wanted = {**case, "expect": plain(case["expect"]), "accept": [plain(one) for one in case.get("accept", ())]}
        corpus.check(wanted, {"appended": plain(made)})
    again = appended(case["input"], name, received(case["input"], name))
    told = Made(case["input"], made, again, [call.arguments for call in reply.calls])
    unknown = [sentence for sentence in case["expect"].get("checks", ()) if not check_sentence(sentence, told)]
    if unknown and corpus.is_foreign():
        pytest.skip(f"no assertion is written yet for: {'; '.join(unknown)}")
    assert unknown == [], "no assertion is written for these checks"


def received(given: dict[str, Any], name: str) -> ChatReply:
    """The turn as read by the dialect, or of the calls as they are told."""
    if "received_calls" in given:
        calls = [Call(one["name"], one["arguments_text"], one.get("id")) for one in given["received_calls"]]
        return ChatReply(tuple(calls), given.get("stop_reason"))
    body = reply_body(name, given["received"], given.get("stop_reason"))
    return with_ids(roster.make(name).read_reply(json.dumps(body).encode()), "cases")


def reply_body(name: str, turn: Any, reason: str | None) -> dict[str, Any]:
    """The whole reply around a turn."""
    match name:
        case "openai_chat":
            return {"choices": [{"index": 0, "message": turn, "finish_reason": reason or "tool_calls"}]}
        case "anthropic_messages":
            turn = turn if isinstance(turn, dict) else {"content": turn}
            frame = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "stop_sequence": None}
            return {**frame, "stop_reason": reason or "tool_use", "usage": {}, **turn}
        case "openai_responses":
            items = turn if isinstance(turn, list) else turn.get("output", [turn])
            return {"id": "resp_1", "object": "response", "model": "m", "status": "completed", "output": items}
        case _:
            return {"model": "m", "message": turn, "done": True, "done_reason": reason or "stop"}


def appended(given: dict[str, Any], name: str, reply: ChatReply) -> list[dict[str, Any]]:
    """The items of the next request behind the person's message."""
    provider = given.get("provider") or given["protocol"]
    traits = traits_of(name, BASE_URLS.get(provider, ""), "")
    params = {"store": given["store"]} if "store" in given else {}
    ids, fit = CallIds(name, traits), roster.fit(name, params)
    crossing = Crossing(name, ids, system_anywhere=traits.system_anywhere, fit=fit)
    results = settled(given.get("results", ()), reply)
    history = (user("go"), reply.message, *([Message("tool", results)] if results else []))
    state = fold(EMPTY, SetupChanged(responder=ResponderChoice(dialect=name, model_name="m"), params=params))
    state = fold(state, HistoryEdited(inserted=history))
    body = json.loads(Composer(roster.make(name), crossing=crossing).compose(state).sent.join())
    items: list[dict[str, Any]] = body["input" if "input" in body else "messages"]
    return items[1:]


def settled(given: Any, reply: ChatReply) -> tuple[Result, ...]:
    """The results in the order of the calls; one without an id answers the call at its place, an old call goes by its name."""
    told = {one.get("call_id") or f"place {at}": one for at, one in enumerate(given)}
    made = []
    for at, call in enumerate(reply.calls):
        one = told.pop(call.id or call.name, None) or told.pop(f"place {at}", None)
        if one is not None:
            made.append(result(one, call))
    assert not told, f"results that answer no call: {sorted(told)}"
    return tuple(made)


def result(given: dict[str, Any], call: Call) -> Result:
    """One result: a text, or the content blocks of an MCP tool."""
    content = given["content"]
    made = Result(call.id, "", call.name, bool(given.get("is_error")), form=call.form)
    if isinstance(content, list) and all(isinstance(block, dict) and "type" in block for block in content):
        text = "\n".join(block["text"] for block in content if block["type"] == "text")
        media = [_picture(block) for block in content if block["type"] == "image"]
        return replace(made, text=text, media=tuple(media))
    return replace(made, text=content if isinstance(content, str) else dump_text(content))


def _picture(block: dict[str, Any]) -> Image:
    return Image(f"data:{block['mimeType']};base64,{block['data']}", block["mimeType"])


def plain(value: Any) -> Any:
    """With a list of one plain text as that text: the two say the same."""
    match value:
        case [{"type": "text" | "input_text" | "output_text", "text": str() as text, **more}] if not more:
            return text
        case list():
            return [plain(one) for one in value]
        case dict():
            return {key: plain(inner) for key, inner in value.items()}
        case _:
            return value
