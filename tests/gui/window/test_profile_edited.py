"""A profile is changed while a session is asked through it: the next request goes as the profile says now."""

from collections.abc import Callable

from studio.gui.dialogs.profiles import ProfilesDialog
from studio.messages.toolspec import ToolSpec
from studio.session.setup import ResponderChoice, Setup
from studio.workspace.profiles import read_profile
from tests.flow.chat_server import ChatServer, fails, says
from tests.gui.window.conftest import Play, Stage

TOOL = ToolSpec("get_weather", "The weather.", {"type": "object"})


def _profile(stage: Stage, name: str, url: str) -> ResponderChoice:
    profile = read_profile({"name": name, "base_url": url, "model": "tiny"})
    stage.program.workspace.save_profile(profile)
    return stage.program.workspace.choice(profile)


def _dialog(stage: Stage, name: str) -> ProfilesDialog:
    stage.window.dialogs.profiles()
    dialog = stage.window.dialogs.current
    assert isinstance(dialog, ProfilesDialog)
    dialog.list.setCurrentRow([one.name for one in stage.program.workspace.profiles].index(name))
    return dialog


def test_a_model_that_refuses_tools_is_tried_again_as_the_profile_tells_tools_now(
    live: Callable[[Play], None],
) -> None:
    async def play(stage: Stage) -> None:
        with ChatServer(fails(400, "tiny does not support tools"), says("Hello.")) as server:
            choice = _profile(stage, "near", server.url)
            stage.window.desk.new(Setup(responder=choice, tools=(TOOL,)), "Hi")
            await stage.stopped("exception")
            session = stage.session
            dialog = _dialog(stage, "near")
            dialog.form.model.calls.box.choose("react")
            dialog.save.click()
            dialog.reject()
            assert session.state.setup.responder.calls == "react"
            await stage.go("step")
        assert ("tools" in server.requests[0], "tools" in server.requests[1]) == (True, False)

    live(play)


def test_what_the_session_says_otherwise_and_other_profiles_stay(live: Callable[[Play], None]) -> None:
    async def play(stage: Stage) -> None:
        choice = _profile(stage, "near", "http://127.0.0.1:9/v1")
        _profile(stage, "far", "http://127.0.0.1:9/v1")
        stage.window.desk.new(Setup(responder=choice), "")
        await stage.until(lambda: stage.window.bridge.session is not None)
        session = stage.session
        own = ResponderChoice(choice.kind, choice.profile, choice.dialect, choice.base_url, "mine")
        session.use_responder(own, {})
        other = _dialog(stage, "far")
        other.form.connection.address.setText("http://127.0.0.1:10/v1")
        other.save.click()
        assert session.state.setup.responder == own
        other.list.setCurrentRow(0)
        other.form.connection.address.setText("http://127.0.0.1:11/v1")
        other.save.click()
        other.reject()
        now = session.state.setup.responder
        assert (now.base_url, now.model_name) == ("http://127.0.0.1:11/v1", "mine")

    live(play)
