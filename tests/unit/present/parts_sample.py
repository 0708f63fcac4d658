"""Parts of every kind for the tests of what is shown: hosted tool search of two providers, signed thinking, printed calls."""

from typing import Any

from studio.messages.message import Message, user
from studio.messages.parts import Call, Opaque, Part, Reasoning, Text
from studio.messages.reply import ChatReply
from studio.messages.toolspec import ToolSpec
from studio.session.setup import ResponderChoice, Setup

PRINTED = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Kyoto"}}\n</tool_call>'
WEATHER: dict[str, Any] = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
    "required": ["city"],
}


def block(**value: Any) -> Opaque:
    """An Anthropic block that is kept as it came."""
    return Opaque("anthropic_messages", value)


def item(**value: Any) -> Opaque:
    """A Responses item that is kept as it came."""
    return Opaque("openai_responses", value)


def searched(*names: str, query: str = "weather") -> tuple[Opaque, Opaque]:
    """A tool search of Anthropic that found `names`."""
    found = [{"type": "tool_reference", "tool_name": name} for name in names]
    return (
        block(type="server_tool_use", id="srvtoolu_1", name="tool_search_tool_bm25", input={"query": query}),
        block(
            type="tool_search_tool_result",
            tool_use_id="srvtoolu_1",
            content={"type": "tool_search_tool_search_result", "tool_references": found},
        ),
    )


def web_search(query: str = "Kyoto weather") -> tuple[Opaque, Opaque]:
    """A web search of Anthropic with two results."""
    pages = [("Kyoto forecast", "https://weather.example/kyoto"), ("Japan, 7 days", "https://weather.example/jp")]
    found = [
        {"type": "web_search_result", "title": title, "url": url, "encrypted_content": "EqgfCioIAR"}
        for title, url in pages
    ]
    return (
        block(type="server_tool_use", id="srvtoolu_2", name="web_search", input={"query": query}),
        block(type="web_search_tool_result", tool_use_id="srvtoolu_2", content=found),
    )


def responses_search(*names: str) -> tuple[Opaque, Opaque]:
    """A tool search of Responses that found `names`; the provider gives no call ids there."""
    tools = [{"type": "function", "name": name, "defer_loading": True, "parameters": {}} for name in names]
    return (
        item(type="tool_search_call", id="tsc_1", call_id=None, execution="server", arguments={"query": "weather"}),
        item(type="tool_search_output", id="tso_1", call_id=None, execution="server", tools=tools),
    )


def printed_call() -> Call:
    """A call that was printed in the form Hermes."""
    return Call("get_weather", '{"city": "Kyoto"}', None, "text", {"in": "hermes", "printed": PRINTED})


THINKING = Reasoning("The person wants the weather in Kyoto; I need a tool for it.", "EuYBCkQYAiJAjT", {})
HIDDEN = Reasoning("", "gAAAAABn", {})
REDACTED = block(type="redacted_thinking", data="EmwKAhgBEgy3va3pzix")
SEARCH_TOOL = ToolSpec(
    "tool_search_tool_bm25",
    extra={"entry": {"type": "tool_search_tool_bm25_20251119", "name": "tool_search_tool_bm25"}},
    origin="anthropic_messages",
)
DEFERRED = tuple(
    ToolSpec(name, words, WEATHER, extra={"defer_loading": True}, origin="anthropic_messages")
    for name, words in (("get_weather", "The weather now."), ("get_forecast", "The days to come."))
)
TOOLS = (SEARCH_TOOL, *DEFERRED)
CLAUDE = ResponderChoice("live", "Anthropic", "anthropic_messages", "https://api.example", "claude-sonnet")
SETUP = Setup(CLAUDE, "You tell the weather.", {"max_tokens": 1024}, TOOLS)
QUESTION = user("What is the weather in Kyoto, and for the next three days?")


def assistant(*parts: Part) -> ChatReply:
    """A reply of Anthropic."""
    return ChatReply(parts, "tool_use", origin="anthropic_messages")


SEARCHING = assistant(
    THINKING,
    REDACTED,
    *searched("get_weather", "get_forecast"),
    Text("I found two tools and ask the first one."),
    Call("get_weather", '{"city": "Kyoto"}', "toolu_01A"),
)
PAUSED = ChatReply((Text("Let me look."), *web_search()), "pause_turn", origin="anthropic_messages", resumable=True)
MESSAGE: Message = SEARCHING.message
