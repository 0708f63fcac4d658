"""Banner, timeline and cards say the same of where a session stands, also after the person mended what it stopped for."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from msgspec.structs import replace

from studio.present.row import Row
from studio.session.policies import Limits
from studio.session.setup import Setup, Stops
from studio.workspace.profiles import read_profile
from tests.flow.chat_server import Answer, ChatServer, says
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]
TOOLS = '''
from toolcall import tool


def book(hotel: str) -> str:
    """Book a room."""
    return "booked"


@tool(compensates="book")
def cancel(hotel: str) -> str:
    """Give it back."""
    return "cancelled"


def pay(amount: float) -> str:
    """Pay."""
    raise RuntimeError("no money")
'''


def _with(
    live: Live, tmp_path: Path, answer: Answer, play: Callable[[Stage], Awaitable[None]], **members: object
) -> None:
    async def whole(stage: Stage) -> None:
        with ChatServer(answer) as server:
            profile = read_profile({"name": "local", "base_url": server.url, "model": "tiny", "stream": False})
            stage.program.workspace.save_profile(profile)
            setup = Setup(responder=stage.program.workspace.choice(profile), stops=Stops(before_call=False))
            stage.window.desk.new(replace(setup, **members), "")
            await stage.until(lambda: stage.window.bridge.session is not None)
            file = tmp_path / "tools.py"
            file.write_text(TOOLS, encoding="utf-8")
            stage.session.trust(stage.session.fingerprint(file), for_good=False)
            await stage.session.add_tools(file)
            stage.window.bridge.start("send", lambda opened: opened.send("Go."))
            await play(stage)

    live(whole)


def _told(stage: Stage) -> tuple[str, list[str]]:
    banner = stage.window.centre.banner
    assert banner.content is not None
    return banner.content.headline, [button.text() for button in banner.bar.buttons()]


def _arrow(stage: Stage) -> Row:
    rows = stage.window.timeline.model.rows
    assert rows is not None
    (found,) = [row for row in rows if row.is_head]
    return found


def test_a_call_that_was_mended_is_offered_to_run(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.stopped("exception")
        card = stage.window.panes.response.calls.cards()[0]
        assert card.bar.execute.text() == "Tell the model"
        assert stage.session.standing is not None
        assert stage.session.standing.call is not None
        stage.session.edit_call(stage.session.standing.call, arguments='{"hotel": "Roma"}')
        await stage.frame()
        assert _told(stage) == ("Paused before book", ["Run", "Step"])
        assert card.bar.execute.text() == "Execute"

    _with(live, tmp_path, says("", ("book", "{}")), play)


def test_a_limit_at_the_second_call_has_the_arrow_and_the_card_there_and_goes_when_it_is_raised(
    live: Live, tmp_path: Path
) -> None:
    async def play(stage: Stage) -> None:
        await stage.stopped("limit")
        assert stage.session.standing is not None
        assert stage.session.standing.call is not None
        assert stage.session.standing.call[1] == 1
        assert _arrow(stage).call == stage.session.standing.call
        cards = stage.window.panes.response.calls.cards()
        assert [card.facts.is_due for card in cards] == [False, True]
        stage.session.change_setup(limits=Limits(same_call=9))
        await stage.frame()
        assert _told(stage)[1] == ["Run", "Step"]
        assert [card.facts.is_due for card in cards] == [True, False]

    twice = [("book", '{"hotel": "Roma"}')] * 2
    _with(live, tmp_path, says("", *twice), play, limits=Limits(same_call=2), concurrent=True)


def test_after_an_error_the_arrow_is_at_the_result_and_the_button_names_what_is_undone(
    live: Live, tmp_path: Path
) -> None:
    async def play(stage: Stage) -> None:
        await stage.stopped("exception")
        assert (_arrow(stage).kind, _arrow(stage).event) == ("error", stage.session.head)
        assert _told(stage)[0] == "Paused after pay"
        assert _told(stage)[1][-1] == "Undo book"
        stage.session.change_setup(compensation=False)
        await stage.frame()
        assert _told(stage)[1][-1] == "Return error to model"

    calls = says("", ("book", '{"hotel": "Roma"}'), ("pay", '{"amount": 1}'))
    _with(live, tmp_path, calls, play, compensation=True)


def test_after_an_error_between_calls_the_button_does_not_speak_of_the_model(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.stopped("exception")
        assert _told(stage)[1][-1] == "Continue anyway"
        stage.trigger("step")
        await stage.stopped("step")
        assert [call.status for call in stage.session.state.open.calls] == ["done", "done"]  # type: ignore[union-attr]

    calls = says("", ("pay", '{"amount": 1}'), ("book", '{"hotel": "Roma"}'))
    _with(live, tmp_path, calls, play)


def test_after_results_that_are_the_answer_the_next_message_is_written_and_sent(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.stopped("breakpoint")
        tools = tuple(replace(tool, return_behavior="immediate") for tool in stage.session.state.setup.tools)
        stage.session.change_setup(tools=tools, stops=Stops(before_call=False))
        stage.trigger("step")
        await stage.stopped("finished")
        stage.window.centre.banner.bar.buttons()[-1].click()
        composer = stage.window.panes.request.chat.composer
        assert composer.isVisible()
        assert stage.window.focusWidget() is composer.editor
        composer.editor.insertPlainText("And back?")
        composer.send.click()
        await stage.until(lambda: any(message.role == "user" for message in list(stage.session.state.messages)[2:]))

    calls = says("", ("book", '{"hotel": "Roma"}'))
    _with(live, tmp_path, calls, play, stops=Stops(before_call=True))
