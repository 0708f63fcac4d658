"""The command of a checkout starts the program from any folder, whatever lies there and whatever the checkout is called."""

import subprocess
import sys
from pathlib import Path

import pytest
from launcher import launcher_of, launcher_text, put_launcher

ROOT = Path(__file__).resolve().parents[3]
elsewhere = pytest.mark.skipif(sys.platform == "win32", reason="a shell script")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An environment with an awkward name, whose Python is the one that runs the tests and knows the checkout."""
    made = tmp_path / "it's my $HOME" / ".venv"
    (made / "bin").mkdir(parents=True)
    python = made / "bin/python"
    python.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    return made


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A folder whose files are named like modules that the program uses."""
    made = tmp_path / "trap"
    (made / "studio").mkdir(parents=True)
    for name in ("json.py", "studio/__init__.py", "studio/__main__.py"):
        (made / name).write_text('raise SystemExit("the wrong module")\n')
    return made


@elsewhere
def test_it_starts_the_program_from_any_folder_and_passes_its_arguments_on(folder: Path, trap: Path) -> None:
    command = put_launcher(folder, str(folder / "bin/python"), sys.platform)
    link = trap / "toolcall-studio"
    link.symlink_to(command)
    for start in (command, link):
        ran = subprocess.run([start, "show", "a b.tcsession"], cwd=trap, capture_output=True, text=True, check=False)
        assert (ran.returncode, ran.stdout) == (3, "")
        assert ran.stderr.startswith("a b.tcsession cannot be read")


@elsewhere
def test_one_that_is_right_is_left_alone_and_a_changed_one_is_mended(folder: Path) -> None:
    command = put_launcher(folder, "/one/python", "linux")
    before = command.stat()
    put_launcher(folder, "/one/python", "linux")
    assert command.stat().st_mtime_ns == before.st_mtime_ns
    command.chmod(0o644)
    put_launcher(folder, "/other/python", "linux")
    assert command.read_text() == '#!/bin/sh\nexec /other/python -P -m studio "$@"\n'
    assert command.stat().st_mode & 0o111 == 0o111


def test_on_windows_it_is_a_cmd_file_beside_its_python(tmp_path: Path) -> None:
    assert launcher_of(tmp_path, "win32") == tmp_path / "Scripts" / "toolcall-studio.cmd"
    assert launcher_text("unused", "win32") == '@"%~dp0python.exe" -P -m studio %*\r\n'
