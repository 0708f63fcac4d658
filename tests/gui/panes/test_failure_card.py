"""Each way in which a request fails has its own headline and buttons that help, and all that is known can be copied."""

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from studio.gui.panes.failure_card import FailureCard
from studio.messages.reply import ProviderError
from studio.present.trial_words import NO_KEY

pytestmark = pytest.mark.promise("G4")
FAILURES = {
    "no key": (
        ProviderError("setup", "No key for OpenAI. Add one, or use the demo recording.", type=NO_KEY),
        "There is no key",
        ["Add key…", "Use the demo recording"],
    ),
    "401": (
        ProviderError("http", "Incorrect API key provided.", 401),
        "The server did not accept the key (401)",
        ["Edit key…", "Test the profile…"],
    ),
    "404 model": (
        ProviderError("http", "The model `gpt-4x` does not exist.", 404, "model_not_found"),
        "The server does not know the model (404)",
        ["Choose model…", "Which are known here?"],
    ),
    "429": (ProviderError("http", "Slow down.", 429, retry_after=20.0), "Too many requests (429)", []),
    "400 with a message": (
        ProviderError("http", "messages[5]: tool_call_id not found", 400),
        "The server refused the request (400)",
        ["Show message 5"],
    ),
    "time-out": (
        ProviderError("timeout", "No answer in 60 s. 0 bytes came."),
        "No answer in time",
        ["Raise time-out…"],
    ),
    "broke off": (
        ProviderError("incomplete", "The reply broke off after 212 bytes. What arrived is kept.", 200),
        "The reply broke off",
        [],
    ),
    "refused connection": (
        ProviderError("connection", "Nothing listens at 127.0.0.1:11434. Is the local server started?"),
        "There was no connection",
        ["Edit profile…"],
    ),
    "certificate": (
        ProviderError("connection", "The certificate of x could not be checked (expired)."),
        "The certificate could not be checked",
        ["Edit profile…"],
    ),
}


@pytest.fixture
def card(qtbot: QtBot) -> FailureCard:
    made = FailureCard()
    made.resize(520, 300)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.mark.parametrize("name", FAILURES)
def test_a_failure_has_its_headline_its_reason_and_its_buttons(card: FailureCard, name: str) -> None:
    error, headline, buttons = FAILURES[name]
    card.show_error(error, can_retry=True)
    assert card._what.text() == headline
    assert error.message in card._why.text()
    assert [button.text() for button in card.ways] == buttons
    assert card.again.text() == "Retry"
    assert not card.again.isHidden()


def test_a_button_tells_what_is_wanted_and_where(card: FailureCard, qtbot: QtBot) -> None:
    card.show_error(FAILURES["400 with a message"][0], can_retry=True)
    with qtbot.waitSignal(card.help_wanted) as caught:
        card.ways[0].click()
    assert caught.args == ["show_message", "/messages/5"]
    card.show_error(ProviderError("http", "input.2 is wrong", 422), can_retry=True)
    with qtbot.waitSignal(card.help_wanted) as caught:
        card.ways[0].click()
    assert caught.args == ["show_message", "/input/2"]


def test_another_failure_takes_the_buttons_of_the_first_away(card: FailureCard) -> None:
    card.show_error(FAILURES["401"][0], can_retry=True)
    card.show_error(FAILURES["broke off"][0], can_retry=True)
    assert card.ways == []


def test_what_had_arrived_can_be_used_where_something_had(card: FailureCard, qtbot: QtBot) -> None:
    card.show_error(FAILURES["broke off"][0], can_retry=True, arrived=True)
    assert [button.text() for button in card.ways] == ["Use what arrived"]
    with qtbot.waitSignal(card.help_wanted) as caught:
        card.ways[0].click()
    assert caught.args == ["use_arrived", ""]
    card.show_error(FAILURES["broke off"][0], can_retry=False, arrived=True)
    assert card.ways == []


def test_models_that_the_server_knows_are_named_until_another_failure_is_shown(card: FailureCard) -> None:
    card.show_error(FAILURES["404 model"][0], can_retry=True)
    assert card.known.isHidden()
    card.show_models([f"m{at}" for at in range(14)])
    assert card.known.text().startswith("Known here: m0, m1, ")
    assert card.known.text().endswith(" and 2 more")
    card.show_error(FAILURES["401"][0], can_retry=True)
    assert card.known.isHidden()


def test_all_that_is_known_is_copied_with_the_details(card: FailureCard) -> None:
    card.show_error(ProviderError("http", "No.", 400, "invalid", '{"error": "No."}'), can_retry=True)
    assert card.copy.isHidden()
    card.details.click()
    card.copy.click()
    copied = QGuiApplication.clipboard().text()
    assert copied.splitlines()[0] == "The server refused the request (400)"
    assert '{"error": "No."}' in copied
    assert "status: 400" in copied
