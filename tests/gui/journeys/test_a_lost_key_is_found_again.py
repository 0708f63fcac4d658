"""The server refuses the key: the person stores the right one in the keyring from the failure itself, retries, and it goes nowhere else."""

from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from PySide6.QtWidgets import QApplication

from tests.flow.dialect_server import DialectServer
from tests.gui.journeys.conftest import Journey, says
from tests.gui.journeys.outline import outline
from tests.gui.journeys.person import Person

pytestmark = pytest.mark.promise("H4")


KEY = "sk-journey-1234567890abcdef"
REFUSED = (401, {"error": {"message": "Incorrect API key provided.", "code": "invalid_api_key"}})
OFFERED = [f"Button «{words}»" for words in ("Retry", "Edit key…", "Test the profile…", "Details")]


class Ring(KeyringBackend):
    """The system's keyring, of this test alone."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.held = {("toolcall-studio", "shop model"): "sk-journey-which-is-no-more"}

    def get_password(self, service: str, username: str) -> str | None:
        return self.held.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.held[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.held[service, username]


@pytest.fixture
def ring() -> Iterator[Ring]:
    """A keyring that holds a key which the server does not take any more."""
    before, made = keyring.get_keyring(), Ring()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


def test_a_key_is_stored_from_the_failure_and_goes_to_the_server_and_nowhere_else(
    journey: Journey, ring: Ring, caplog: pytest.LogCaptureFixture
) -> None:
    shown: list[str] = []

    async def play(person: Person, _server: DialectServer) -> None:
        answer = person.window.panes.response
        person.type("Hello.")
        person.press("Ctrl+Return")
        await person.until_reads("The server did not accept the key (401)")
        person.pictured("10_refused")
        assert [line for line in outline(answer) if line.startswith("Button")] == OFFERED
        await person.take("Edit key…", inside=answer)
        dialog = await person.opened()
        assert "EditableText «Key to store in the system's keyring» focus" in outline(dialog)
        person.type(KEY)
        person.pictured("10_key")
        shown.extend(person.all_texts())
        person.press("Ctrl+Return")
        await person.until_reads("Saved.")
        person.press("Esc")
        await person.closed()
        await person.take("Retry", inside=answer)
        await person.until_reads("Finished")
        person.press("Ctrl+Shift+P")
        await person.stage.frame()
        person.type("Copy as curl")
        person.press("Return")
        await person.until(lambda: "curl" in QApplication.clipboard().text())
        shown.extend([*person.all_texts(), QApplication.clipboard().text()])

    server = journey.go("openai_responses", [REFUSED, says("Hello.")], play, profile={"key_ring": True})
    assert [headers["authorization"] for _, _, headers in server.requests] == [
        "Bearer sk-journey-which-is-no-more",
        f"Bearer {KEY}",
    ]
    assert ring.held == {("toolcall-studio", "shop model"): KEY}
    assert _holding(journey, KEY) == []
    assert [text for text in shown if KEY in text] == []
    assert KEY not in caplog.text


def _holding(journey: Journey, text: str) -> list[Path]:
    """The files that hold a text, of all that the program wrote; it did write some."""
    written = [path for root in (journey.home, journey.folder) for path in root.rglob("*") if path.is_file()]
    assert len(written) > 1
    return [path for path in written if text.encode() in path.read_bytes()]
