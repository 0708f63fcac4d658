"""Whatever a tool gives becomes a result that the model can read: texts, JSON, pictures; on a real server and worker."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.flow.chat_server import says
from tests.flow.tools_agent import agent, calls, results

pytestmark = [pytest.mark.anyio, pytest.mark.promise("C7")]

GIVING = """
import dataclasses, datetime, decimal, enum
from toolcall import Image

@dataclasses.dataclass
class Point:
    x: int
    when: datetime.date

class Odd:
    def __getattr__(self, name):
        raise RuntimeError(name)
    def __str__(self):
        raise RuntimeError("no text")

def nothing() -> None: ...
def text() -> str:
    return "as it is: \\u676f\\n"
def structured() -> Point:
    return Point(1, datetime.date(2026, 5, 3))
def not_a_number() -> list[float]:
    return [float("nan"), 1.5]
def raw() -> bytes:
    return b"\\x00\\xff"
def odd() -> object:
    return {"o": Odd()}
def numbers() -> object:
    yield from (1, 2)
def picture() -> Image:
    return Image(b"\\x89PNG\\r\\n\\x1a\\n")
def mixed() -> list:
    return ["Before.", Image(b"\\x89PNG\\r\\n\\x1a\\n"), {"type": "text", "text": "After."}]
def long() -> str:
    return "y" * 1000
"""

PNG = "data:image/png;base64,iVBORw0KGgo="


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("nothing", "Success"),
        ("text", "as it is: 杯\n"),
        ("structured", '{"x": 1, "when": "2026-05-03"}'),
        ("not_a_number", '["nan", 1.5]'),
        ("raw", '"AP8="'),
        ("numbers", "[1, 2]"),
    ],
)
async def test_what_a_tool_gives_goes_to_the_model_as_text(name: str, text: str, tmp_path: Path) -> None:
    async with agent(tmp_path, GIVING, calls(name), says("Done.")) as (session, server):
        await session.run()
        assert [each.text for each in results(session)] == [text]
        assert server.requests[1]["messages"][-1]["content"] == text


async def test_an_object_that_fails_at_everything_is_still_a_result(tmp_path: Path) -> None:
    async with agent(tmp_path, GIVING, calls("odd"), says("Done.")) as (session, _):
        await session.run()
        (result,) = results(session)
    assert (result.is_error, "Odd object at" in json.loads(result.text)["o"]) == (False, True)


@pytest.mark.parametrize(("name", "text"), [("picture", ""), ("mixed", "Before.\nAfter.")])
async def test_a_picture_is_kept_as_one_and_reaches_the_model(name: str, text: str, tmp_path: Path) -> None:
    async with agent(tmp_path, GIVING, calls(name), says("Done.")) as (session, server):
        await session.run()
        (result,) = results(session)
        assert (result.text, [each.url for each in result.media]) == (text, [PNG])
        assert PNG in urls(server.requests[1])


async def test_a_long_result_is_cut_where_everybody_sees_it(tmp_path: Path) -> None:
    async with agent(tmp_path, GIVING, calls("long"), says("Done."), result_chars=100) as (session, server):
        await session.run()
        (result,) = results(session)
        assert result.text == "y" * 100 + "\n[Cut here: 900 more characters were left out.]"
        assert result.whole == "y" * 1000
        assert server.requests[1]["messages"][-1]["content"] == result.text


def urls(value: Any) -> list[str]:
    """Every address of a picture in a request."""
    if isinstance(value, dict):
        own = [value["url"]] if isinstance(value.get("url"), str) else []
        return own + [url for each in value.values() for url in urls(each)]
    return [url for each in value for url in urls(each)] if isinstance(value, list) else []
