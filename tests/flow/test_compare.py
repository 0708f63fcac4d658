"""Branches and sessions are compared on the whole core: rounds beside one another, and why the first decision differs."""

from pathlib import Path

import pytest

from studio.cli import compare as command
from studio.messages.message import user
from studio.present.compare_report import compare_markdown
from studio.present.compare_text import verdict
from studio.present.compared import Cause, Comparison
from studio.present.labels import english
from studio.workspace.comparing import NoBranchError, compare_files
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.shop import Shop, open_keys, requests, say, to_the_end

pytestmark = [pytest.mark.anyio, pytest.mark.promise("F7")]


def _causes(found: Comparison) -> list[Cause]:
    assert found.first is not None
    return [likely.cause for likely in found.first.causes]


def _branches(session: OpenedSession) -> Comparison:
    main, other = session.branches
    return session.compare_branches(main.start, other.start)


async def test_another_result_of_a_tool_is_named_as_the_cause(session: OpenedSession) -> None:
    before = session.head
    await to_the_end(session)
    session.fork(before)
    session.mock(open_keys(session)[1], "made up")
    await to_the_end(session)
    found = _branches(session)
    assert [(pair.shared, pair.same) for pair in found.pairs] == [(False, False), (False, False)]
    assert [change.place for change in found.pairs[0].results] == ["note"]
    assert _causes(found) == ["tool_output"]
    assert (found.same_calls, found.same_answer) == (True, False)
    assert found.first is not None
    assert found.first.pair == 1
    assert english(verdict(found)) == "The first decision that differs is in round 2."


async def test_a_call_that_the_person_edited_is_their_decision(session: OpenedSession) -> None:
    before = session.head
    await to_the_end(session)
    session.fork(before)
    session.edit_call(open_keys(session)[1], arguments='{"text": "c"}')
    await to_the_end(session)
    found = _branches(session)
    assert _causes(found)[0] == "edit"
    change = found.pairs[0].decision[0]
    assert (change.what, change.place, change.old, change.new) == ("arguments", "note/text", '"b"', '"c"')
    assert not found.same_arguments
    assert found.same_calls


@pytest.mark.parametrize(
    ("members", "cause"), [({"system": "Be brief."}, "prompt"), ({"params": {"temperature": 2}}, "parameters")]
)
async def test_what_was_asked_otherwise_is_named(
    session: OpenedSession, shop: Shop, members: dict[str, object], cause: Cause
) -> None:
    first = session.tree.parent(requests(session)[0])
    await to_the_end(session)
    session.fork(first)
    session.change_setup(**members)
    shop.rewrite_script("Two.", "Twice.")
    shop.rewrite_script('"text": "a"', '"text": "z"')
    await to_the_end(session)
    assert _causes(_branches(session)) == [cause]


async def test_the_same_request_that_is_answered_otherwise_is_chance(session: OpenedSession, shop: Shop) -> None:
    shop.rewrite_script('"text": "a"', '"text": "z"')
    await session.send_again()
    found = _branches(session)
    assert _causes(found) == ["chance"]
    assert english(verdict(found)) == "The first decision that differs is in round 1."


async def test_shared_rounds_are_told_apart_from_equal_ones_and_an_added_round_is_found(
    session: OpenedSession, shop: Shop
) -> None:
    await to_the_end(session)
    end = session.head
    say(session, "hello")
    await to_the_end(session)
    session.rewind(end)
    say(session, "lost")
    await session.step()
    found = _branches(session)
    assert [pair.shared for pair in found.pairs] == [True, True, False]
    assert _causes(found) == ["prompt"]
    assert found.left.rounds == 3


async def test_two_files_are_compared_and_nothing_is_written(
    session: OpenedSession, shop: Shop, workspace: Workspace, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await to_the_end(session)
    other = await shop.session(workspace, tmp_path / "other.tcsession", system="Be brief.")
    other.add_message(user("hello"))
    await to_the_end(other)
    here = session.compare_with_file(other.path)
    assert _causes(here) == ["prompt"]
    before = session.path.read_bytes(), other.path.read_bytes()
    assert compare_files(session.path, other.path) == here
    assert (session.path.read_bytes(), other.path.read_bytes()) == before
    with pytest.raises(NoBranchError, match="one branch only"):
        compare_files(session.path, None)
    text = compare_markdown(here, english)
    assert "The request asked for something else." in text
    assert "same answer" not in text


async def test_the_command_says_it_and_ends_with_1_only_when_asked_for(
    session: OpenedSession, capsys: pytest.CaptureFixture[str]
) -> None:
    before = session.head
    await to_the_end(session)
    session.fork(before)
    session.mock(open_keys(session)[1], "made up")
    await to_the_end(session)
    file = str(session.path)
    assert command.main([file]) == 0
    said = capsys.readouterr().out
    assert "The first decision that differs is in round 2." in said
    assert "A tool had given something else." in said
    assert command.main([file, "--same", "--branch", "main", "--branch", "main"]) == 0
    assert command.main([file, "--same"]) == 1
    capsys.readouterr()
    assert command.main([file, "--branch", "nothing"]) == 2
    for name, begins in (("out.md", "# "), ("out.html", "<!DOCTYPE html>")):
        report = session.path.with_name(name)
        assert command.main([file, "--report", str(report)]) == 0
        assert report.read_text("utf-8").startswith(begins)
    with pytest.raises(SystemExit) as ended:
        command.main([file, "--report", "out.pdf"])
    assert ended.value.code == 2
    assert command.main([file, "--report", str(session.path / "no.md")]) == 2


async def test_what_stood_before_an_edit_and_after_it_is_called_so(
    session: OpenedSession, capsys: pytest.CaptureFixture[str]
) -> None:
    before = session.head
    await to_the_end(session)
    session.fork(before)
    session.edit_call(open_keys(session)[1], arguments='{"text": "mine"}')
    await to_the_end(session)
    assert command.main([str(session.path)]) == 0
    said = capsys.readouterr().out
    assert '    call, on the right\n      was:   note({"text": "b"})\n      now:   note({"text": "mine"})\n' in said


async def test_what_is_damaged_is_said_and_is_never_the_same(
    session: OpenedSession, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await to_the_end(session)
    damaged = tmp_path / "damaged.tcsession"
    damaged.write_bytes(session.path.read_bytes() + b"not a line\n" + b'{"kind":"closed"}\n')
    assert command.main([str(damaged), str(session.path), "--same"]) == 1
    assert "Of the left file 1 damaged lines are missing here." in capsys.readouterr().out
