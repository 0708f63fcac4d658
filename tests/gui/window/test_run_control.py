"""Arrow, banner and status bar agree wherever the session stands; *Stop* stands where *Run* was; going back says what had run."""

from collections.abc import Callable

import pytest

from studio.gui.run_button import RunButton
from studio.gui.words import say
from studio.present.run_state import run_state
from studio.session.setup import Setup, Stops
from studio.workspace.profiles import read_profile
from tests.flow.chat_server import ChatServer, fails, hangs, says
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]


def _agree(stage: Stage) -> str:
    """All three places say the same; gives the word of the status bar."""
    session, window = stage.session, stage.window
    now = run_state(session.activity.kind, session.standing, session.state, asked=bool(session.questions))
    word = window.status._state.text()
    assert word == say(now.word)
    content, stop = window.centre.banner.content, session.standing
    assert (content is None) == (stop is None)
    shown = window.timeline.model.rows
    assert shown is not None
    heads = [row for row in map(shown.row, range(len(shown))) if row.is_head]
    assert len(heads) == (1 if session.head else 0)
    if content is not None and stop is not None:
        assert content.icon == now.icon
        assert not window.centre.banner.isHidden()
        if stop.place == "before_call":
            assert heads[0].call == stop.call
            assert str(heads[0].title) in content.headline
        beside = [each.words.key for each in heads[0].badges]
        assert ("badge.paused" in beside) == (now.kind == "paused" and stop.what != "differs")
    return word


def _begin(stage: Stage, url: str) -> None:
    profile = read_profile({"name": "p", "base_url": url, "model": "m"})
    stage.program.workspace.save_profile(profile)
    stage.window.desk.new(Setup(responder=stage.program.workspace.choice(profile)), "hello")


async def _approve(stage: Stage) -> None:
    before = (stage.session.head, stage.session.stop)
    stage.window.offers.take("approve")
    await stage.until(lambda: (stage.session.head, stage.session.stop) != before)
    await stage.stopped()


@pytest.mark.promise("G3")
def test_arrow_banner_and_status_bar_agree_all_along_the_demo_and_back(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        seen = [_agree(stage)]
        for _ in range(60):
            if stage.session.stop is None or stage.session.stop.reason == "finished":
                break
            if stage.session.standing is not None and stage.session.standing.reason == "approval":
                await _approve(stage)
            else:
                await stage.go("step")
            seen.append(_agree(stage))
        assert (seen[0], seen[-1]) == ("Paused", "Finished")
        for _ in range(4):
            stage.trigger("step_back")
            await stage.frame()
            _agree(stage)
        stage.session.change_setup(max_round_trips=1)
        await stage.frame()
        _agree(stage)

    live(play)


def test_a_sensitive_call_that_does_not_fit_is_offered_its_repair_before_it_is_approved(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        await stage.go("run_to_end")
        await stage.stopped("approval")
        banner = stage.window.centre.banner
        assert banner.content is not None
        assert [offer.id for offer in banner.content.offers] == ["reject", "approve", "fix_types"]
        assert banner.bar.buttons()[1].text() == "Tell the model"
        banner.bar.buttons()[-1].click()
        await stage.frame()
        assert [offer.id for offer in banner.content.offers] == ["reject", "approve_all", "approve"]
        call = stage.session.standing.call if stage.session.standing is not None else None
        assert call is not None
        card = stage.window.panes.response.calls.card(call)
        assert card is not None
        assert "refund_tools.py" in card.bar.will.text()

    live(play)


def test_a_failure_and_a_limit_have_their_words_in_every_place(live: Live) -> None:
    async def play(stage: Stage) -> None:
        call = says("Let me see.", ("nothing", "{}"))
        with ChatServer(fails(500, "no"), call, call) as server:
            _begin(stage, server.url)
            await stage.stopped("exception")
            assert _agree(stage) == "Failed"
            stage.session.change_setup(max_round_trips=1, stops=Stops(before_call=False))
            await stage.go("step")
            assert _agree(stage) == "Paused"
            await stage.go("run")
            await stage.stopped("limit")
            assert _agree(stage) == "Limit reached"
            content = stage.window.centre.banner.content
            assert content is not None
            assert [offer.id for offer in content.offers] == ["stop_here", "limit"]
            stage.window.centre.banner.bar.buttons()[0].click()
            await stage.frame()
            assert stage.window.centre.banner.isHidden()
            assert "begins the count anew" in stage.window.centre.notice.text()
            assert stage.window.panes.request.chat.composer.isAncestorOf(stage.window.focusWidget())
            stage.trigger("step_back")
            await stage.frame()
            assert not stage.window.centre.banner.isHidden()

    live(play)


def test_stop_stands_where_run_was_while_a_reply_streams_and_stops_it(live: Live) -> None:
    async def play(stage: Stage) -> None:
        with ChatServer(hangs("Once upon a time")) as server:
            _begin(stage, server.url)
            button = stage.window.toolbar.run
            assert isinstance(button, RunButton)
            await stage.until(lambda: stage.window.bridge.session is not None)
            await stage.until(lambda: stage.session.partial is not None and button.shown == "stop")
            await stage.until(lambda: stage.window.status._state.text() == "Streaming")
            await stage.frame()
            assert button.text() == "Stop"
            assert _agree(stage) == "Streaming"
            assert button.isEnabled()
            button.click()
            await stage.stopped()
            assert (button.text(), button.shown) == ("Run", "run")
            _agree(stage)

    live(play)


def test_stepping_back_over_a_call_that_ran_says_so_and_undoes_nothing(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        await stage.go("step")
        stage.trigger("step_back")
        await stage.frame()
        said = stage.window.centre.notice.text()
        assert "get_order" in said
        assert "Nothing is undone outside" in said
        assert said in stage.window.console.text.toPlainText()

    live(play)
