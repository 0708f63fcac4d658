"""Problems and HTTP say what happened in words that are true: calls that were not run, rounds that no server answered."""

from collections.abc import Callable

from studio.messages.message import user
from studio.session.events import RequestSent
from studio.session.setup import Setup
from studio.session.toolbox import Chooser, Chosen, ToolGroup
from studio.workspace.profiles import read_profile
from tests.flow.chat_server import ChatServer, hangs, says
from tests.gui.window.conftest import Play, Stage
from tests.gui.window.test_dialogs import _answering

Live = Callable[[Play], None]


def _problems(stage: Stage) -> list[str]:
    list_ = stage.window.problems.list
    found = [list_.topLevelItem(at) for at in range(list_.topLevelItemCount())]
    return [item.text(1) for item in found if item is not None]


def test_a_call_that_was_not_run_is_a_problem_also_in_the_next_round(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        assert stage.session.stop is not None
        key = stage.session.stop.call
        assert key is not None
        stage.session.edit_call(key, arguments="{}")
        await stage.go("step")
        for _ in range(4):
            if stage.session.state.rounds == 2:
                break
            await stage.go("step")
        assert stage.session.state.rounds == 2
        await stage.frame()
        said = [text for text in _problems(stage) if "was not run" in text]
        assert len(said) == 1
        assert said[0].startswith("get_order was not run")
        assert said[0].count("was not run") == 1
        assert "order_id" in said[0]
        assert ": - " not in said[0], "its lines are one sentence here"
        assert stage.window.docks["problems"].windowTitle() == "Problems · 1 error"
        stage.trigger("undo")
        stage.session.rewind(key[0])
        await stage.frame()
        assert not any("was not run" in text for text in _problems(stage))

    live(play)


def test_a_scripted_round_says_that_nothing_went_over_http(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.window.docks.show("http")
        await stage.frame()
        http = stage.window.http
        assert http.note.text() == "Answered by the script: nothing went over HTTP."
        assert '"messages"' in http.request.text()
        http.show_view("response")
        assert "HTTP exchange" in http.stream.text()

    live(play)


def test_a_live_round_shows_the_whole_url_and_its_replay_says_that_nothing_was_sent(live: Live) -> None:
    async def play(stage: Stage) -> None:
        server, port = await _answering()
        profile = read_profile(
            {"name": "local", "base_url": f"http://127.0.0.1:{port}/v1", "model": "tiny", "stream": False}
        )
        stage.program.workspace.save_profile(profile)
        stage.window.desk.new(Setup(responder=stage.program.workspace.choice(profile)), "Are you there?")
        await stage.stopped("finished")
        stage.window.docks.show("http")
        await stage.frame()
        url = f"POST http://127.0.0.1:{port}/v1/chat/completions"
        stage.window.http.show_view("raw")
        assert stage.window.http.raw.text().startswith(url)
        assert stage.window.http.note.isHidden()
        path = stage.session.path
        stage.trigger("close")
        await stage.until(lambda: stage.window.bridge.session is None)
        stage.window.desk.replay(path, model_live=False, tools_live=False)
        await stage.until(lambda: stage.window.bridge.session is not None)
        await stage.frame()
        stage.trigger("run_to_end")
        await stage.until(lambda: stage.session.state.rounds == 1)
        await stage.stopped()
        sent = next(
            event
            for node in stage.session.tree.path(stage.session.head)
            if isinstance(event := stage.session.tree.event(node), RequestSent)
        )
        assert sent.source == "recorded"
        stage.window.docks.show("http")
        await stage.frame()
        assert stage.window.http.note.text() == "Answered by the recording: nothing went over HTTP."
        server.close()

    live(play)


def test_the_events_of_a_running_answer_are_listed_as_they_come(live: Live) -> None:
    async def play(stage: Stage) -> None:
        with ChatServer(hangs("Hello to you")) as server:
            profile = read_profile({"name": "local", "base_url": server.url, "model": "tiny"})
            stage.program.workspace.save_profile(profile)
            stage.window.desk.new(Setup(responder=stage.program.workspace.choice(profile)), "Hello?")
            await stage.until(lambda: stage.window.bridge.session is not None)
            stage.window.docks.show("events")
            events = stage.window.events
            await stage.until(lambda: events.model.rowCount() == 3)
            assert events.feed.is_live
            await stage.until(lambda: events.detail.reply.text().endswith("Hello to you"))
            server.closing.set()
            await stage.stopped()
            await stage.until(lambda: events.feed.log is not None and events.feed.log.ended)
            await stage.frame()
            assert events.model.defects(3)[0].code == "broke_off"
            assert events.jump.isVisible()
            stage.window.docks.show("http")
            await stage.frame()
            stage.window.http.show_view("timing")
            assert "connect" in stage.window.http.timing.text()

    live(play)


def test_the_keyboard_can_be_put_into_the_http_part(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.window.go_to("http")
        await stage.frame()
        assert stage.window.docks["http"].isVisible()
        assert stage.window.focus.name() == "http"

    live(play)


def test_what_a_small_model_was_asked_and_said_is_shown_by_the_row_of_its_choice(live: Live) -> None:
    async def play(stage: Stage) -> None:
        with ChatServer(says("money")) as server:
            workspace = stage.program.workspace
            workspace.save_profile(read_profile({"name": "small", "base_url": server.url, "model": "tiny"}))
            small = workspace.choice(workspace.profiles[0])
            groups = (ToolGroup("money", (), Chosen(), "For money."),)
            session = workspace.new(setup=Setup(responder=small, groups=groups, chooser=Chooser("model", small)))
            session.add_message(user("Pay it back."))
            stage.window.bridge.show(session)
            stage.window.docks.show("http")
            await stage.go("step")
            node = next(node for node in session.tree.path(session.head) if session.tree.kind(node) == "groups_chosen")
            stage.window.timeline.select_node(node)
            http = stage.window.http
            await stage.until(lambda: "- money: For money." in http.request.text())
            assert http.note.text() == "Asked before the request which groups of tools to open."
            first = http.list.topLevelItem(0)
            assert first is not None
            assert first.text(2).startswith("choice of groups · 127.0.0.1:")
            http.show_view("response")
            assert "money" in http.stream.text()

    live(play)
