"""An agent is added, stepped into, over and out of in the running window; skills are added and taken out; the summary is copied."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from studio.gui.dialogs.skills import SkillsDialog
from studio.gui.dialogs.summary import SummaryDialog
from studio.gui.dialogs.text_entry import TextEntry
from studio.gui.dialogs.tool_new import NewToolDialog
from studio.gui.dialogs.tool_page import ToolPage
from studio.messages.message import user
from studio.session.agents import Agent
from studio.session.memory import Memory
from studio.session.mocks import MockRule
from studio.session.setup import Setup, Stops
from studio.workspace.profiles import read_profile
from tests.flow.chat_server import ChatServer, says
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]
STOCK = Agent(
    system="You know the stock.",
    tools=("look",),
    params={"temperature": 0},
    memory=Memory("messages", 20),
    keeps_memory=True,
)
SKILL = "---\nname: refunds\ndescription: How money is paid back. Use it for refunds.\n---\n\nLook the order up.\n"


def _asks(stage: Stage, server: ChatServer) -> None:
    """A session whose model is asked on this machine, with a mocked tool and a message that waits."""
    workspace = stage.program.workspace
    workspace.save_profile(read_profile({"name": "near", "base_url": server.url, "model": "tiny"}))
    mocks = (MockRule("look", tool="look", text="two cups"),)
    setup = Setup(responder=workspace.choice(workspace.profiles[0]), stops=Stops(before_call=False), mocks=mocks)
    session = workspace.new(setup=setup)
    session.add_message(user("How many cups?"))
    stage.window.bridge.show(session)


async def _agent_by_hand(stage: Stage) -> None:
    """Declare a tool, then an agent that may call it, in the dialogs."""
    stage.trigger("add_by_hand")
    tool = stage.window.dialogs.current
    assert isinstance(tool, NewToolDialog)
    tool.declaration.name.setText("look")
    tool.add.click()
    stage.trigger("add_agent")
    dialog = stage.window.dialogs.current
    assert isinstance(dialog, NewToolDialog)
    dialog.declaration.name.setText("stock")
    agent = dialog.runs.agent
    agent.system.set_text("You know the stock.")
    agent.checks.switch("look")
    agent.keeps.choose(True)
    agent.memory.kind.choose("messages")
    agent.params.set_text("{")
    dialog.add.click()
    assert dialog.isVisible(), "parameters that are no JSON are refused"
    agent.params.set_text('{"temperature": 0}')
    dialog.add.click()
    await stage.frame()


@pytest.mark.promise("D4")
def test_an_agent_is_added_stepped_into_and_out_of_and_told_in_the_summary(live: Live) -> None:
    async def play(stage: Stage) -> None:
        answers = (
            says("", ("stock", '{"task": "cups"}')),
            says("", ("look", "{}")),
            says("There are two."),
            says("Two cups."),
        )
        with ChatServer(*answers) as server:
            _asks(stage, server)
            await _agent_by_hand(stage)
            assert stage.session.state.setup.executors["stock"] == STOCK
            _look_at_its_page(stage)
            await _through_it(stage)
            await stage.go("step")
            _read_the_summary(stage)

    live(play)


def _look_at_its_page(stage: Stage) -> None:
    stage.window.dialogs.tools.page("stock", "runs")
    page = stage.window.dialogs.current
    assert isinstance(page, ToolPage)
    head = stage.session.head
    page.ok.click()
    assert stage.session.head == head, "an agent that is only looked at stays as it is"


async def _through_it(stage: Stage) -> None:
    window = stage.window
    assert not window.actions_["leave_agent"].isEnabled()
    await stage.go("step_into")
    await stage.go("step_into")
    assert stage.session.state.depth == 1
    assert window.status.agent_text() == "inside stock (depth 1)"
    await stage.go("step_into")
    _see_a_problem(stage)
    stage.trigger("leave_agent")
    entry = window.dialogs.current
    assert isinstance(entry, TextEntry)
    entry.reject()
    await stage.go("step_out")
    assert stage.session.state.depth == 0
    rows = window.timeline.model.rows
    assert rows is not None
    assert [row.label for row in rows if row.kind == "round"] == ["", "1.1", "1.2"]


def _see_a_problem(stage: Stage) -> None:
    """A call inside the agent of a tool that is none: said once, in the round as the timeline counts it."""
    assert stage.session.state.open is not None
    stage.session.edit_call(stage.session.state.open.calls[0].key, name="lok")
    stage.window.problems._refresh()
    item = stage.window.problems.list.topLevelItem(0)
    assert item is not None
    assert item.text(1).startswith("There is no tool named lok.")
    assert item.text(2) == "Round 1.1 › call 1"
    stage.session.undo()


def _read_the_summary(stage: Stage) -> None:
    stage.trigger("summary")
    dialog = stage.window.dialogs.current
    assert isinstance(dialog, SummaryDialog)
    dialog.as_json.click()
    told = json.loads(QGuiApplication.clipboard().text())
    assert (told["content"], len(told["executions"])) == ("Two cups.", 2)
    assert "Ended by" in dialog.text.toPlainText()
    dialog.as_markdown.click()
    assert "### Round 1.2" in QGuiApplication.clipboard().text()
    dialog.reject()


@pytest.mark.promise("D3")
def test_a_skill_is_added_switched_and_removed_each_undone_at_once(live: Live, tmp_path: Path) -> None:
    folder = tmp_path / "refunds"
    folder.mkdir()
    (folder / "SKILL.md").write_text(SKILL, encoding="utf-8")
    (folder / "pay.py").write_text("raise SystemExit", encoding="utf-8")

    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.trigger("skills")
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, SkillsDialog)
        assert not dialog.empty.isHidden()
        dialog.add_folder(tmp_path / "none")
        assert dialog.said.property("role") == "error"
        dialog.add_folder(folder)
        assert dialog.details.name.text() == "refunds"
        dialog.details.checks.switch("issue_refund")
        assert stage.session.state.setup.skills[0].tools == ("issue_refund",)
        dialog.details.on.click()
        assert not stage.session.state.setup.skills[0].on
        wanted: list[Path] = []
        dialog.tools_file_wanted.disconnect()
        dialog.tools_file_wanted.connect(wanted.append)
        dialog.details.tools_file_wanted.emit(folder / "pay.py")
        assert wanted == [folder / "pay.py"], "a Python file is only offered to be reviewed"
        dialog.details.remove.click()
        assert stage.session.state.setup.skills == ()
        dialog.accept()
        for count in (1, 1, 1, 0):
            stage.trigger("undo")
            assert len(stage.session.state.setup.skills) == count

    live(play)


def test_a_skill_that_went_under_the_dialog_is_not_mistaken_for_the_next_one(live: Live, tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "SKILL.md").write_text(SKILL.replace("refunds", name, 1), encoding="utf-8")

    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.session.add_skill(tmp_path)
        stage.trigger("skills")
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, SkillsDialog)
        stage.session.remove_skill("first")
        dialog.details.remove.click()
        assert dialog.said.text().startswith("There is no skill named first.")
        assert [skill.name for skill in stage.session.state.setup.skills] == ["second"]
        assert dialog.details.name.text() == "second"
        dialog.accept()

    live(play)
