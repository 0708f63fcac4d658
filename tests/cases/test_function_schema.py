"""Adapter for the kind `function_schema`: a module's function as a tool of a real worker process, described and called."""

import json
from pathlib import Path
from typing import Any

import pytest

from studio.messages.toolspec import ToolSpec
from studio.tools.coerce import check_call
from studio.tools.python_file import PythonTools
from studio.tools.tool import CallContext
from studio.tools.tools_file import ToolsFileError
from tests.cases import corpus, schema_asserts

pytestmark = [pytest.mark.anyio, pytest.mark.promise("C1")]

UNSUPPORTED = ("it takes *", "is filled in by name")


@pytest.mark.parametrize("case", corpus.params("function_schema"))
async def test_a_function_is_the_tool_that_the_case_says(case: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "case_tools.py"
    path.write_text(case["input"]["python"], encoding="utf-8")
    tools = PythonTools(path)
    try:
        spec, problem = await described(tools, case["input"]["function"].rpartition(".")[2])
        schema_asserts.check(case, spec.parameters if spec else None, {problem} - {""})
        if spec is not None:
            await compare(case, tools, spec)
    finally:
        await tools.close()


async def described(tools: PythonTools, name: str) -> tuple[ToolSpec | None, str]:
    """The tool, or the corpus' word for why there is none."""
    try:
        found = await tools.load()
    except ToolsFileError as error:
        if any(told in error.help for told in UNSUPPORTED):
            return None, "unsupported_parameter"
        raise
    return next(spec for spec in found.specs if spec.name == name), ""


async def compare(case: dict[str, Any], tools: PythonTools, spec: ToolSpec) -> None:
    """Description and calls, against `expect` or one of `accept`; every way is tried with the same outcomes."""
    wanted = [case["expect"], *case.get("accept", ())]
    asked = case["expect"].get("calls", ())
    outcomes = [await answered(tools, spec, call["arguments"]) for call in asked]
    made = {"description": spec.description, "calls": [corpus_form(each) for each in outcomes]}
    differences = [corpus.difference(compared(each, outcomes), made) for each in wanted]
    assert not all(differences), f"{case['id']}: {differences[0]}\nwhy: {case['why']}"


async def answered(tools: PythonTools, spec: ToolSpec, arguments: Any) -> str | None:
    """The text of the result, as the loop would come by it; None when the arguments do not fit."""
    checked = check_call(spec, json.dumps(arguments))
    if not checked.fits:
        return None
    outcome = await tools.run(spec.name, checked.value or {}, CallContext("c"))
    if outcome.text.startswith(f"{spec.name} was not run"):
        return None
    assert outcome.status == "ok", outcome
    return outcome.text


def corpus_form(text: str | None) -> dict[str, Any]:
    """An outcome as the corpus writes it."""
    return {"error": "invalid_arguments"} if text is None else {"returns": text}


def compared(expect: dict[str, Any], outcomes: list[str | None]) -> dict[str, Any]:
    """What is compared: a text is a result as it stands, anything else is one as JSON."""
    calls = []
    for call, _ in zip(expect.get("calls", ()), outcomes, strict=True):
        wanted = call.get("returns")
        plain = "error" in call or isinstance(wanted, str)
        told = {"$match": "json_equals", "value": wanted} if not plain else wanted
        calls.append({"error": call["error"]} if "error" in call else {"returns": told})
    return {key: value for key, value in expect.items() if key == "description"} | {"calls": calls}
