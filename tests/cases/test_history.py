"""Adapter for the kind `history`: is a conversation a valid request?

The body is checked as it is typed, and once more item by item as a composed one is; both have to say the same. The protocols are taken at
the address of whoever made them (`openai_chat` at OpenAI, `mistral` at Mistral). What a `should` case expects may be said as a warning, a
`must` is an error.
"""

import json
from typing import Any

import pytest

from studio.checks.history.checker import HistoryChecks, check_body, problems
from studio.checks.history.problem import HistoryProblem
from studio.checks.history.server import Server, server_of
from studio.responders.presets import PRESETS
from studio.session.chain import Chain
from tests.cases import corpus

DIALECTS = {
    "openai_chat": ("openai_chat", "openai"),
    "mistral": ("openai_chat", "mistral"),
    "anthropic": ("anthropic_messages", "anthropic"),
    "openai_responses": ("openai_responses", "openai"),
}
BASE_URLS = {preset.name: preset.base_url for preset in PRESETS}


@pytest.mark.promise("F3")
@pytest.mark.parametrize("case", corpus.params("history"))
def test_history_is_judged_as_the_case_says(case: dict[str, Any]) -> None:
    name, provider = DIALECTS[case["input"]["protocol"]]
    server = server_of(name, BASE_URLS[provider], "m")
    frame, items = body_of(case["input"], name)
    member = "input" if name == "openai_responses" else "messages"
    typed = check_body(json.dumps({**frame, member: items}), server)
    assert typed == sent(server, frame, member, items)
    wanted = [told(one) for expect in (case["expect"], *case.get("accept", ())) for one in expect["problems"]]
    shown = [problem for problem in typed if problem.severity == "error" or is_expected(problem, wanted, case)]
    options = [expect["problems"] for expect in (case["expect"], *case.get("accept", ()))]
    assert any(same(shown, option, items) for option in options), f"{shown}\n{case['why']}"
    assert bool(shown) != case["expect"]["valid"]
    assert all(problem.sentence and problem.pointer for problem in typed)
    body = {**frame, member: items}
    about = [problem.pointer for problem in typed if not isinstance(value_at(body, problem.pointer), str)]
    assert all(pointer.endswith(("/content", "/arguments", "/input")) for pointer in about), about


def value_at(body: Any, pointer: str) -> Any:
    """The value that a problem is about; it has to be there."""
    value = body
    for step in pointer.split("/")[1:]:
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def body_of(given: dict[str, Any], name: str) -> tuple[dict[str, Any], list[Any]]:
    """The members beside the messages, and the messages."""
    frame: dict[str, Any] = {"model": "m", "tools": [tool(one, name) for one in given["tools"]]}
    if given.get("thinking"):
        frame["thinking"] = {"type": "enabled", "budget_tokens": 2000}
    return frame, given["messages"]


def tool(name: str, dialect: str) -> dict[str, Any]:
    """A declared tool of that name."""
    match dialect:
        case "openai_chat":
            return {"type": "function", "function": {"name": name, "parameters": {"type": "object"}}}
        case "openai_responses":
            return {"type": "function", "name": name, "parameters": {"type": "object"}}
        case _:
            return {"name": name, "input_schema": {"type": "object"}}


def sent(server: Server, frame: dict[str, Any], member: str, items: list[Any]) -> tuple[HistoryProblem, ...]:
    """What a composed body of the same messages is found to have, asked after each message as a session that grows is."""
    checks, chain = HistoryChecks(), Chain[bytes]()
    head = json.dumps(frame).removesuffix("}") + f',"{member}":['
    found, tools = checks.of(server, head.encode(), chain, b"]}")
    for item in items:
        chain = chain.append(json.dumps(item).encode())
        found, tools = checks.of(server, head.encode(), chain, b"]}")
    return problems(found, tools, server.dialect)


def told(expected: dict[str, Any]) -> str:
    return str(expected["code"])


def is_expected(problem: HistoryProblem, wanted: list[str], case: dict[str, Any]) -> bool:
    return case["strength"] == "should" and problem.code in wanted


def same(shown: list[HistoryProblem], wanted: list[dict[str, Any]], items: list[Any]) -> bool:
    """Whether these are the expected problems, in any order."""
    left = list(wanted)
    for problem in shown:
        found = next((one for one in left if fits(problem, one, items)), None)
        if found is None:
            return False
        left.remove(found)
    return not left


def fits(problem: HistoryProblem, one: dict[str, Any], items: list[Any]) -> bool:
    """Whether a problem is the expected one. Its message may be that of the call or that of the result."""
    if problem.code != one["code"]:
        return False
    if "tool" in one:
        return bool(problem.tool == one["tool"])
    place = int(problem.pointer.split("/")[2])
    id = str(one.get("call_id", ""))
    places: set[int] = {
        one["message_index"],
        *(at for at, item in enumerate(items) if id and f'"{id}"' in json.dumps(item)),
    }
    return bool(place in places and id in ("", problem.call_id))
