"""Agent Skills from disk: a folder with SKILL.md, read into a value. Nothing in it is ever executed.

Above: `workspace/skilled`, through `wiring`. Below: `front_matter`, `text_file`, `session/skills`. The form is that of
agentskills.io/specification.
"""

import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import msgspec

from studio.problems import StudioError
from studio.said import said
from studio.session.skills import Skill
from studio.tools.front_matter import FrontMatter, read_front_matter
from studio.tools.skill_bounds import (
    LONGEST_DESCRIPTION,
    LONGEST_NAME,
    MOST_OF_RESOURCE,
    MOST_OF_SKILL,
    MOST_RESOURCES,
    MOST_SEEN,
    SKILL_FILE,
)
from studio.tools.text_file import as_text, read_bytes

TOOLS = ("tools", "allowed-tools")
"""Members of the front matter that name tools."""


class SkillError(StudioError):
    """A folder that is no skill, and why."""


class ReadSkill(msgspec.Struct, frozen=True):
    """A skill, and in sentences what was not taken as it stands; `code` are the files in it that could be tools files."""

    skill: Skill
    notes: tuple[str, ...] = ()
    code: tuple[str, ...] = ()


def read_skills(folder: Path) -> tuple[ReadSkill, ...]:
    """The skill of a folder, or else those of the folders in it. Raises SkillError, FrontMatterError, TextFileError for the first that
    cannot be read."""
    try:
        if (folder / SKILL_FILE).exists() or not folder.is_dir():
            return (read_skill(folder),)
        inside = (child for child in sorted(folder.iterdir()) if not _hidden(child.name))
        found = tuple(read_skill(child) for child in inside if (child / SKILL_FILE).is_file())
    except OSError as error:
        raise SkillError(
            said("The folder {folder} cannot be read: {why}.", folder=folder, why=error.strerror)
        ) from None
    return found or (read_skill(folder),)


def read_skill(folder: Path) -> ReadSkill:
    """The skill of one folder. Raises as `read_skills`."""
    folder = _whole(folder)
    data = _content(folder)
    where = f"{folder.name}/{SKILL_FILE}"
    front = read_front_matter(as_text(data, where), where)
    name, description = _name(front, where), _required(front, "description", where)
    found, notes = _resources(folder)
    skill = Skill(
        name=name,
        description=description,
        folder=str(folder),
        text=front.body,
        resources=found,
        tools=_tools(front),
        metadata=_metadata(front),
        fingerprint=hashlib.sha256(data).hexdigest(),
    )
    code = tuple(path for path in found if path.endswith(".py") or path.rpartition("/")[2] == "tools.json")
    return ReadSkill(skill, (*_odd(front, skill, folder.name), *notes), code)


def _whole(folder: Path) -> Path:
    """The folder where it really lies."""
    try:
        whole = folder.resolve(strict=True)
    except (OSError, RuntimeError, ValueError):  # not there, links in a circle, a name that no folder can have
        whole = None
    if whole is not None and whole.is_file():
        raise SkillError(said("{folder} is a file.", folder=folder), said("Name the folder that holds SKILL.md."))
    if whole is None or not whole.is_dir():
        raise SkillError(
            said("There is no folder {folder}.", folder=folder), said("Choose the folder that holds SKILL.md.")
        )
    return whole


def _content(folder: Path) -> bytes:
    file = folder / SKILL_FILE
    if not file.exists():
        raise SkillError(
            said("{folder} holds no {skill_file}.", folder=folder, skill_file=SKILL_FILE),
            said("A skill is a folder with a file {skill_file}.", skill_file=SKILL_FILE),
        )
    if file.resolve() != file:
        raise SkillError(
            said("{folder}/{skill_file} is a link.", folder=folder.name, skill_file=SKILL_FILE),
            said("Put the file itself there."),
        )
    return read_bytes(file, MOST_OF_SKILL)


def _required(front: FrontMatter, member: str, where: str) -> str:
    value = front.members.get(member, "")
    if not isinstance(value, str) or not value.strip():
        line = said(", line {n}", n=front.lines[member]) if member in front.lines else ""
        raise SkillError(
            said("{where}{line}: it has no {member}.", where=where, line=line, member=member),
            said("Write `{member}: …` into its front matter.", member=member),
        )
    return value.strip()


