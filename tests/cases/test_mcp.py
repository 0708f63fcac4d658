"""Adapter for the kind `mcp`: what a server's process prints, what a call gives, names, forms, lists in pages."""

import asyncio
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from studio.checks.form_values import FieldState, arguments_of, form_fields
from studio.session.mcp_servers import Stdio
from studio.session.server_view import ListedTool
from studio.tools.mcp.listed import spec_of
from studio.tools.mcp.names import model_names
from studio.tools.mcp.pages import all_pages
from studio.tools.mcp.returned import outcome_of
from studio.tools.mcp.stdio import stdio_transport
from studio.tools.mcp.wire_log import WireLog
from studio.wire.redact import Redactor
from tests.cases import corpus


@pytest.mark.promise("E2")
@pytest.mark.promise("E3")
@pytest.mark.promise("E5")
@pytest.mark.parametrize("case", corpus.params("mcp"))
def test_a_server_is_understood_as_the_case_says(case: dict[str, Any], tmp_path: Path) -> None:
    given = case["input"]
    match given["what"]:
        case "stdio_output":
            corpus.check(case, asyncio.run(_heard(given, tmp_path)))
        case "call_result":
            _check_result(case)
        case "tool_names":
            _check_names(given)
        case "form_to_arguments":
            states = {key: FieldState(state["set"], state.get("value")) for key, state in given["form"].items()}
            filled = arguments_of(form_fields(given["schema"]), states)
            assert (filled.arguments, filled.problems) == (case["expect"]["arguments"], ()), case["why"]
        case "tools_list":
            corpus.check(case, asyncio.run(_paged(given["pages"])))
        case other:
            raise ValueError(f"nothing reads {other!r}")


async def _heard(given: dict[str, Any], folder: Path) -> dict[str, Any]:
    """What a process that prints the chunks, and nothing else, is taken to say."""
    text = b"".join(corpus.to_bytes(given["chunks"]))
    (folder / "said").write_bytes(text)
    program = (
        "import sys; sys.stdout.buffer.write(open(sys.argv[1], 'rb').read()); sys.stdout.flush(); sys.stdin.read()"
    )
    log = WireLog()
    way = Stdio(sys.executable, ("-c", program, str(folder / "said")))
    results: dict[str, Any] = {}
    async with stdio_transport("printing", way, log, Redactor()) as (incoming, _):
        while len(results) < len(given["pending_ids"]):
            message = (await asyncio.wait_for(incoming.receive(), 30)).message
            results[str(message.id)] = message.result  # type: ignore[union-attr]
        noise = sum(len(each.text.splitlines()) for each in log if each.kind == "noise")
    return {"results": results, "noise_lines": noise, "alive": True}


def _check_result(case: dict[str, Any]) -> None:
    expect, outcome = dict(case["expect"]), outcome_of(case["input"]["result"])
    for words in expect.pop("text_contains", ()):
        assert words in outcome.text, case["why"]
    for words in expect.pop("no_text_contains", ()):
        assert words not in outcome.text, case["why"]
    if "text_json" in expect:
        assert json.loads(outcome.text) == expect.pop("text_json"), case["why"]
    kinds = [part["type"] for part in outcome.parts]
    made = {"status": outcome.status, "structured": outcome.structured, "part_kinds": kinds}
    corpus.check({**case, "expect": expect}, made)


def _check_names(given: dict[str, Any]) -> None:
    own: list[str] = given["names"]
    names = model_names(own, "", "server", (), {})
    assert list(names) == own
    assert all(re.fullmatch(given["pattern"], name) for name in names.values())
    assert len(set(names.values())) == len(own)
    assert names["ok"] == "ok"
    for own_name, name in names.items():
        spec = spec_of(ListedTool({"name": own_name}), "server", name)
        assert (spec.name, spec.own_name or spec.name) == (name, own_name)


async def _paged(pages: dict[str, Any]) -> dict[str, Any]:
    asked: list[str | None] = []

    async def fetch(cursor: str | None) -> dict[str, Any]:
        asked.append(cursor)
        found: dict[str, Any] = pages[cursor or ""]
        return found

    tools = await all_pages(fetch, "tools")
    return {"tool_names": [tool["name"] for tool in tools], "requests": len(asked)}
