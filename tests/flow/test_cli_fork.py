"""`fork` and `show --tree` on real files: named steps, what is kept, what is refused, and that a file only grows."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from studio.cli import fork, show
from studio.store.session_file import read, resume
from tests.flow.command_line import studio
from tests.flow.shop import Shop, say, to_the_end

pytestmark = pytest.mark.promise("F6")


@pytest.fixture
def path(shop: Shop) -> Path:
    """A finished session of two rounds with two calls of one tool."""
    path = shop.folder / "s.tcsession"

    async def make() -> None:
        workspace = shop.workspace()
        session = await shop.session(workspace, path)
        say(session, "two")
        await to_the_end(session)
        await workspace.close()

    asyncio.run(make())
    return path


@pytest.fixture
def run(path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, Any]]:
    """Run `fork` on the file; its exit code, and the document or the error."""

    def run(*arguments: object) -> tuple[int, Any]:
        code = fork.main([str(path), "--json", *map(str, arguments)])
        return code, json.loads(capsys.readouterr().out.splitlines()[-1])

    return run


Run = Callable[..., tuple[int, Any]]


def tree(path: Path, capsys: pytest.CaptureFixture[str], *more: str) -> list[dict[str, Any]]:
    assert show.main([str(path), "--tree", "--json", *more]) == 0
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["tree"]
    return found


def test_the_command_forks_at_a_named_step_and_only_adds_lines(path: Path) -> None:
    before = path.read_bytes()
    kept = ("--name", "second", "--note", "Why two?", "--expects", "result.is_error")
    ran = studio("fork", path, "--at", "before:note:2", *kept)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Branch second begins after step")
    after = path.read_bytes()
    assert after.startswith(before)
    kinds = [json.loads(line)["kind"] for line in after[len(before) :].splitlines()]
    assert kinds == ["opened", "head", "setup", "branch", "branch_noted", "closed"]


def test_every_name_that_a_step_has_leads_to_it(path: Path, run: Run) -> None:
    _, listed = run("--steps")
    named = [(step["node"], name) for step in listed["steps"] for name in step["name"].split()]
    assert {name for _, name in named} == {
        "round:1", "reply:1", "before:note", "after:note", "before:note:2", "after:note:2", "round:2", "reply:2",
    }  # fmt: skip
    for node, name in (*named, (listed["steps"][2]["node"], listed["steps"][2]["node"])):
        code, said = run("--at", name, "--branch", "main")
        assert (code, said["at"]) == (0, node), name
    _, refused = run("--at", "call:?", "--branch", "main")
    first, second = refused["error"]["help"].removeprefix("Ids on it: ").rstrip(".").split(", ")
    where = {name: node for node, name in named}
    same = {
        f"call:{first}": where["before:note"],
        f"result:{second}": where["after:note:2"],
        "round:-1": where["round:2"],
        "start": 0,
    }
    for name, node in same.items():
        code, said = run("--at", name, "--branch", "main")
        assert (code, said["at"]) == (0, node), name


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--at", "round:9"), "There is no round 9 on this branch: it has 2."),
        (("--at", "before:wipe"), "wipe is not called on this branch."),
        (("--at", "after:note:3"), "note is called 2 times on this branch."),
        (("--at", "call:nothing"), "There is no call with the id nothing on this branch."),
        (("--at", "999"), "There is no step 999"),
        (("--at", "somewhere"), "somewhere names no step."),
        (("--at", "end", "--branch", "B"), "s.tcsession has no branch named B."),
        (("--at", "end", "--name", "main"), "There is a branch named main already."),
        (("--at", "end", "--expects", "reply.text = 'x'"), "The expression cannot be read from column 12 on"),
        (("--hide", "main"), "The session stands on main"),
        (("--rename", "B", "C"), "has no branch named B"),
    ],
)
def test_what_is_refused_says_why_and_leaves_every_byte(
    path: Path, run: Run, arguments: tuple[str, ...], sentence: str
) -> None:
    before = path.read_bytes()
    code, said = run(*arguments)
    assert (code, path.read_bytes()) == (2, before)
    assert sentence in said["error"]["sentence"]


def test_a_file_that_is_open_elsewhere_is_not_forked(path: Path, run: Run) -> None:
    sink = resume(read(path))
    before = path.read_bytes()
    code, said = run("--at", "end")
    assert (code, path.read_bytes()) == (3, before)
    assert "open in another window" in said["error"]["sentence"]
    sink.close()


def test_branches_are_named_hidden_shown_and_annotated_and_the_tree_tells(
    path: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    run("--at", "reply:1", "--name", "first", "--expects", "contains(reply.text, 'noted b')")
    run("--at", "round:1", "--branch", "main")
    run("--rename", "C", "fresh")
    run("--annotate", "main", "--note", "As it was.", "--expects", "contains(reply.text, 'noted b')")
    run("--hide", "first")
    names = [(row["name"], row["level"], row["from_round"]) for row in tree(path, capsys)]
    assert names == [("main", 0, 0), ("fresh", 1, 0)]
    rows = {row["name"]: row for row in tree(path, capsys, "--hidden")}
    assert (rows["main"]["note"], rows["main"]["expectation"], rows["main"]["ended"]) == (
        "As it was.",
        "met",
        "finished",
    )
    assert (rows["first"]["marks"], rows["first"]["expectation"]) == (["hidden"], "unknown")
    assert show.main([str(path)]) == 0
    told = capsys.readouterr().out
    assert ("Branch fresh" in told, "Branch first" in told, "1 branch is hidden; --hidden shows" in told) == (
        True,
        False,
        True,
    )
    run("--unhide", "first")
    assert show.main([str(path), "--tree"]) == 0
    assert "├─ fresh" in capsys.readouterr().out


def test_annotating_leaves_what_is_not_named(path: Path, run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    run("--annotate", "main", "--note", "As it was.", "--expects", "reply.text")
    run("--annotate", "main", "--note", "because")
    (row,) = tree(path, capsys)
    assert (row["note"], row["expects"]) == ("because", "reply.text")
    run("--annotate", "main", "--expects", "")
    (row,) = tree(path, capsys)
    assert (row["note"], row["expects"]) == ("because", "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--annotate", "main"), "--annotate wants --note or --expects, or both."),
        (("--annotate", "main", "--name", "x"), "--name does not go with --annotate."),
        (("--hide", "main", "--note", "x"), "--note does not go with --hide."),
        (("--rename", "main", "x", "--expects", "round"), "--expects does not go with --rename."),
        (("--steps", "--note", ""), "--note does not go with --steps."),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(
    path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], sentence: str
) -> None:
    before = path.read_bytes()
    with pytest.raises(SystemExit) as ended:
        fork.main([str(path), *arguments])
    assert (ended.value.code, path.read_bytes()) == (2, before)
    assert sentence in capsys.readouterr().err


def test_the_steps_name_the_calls_they_are_about_and_where_the_session_stands(
    path: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    run("--at", "reply:2")
    assert fork.main([str(path), "--steps", "--branch", "main"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert any(line.split()[1:4] == ["result", "note", "call_1_1"] for line in told)
    assert [line.endswith("<- the session stands here") for line in told].count(True) == 0
    assert fork.main([str(path), "--steps"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("  <- the session stands here")


def test_a_fork_at_the_head_is_one_clear_line(path: Path, run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    run("--at", "head")
    assert show.main([str(path)]) == 0
    told = capsys.readouterr().out
    assert "Branch     Another branch begins here; what follows is this one going on.\n" in told
    assert "automatic" not in told
