"""The buttons of a failed request go where they say: to the key, the test, the model or the time-out of the profile, to the message,
to the demo."""

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QWidget

from studio.gui.dialogs.profiles import ProfilesDialog
from studio.messages.reply import ProviderError
from studio.present.trial_words import NO_KEY
from studio.session.setup import Setup
from studio.workspace.profiles import read_profile
from tests.flow.chat_server import ChatServer, breaks_off, fails
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]
pytestmark = pytest.mark.promise("G4")
KEY = ProviderError("http", "Incorrect API key provided.", 401)
NONE = ProviderError("setup", "No key for p.", type=NO_KEY)
MODEL = ProviderError("http", "The model `m` does not exist.", 404, "model_not_found")
LINE = ProviderError("connection", "Nothing listens at 127.0.0.1:1. Is the local server started?")
TIME = ProviderError("timeout", "No answer in 60 s. 0 bytes came.")


async def _failed(stage: Stage, server: ChatServer) -> None:
    """A session whose request the server refused."""
    profile = read_profile({"name": "p", "base_url": server.url, "model": "m", "stream": False, "key_env": "NO_SUCH"})
    stage.program.workspace.save_profile(profile)
    stage.window.desk.new(Setup(responder=stage.program.workspace.choice(profile)), "hello")
    await stage.stopped("exception")


def _press(stage: Stage, words: str) -> None:
    ways = stage.window.panes.response.none.failure.ways
    next(button for button in ways if button.text() == words).click()


def test_each_button_opens_the_profile_at_what_it_names(live: Live) -> None:
    async def play(stage: Stage) -> None:
        with ChatServer(fails(400, "messages[0]: no")) as server:
            await _failed(stage, server)
            places: list[tuple[ProviderError, str, Callable[[ProfilesDialog], QWidget]]] = [
                (KEY, "Edit key…", lambda dialog: dialog.form.connection.variable),
                (NONE, "Add key…", lambda dialog: dialog.form.connection.variable),
                (MODEL, "Choose model…", lambda dialog: dialog.form.model.model),
                (TIME, "Raise time-out…", lambda dialog: dialog.form.more.read_seconds),
                (LINE, "Edit profile…", lambda dialog: dialog.form.connection.address),
            ]
            for error, words, field in places:
                stage.window.panes.response.none.failure.show_error(error, can_retry=True)
                _press(stage, words)
                dialog = stage.window.dialogs.current
                assert isinstance(dialog, ProfilesDialog), words
                await stage.frame()
                at = dialog.focusWidget()
                assert at is field(dialog) or at is field(dialog).focusProxy(), words
                dialog.reject()
                await stage.frame()

    live(play)


def test_the_profile_is_tried_at_once(live: Live) -> None:
    async def play(stage: Stage) -> None:
        with ChatServer(fails(400, "messages[0]: no")) as server:
            await _failed(stage, server)
            stage.window.panes.response.none.failure.show_error(KEY, can_retry=True)
            _press(stage, "Test the profile…")
            dialog = stage.window.dialogs.current
            assert isinstance(dialog, ProfilesDialog)
            assert dialog._trying is not None
            dialog.reject()

    live(play)


def test_show_message_puts_the_keyboard_at_the_message_that_the_server_named(live: Live) -> None:
    async def play(stage: Stage) -> None:
        with ChatServer(fails(400, "messages[0]: content is missing")) as server:
            await _failed(stage, server)
            _press(stage, "Show message 0")
            request = stage.window.panes.request
            sent = stage.session.state.last_request
            assert stage.window.bridge.selection == sent
            await stage.until(lambda: "/messages/0" in request.json.editor.pointer())

    live(play)


def test_the_demo_opens_in_another_window_and_the_failed_session_stays(live: Live) -> None:
    async def play(stage: Stage) -> None:
        with ChatServer(fails(400, "no")) as server:
            await _failed(stage, server)
            failed = stage.session
            stage.window.panes.response.none.failure.show_error(NONE, can_retry=True)
            _press(stage, "Use the demo recording")
            await stage.until(lambda: len(stage.program.windows) == 2)
            assert stage.session is failed

    live(play)


def test_of_two_tabs_the_one_with_the_reason_of_a_failure_comes_forward(live: Live) -> None:
    async def play(stage: Stage) -> None:
        stage.window.resize(1100, 720)
        with ChatServer(fails(400, "messages[0]: no")) as server:
            await _failed(stage, server)
            assert stage.window.centre.are_tabs
            assert stage.window.panes.response.none.failure.isVisible()

    live(play)


def test_the_server_says_which_models_it_knows_when_it_is_asked(live: Live) -> None:
    async def play(stage: Stage) -> None:
        with ChatServer(fails(404, "The model `m` does not exist.")) as server:
            server.models = ("tiny", "large")
            await _failed(stage, server)
            card = stage.window.panes.response.none.failure
            assert card.known.isHidden()
            _press(stage, "Which are known here?")
            await stage.until(lambda: not card.known.isHidden())
            assert card.known.text() == "Known here: tiny, large"

    live(play)


def test_what_arrived_of_a_broken_reply_becomes_the_reply_and_says_so(live: Live) -> None:
    async def play(stage: Stage) -> None:
        with ChatServer(breaks_off("It is on its")) as server:
            profile = read_profile({"name": "p", "base_url": server.url, "model": "m"})
            stage.program.workspace.save_profile(profile)
            stage.window.desk.new(Setup(responder=stage.program.workspace.choice(profile)), "hello")
            await stage.stopped("exception")
            _press(stage, "Use what arrived")
            await stage.until(lambda: stage.session.state.open is not None)
            assert stage.session.answer() == ("It is on its",)
            assert len(server.requests) == 1

    live(play)
