"""`.venv` is made once, repaired when it is half-made, and every failure is one sentence."""

import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from environment import Environment, missing_modules, without_venv
from launcher import launcher_of
from shell import CannotError, Ran, ignore

OFFLINE = (
    "WARNING: Retrying after connection broken by 'NewConnectionError(...)'\nERROR: No matching distribution found"
)


class FakeMachine:
    """Stands for the programs: making an environment makes its folder, pip says what the test wants."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.commands: list[str] = []
        self.pip = Ran(0, "Collecting a\nInstalling collected packages: a, b\n")
        self.venv_code = 0
        self.venv_output = ""
        self.killed_in_pip = False

    def __call__(
        self,
        command: Sequence[str],
        *,
        variables: Mapping[str, str] | None = None,
        on_line: Callable[[str], None] = ignore,
    ) -> Ran:
        words = " ".join(command)
        if "-m venv" in words:
            return self._make()
        if "-m pip install" in words:
            return self._install(on_line)
        if "purelib" in words:
            return Ran(0, f"{self.root / '.venv'}\n")
        alive = (self.root / ".venv/alive").exists()
        return Ran(0, platform.python_version()) if alive else Ran(127, "no such file")

    def _make(self) -> Ran:
        self.commands.append("venv")
        if self.venv_code == 0:
            (self.root / ".venv").mkdir()
            (self.root / ".venv/alive").touch()
        return Ran(self.venv_code, self.venv_output)

    def _install(self, on_line: Callable[[str], None]) -> Ran:
        self.commands.append("pip")
        if self.killed_in_pip:
            raise KeyboardInterrupt
        for line in self.pip.output.splitlines():
            on_line(line)
        return self.pip


@pytest.fixture
def machine(tmp_path: Path) -> FakeMachine:
    """A checkout with two lock files, and the programs around it."""
    (tmp_path / "packaging").mkdir()
    (tmp_path / "packaging/requirements.lock").write_text("a==1 \\\n    --hash=x\nb==2\n", encoding="utf-8")
    (tmp_path / "packaging/requirements-dev.lock").write_text("a==1\nb==2\nc==3\n", encoding="utf-8")
    return FakeMachine(tmp_path)


def _ready(machine: FakeMachine, *, dev: bool = False) -> list[str]:
    said: list[str] = []
    Environment(machine.root, machine, said.append).make_ready(dev=dev)
    return said


def test_the_first_time_it_is_made_filled_and_points_to_the_checkout(machine: FakeMachine) -> None:
    said = _ready(machine)
    assert machine.commands == ["venv", "pip"]
    assert (machine.root / ".venv/toolcall-studio.pth").read_text(encoding="utf-8").strip() == str(machine.root)
    assert said[0] == "Making the folder .venv …"
    assert said[1].startswith("Installing up to 2 locked packages")
    assert said[-1] == "  unpacking 2 packages"


def test_the_command_is_put_into_it_also_when_only_that_is_missing(machine: FakeMachine) -> None:
    _ready(machine)
    command = launcher_of(machine.root / ".venv", sys.platform)
    assert command.is_file()
    command.unlink()
    machine.commands.clear()
    assert (_ready(machine), machine.commands, command.is_file()) == ([], [], True)


def test_a_command_that_cannot_be_put_there_is_said_and_stops_nothing(machine: FakeMachine) -> None:
    _ready(machine)
    command = launcher_of(machine.root / ".venv", sys.platform)
    command.unlink()
    command.mkdir()
    (said,) = _ready(machine)
    assert said.startswith("The command toolcall-studio could not be put into .venv: ")


def test_the_second_time_nothing_is_done_or_said(machine: FakeMachine) -> None:
    _ready(machine)
    machine.commands.clear()
    assert (_ready(machine), machine.commands) == ([], [])


def test_with_the_tools_of_development_the_program_runs_too(machine: FakeMachine) -> None:
    _ready(machine, dev=True)
    machine.commands.clear()
    assert (_ready(machine, dev=False), machine.commands) == ([], [])


def test_without_them_they_are_added(machine: FakeMachine) -> None:
    _ready(machine)
    machine.commands.clear()
    assert _ready(machine, dev=True)[0].startswith("Installing up to 3")
    assert machine.commands == ["pip"]


def test_a_changed_lock_file_is_installed(machine: FakeMachine) -> None:
    _ready(machine)
    machine.commands.clear()
    (machine.root / "packaging/requirements.lock").write_text("a==2\n", encoding="utf-8")
    _ready(machine)
    assert machine.commands == ["pip"]


def test_an_environment_whose_python_is_gone_is_made_anew(machine: FakeMachine) -> None:
    _ready(machine)
    machine.commands.clear()
    (machine.root / ".venv/alive").unlink()
    _ready(machine)
    assert machine.commands == ["venv", "pip"]


def test_an_environment_whose_filling_was_interrupted_is_made_anew(machine: FakeMachine) -> None:
    machine.killed_in_pip = True
    with pytest.raises(KeyboardInterrupt):
        _ready(machine)
    machine.killed_in_pip = False
    machine.commands.clear()
    _ready(machine)
    assert machine.commands == ["venv", "pip"]
    machine.commands.clear()
    assert (_ready(machine), machine.commands) == ([], [])


def test_an_environment_made_by_hand_is_filled_and_kept(machine: FakeMachine) -> None:
    (machine.root / ".venv").mkdir()
    (machine.root / ".venv/alive").touch()
    _ready(machine)
    assert machine.commands == ["pip"]


def test_a_damaged_stamp_counts_as_none(machine: FakeMachine) -> None:
    _ready(machine)
    (machine.root / ".venv/toolcall-studio.json").write_text("[1", encoding="utf-8")
    machine.commands.clear()
    _ready(machine)
    assert machine.commands == ["pip"]


def test_no_network_is_said_in_a_sentence_and_loses_nothing(machine: FakeMachine) -> None:
    machine.pip = Ran(1, OFFLINE)
    with pytest.raises(CannotError, match="no Python package index answered") as caught:
        _ready(machine)
    assert caught.value.output == "", "a page of retries helps nobody"
    machine.pip = Ran(0, "")
    machine.commands.clear()
    _ready(machine)
    assert machine.commands == ["pip"]


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "not the one that was locked"),
        ("OSError: [Errno 28] No space left on device", "The disk is full"),
        ("something else", "its own words stand above"),
    ],
)
def test_what_pip_could_not_do_is_said(machine: FakeMachine, output: str, sentence: str) -> None:
    machine.pip = Ran(1, output)
    with pytest.raises(CannotError, match=sentence):
        _ready(machine)


def test_a_python_whose_venv_lacks_ensurepip_names_the_package_to_install(machine: FakeMachine) -> None:
    machine.venv_code, machine.venv_output = 1, "because ensurepip is not\navailable."
    with pytest.raises(CannotError) as caught:
        _ready(machine)
    assert caught.value.sentence == without_venv(["ensurepip"])
    assert "apt-get install python3-venv" in caught.value.sentence
    assert ("\n" in caught.value.sentence, caught.value.output) == (False, "")


def test_this_python_can_make_environments() -> None:
    assert missing_modules() == []
