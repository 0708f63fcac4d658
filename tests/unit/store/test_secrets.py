"""Tests of keys in the keyring, on keyring's own backends: one in memory, the one that fails, the one that keeps nothing."""

from collections.abc import Callable, Iterator

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail, null

from studio.store import secrets
from studio.store.secrets import KeyringError


class MemoryKeyring(KeyringBackend):
    """A keyring of this test alone."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


@pytest.fixture(autouse=True)
def system_keyring() -> Iterator[None]:
    before = keyring.get_keyring()
    yield
    keyring.set_keyring(before)


def test_a_key_is_kept_under_the_name_of_its_profile_and_removed_by_an_empty_one() -> None:
    ring = MemoryKeyring()
    keyring.set_keyring(ring)
    secrets.store("work", "sk-1")
    assert (secrets.key("work"), secrets.key("home")) == ("sk-1", None)
    assert list(ring.kept) == [(secrets.SERVICE, "work")]
    secrets.store("work", "")
    secrets.store("work", "")
    assert ring.kept == {}


def test_without_a_keyring_the_person_is_told_what_to_do_and_no_key_is_in_the_words() -> None:
    keyring.set_keyring(fail.Keyring())  # type: ignore[no-untyped-call]
    attempts: list[Callable[[], object]] = [lambda: secrets.key("work"), lambda: secrets.store("work", "sk-secret")]
    for attempt in attempts:
        with pytest.raises(KeyringError) as caught:
            attempt()
        assert "environment variable" in caught.value.help
        assert "sk-secret" not in str(caught.value)


def test_a_keyring_that_keeps_nothing_has_no_key() -> None:
    keyring.set_keyring(null.Keyring())  # type: ignore[no-untyped-call]
    secrets.store("work", "sk-1")
    assert secrets.key("work") is None
