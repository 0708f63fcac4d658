"""The whole job against a real model: edit a call, mock a result, fork, kill, reopen, replay. Run by hand:

python tests/live/small_model.py BASE_URL MODEL [FOLDER]

BASE_URL is an OpenAI-compatible endpoint on this machine, such as http://127.0.0.1:8095/v1; `tool_choice` forces each call, so
that the smallest model serves. Says what it saw; ends with 1 when a replay comes out otherwise. No test of the suite.
"""

import asyncio
import subprocess
import sys
import tempfile
from pathlib import Path

from studio.cli import replay
from studio.responders.profiles import read_profile
from studio.session.setup import Setup
from studio.workspace.workspace import Workspace

TOOLS = '''
from typing import Literal


def get_weather(city: str, unit: Literal["celsius", "fahrenheit"] = "celsius") -> dict:
    """Get the weather of a city."""
    return {"city": city, "temperature": 21, "unit": unit}
'''
FORCED = {"temperature": 0, "max_tokens": 60, "tool_choice": {"type": "function", "function": {"name": "get_weather"}}}
READY = "ready to be killed"


async def work(url: str, model: str, folder: Path) -> None:
    """One session: an edited call runs, the next is mocked, a branch rejects the first; then wait to be killed."""
    workspace = Workspace(folder / "data", folder / "config")
    profile = read_profile({"name": "small", "base_url": url, "model": model, "params": FORCED})
    workspace.world.lend(profile)
    setup = Setup(workspace.choice(profile), "You are helpful.", dict(profile.params), max_round_trips=5)
    session = workspace.new(setup=setup, path=folder / "real.tcsession")
    tools = folder / "weather.py"
    session.trust(session.fingerprint(tools), for_good=False)
    await session.add_tools(tools)
    first = (await session.send("What is the weather in Hangzhou today?")).call
    assert first is not None, session.state.failed
    session.edit_call(first, arguments='{"city": "杭州", "unit": "celsius"}')
    await session.step()
    second = (await session.run()).call
    assert second is not None, session.state.failed
    session.mock(second, '{"temperature": 3}')
    await session.step()
    session.fork(first[0])
    session.reject(first, "Ask for another city.")
    await session.step()
    print(READY, flush=True)
    await asyncio.sleep(60)


def killed(url: str, model: str, folder: Path) -> None:
    """Run `work` in a process of its own and kill it at its end."""
    command = [sys.executable, __file__, "--work", url, model, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        said = child.stdout.readline().strip()
        child.kill()
    if said != READY:
        raise SystemExit(f"The session did not come to its end: {said}")


def main(arguments: list[str]) -> int:
    if arguments[0] == "--work":
        asyncio.run(work(arguments[1], arguments[2], Path(arguments[3])))
        return 0
    folder = Path(arguments[2]) if len(arguments) > 2 else Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "weather.py").write_text(TOOLS, encoding="utf-8")
    killed(arguments[0], arguments[1], folder)
    file = folder / "real.tcsession"
    session = Workspace(folder / "data", folder / "config").open(file)
    print(f"{file}: {session.state.rounds} rounds, branches {', '.join(branch.name for branch in session.branches)}")
    print(f"stands before {session.due}, stopped: {session.stop}")
    asyncio.run(session.close())
    return replay.main([str(file), "--check"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
