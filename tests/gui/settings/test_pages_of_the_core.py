"""Settings › Models, Keys, Tools and Privacy: what is changed acts at once and is kept; no key is shown or written."""

from collections.abc import Iterator

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit

from studio.gui.dialogs.key_entry import KeyEntryDialog
from studio.gui.dialogs.profiles import ProfilesDialog
from studio.gui.settings.blanking_rows import BlankingRows
from studio.gui.settings.blanking_trial import BlankingTrial
from studio.gui.settings.key_sources import KeySources
from studio.gui.settings.price_rows import PriceRows
from studio.gui.settings.profile_rows import ProfileRows
from studio.gui.settings.reach_rows import ReachRows
from studio.gui.settings.trusted_rows import TrustedRows
from studio.session.setup import ToolFile
from studio.store.settings import OwnPrice
from studio.workspace.profiles import read_profile
from tests.gui.settings.conftest import Desk

pytestmark = pytest.mark.promise("H2")
KEY = "sk-not-a-real-key-123"


class Ring(KeyringBackend):
    """A keyring of this test alone."""

    priority = 1
    name = "Ring of this test"

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


@pytest.fixture
def ring() -> Iterator[Ring]:
    before, made = keyring.get_keyring(), Ring()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


def profiles(desk: Desk) -> None:
    for profile in (
        {"name": "by variable", "base_url": "http://127.0.0.1:1", "model": "m", "key_env": "NO_SUCH_KEY_HERE"},
        {"name": "by ring", "base_url": "http://127.0.0.1:2", "model": "n", "key_ring": True},
        {"name": "open", "base_url": "http://127.0.0.1:3", "model": "o"},
    ):
        desk.workspace.save_profile(read_profile(profile))


def words(control: KeySources | ProfileRows | TrustedRows) -> list[str]:
    return control.rows.texts()


def test_a_key_is_stored_replaced_and_removed_and_never_shown(desk: Desk, ring: Ring) -> None:
    profiles(desk)
    desk.settings.show_page("keys")
    control = desk.settings.page.rows["sources"].control
    assert isinstance(control, KeySources)
    assert control.ring.text() == "Keyring of this system: Ring of this test"
    assert words(control) == [
        "by variable — missing: the environment variable NO_SUCH_KEY_HERE is not set",
        "by ring — missing: nothing is stored in the keyring",
        "open — needs no key",
    ]
    control.rows.buttons[1][0].click()
    asked = desk.settings.findChildren(KeyEntryDialog)[-1]
    assert asked.key.echoMode() == QLineEdit.EchoMode.Password
    QTest.keyClicks(asked.key, KEY)
    asked.store.click()
    assert ring.kept == {("toolcall-studio", "by ring"): KEY}
    assert words(control)[1] == "by ring — stored in the keyring"
    assert [button.text() for button in control.rows.buttons[1]] == ["Replace…", "Remove"]
    shown = [label.text() for label in desk.settings.findChildren(QLabel)]
    assert not any(KEY in text for text in shown)
    assert asked.key.text() == ""
    control.rows.buttons[1][1].click()
    assert ring.kept == {}


def test_a_profile_whose_key_is_stored_takes_it_from_the_keyring_then(desk: Desk, ring: Ring) -> None:
    profiles(desk)
    desk.settings.show_page("keys")
    control = desk.settings.page.rows["sources"].control
    assert isinstance(control, KeySources)
    control.rows.buttons[0][0].click()
    asked = desk.settings.findChildren(KeyEntryDialog)[-1]
    asked.key.setText(KEY)
    asked.store.click()
    kept = desk.again().profiles[0]
    assert (kept.key_ring, kept.key_env) == (True, None)
    assert words(control)[0] == "by variable — stored in the keyring"
    written = [file for file in desk.folder.rglob("*") if file.is_file()]
    assert written
    assert not any(KEY.encode() in file.read_bytes() for file in written)


def test_without_a_keyring_the_page_says_what_else_there_is(desk: Desk) -> None:
    before = keyring.get_keyring()
    keyring.set_keyring(fail.Keyring())  # type: ignore[no-untyped-call]
    try:
        profiles(desk)
        desk.settings.show_page("keys")
        control = desk.settings.page.rows["sources"].control
        assert isinstance(control, KeySources)
        assert "Name an environment variable" in control.ring.text()
        assert control.rows.first() is None
        assert "no keyring" in words(control)[1]
    finally:
        keyring.set_keyring(before)


