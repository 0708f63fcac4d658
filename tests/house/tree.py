"""The files of the project as the house tests see them: what git tracks or would track, parsed once."""

import ast
import functools
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STUDIO = ROOT / "studio"
SINGLE = ("__main__", "paths", "tasks", "late", "problems", "said")


@functools.cache
def tracked() -> tuple[Path, ...]:
    """Every file of the project that is not ignored; without git (an unpacked archive) every file in its folders."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode:
        return tuple(path for path in ROOT.rglob("*") if path.is_file() and ".venv" not in path.parts)
    return tuple(path for name in ran.stdout.split("\0") if name and (path := ROOT / name).is_file())


def python_files(*folders: str) -> list[Path]:
    """The tracked Python files under these top-level folders; corpora and sessions hold other people's."""
    return [path for path in tracked() if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in folders]


def rooms() -> list[Path]:
    """Every package under studio/, the root not counted."""
    cards = [path for path in python_files("studio") if path.name == "__init__.py"]
    return [path.parent for path in cards if path.parent != STUDIO]


@functools.cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def name_of(path: Path) -> str:
    """A file as it is named in a message: from the project's folder."""
    return path.relative_to(ROOT).as_posix()
