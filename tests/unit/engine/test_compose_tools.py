"""Tools in a composed request: shaped once, however long the history gets; the remarks on them are told with the first request."""

from msgspec.structs import replace

from studio.dialects.openai_chat import OpenAIChat
from studio.dialects.tool_shaping import ToolShaping
from studio.engine.compose import Composer
from studio.messages.message import user
from studio.messages.remark import Remark
from studio.messages.toolspec import ToolSpec
from studio.session.events import MessageAdded
from studio.session.setup import Setup
from studio.session.state import SessionState
from tests.histories import Telling

EMPTY = ToolSpec("empty", parameters={})
LOST = ToolSpec("lost", parameters={"properties": {"a": {"$ref": "#/gone"}}})
SAID = (
    Remark("schema_shaped", "empty: type added, properties added"),
    Remark("schema_not_sent", "lost: unresolved ref #/gone (/properties/a)"),
)


def at(*tools: ToolSpec, strict: bool = False) -> SessionState:
    """The state of a session with these tools and one message."""
    telling = Telling()
    telling.journal.append(MessageAdded(message=user("hello")))
    return replace(telling.journal.state, setup=Setup(tools=tools, strict=strict))


def test_without_a_shaping_tools_are_sent_as_they_were_declared() -> None:
    body = Composer(OpenAIChat()).compose(at(EMPTY, LOST)).sent.join()
    assert b'"parameters":{}' in body
    assert b"#/gone" in body


def test_the_remarks_of_shaping_stand_with_the_request_and_the_tool_is_left_out() -> None:
    composed = Composer(OpenAIChat(), shaping=ToolShaping("openai")).compose(at(EMPTY, LOST))
    assert tuple(composed.remarks) == SAID
    assert b"lost" not in composed.sent.join()
    assert [tool.name for tool in composed.request.tools] == ["empty", "lost"]


def test_a_longer_history_keeps_what_was_written_and_shapes_nothing_again() -> None:
    composer = Composer(OpenAIChat(), shaping=ToolShaping("openai"))
    state = at(EMPTY)
    first = composer.compose(state)
    again = composer.compose(state)
    assert again.sent.items is first.sent.items
    assert again.sent.join() == first.sent.join()


def test_strict_mode_switched_on_changes_what_is_declared_and_what_is_said() -> None:
    composer = Composer(OpenAIChat(), shaping=ToolShaping("openai"))
    tool = ToolSpec("t", parameters={"type": "object", "properties": {"a": {"type": "string"}}})
    assert tuple(composer.compose(at(tool)).remarks) == ()
    strict = composer.compose(at(tool, strict=True))
    assert b'"strict":true' in strict.sent.join()
    assert tuple(strict.remarks) == (Remark("schema_shaped", "t: closed, made required"),)
