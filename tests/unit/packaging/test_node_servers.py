"""npm's servers are installed once, as they are locked; where that cannot be done one sentence says why, and nothing fails."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from node_servers import make_ready
from shell import Ran, ignore

ROOT = Path(__file__).resolve().parents[3]
REFUSED = (
    "npm error code ECONNREFUSED\nnpm error syscall connect\nnpm error A complete log of this run can be found in: x\n"
)


class FakeNpm:
    """Stands for npm: notes what it was asked for, and ends as the test wants."""

    def __init__(self) -> None:
        self.commands: list[list[str]] = []
        self.ran = Ran(0, "added 111 packages in 3s")

    def __call__(
        self,
        command: Sequence[str],
        *,
        variables: Mapping[str, str] | None = None,
        on_line: Callable[[str], None] = ignore,
    ) -> Ran:
        self.commands.append(list(command))
        return self.ran


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A checkout whose tests want a server."""
    (tmp_path / "tests/servers").mkdir(parents=True)
    for name in ("package.json", "package-lock.json"):
        (tmp_path / "tests/servers" / name).write_text(f'{{"file": "{name}"}}', encoding="utf-8")
    return tmp_path


def _ready(root: Path, npm: FakeNpm) -> tuple[str, list[str]]:
    said: list[str] = []
    return make_ready(root, npm, said.append, "npm"), said


def test_the_first_time_they_are_installed_as_locked_and_no_script_of_theirs_runs(root: Path) -> None:
    npm = FakeNpm()
    why, said = _ready(root, npm)
    assert (why, len(said)) == ("", 1)
    (command,) = npm.commands
    assert command[:4] == ["npm", "--prefix", str(root / ".venv/node-servers"), "ci"]
    assert "--ignore-scripts" in command
    assert (root / ".venv/node-servers/package-lock.json").read_text(
        encoding="utf-8"
    ) == '{"file": "package-lock.json"}'


def test_the_second_time_nothing_is_done_or_said(root: Path) -> None:
    npm = FakeNpm()
    _ready(root, npm)
    assert _ready(root, npm) == ("", [])
    assert len(npm.commands) == 1


def test_a_changed_lock_is_installed(root: Path) -> None:
    npm = FakeNpm()
    _ready(root, npm)
    (root / "tests/servers/package-lock.json").write_text("{}", encoding="utf-8")
    _ready(root, npm)
    assert len(npm.commands) == 2


def test_what_could_not_be_installed_is_said_and_tried_again_the_next_time(root: Path) -> None:
    npm = FakeNpm()
    npm.ran = Ran(1, REFUSED)
    assert _ready(root, npm)[0] == "npm could not install them: code ECONNREFUSED"
    npm.ran = Ran(0, "")
    assert _ready(root, npm)[0] == ""
    assert len(npm.commands) == 2


def test_without_npm_that_is_the_reason_but_what_is_there_is_good_enough(root: Path) -> None:
    npm = FakeNpm()
    assert make_ready(root, npm, lambda _: None, None) == "Node.js with npm is not installed"
    assert npm.commands == []
    _ready(root, npm)
    assert make_ready(root, npm, lambda _: None, None) == ""


def test_the_lock_file_holds_versions_and_hashes_and_no_address_to_fetch_from() -> None:
    lock = json.loads((ROOT / "tests/servers/package-lock.json").read_text(encoding="utf-8"))
    packages = {name: one for name, one in lock["packages"].items() if name}
    assert "node_modules/@modelcontextprotocol/server-everything" in packages
    for name, one in packages.items():
        assert one["integrity"].startswith("sha512-"), name
        assert "resolved" not in one, name
