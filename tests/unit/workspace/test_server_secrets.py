"""What `${NAME}` of a server stands for: the environment first, then what was kept; and where there is no keyring that is said."""

from collections.abc import Iterator

import keyring
import pytest
from keyring.backends import fail, null

from studio.tools.filled import UnfilledError
from studio.tools.variables import Variables
from studio.wire.redact import BLANK, Redactor
from studio.workspace.server_secrets import ServerSecrets


def made(**environ: str) -> tuple[ServerSecrets, Redactor]:
    redactor = Redactor()
    return ServerSecrets(Variables(environ, redactor)), redactor


def test_what_is_kept_for_this_run_is_found_blanked_and_said_and_the_environment_goes_before_it() -> None:
    secrets, redactor = made(OTHER="of the machine")
    secrets.keep("desk", "DESK_KEY", "correct horse", for_good=False)
    secrets.keep("desk", "OTHER", "of the file", for_good=False)
    assert (secrets.value("desk", "DESK_KEY"), secrets.value("desk", "OTHER")) == ("correct horse", "of the machine")
    assert redactor.text("a correct horse") == f"a {BLANK}"
    assert (secrets.only_now("desk"), secrets.only_now("des")) == (True, False)
    assert secrets.unset("desk", ("DESK_KEY", "NOWHERE")) == "NOWHERE"
    with pytest.raises(UnfilledError, match=r"The server desk needs \$\{NOWHERE\}"):
        secrets.value("desk", "NOWHERE")


def test_a_server_that_is_named_otherwise_finds_its_keys() -> None:
    secrets, _ = made()
    secrets.keep("desk", "DESK_KEY", "correct horse", for_good=False)
    secrets.keep("desk", "", "the bearer", for_good=False)
    secrets.rename("desk", "table", ("DESK_KEY",))
    assert (secrets.value("table", "DESK_KEY"), secrets.token("table")) == ("correct horse", "the bearer")


@pytest.fixture(params=[fail.Keyring, null.Keyring])
def no_keyring(request: pytest.FixtureRequest) -> Iterator[None]:
    """One that fails, and one that keeps nothing."""
    before = keyring.get_keyring()
    keyring.set_keyring(request.param())
    yield
    keyring.set_keyring(before)


@pytest.mark.usefixtures("no_keyring")
def test_without_a_keyring_a_key_is_kept_for_this_run() -> None:
    secrets, _ = made()
    secrets.keep("desk", "DESK_KEY", "correct horse")
    assert (secrets.value("desk", "DESK_KEY"), secrets.only_now("desk")) == ("correct horse", True)
