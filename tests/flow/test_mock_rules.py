"""Mock rules as they are kept: changed one undo each, with ids of their own, in the session's file and in one of theirs."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from studio.session.events import ResultRecorded, SetupChanged
from studio.session.mocks import MockRule, RuleError
from studio.workspace.mocking import MockError
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

pytestmark = [pytest.mark.anyio, pytest.mark.promise("C13")]


def _results(session: OpenedSession) -> list[str]:
    return [event.text for event in session.tree.events(session.head) if isinstance(event, ResultRecorded)]


@pytest.mark.parametrize(
    ("when", "spelled"), [("paid == true", "`true`"), ('text == "a"', "'a'"), ("count > 3", "`3`")]
)
async def test_a_bad_condition_is_refused_with_its_right_spelling(
    session: OpenedSession, when: str, spelled: str
) -> None:
    head = session.head
    with pytest.raises(RuleError) as refused:
        session.add_mock(MockRule("", "note", when))
    assert refused.value.member == "when"
    assert spelled in str(refused.value)
    assert session.head == head


async def test_rules_are_changed_moved_switched_and_removed_one_undo_each(session: OpenedSession) -> None:
    def rules() -> list[str]:
        return [f"{rule.text}{'' if rule.on else ' off'}" for rule in session.state.setup.mocks]

    a = session.add_mock(MockRule("", "note", text="a"))
    b = session.add_mock(MockRule("", "n*", text="b"))
    c = session.add_mock(MockRule("", "send", text="c"))
    stood = [rules()]
    changes: tuple[Callable[[], object], ...] = (
        lambda: session.move_mock(c, 0),
        lambda: session.change_mock(a, MockRule("", "note", text="A")),
        lambda: session.switch_mocks("note", False),
        lambda: session.switch_mock(c, False),
        lambda: session.remove_mock(b),
    )
    for change in changes:
        change()
        stood.append(rules())
    assert stood == [
        ["a", "b", "c"],
        ["c", "a", "b"],
        ["c", "A", "b"],
        ["c", "A off", "b off"],
        ["c off", "A off", "b off"],
        ["c off", "A off"],
    ]
    for before in reversed(stood[:-1]):
        session.undo()
        assert rules() == before
    session.redo()
    assert rules() == stood[1]
    with pytest.raises(MockError, match="not there any more"):
        session.remove_mock("nothing")


async def test_a_rule_that_went_gives_its_id_to_no_other(session: OpenedSession) -> None:
    id = session.add_mock(MockRule("", "note", text="mocked", times=1))
    await session.step()
    session.remove_mock(id)
    assert session.add_mock(MockRule("", "note", text="again", times=1)) != id
    await session.step()
    assert _results(session) == ["mocked", "again"]


async def test_rules_go_with_the_session_file_and_through_a_file_of_their_own(
    workspace: Workspace, session: OpenedSession, tmp_path: Path
) -> None:
    session.add_mock(MockRule("", "note", "text == 'ä'", answer="json", text='{"a": 1}'))
    session.add_mock(MockRule("", "n*", fault="timeout"))
    rules = session.state.setup.mocks
    session.export_mocks(tmp_path / "rules.json")
    await workspace.close_session(session)
    again = workspace.open(session.path)
    assert again.state.setup.mocks == rules
    assert again.import_mocks(tmp_path / "rules.json") == 2
    assert [rule.id for rule in again.state.setup.mocks[:2]] == [rule.id for rule in rules]
    assert len({rule.id for rule in again.state.setup.mocks}) == 4
    with pytest.raises(MockError, match="cannot be read"):
        again.import_mocks(tmp_path / "nowhere.json")
    (tmp_path / "rules.json").write_text('{"mocks": [{"tool": "a"}, {"tool": "a", "nth": "x"}]}', encoding="utf-8")
    head = again.head
    with pytest.raises(RuleError, match=r"mocks\[1\].nth"):
        again.import_mocks(tmp_path / "rules.json")
    assert again.head == head


async def test_a_secret_in_a_rule_reaches_no_file(session: OpenedSession, tmp_path: Path) -> None:
    session._wired.world.redactor.register("sk-very-secret-1234567890")
    text = json.dumps({"key": 'sk-very-secret-1234567890"'})
    session.add_mock(MockRule("", "note", answer="json", text=text))
    session.export_mocks(tmp_path / "rules.json")
    await session.step()
    await session.close()
    assert "very-secret" not in (tmp_path / "rules.json").read_text(encoding="utf-8")
    assert "very-secret" not in session.path.read_text(encoding="utf-8")
    json.loads(session.state.setup.mocks[0].text)


async def test_a_setup_without_a_change_of_the_rules_writes_nothing(session: OpenedSession) -> None:
    session.add_mock(MockRule("", "note"))
    head = session.head
    session.switch_mocks("note", True)
    session.switch_mocks("nothing", False)
    assert session.head == head
    assert isinstance(session.tree.event(head), SetupChanged)
