"""Calls that do not go well, and calls that are decided together: the banner and the actions say and do what helps."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from msgspec.structs import replace

from studio.gui.dialogs.loop_settings import LoopDialog
from studio.gui.dialogs.text_entry import TextEntry
from studio.session.policies import Limits, Strategies
from studio.session.setup import Setup, Stops
from studio.session.state import CallState
from studio.session.toolbox import ByHand, ToolGroup
from studio.workspace.profiles import read_profile
from tests.flow.chat_server import Answer, ChatServer, says
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]
TOOLS = '''
import os
from pathlib import Path


def add(a: int, b: int = 0) -> int:
    """Add two numbers."""
    return a + b


def once(path: str) -> str:
    """Fails the first time."""
    file = Path(path)
    if not file.exists():
        file.write_text("tried")
        raise RuntimeError("not yet")
    return "now it went"


def leave() -> str:
    """Ends its process."""
    os.write(2, b"last words")
    os._exit(9)
'''


async def _begun(stage: Stage, tmp_path: Path, server: ChatServer, **members: object) -> None:
    """A session with the tools of TOOLS, asked its first message."""
    values = {"name": "local", "base_url": server.url, "model": "tiny", "stream": False}
    profile = read_profile(values)
    stage.program.workspace.save_profile(profile)
    setup = Setup(responder=stage.program.workspace.choice(profile), stops=Stops(before_call=False))
    stage.window.desk.new(replace(setup, **members), "")
    await stage.until(lambda: stage.window.bridge.session is not None)
    file = tmp_path / "tools.py"
    file.write_text(TOOLS, encoding="utf-8")
    stage.session.trust(stage.session.fingerprint(file), for_good=False)
    await stage.session.add_tools(file)
    stage.window.bridge.start("send", lambda opened: opened.send("Go."))


def _with(
    live: Live, tmp_path: Path, answers: list[Answer], play: Callable[[Stage], Awaitable[None]], **members: object
) -> None:
    async def whole(stage: Stage) -> None:
        with ChatServer(*answers) as server:
            await _begun(stage, tmp_path, server, **members)
            await play(stage)

    live(whole)


def _offers(stage: Stage) -> list[str]:
    content = stage.window.centre.banner.content
    assert content is not None
    return [offer.id for offer in content.offers]


def _press(stage: Stage, id: str) -> None:
    stage.window.centre.banner.bar.buttons()[_offers(stage).index(id)].click()


def _press_on_card(stage: Stage, words: str) -> None:
    ways = stage.window.panes.response.calls.cards()[0].result.ways
    next(button for button in ways if button.text() == words).click()


def _calls(stage: Stage) -> tuple[CallState, ...]:
    opened = stage.session.state.open
    assert opened is not None
    return opened.calls


def _result(stage: Stage) -> str:
    result = _calls(stage)[0].result
    return result.text if result is not None else ""


def test_an_unknown_tool_is_renamed_to_the_nearest(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.stopped("exception")
        assert _offers(stage) == ["type_result", "step", "rename_call"]
        assert stage.window.centre.banner.bar.buttons()[-1].text() == "Rename to add"
        _press(stage, "rename_call")
        await stage.frame()
        assert _calls(stage)[0].call.name == "add"

    _with(live, tmp_path, [says("", ("ad", '{"a": 2}'))], play)


def test_a_known_tool_that_was_not_offered_says_why_and_is_offered_from_the_banner(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.stopped("exception")
        assert _offers(stage) == ["type_result", "step", "offer_tool"]
        bar = stage.window.centre.banner.bar
        assert bar.buttons()[-1].text() == "Offer add"
        content = stage.window.centre.banner.content
        assert content is not None
        assert content.detail == "add is known but was not offered: its group sums is closed"
        _press(stage, "offer_tool")
        await stage.frame()
        assert "offer_tool" not in _offers(stage)
        assert stage.window.panes.response.calls.cards()[0].head.is_known
        await stage.go("step")
        assert _result(stage) == "5"

    groups = (ToolGroup("sums", ("add",), ByHand()),)
    _with(live, tmp_path, [says("", ("add", '{"a": 2, "b": 3}'))], play, groups=groups)


def test_bad_arguments_are_fixed_from_the_banner(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.stopped("exception")
        assert _offers(stage) == ["run_raw", "step", "fix_types"]
        _press(stage, "fix_types")
        await stage.frame()
        assert _calls(stage)[0].call.arguments == '{"a": 2}'

    _with(live, tmp_path, [says("", ("add", '{"a": "2"}'))], play, coercion="off")


def test_bad_arguments_run_as_raw_text_this_once(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.stopped("exception")
        before = stage.session.state.setup
        _press(stage, "run_raw")
        await stage.until(lambda: _calls(stage)[0].result is not None)
        await stage.frame()
        assert "rawArguments" in _calls(stage)[0].ran_with
        assert stage.session.state.setup == before
        card = stage.window.panes.response.calls.cards()[0]
        assert "rawArguments" in card.changes.text()

    _with(live, tmp_path, [says("", ("add", "two"))], play)


def test_a_tool_that_raised_is_run_again_on_a_branch(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.stopped("exception")
        assert _offers(stage) == ["show_output", "edit_retry", "step"]
        assert "not yet" in _result(stage)
        failed = stage.session.head
        _press_on_card(stage, "Run again")
        await stage.until(lambda: "now it went" in _result(stage))
        assert failed not in stage.session.tree.path(stage.session.head)

    path = str(tmp_path / "tried").replace("\\", "/")
    _with(live, tmp_path, [says("", ("once", f'{{"path": "{path}"}}'))], play)


def test_the_result_of_a_tool_that_raised_is_edited_on_its_card(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.stopped("exception")
        card = stage.window.panes.response.calls.cards()[0]
        card.result.pencil.click()
        assert card.result.editor.isVisible()

    path = str(tmp_path / "tried").replace("\\", "/")
    _with(live, tmp_path, [says("", ("once", f'{{"path": "{path}"}}'))], play)


def test_where_a_tool_raised_is_shown_and_its_error_is_returned_to_the_model(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.stopped("exception")
        buttons = stage.window.centre.banner.bar.buttons()
        assert [button.text() for button in buttons] == ["Show traceback", "Edit and retry", "Return error to model"]
        result = stage.window.panes.response.calls.cards()[0].result
        assert result.output.text() == "Show traceback"
        assert [button.text() for button in result.ways] == ["Run again", "Edit and retry", "Return error to model"]
        _press(stage, "show_output")
        await stage.frame()
        assert result.printed.isVisible()
        assert 'raise RuntimeError("not yet")' in result.printed.toPlainText()
        assert result.output.text() == "Hide traceback"
        _press_on_card(stage, "Return error to model")
        await stage.until(lambda: stage.session.stop is not None and stage.session.stop.reason == "finished")
        told = [str(message) for message in stage.session.state.messages if message.role == "tool"]
        assert len(told) == 1
        assert "RuntimeError: not yet" in told[0]

    path = str(tmp_path / "tried").replace("\\", "/")
    _with(live, tmp_path, [says("", ("once", f'{{"path": "{path}"}}')), says("Sorry.")], play)


def test_a_call_that_raised_is_edited_and_run_again_beside_the_failed_run(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.stopped("exception")
        failed = stage.session.head
        _press(stage, "edit_retry")
        await stage.frame()
        card = stage.window.panes.response.calls.cards()[0]
        assert _calls(stage)[0].status == "open"
        assert card.arguments.editor.hasFocus()
        other = str(tmp_path / "there").replace("\\", "/")
        (tmp_path / "there").write_text("tried", encoding="utf-8")
        card.arguments.editor.set_text(f'{{"path": "{other}"}}')
        card.bar.execute.click()
        await stage.until(lambda: "now it went" in _result(stage))
        assert failed not in stage.session.tree.path(stage.session.head)
        assert stage.session.tree.whole(failed)

    path = str(tmp_path / "tried").replace("\\", "/")
    _with(live, tmp_path, [says("", ("once", f'{{"path": "{path}"}}'))], play)


def test_a_tool_process_that_ended_is_started_again_and_what_it_wrote_is_shown(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.stopped("exception")
        buttons = stage.window.centre.banner.bar.buttons()
        assert [button.text() for button in buttons] == ["Show output", "Start again", "Return error to model"]
        assert stage.window.centre.banner.bar.words().endswith("the tool process ended; what it held is lost")
        _press(stage, "show_output")
        await stage.frame()
        result = stage.window.panes.response.calls.cards()[0].result
        assert result.printed.isVisible()
        assert "last words" in result.printed.toPlainText()
        head = stage.session.head
        _press(stage, "start_again")
        notice = stage.window.centre.notice
        await stage.until(lambda: notice.text() == "tools.py runs again. What its process held is lost.")
        assert stage.session.head == head
        assert _calls(stage)[0].result is not None

    _with(live, tmp_path, [says("", ("leave", "{}"))], play)


def test_a_misfit_that_is_set_to_fail_is_not_passed_by_going_on(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.stopped("exception")
        assert "step" not in _offers(stage)

    _with(live, tmp_path, [says("", ("add", "two"))], play, strategies=Strategies(bad_arguments="fail"))


def test_the_limit_that_was_reached_is_raised_at_its_number(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.stopped("limit")
        _press(stage, "limit")
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, LoopDialog)
        assert dialog.focusWidget() is dialog.limits.fields["same_call"]
        dialog.reject()

    twice = [("add", '{"a": 2}')] * 2
    _with(live, tmp_path, [says("", *twice)], play, limits=Limits(same_call=2))


def test_results_that_are_the_answer_are_shown_in_the_banner(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.stopped("breakpoint")
        tools = tuple(replace(tool, return_behavior="immediate") for tool in stage.session.state.setup.tools)
        stage.session.change_setup(tools=tools, stops=Stops(before_call=False))
        await stage.go("step")
        await stage.stopped("finished")
        assert "41" in stage.window.centre.banner.bar.words()

    _with(live, tmp_path, [says("", ("add", '{"a": 40, "b": 1}'))], play, stops=Stops(before_call=True))


def test_all_open_calls_get_one_answer(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.stopped("breakpoint")
        stage.trigger("answer_open")
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, TextEntry)
        dialog._field.setPlainText("7")  # type: ignore[union-attr]
        dialog._accept()
        await stage.frame()
        assert [call.result.text for call in _calls(stage) if call.result is not None] == ["7", "7"]
        assert not stage.window.actions_["answer_open"].isEnabled()

    calls = (("add", '{"a": 1}'), ("add", '{"a": 2}'))
    _with(live, tmp_path, [says("", *calls)], play, stops=Stops(before_call=True))


def test_all_open_calls_run_at_one_word(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.stopped("breakpoint")
        stage.trigger("run_open")
        await stage.until(lambda: all(call.status == "done" for call in _calls(stage)))
        await stage.stopped()
        assert [call.result.text for call in _calls(stage) if call.result is not None] == ["1", "2"]

    calls = (("add", '{"a": 1}'), ("add", '{"a": 2}'))
    _with(live, tmp_path, [says("", *calls)], play, stops=Stops(before_call=True))


def test_a_value_that_is_made_to_fit_is_shown_before_and_after_it_runs(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.stopped("breakpoint")
        card = stage.window.panes.response.calls.cards()[0]
        assert card.changes.text() == 'a: "2" → 2'
        assert card.head.chip.text() == "WAITING"
        stage.trigger("run_open")
        await stage.until(lambda: _calls(stage)[0].result is not None)
        await stage.frame()
        assert card.changes.text() == 'a: "2" → 2'
        assert _calls(stage)[0].call.arguments == '{"a": "2"}'

    _with(live, tmp_path, [says("", ("add", '{"a": "2"}'))], play, stops=Stops(before_call=True))
