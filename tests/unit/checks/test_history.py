"""What each wire format asks of a history, and what it takes: a false alarm is as bad as a missed one."""

import json
from typing import Any

import pytest

from studio.checks.history.checker import HistoryChecks, check_body
from studio.checks.history.problem import is_blocked
from studio.checks.history.server import Server, server_of
from studio.session.chain import Chain

OPENAI = server_of("openai_chat", "https://api.openai.com/v1", "gpt-5")
LOCAL = server_of("openai_chat", "http://127.0.0.1:8080/v1", "qwen")
MISTRAL = server_of("openai_chat", "https://api.mistral.ai/v1", "mistral-large")
RESPONSES = server_of("openai_responses", "https://api.openai.com/v1", "gpt-5")
ANTHROPIC = server_of("anthropic_messages", "https://api.anthropic.com", "claude")
OLLAMA = server_of("ollama_chat", "http://127.0.0.1:11434", "qwen")

USER = {"role": "user", "content": "go"}
DONE = {"role": "assistant", "content": "done"}


def call(id: str = "c1", text: Any = "{}", name: str = "f") -> dict[str, Any]:
    return {"id": id, "type": "function", "function": {"name": name, "arguments": text}}


def asks(*calls: dict[str, Any]) -> dict[str, Any]:
    return {"role": "assistant", "content": "", "tool_calls": list(calls)}


def tool(id: str = "c1", content: Any = "r") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id, "content": content}


def use(id: str = "t1", value: Any = None) -> dict[str, Any]:
    return {"type": "tool_use", "id": id, "name": "f", "input": {} if value is None else value}


def gave(id: str = "t1") -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": id, "content": "r"}


def person(*blocks: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(blocks)}


