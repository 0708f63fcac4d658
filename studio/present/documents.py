"""Single steps and answers as JSON documents that can be laid beside one another: a request as sent, a reply, a call.

Above: `laid_documents`, `workspace`. Below: `session`. Pure, from the tree alone; a body of some megabytes is read only when asked for.
"""

from typing import Any

import msgspec

from studio.messages.parts import Call, Opaque, Part, Reasoning, Refusal, Text
from studio.messages.reply import ChatReply, Usage
from studio.present.words import Words, words
from studio.problems import StudioError
from studio.said import said
from studio.session.events import ReplyEdited, ReplyReceived, RequestFailed, RequestSent
from studio.session.nodes import CallKey, NodeId
from studio.session.samples import SampleReply
from studio.session.setup import Setup
from studio.session.state import CallState
from studio.session.tree import ROOT, Tree


class Document(msgspec.Struct, frozen=True):
    """One of two things that are compared. `title` says what it is, `members` is its content by name; `usage`, `seconds`, and with whom it
    was spoken (`setup`), where that is known."""

    title: Words
    members: dict[str, Any]
    model: str = ""
    usage: Usage | None = None
    seconds: float | None = None
    setup: Setup | None = None


class NoDocumentError(StudioError):
    """A step that has no content of its own to compare."""


def step_document(tree: Tree, node: NodeId, call: CallKey | None = None) -> Document:
    """A step as a document: a call with its result, a request, a reply or failure; any other step as its event. Raises NoDocumentError."""
    if node == ROOT or node not in tree:
        raise NoDocumentError(
            said("There is nothing to compare in this step."), said("Choose a request, a reply or a call.")
        )
    state, event = tree.state(node), tree.event(node)
    key = call or getattr(event, "call", None)
    stands = state.call(key) if key is not None else None
    if stands is not None:
        return _of_call(stands, node)
    setup = state.setup
    match event:
        case RequestSent():
            title = words("document.request", step=node)
            return Document(title, _body(tree, node), setup.responder.model_name, setup=setup)
        case ReplyReceived() | ReplyEdited() if state.open is not None:
            title, reply = words("document.reply", step=node), state.open.reply
            seconds = event.seconds if isinstance(event, ReplyReceived) else None
            return Document(title, reply_members(reply), setup.responder.model_name, reply.usage, seconds, setup)
        case RequestFailed(error=error):
            return Document(
                words("document.failure", step=node), msgspec.to_builtins(error), setup.responder.model_name
            )
        case _:
            return Document(words("document.step", step=node), msgspec.to_builtins(event))


def answer_document(sample: str, taken: SampleReply, arm: str, model: str) -> Document:
    """An answer of a sample as a document."""
    title = words("document.answer", sample=sample, arm=arm, nth=taken.nth + 1)
    if taken.reply is None:
        return Document(title, msgspec.to_builtins(taken.error) if taken.error else {}, model, None, taken.seconds)
    return Document(title, reply_members(taken.reply), model, taken.reply.usage, taken.seconds)


def reply_members(reply: ChatReply) -> dict[str, Any]:
    """What a reply says, in neutral words; ids are left away, each provider makes its own."""
    said = (
        ("text", [part.text for part in reply.parts if isinstance(part, Text)]),
        ("reasoning", [part.text for part in reply.parts if isinstance(part, Reasoning)]),
        ("refusal", [part.text for part in reply.parts if isinstance(part, Refusal)]),
    )
    made: dict[str, Any] = {name: "\n".join(texts) for name, texts in said if texts}
    calls = [{"name": each.name, "arguments": _value(each.arguments)} for each in reply.calls]
    if calls:
        made["calls"] = calls
    others = [part for part in reply.parts if _is_other(part)]
    if others:
        made["other parts"] = msgspec.to_builtins(others)
    made["finish"] = reply.finish
    return made


def _is_other(part: Part) -> bool:
    return not isinstance(part, Text | Reasoning | Refusal | Call | Opaque)


def _of_call(stands: CallState, node: NodeId) -> Document:
    members: dict[str, Any] = {"tool": stands.call.name, "arguments": _value(stands.call.arguments)}
    seconds: float | None = None
    if stands.ran_with and stands.ran_with != stands.call.arguments:
        members["ran with"] = _value(stands.ran_with)
    if stands.result is not None:
        members["result"] = _value(stands.result.text)
        members["is error"] = stands.result.is_error
        seconds = stands.result.seconds
    return Document(words("document.call", step=node, tool=stands.call.name), members, seconds=seconds)


def _body(tree: Tree, node: NodeId) -> dict[str, Any]:
    value = _value(tree.body(node).decode("utf-8", "replace"))
    return value if isinstance(value, dict) else {"body": value}


def _value(text: str) -> Any:
    """A JSON object or list as a value, any other text as it stands."""
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return text
    return value if isinstance(value, dict | list) else text
