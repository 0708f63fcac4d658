"""A session exported as a test, run by a real pytest in a folder and an environment of its own: it passes as it is, and fails where the
session or what is expected was changed."""

import asyncio
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from studio.testing import replayed
from studio.testing.call import Call
from studio.workspace.exported_test import ExportError
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, says
from tests.flow.command_line import PATIENCE, ROOT, studio
from tests.flow.shop import NO_STOPS, Shop, open_keys, say

pytestmark = pytest.mark.promise("F9")

NO_NETWORK = '''"""Nothing of these tests may go anywhere."""
import socket

def refuse(*_):
    raise OSError("no network here")

socket.socket.connect = socket.socket.connect_ex = refuse
'''


async def recorded(shop: Shop) -> Path:
    """Two turns: an edited call, a mocked one, a greeting; and a branch in which the second call was rejected."""
    workspace = shop.workspace()
    session = await shop.session(workspace, shop.folder / "notes.tcsession", stops=NO_STOPS)
    say(session, "two")
    await session.step()
    first, second = open_keys(session)
    session.edit_call(first, arguments='{"text": "\\"杯子\\" it\'s"}')
    await session.step()
    before = session.head
    session.mock(second, "mocked!")
    await session.run_to_end()
    say(session, "hello")
    await session.run_to_end()
    end = session.head
    session.rewind(before)
    session.reject(second, "not now")
    await session.run_to_end()
    session.rewind(end)
    await workspace.close()
    return session.path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The session's file."""
    return asyncio.run(recorded(Shop(tmp_path)))


def changed(test: Path, name: str, *, session: tuple[str, str] = ("", ""), text: tuple[str, str] = ("", "")) -> None:
    """A copy of a test under another name, its session or its own text changed in one place."""
    other = test.with_name(f"test_{name}.py")
    recording = test.parent / "sessions" / f"{test.stem.removeprefix('test_')}.tcsession"
    said, kept = test.read_text(encoding="utf-8"), recording.read_text(encoding="utf-8")
    assert session[0] in kept
    assert text[0] in said
    other.write_text(
        said.replace(*text, 1).replace(f"{recording.stem}.tcsession", f"{name}.tcsession"), encoding="utf-8"
    )
    (recording.parent / f"{name}.tcsession").write_text(kept.replace(*session, 1), encoding="utf-8")


CHANGES: dict[str, tuple[dict[str, tuple[str, str]], str]] = {
    "answer": ({"session": ('"text":"Hello."', '"text":"Goodbye."')}, "The answer of turn 2 is not as expected."),
    "argument": ({"session": (r"{\"text\": \"b\"}", r"{\"text\": \"c\"}")}, "differs at /messages/1/tool_calls/1"),
    "result": ({"session": ('"text":"mocked!"', '"text":"other"')}, "differs at /messages/3/content"),
    "question": ({"session": ('"text":"two"', '"text":"two!"')}, "Request 1 differs at /messages/0/content"),
    "name": ({"text": ('Call("note"', 'Call("nota"')}, "Call 1 of 2 is not as expected, another call."),
    "value": ({"text": ('{"text": "b"}', '{"text": "x"}')}, "Call 2 of 2 is not as expected, note: argument text"),
    "fewer": ({"text": ('        Call("note", {"text": "b"}),\n', "")}, "Call 2 was not expected."),
}


