"""A result that is too long is cut where the model and the person see it; the whole stays in the session's file."""

from pathlib import Path
from typing import Any

import pytest

from studio.session.mocks import MockRule
from studio.session.policies import Strategies
from tests.flow.chat_server import says
from tests.flow.tools_agent import agent, calls, results

pytestmark = [pytest.mark.anyio, pytest.mark.promise("C7")]

SOURCE = """
def much(count: int, fails: bool = False) -> str:
    "Give so many characters."
    if fails:
        raise ValueError("n" * count)
    return "y" * count
"""
DONE = says("Done.")


async def test_the_model_reads_the_cut_text_and_how_much_is_left_out(tmp_path: Path) -> None:
    async with agent(tmp_path, SOURCE, calls("much", count=5000), DONE, result_chars=1000) as (session, server):
        await session.run_to_end()
        told = server.requests[1]["messages"][-1]["content"]
        assert told == "y" * 1000 + "\n[Cut here: 4,000 more characters were left out.]"
        (result,) = results(session)
        assert (result.text, result.whole) == (told, "y" * 5000)


async def test_an_error_and_a_mocked_result_are_cut_alike(tmp_path: Path) -> None:
    rule = MockRule("r", "much", nth=2, text="z" * 3000)
    twice = says("", ("much", '{"count": 3000, "fails": true}'), ("much", '{"count": 1}'))
    setup: dict[str, Any] = {"result_chars": 100, "mocks": (rule,), "strategies": Strategies(tool_error="tell")}
    async with agent(tmp_path, SOURCE, twice, DONE, **setup) as (session, _):
        await session.run_to_end()
        assert ["Cut here" in result.text for result in results(session)] == [True, True]
        assert [len(result.whole) for result in results(session)] == [3000 + len("ValueError: "), 3000]


async def test_without_a_limit_nothing_is_cut_and_what_fits_stays_as_it_is(tmp_path: Path) -> None:
    for limit in (0, 5000):
        folder = tmp_path / str(limit)
        folder.mkdir()
        async with agent(folder, SOURCE, calls("much", count=5000), DONE, result_chars=limit) as (session, _):
            await session.run_to_end()
            assert (results(session)[0].text, results(session)[0].whole) == ("y" * 5000, "")
