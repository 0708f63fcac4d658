"""The lock files: complete hashes, no address, and development on the same versions as the program."""

import re
import tomllib
from pathlib import Path

import lock
import pytest

PIN = re.compile(r"^([\w.-]+)==([\w.!+]+)", re.MULTILINE)


def _pins(path: Path) -> dict[str, str]:
    return dict(PIN.findall(path.read_text(encoding="utf-8")))


def test_development_uses_the_same_versions_as_the_program() -> None:
    program, development = _pins(lock.RUNTIME), _pins(lock.DEV)
    assert len(program) > 20
    assert program.items() <= development.items()


@pytest.mark.parametrize("path", [lock.RUNTIME, lock.DEV], ids=lambda path: path.name)
def test_every_version_has_hashes_and_no_address_is_named(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    entries = re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:]
    assert [entry.splitlines()[0] for entry in entries if "--hash=sha256:" not in entry] == []
    assert "://" not in text
    assert "--index-url" not in text


def test_every_dependency_of_the_project_is_locked() -> None:
    project = tomllib.loads(lock.PROJECT.read_text(encoding="utf-8"))["project"]
    listed = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    wanted = {re.split(r"[><=]", entry)[0].lower() for entry in listed}
    assert {"pyside6-essentials", "portalocker", "pytest-qt"} <= wanted
    assert wanted <= {name.lower() for name in _pins(lock.DEV)}
