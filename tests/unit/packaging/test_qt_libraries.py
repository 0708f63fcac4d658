"""What Qt lacks is found, added where that is allowed, and otherwise said with the command that adds it."""

from collections.abc import Callable, Mapping, Sequence

import pytest
from qt_libraries import APT_FONT, APT_PACKAGES, System, choose_packages, has_display, make_ready
from shell import CannotError, Ran, ignore

FINE = Ran(0, "STARTS\n")
NO_EGL = Ran(1, "ImportError: libEGL.so.1: cannot open shared object file: No such file or directory\n")
NO_XCB = Ran(0, "LACKS window libxcb-icccm.so.4: cannot open shared object file: No such file\nSTARTS\n")
NO_FONT = Ran(0, "LACKS font\nSTARTS\n")
ROOT = System(has_apt=True, is_root=True, has_display=False)
PERSON = System(has_apt=True, is_root=False, has_display=True)
OTHER = System(has_apt=False, is_root=True, has_display=True)


def _policy(*names: str) -> str:
    return "".join(f"{name}:\n  Installed: (none)\n  Candidate: 1.2\n  Version table:\n" for name in names)


class FakeMachine:
    """Answers the probe with one result after another, apt with what the test wants; keeps every apt-get command."""

    def __init__(self, *probes: Ran, known: str = "", apt: Ran = FINE) -> None:
        self.probes = list(probes)
        self.known = known
        self.apt = apt
        self.asked: list[list[str]] = []

    def __call__(
        self,
        command: Sequence[str],
        *,
        variables: Mapping[str, str] | None = None,
        on_line: Callable[[str], None] = ignore,
    ) -> Ran:
        if command[0] == "apt-cache":
            return Ran(0, self.known)
        if command[0] == "apt-get":
            self.asked.append(list(command[1:]))
            return self.apt
        return self.probes.pop(0)


def _make_ready(machine: FakeMachine, system: System) -> bool:
    return make_ready("python", machine, lambda _line: None, system)


def test_a_qt_that_starts_asks_for_nothing() -> None:
    machine = FakeMachine(FINE)
    assert _make_ready(machine, ROOT) is True
    assert machine.asked == []


@pytest.mark.parametrize("probe", [NO_EGL, NO_XCB])
def test_root_on_debian_gets_what_is_missing(probe: Ran) -> None:
    machine = FakeMachine(probe, FINE, known=_policy("libegl1", "libxcb-icccm4"))
    assert _make_ready(machine, ROOT) is True
    update, install = machine.asked
    assert update == ["update"]
    assert install == ["install", "--yes", "--no-install-recommends", "libegl1", "libxcb-icccm4"]


def test_a_font_is_added_only_where_there_is_none() -> None:
    known = _policy("libegl1", "fonts-dejavu-core")
    assert choose_packages(known, font=True) == ["libegl1"]
    machine = FakeMachine(NO_FONT, FINE, known=known)
    assert _make_ready(machine, ROOT) is True
    assert machine.asked[1][-2:] == ["libegl1", "fonts-dejavu-core"]


def test_of_two_names_the_one_that_this_release_offers_is_taken() -> None:
    old = "libglib2.0-0:\n  Installed: 2.74\n  Candidate: 2.74\n"
    new = "libglib2.0-0:\n  Installed: (none)\n  Candidate: (none)\n" + _policy("libglib2.0-0t64")
    assert choose_packages(old, font=True) == ["libglib2.0-0"]
    assert choose_packages(new, font=True) == ["libglib2.0-0t64"]


def test_every_name_can_be_chosen() -> None:
    names = [names[-1] for names in (*APT_PACKAGES, APT_FONT)]
    assert choose_packages(_policy(*names), font=False) == names


def test_a_person_who_is_not_root_gets_the_one_command() -> None:
    machine = FakeMachine(NO_EGL, known=_policy("libegl1"))
    with pytest.raises(CannotError) as caught:
        _make_ready(machine, PERSON)
    said = caught.value.sentence
    assert said.startswith("Qt lacks the system library libEGL.so.1.")
    assert "sudo apt-get update && sudo apt-get install --yes --no-install-recommends libegl1" in said
    assert machine.asked == []


def test_on_another_system_the_library_is_named() -> None:
    with pytest.raises(
        CannotError, match=r"lacks the system library libEGL\.so\.1\. Install the package of your system"
    ):
        _make_ready(FakeMachine(NO_EGL), OTHER)


def test_what_only_a_window_needs_can_wait_for_a_display() -> None:
    assert _make_ready(FakeMachine(NO_XCB), System(has_apt=False, is_root=False, has_display=False)) is False
    with pytest.raises(CannotError, match=r"libxcb-icccm\.so\.4"):
        _make_ready(FakeMachine(NO_XCB), OTHER)


def test_what_apt_could_not_do_is_said_with_its_words() -> None:
    machine = FakeMachine(NO_EGL, apt=Ran(100, "E: Could not resolve the host"))
    with pytest.raises(CannotError, match="'apt-get update' failed") as caught:
        _make_ready(machine, ROOT)
    assert caught.value.output == "E: Could not resolve the host"


def test_a_qt_that_still_does_not_start_is_not_called_ready() -> None:
    with pytest.raises(CannotError, match=r"libEGL\.so\.1"):
        _make_ready(FakeMachine(NO_EGL, NO_EGL, known=_policy("libegl1")), ROOT)


def test_another_failure_of_qt_is_shown_in_its_words() -> None:
    with pytest.raises(CannotError, match="Qt does not start") as caught:
        _make_ready(FakeMachine(Ran(134, "Aborted")), ROOT)
    assert caught.value.output == "Aborted"


@pytest.mark.parametrize(
    ("system", "variables", "shown"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("darwin", {}, True),
        ("win32", {}, True),
    ],
)
def test_whether_a_window_can_be_shown_is_read_off_the_system(
    system: str, variables: dict[str, str], shown: bool
) -> None:
    assert has_display(system, variables) is shown
