"""The banner says why the session stands, and its buttons do what they say."""

import asyncio
import json
from collections.abc import Callable

from PySide6.QtWidgets import QAbstractButton

from studio.gui.panes.problem_list import found_problems
from studio.session.events import CallStarted
from studio.session.replay_rules import ReplayRules
from studio.session.setup import Setup, Stops
from studio.workspace.profiles import read_profile
from tests.flow.chat_server import ChatServer, fails
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]


def _offers(stage: Stage) -> list[str]:
    content = stage.window.centre.banner.content
    assert content is not None
    return [offer.id for offer in content.offers]


def _words(stage: Stage) -> str:
    return stage.window.centre.banner.bar.words()


def _press(stage: Stage, id: str) -> None:
    stage.window.centre.banner.bar.buttons()[_offers(stage).index(id)].click()


async def _busy_then_fine() -> tuple[asyncio.Server, int]:
    """A server that is too busy once and asks to wait a second."""
    reply = {"choices": [{"index": 0, "message": {"role": "assistant", "content": "hi"}, "finish_reason": "stop"}]}
    answers = [
        (b"429 Too Many Requests\r\nretry-after: 1", {"error": {"message": "slow down"}}),
        (b"200 OK", reply),
    ]

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        status, value = answers.pop(0)
        body = json.dumps(value).encode()
        head = b"HTTP/1.1 %s\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n"
        writer.write(head % (status, len(body)) + body)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    return server, server.sockets[0].getsockname()[1]


def _begin(stage: Stage, port: int) -> None:
    value = {"name": "p", "base_url": f"http://127.0.0.1:{port}/v1", "model": "m", "stream": False}
    profile = read_profile(value)
    stage.program.workspace.save_profile(profile)
    stage.window.desk.new(Setup(responder=stage.program.workspace.choice(profile)), "hello")


def test_a_busy_server_is_asked_again_after_the_time_it_wants(live: Live) -> None:
    async def play(stage: Stage) -> None:
        server, port = await _busy_then_fine()
        _begin(stage, port)
        await stage.stopped("exception")
        assert "slow down" in _words(stage)
        assert _offers(stage) == ["retry_later", "step"]
        _press(stage, "retry_later")
        await stage.frame()
        assert "stop waiting" in stage.window.centre.banner.bar.buttons()[0].text()
        await stage.stopped("finished")
        assert _words(stage).startswith("Finished")
        server.close()

    live(play)


def test_a_failed_connection_offers_the_profile_and_a_retry(live: Live) -> None:
    async def play(stage: Stage) -> None:
        _begin(stage, 9)
        await stage.stopped("exception")
        assert _words(stage).startswith("The request failed")
        assert _offers(stage) == ["profiles", "step"]
        assert stage.window.problems.list.topLevelItemCount() == 1
        _press(stage, "profiles")
        assert stage.window.dialogs.current is not None
        stage.window.dialogs.current.reject()

    live(play)


def test_a_call_that_may_have_run_is_never_run_unasked(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        opened = stage.session.state.open
        assert opened is not None
        key = opened.calls[0].key
        stage.session.journal.append(CallStarted(call=key))
        await stage.session.step()
        await stage.frame()
        assert _words(stage).startswith("get_order may have run")
        assert _offers(stage) == ["reject", "type_result", "run_again"]
        assert not stage.window.actions_["step"].isEnabled()
        _press(stage, "run_again")
        await stage.until(lambda: stage.session.state.call(key) is None or _done(stage, key))

    live(play)


def _done(stage: Stage, key: object) -> bool:
    opened = stage.session.state.open
    return opened is not None and any(call.key == key and call.status == "done" for call in opened.calls)


def test_the_limit_of_round_trips_stops_and_can_be_raised(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.session.change_setup(max_round_trips=1, stops=Stops(before_call=False))
        await stage.go("run")
        await stage.stopped("limit")
        assert _offers(stage) == ["stop_here", "limit"]
        _press(stage, "limit")
        dialog = stage.window.dialogs.current
        assert dialog is not None
        dialog.reject()

    live(play)


def test_a_replay_that_differs_shows_both_values_and_takes_the_recorded_reply(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        await stage.go("step_out")
        path = stage.session.path
        stage.trigger("close")
        await stage.until(lambda: stage.window.bridge.session is None)
        rules = ReplayRules(live=("get_*",))
        stage.window.desk.replay(path, model_live=False, tools_live=False, rules=rules)
        await stage.until(lambda: stage.window.bridge.session is not None)
        await stage.frame()
        buttons = stage.window.toolbar.tools.findChildren(QAbstractButton)
        await stage.until(lambda: "Recorded, 2 live" in [button.text() for button in buttons])
        stage.session.change_setup(system="Be rude.")
        await stage.go("step")
        assert "differs" in _words(stage)
        assert "Be rude." in _words(stage)
        assert _offers(stage)[0] == "show_recorded"
        assert "nearest recorded: the request of round 1" in _words(stage)
        assert _offers(stage)[-1] == "use_recorded"
        card = stage.window.panes.response.none.failure
        assert 'now "Be rude."' in card.accessibleName()
        assert "Nearest recorded: the request of round 1" in card.accessibleName()
        assert (card.again.isHidden(), [button.text() for button in card.ways]) == (
            True,
            ["Use the recorded reply", "Show the recorded step"],
        )
        found = found_problems(stage.session, stage.session.not_run)
        assert any('now "Be rude."' in problem.sentence for problem in found)
        card.ways[0].click()
        await stage.until(lambda: stage.session.state.open is not None)

    live(play)


def test_a_session_without_a_message_says_what_is_missing(live: Live) -> None:
    async def play(stage: Stage) -> None:
        stage.window.desk.new(Setup(), "")
        await stage.until(lambda: stage.window.bridge.session is not None)
        await stage.frame()
        content = stage.window.centre.banner.content
        assert content is not None
        assert content.headline == "Waiting for your message"
        assert [offer.id for offer in content.offers] == ["message"]
        assert "write a message first" in stage.window.actions_["step"].toolTip()

    live(play)


async def _breaking_off() -> tuple[asyncio.Server, int]:
    """A server that promises more than it sends."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    return server, server.sockets[0].getsockname()[1]


def test_a_reply_that_broke_off_is_told_in_its_words_once(live: Live) -> None:
    async def play(stage: Stage) -> None:
        server, port = await _breaking_off()
        _begin(stage, port)
        await stage.stopped("exception")
        content = stage.window.centre.banner.content
        assert content is not None
        assert content.detail == "The reply broke off after 1 bytes. What arrived is kept."
        server.close()

    live(play)


def test_refused_tools_offer_the_profile(live: Live) -> None:
    async def play(stage: Stage) -> None:
        with ChatServer(fails(400, "tiny does not support tools")) as server:
            _begin(stage, int(server.url.rsplit(":", 1)[1].removesuffix("/v1")))
            await stage.stopped("exception")
            assert _offers(stage) == ["profiles", "step"]

    live(play)