def _name(front: FrontMatter, where: str) -> str:
    """The name, of lowercase letters, digits and single hyphens between them."""
    name = _required(front, "name", where)
    words = name.split("-")
    if len(name) > LONGEST_NAME or not all(word.isalnum() and word == word.lower() for word in words):
        raise SkillError(
            said(
                "{where}, line {line}: the name {name} does not do.",
                where=where,
                line=front.lines["name"],
                name=f"{name[: LONGEST_NAME + 1]!r}",
            ),
            said(
                "It has at most {most} lowercase letters, digits, and single hyphens between them.",
                most=LONGEST_NAME,
            ),
        )
    return name


def _tools(front: FrontMatter) -> tuple[str, ...]:
    """The names of the tools that it says it works with; what stands in parentheses after one is left out."""
    named: list[str] = []
    for member in TOOLS:
        value = front.members.get(member, ())
        texts = (value,) if isinstance(value, str) else tuple(value)
        named += [name for text in texts for name in _outside(text).replace(",", " ").split()]
    return tuple(dict.fromkeys(named))


def _outside(text: str) -> str:
    """A text without what stands in parentheses."""
    kept, depth = [], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")" and depth > 0)
        if depth == 0 and sign != ")":
            kept.append(sign)
    return "".join(kept)


def _metadata(front: FrontMatter) -> dict[str, str]:
    """The other members, and those of `metadata`."""
    more = front.members.get("metadata", {})
    made = dict(more) if isinstance(more, dict) else {}
    for name, value in front.members.items():
        if name in ("name", "description", "metadata", *TOOLS):
            continue
        if isinstance(value, str):
            made[name] = value
        elif isinstance(value, tuple):
            made[name] = ", ".join(value)
        else:
            made.update({f"{name}.{inner}": text for inner, text in value.items()})
    return made


def _odd(front: FrontMatter, skill: Skill, folder: str) -> Iterator[str]:
    if skill.name != folder:
        yield said(
            "The skill {skill} lies in a folder named {folder}; the two should be the same.",
            skill=skill.name,
            folder=folder,
        )
    if len(skill.description) > LONGEST_DESCRIPTION:
        yield said(
            "The description of {skill} has {n} characters, more than {most}.",
            skill=skill.name,
            n=len(skill.description),
            most=LONGEST_DESCRIPTION,
        )
    if not skill.text:
        yield said("The skill {skill} has no instructions after its front matter.", skill=skill.name)
    if front.deep:
        yield said(
            "The skill {skill}: {names} is nested too deeply and left out.",
            skill=skill.name,
            names=", ".join(front.deep),
        )


def _resources(folder: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The paths of the other files, and sentences about those that are left out."""
    kept: list[str] = []
    left: dict[str, list[str]] = {}
    for seen, (path, why) in enumerate(_walked(folder)):
        if (why is None and len(kept) == MOST_RESOURCES) or seen >= MOST_SEEN:
            left.setdefault(said("only {most} files of a skill can be read", most=MOST_RESOURCES), []).append(path)
            break
        if why is None:
            kept.append(path)
        elif why:
            left.setdefault(why, []).append(path)
    notes = [f"{folder.name}: {why}: {_some(paths)}." for why, paths in left.items()]
    return tuple(kept), tuple(notes)


def _some(paths: list[str]) -> str:
    return ", ".join(paths[:3]) + (f" and {len(paths) - 3} more" if len(paths) > 3 else "")


def _walked(folder: Path) -> Iterator[tuple[str, str | None]]:
    """Each file, in order, with why it is left out: a sentence, empty where nobody has to know, None where it is kept."""
    for where, folders, files in os.walk(folder):
        folders.sort()
        here = Path(where)
        links = [name for name in folders if (here / name).is_symlink()]
        folders[:] = [name for name in folders if name not in links and not _hidden(name)]
        for name in (*sorted(files), *links):
            file = here / name
            path = file.relative_to(folder).as_posix()
            yield path, "" if path == SKILL_FILE or _hidden(name) else _why_not(file, path)


def _hidden(name: str) -> bool:
    return name.startswith(".") or name == "__pycache__"


def _why_not(file: Path, path: str) -> str | None:
    if not path.isprintable() or "\\" in path:
        return said("names with unusual signs are left out")
    try:
        found = file.lstat()
    except OSError:
        return ""
    if not stat.S_ISREG(found.st_mode):
        return said("links are not followed")
    if found.st_size > MOST_OF_RESOURCE:
        return said("files over {n} KB are left out", n=MOST_OF_RESOURCE // 1024)
    return None