def model(*blocks: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


def codes(server: Server, *messages: Any, **members: Any) -> list[tuple[str, str]]:
    """Code and severity of each problem, by its place."""
    member = "input" if server.dialect == "openai_responses" else "messages"
    body = json.dumps({**members, member: list(messages)})
    return [(one.code, one.severity) for one in check_body(body, server)]


CLEAN: list[tuple[Server, list[Any]]] = [
    (OPENAI, [USER, asks(call()), tool(), DONE, USER]),
    (OPENAI, [{"role": "system", "content": "s"}, USER, asks(call(), call("c2")), tool("c2"), tool(), USER, USER]),
    (OPENAI, [USER, asks(call()), tool(), asks(call()), tool()]),
    (OPENAI, [USER, {"role": "assistant", "content": None, "refusal": "No."}, USER]),
    (OPENAI, [USER, {"role": "assistant", "function_call": {"name": "f", "arguments": "{}"}}, {"role": "function"}]),
    (OPENAI, [USER, asks({"id": "c", "type": "custom", "custom": {"name": "f", "input": "free"}}), tool("c"), USER]),
    (OPENAI, [USER, asks(call()), tool(content=[{"type": "text", "text": "r"}])]),
    (MISTRAL, [USER, asks(call("abcdefgh1")), tool("abcdefgh1"), DONE, USER]),
    (ANTHROPIC, [USER, model({"type": "text", "text": "Hm."}, use()), person(gave(), {"type": "text", "text": "x"})]),
    (ANTHROPIC, [USER, model(use(), use("t2")), person(gave("t2"), gave()), USER, DONE, DONE, USER]),
    (ANTHROPIC, [USER, model({"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}})]),
    (ANTHROPIC, [USER, {"role": "assistant", "content": ""}]),
    (ANTHROPIC, [USER, model(use()), person({**gave(), "content": ""})]),
    (RESPONSES, [USER, {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}, DONE,
                 {"type": "function_call_output", "call_id": "c", "output": "r"}]),
    (RESPONSES, [USER, {"type": "reasoning", "id": "r"}, {"type": "web_search_call", "id": "w"}, USER]),
    (RESPONSES, [{"type": "item_reference", "id": "fc"}, {"type": "function_call_output", "call_id": "c"}]),
    (OLLAMA, [USER, asks({"function": {"name": "f", "arguments": {}}}), {"role": "tool", "content": "r"}, USER]),
    (OLLAMA, [USER, asks({"function": {"name": "f"}}, {"function": {"name": "g"}}), tool(""), tool("")]),
]  # fmt: skip


@pytest.mark.parametrize(("server", "messages"), CLEAN)
def test_what_a_provider_takes_is_no_problem(server: Server, messages: list[Any]) -> None:
    assert codes(server, *messages) == []


WRONG: list[tuple[Server, list[Any], list[tuple[str, str]]]] = [
    (OPENAI, [asks(call("x" * 41)), tool("x" * 41)], [("bad_call_id", "error")]),
    (LOCAL, [asks(call("x" * 41)), tool("x" * 41)], [("bad_call_id", "warning")]),
    (LOCAL, [asks(call(), call()), tool(), tool()], [("duplicate_id", "warning")]),
    (OPENAI, [asks(call(name="a b")), tool()], [("bad_tool_name", "error")]),
    (OPENAI, [asks(call(text={"a": 1})), tool()], [("arguments_not_text", "error")]),
    (OPENAI, [asks(call(text="[1]")), tool()], [("arguments_not_object", "warning")]),
    (OPENAI, [asks(call(text="{x")), tool()], [("arguments_invalid_json", "warning")]),
    (OPENAI, [USER, {"role": "assistant", "content": None}], [("empty_assistant", "error")]),
    (OPENAI, [USER, {"role": "assistant", "content": ""}], [("empty_assistant", "warning")]),
    (LOCAL, [asks(call()), tool(content=[{"type": "image_url"}])], [("image_in_tool_message", "warning")]),
    (OPENAI, [asks(call()), USER, tool()], [("missing_result", "error"), ("orphan_result", "error")]),
    (MISTRAL, [USER, asks(call("abcdefgh1")), tool("abcdefgh1"), USER], [("role_order", "warning")]),
    (ANTHROPIC, [model(use(value=[1])), person(gave())], [("arguments_not_object", "error")]),
    (ANTHROPIC, [model(use()), person({"type": "text", "text": "x"}, gave())], [("result_not_first", "error")]),
    (ANTHROPIC, [model(use()), person(gave(), gave())], [("duplicate_result", "error")]),
    (ANTHROPIC, [model(use("a:0")), person(gave("a:0"))], [("bad_call_id", "error")]),
    (ANTHROPIC, [USER, model(), USER], [("empty_assistant", "error")]),
    (ANTHROPIC, [person({"type": "text", "text": " "})], [("empty_text", "error")]),
    (ANTHROPIC, [model(use()), person({**gave(), "content": "", "is_error": True})], [("empty_text", "error")]),
    (ANTHROPIC, [model(use()), DONE, person(gave())], [("missing_result", "error"), ("orphan_result", "error")]),
    (RESPONSES, [{"type": "function_call_output", "call_id": "c", "output": "r"}], [("orphan_result", "error")]),
    (RESPONSES, [USER, {"type": "reasoning", "id": "r"}], [("reasoning_without_item", "error")]),
    (RESPONSES, [{"type": "reasoning", "encrypted_content": "A"}, USER], [("reasoning_without_item", "warning")]),
    (OLLAMA, [asks({"function": {"name": "f", "arguments": "{}"}}), tool("")], [("arguments_not_object", "error")]),
    (OLLAMA, [asks({"function": {"name": "f", "arguments": {}}}), USER], [("missing_result", "warning")]),
]  # fmt: skip


@pytest.mark.promise("F3")
@pytest.mark.parametrize(("server", "messages", "wanted"), WRONG)
def test_what_a_provider_refuses_is_named(server: Server, messages: list[Any], wanted: list[tuple[str, str]]) -> None:
    assert codes(server, *messages) == wanted


def test_thinking_is_asked_for_only_where_it_is_on_and_the_turn_goes_on() -> None:
    on = {"thinking": {"type": "enabled", "budget_tokens": 1024}}
    going_on = [USER, model(use()), person(gave())]
    assert codes(ANTHROPIC, *going_on, **on) == [("missing_thinking", "warning")]
    assert codes(ANTHROPIC, *going_on, thinking={"type": "adaptive"}) == []
    assert codes(ANTHROPIC, *going_on, DONE, USER, **on) == []
    assert codes(ANTHROPIC, USER, model({"type": "thinking"}, use()), person(gave()), **on) == []


def test_results_of_calls_that_the_server_keeps_are_no_orphans() -> None:
    item = {"type": "function_call_output", "call_id": "c", "output": "r"}
    assert codes(RESPONSES, item, previous_response_id="resp_1") == []


@pytest.mark.parametrize("text", ["", "{", "null", "[]", '{"messages": 5}', '{"messages": [', "[" * 50_000])
def test_a_body_in_the_middle_of_typing_is_no_problem(text: str) -> None:
    assert check_body(text, OPENAI) == ()


def test_a_window_says_the_same_as_a_fresh_look_wherever_it_begins() -> None:
    rounds = [[asks(call(f"c{at}")), tool(f"c{at}" if at != 9 else "other")] for at in range(14)]
    raws = [json.dumps(one).encode() for calls in rounds for one in calls]
    checks = HistoryChecks()
    for end in range(4, len(raws) + 1, 2):
        window = Chain[bytes]().extend([json.dumps(USER).encode(), *raws[max(end - 8, 0) : end]])
        found, _ = checks.of(LOCAL, b'{"messages":[', window, b"]}", window=True)
        fresh, _ = HistoryChecks().of(LOCAL, b'{"messages":[', window, b"]}")
        assert found == fresh
        assert bool(found) == (max(end - 8, 0) <= 18 < end)


def test_only_errors_block() -> None:
    problems = check_body(json.dumps({"messages": [asks(call(), call()), tool(), tool()]}), LOCAL)
    assert problems
    assert not is_blocked(problems)