def test_an_exported_test_passes_with_what_is_installed_alone_and_fails_where_anything_was_changed(
    file: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "suite"
    assert studio("export-test", file, "-o", folder / "test_notes.py").code == 0
    assert (
        studio("export-test", file, "--branch", "B", "-o", folder / "test_rejected.py", "--answer", "ignore").code == 0
    )
    for name, (where, _) in CHANGES.items():
        changed(folder / "test_notes.py", name, **where)
    (folder / "conftest.py").write_text(NO_NETWORK, encoding="utf-8")
    log = tmp_path / "runs.log"
    log.unlink()
    ran = subprocess.run(
        [sys.executable, "-I", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error", "."],
        cwd=folder,
        env={name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ} | {"PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert f"{len(CHANGES)} failed, 2 passed" in ran.stdout
    for name, (_, told) in CHANGES.items():
        assert f"FAILED test_{name}.py::test_notes" in ran.stdout
        assert told in ran.stdout
    assert not log.exists(), "a tool ran"


def test_the_files_name_no_machine_and_hold_one_branch_and_no_secret(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    workspace = Workspace(tmp_path / "d", tmp_path / "c", {})
    workspace.world.redactor.register("mocked!")
    session = workspace.look(file)
    done = session.export_test(session.plan_test(branch="main"), tmp_path / "suite" / "test_it.py")
    asyncio.run(workspace.close())
    text, kept = done.test.read_text(encoding="utf-8"), done.session.read_text(encoding="utf-8")
    assert str(tmp_path) not in text + kept
    assert "mocked!" not in kept
    assert "rejected" not in kept


def test_what_was_changed_by_hand_is_not_overwritten_and_what_was_not_is(file: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "d", tmp_path / "c", {})
    session, out = workspace.look(file), tmp_path / "suite" / "test_it.py"
    main, other = session.plan_test(branch="main"), session.plan_test(branch="B")
    session.export_test(main, out)
    session.export_test(other, out)
    assert session.export_test(main, out.with_name("test_con.py")).session.name == "test_con.tcsession"
    out.write_text(out.read_text(encoding="utf-8").replace("Call(", "Call(  "), encoding="utf-8")
    with pytest.raises(ExportError, match="was changed by hand"):
        session.export_test(main, out)
    session.export_test(main, out, force=True)
    out.unlink()
    with pytest.raises(ExportError, match="of another test"):
        session.export_test(other, out)
    with pytest.raises(ExportError, match="pytest would find no test"):
        session.export_test(main, tmp_path / "notes.py")
    for taken in (tmp_path / "test_folder.py", tmp_path / "sessions" / "other.tcsession"):
        taken.mkdir(parents=True)
    for name in ("test_folder.py", "test_other.py", f"test_{'a' * 300}.py"):
        with pytest.raises(ExportError, match="cannot be written"):
            session.export_test(main, tmp_path / name)
    asyncio.run(workspace.close())


def test_a_live_model_is_asked_on_wish_and_what_it_does_otherwise_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    tools = tmp_path / "shop_tools.py"
    Shop(tmp_path)
    made = tmp_path / "live.tcsession"
    call: Any = ("note", '{"text": "a"}')
    with ChatServer(says("", call), says("Done."), says("", ("note", '{"text": "z"}'))) as server:
        added = studio("profile", "add", "here", "--base-url", server.url, "--model", "tiny")
        assert added.code == 0, added.err
        ran = studio("run", "--prompt", "Note a.", "--profile", "here", "--tools", tools, "--save", made)
        assert ran.code == 0, ran.err
        monkeypatch.setenv("TOOLCALL_STUDIO_MODEL", "live")
        again = replayed("live.tcsession", beside=str(tmp_path / "test_x.py"))
    assert again.calls == (Call("note", {"text": "z"}),)
    assert "The replay stopped there" in again.stopped
    with pytest.raises(AssertionError, match=r"argument text\n  expected: 'a'\n  got:      'z'"):
        again.expect_calls(Call("note", {"text": "a"}))


def test_sessions_of_every_format_with_agents_mocks_edits_and_branches_become_tests_that_pass(tmp_path: Path) -> None:
    workspace, inside = Workspace(tmp_path / "d", tmp_path / "c", {}), set[str]()
    for at, file in enumerate(sorted((ROOT / "tests" / "sessions").glob("v*/*.tcsession"))):
        session = workspace.look(file)
        for branch in session.branches:
            plan = session.plan_test(branch=branch.name)
            done = session.export_test(plan, tmp_path / f"test_{at}_{branch.start}.py")
            made: dict[str, Any] = {"__file__": str(done.test)}
            exec(compile(done.test.read_text(encoding="utf-8"), str(done.test), "exec"), made)
            made[done.test.stem]()
            inside |= {call.inside for call in plan.calls}
    asyncio.run(workspace.close())
    assert len(inside) > 1


def test_of_a_session_that_is_no_more_there_the_failure_says_which(tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "none", ignore_errors=True)
    with pytest.raises(Exception, match=r"gone.tcsession cannot be read"):
        replayed("gone.tcsession", beside=str(tmp_path / "test_x.py"))