def test_trusted_files_are_listed_and_forgotten_one_by_one(desk: Desk) -> None:
    for name in ("one.py", "two.py"):
        desk.workspace.world.trust(ToolFile(f"/t/{name}", "", f"{name}-0123456789abcdef"))
    desk.settings.show_page("tools")
    control = desk.settings.page.rows["trusted"].control
    assert isinstance(control, TrustedRows)
    assert [text.split(" — ")[0] for text in words(control)] == ["/t/two.py", "/t/one.py"]
    assert "hash two.py-01234" in words(control)[0]
    assert "trusted today" in words(control)[0]
    button = control.rows.buttons[0][0]
    button.setFocus()
    button.click()
    assert [one.path for one in desk.again().settings.trusted] == ["/t/one.py"]
    assert desk.settings.focusWidget() is control.rows.buttons[0][0]
    control.rows.buttons[0][0].click()
    assert words(control) == []
    assert not desk.workspace.world.trusts(ToolFile("/t/one.py", "", "one.py-0123456789abcdef"))


def test_own_prices_and_context_windows_are_written_looked_up_and_hold_at_once(desk: Desk) -> None:
    desk.workspace.prices.load()
    desk.settings.show_page("models")
    rows = desk.settings.page.rows
    control = rows["prices"].control
    assert isinstance(control, PriceRows)
    control.model.setText("gpt-4o-mini")
    control.look_up.click()
    assert (control.input.value(), control.output.value()) == (0.15, 0.6)
    control.input.setValue(9)
    control.cached.setValue(-1)
    control.keep.click()
    assert desk.again().settings.prices == {"gpt-4o-mini": OwnPrice(input=9, output=0.6)}
    own = desk.workspace.prices.own("gpt-4o-mini")
    assert own is not None
    assert own.input.usual == 9
    control.model.setText("nobody-knows-it")
    control.look_up.click()
    assert control.said.text() == "The lists do not know this model."
    rows["prices"].reset.click()
    assert desk.again().settings.prices == {}
    reach = rows["windows"].control
    assert isinstance(reach, ReachRows)
    reach.model.setText("qwen*")
    reach.tokens.setValue(32_768)
    reach.keep.click()
    assert desk.again().settings.windows == {"qwen*": 32_768}
    assert desk.workspace.prices.own_window("qwen2.5:7b") == 32_768


def test_a_profile_opens_in_its_editor(desk: Desk) -> None:
    profiles(desk)
    desk.settings.show_page("models")
    control = desk.settings.page.rows["profiles"].control
    assert isinstance(control, ProfileRows)
    assert words(control)[1] == "by ring — openai_chat · n · http://127.0.0.1:2"
    control.rows.buttons[1][0].click()
    dialog = desk.settings.findChildren(ProfilesDialog)[-1]
    assert dialog.list.currentItem().text() == "by ring"
    dialog.close()


def test_a_pattern_is_tried_kept_and_refused_with_the_reason(desk: Desk) -> None:
    desk.settings.show_page("privacy")
    rows = desk.settings.page.rows
    control, trial = rows["blanking"].control, rows["trial"].control
    assert isinstance(control, BlankingRows)
    assert isinstance(trial, BlankingTrial)
    desk.workspace.world.redactor.register(KEY)
    trial.text.setPlainText(f"{KEY} and ACME-1234")
    assert trial.shown.toPlainText() == "[redacted] and ACME-1234"
    control.field.setText("[a-z]+")
    control.add.click()
    assert "would also blank" in control.wrong.text()
    assert desk.workspace.settings.blanking == []
    control.field.setText("ACME-[0-9]+")
    control.add.click()
    assert trial.shown.toPlainText() == "[redacted] and [redacted]"
    assert desk.again().settings.blanking == ["ACME-[0-9]+"]
    control.rows.buttons[0][0].click()
    assert trial.shown.toPlainText() == "[redacted] and ACME-1234"


@pytest.mark.parametrize("page", ["run", "models", "keys", "tools", "checks", "privacy"])
def test_a_page_says_itself_in_the_other_language_at_once(desk: Desk, page: str) -> None:
    profiles(desk)
    desk.settings.show_page(page)
    desk.look.use_language("zh_CN")
    desk.look.use_language("en")
    for row in desk.settings.page.rows.values():
        assert row.control.target().accessibleName() or row.control.accessibleName()
