"""The libraries that the program stands on, with their versions and licences, as they say themselves.

Above: `about_controls`. Below: the metadata of installed packages. Reads some fifty small files: only when somebody looks.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution, version
from typing import Any, NamedTuple

from studio.paths import resources

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_LONGEST = 60


class Library(NamedTuple):
    """One package; `licence` is empty where it does not say."""

    name: str
    version: str
    licence: str


def libraries(program: str = "toolcall-studio") -> list[Library]:
    """All that the program needs, and what that needs, by name. A checkout, which is no package, says it in its own file."""
    seen: set[str] = set()
    try:
        distribution(program)
    except PackageNotFoundError:
        return _sorted(each for line in _of_checkout() for each in _needed(line, seen))
    return _sorted(each for each in _needed(program, seen) if _plain(each.name) != _plain(program))


def _sorted(needed: Iterable[Distribution]) -> list[Library]:
    found = [Library(each.name, each.version, licence(each)) for each in needed]
    return sorted(found, key=lambda each: each.name.casefold())


def program_version() -> str:
    """The version of the program."""
    try:
        return version("toolcall-studio")
    except PackageNotFoundError:
        return str(_checkout().get("version", ""))


def _of_checkout() -> list[str]:
    return [match[0] for line in _checkout().get("dependencies", ()) if (match := _NAME.match(line))]


def _checkout() -> dict[str, Any]:
    """What a checkout says of itself."""
    file = resources().parent / "pyproject.toml"
    found: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))["project"] if file.is_file() else {}
    return found


def licence(package: Distribution) -> str:
    """The licence in a few words."""
    said = package.metadata
    classes = [line.rpartition("::")[2].strip() for line in said.get_all("Classifier") or () if "License ::" in line]
    written = _first(said.get_all("License")).strip()
    short = written if "\n" not in written and len(written) <= _LONGEST else ""
    whole = _first(said.get_all("License-Expression"))
    return whole or short or ", ".join(one for one in classes if one != "OSI Approved")


def _first(found: list[str] | None) -> str:
    return found[0] if found else ""


def _needed(name: str, seen: set[str]) -> Iterator[Distribution]:
    if _plain(name) in seen:
        return
    seen.add(_plain(name))
    try:
        found = distribution(name)
    except PackageNotFoundError:
        return  # of another system, or an extra that nobody installed
    yield found
    for line in found.requires or ():
        match = _NAME.match(line)
        if match and "extra ==" not in line:
            yield from _needed(match[0], seen)


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
