"""The program's own tools of skills: one gives the instructions of a skill, the other a file of it. Nothing of a skill runs.

Above: `workspace/own_runner`. Below: `text_file`, `skill_folder`'s bounds, `session/skills`. The instructions come from the session, the
files from disk, and only those that were listed when the skill was read, from inside its folder, while its SKILL.md is the same.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from studio.paths import is_folder
from studio.problems import StudioError
from studio.said import said
from studio.session.frames import named
from studio.session.own_tools import ACTIVATE_SKILL, READ_SKILL_RESOURCE
from studio.session.setup import Setup
from studio.session.skills import Skill
from studio.session.toolbox import Added
from studio.tools.skill_bounds import MOST_OF_RESOURCE, MOST_OF_SKILL, SKILL_FILE
from studio.tools.text_file import read_bytes, read_text
from studio.tools.tool import Outcome

MOST_NAMED = 60
"""Files that an error names; the others are counted."""


class SkillFileError(StudioError):
    """A file of a skill that cannot be given, and why."""


def activate_skill(setup: Setup, active: Sequence[str], arguments: dict[str, Any]) -> Outcome:
    """The instructions of a skill, its files and its tools; `active` are the skills that are active already."""
    name = str(arguments.get("name", ""))
    skill = _found(setup, name)
    if skill is None:
        return _unknown(setup, name)
    # Said once more all the same: a memory may have left them out, or the skill was reloaded.
    said = [f"The skill {name} is active already. Its instructions are:"] if name in active else []
    said.append(skill.text or "The skill has no instructions besides its description.")
    if skill.resources:
        said.append(f"Files of this skill, for {READ_SKILL_RESOURCE}: {_listed(skill.resources)}.")
    tools = [tool.name for tool in setup.may_offer if skill.tools and named(tool.name, skill.tools)]
    if tools:
        said.append(f"Tools of this skill, which you have from your next reply on: {', '.join(tools)}.")
    return Outcome("ok", "\n\n".join(said), adds=None if name in active else Added(skill=name))


def read_skill_resource(setup: Setup, arguments: dict[str, Any]) -> Outcome:
    """The text of a file of a skill."""
    name, path = str(arguments.get("skill", "")), str(arguments.get("path", ""))
    skill = _found(setup, name)
    if skill is None:
        return _unknown(setup, name)
    path = path.removeprefix("./")
    if path not in skill.resources:
        more = f" {ACTIVATE_SKILL} gives its instructions." if path == SKILL_FILE else ""
        return Outcome("error", f"The skill {name} has no file {path!r}.{more} {_has(skill)}")
    try:
        return Outcome("ok", read_text(inside(skill, path), MOST_OF_RESOURCE))
    except StudioError as error:
        return Outcome(
            "error",
            error.sentence,
            detail=f"{error} It was looked for in {skill.folder}.",
        )


def inside(skill: Skill, path: str) -> Path:
    """Where a listed file of a skill lies. Raises SkillFileError when the skill is not as it was read, or the file lies elsewhere."""
    folder = Path(skill.folder)
    problem = changed(skill)
    if problem:
        raise SkillFileError(problem, said("Add the folder again, or reload the skill."))
    try:
        root = folder.resolve(strict=True)
        file = root.joinpath(path)
        whole = file.resolve(strict=True)
    except FileNotFoundError:
        raise SkillFileError(
            said("The file {file} of the skill {skill} is not there any more.", file=path, skill=skill.name)
        ) from None
    except (OSError, RuntimeError, ValueError):  # RuntimeError: links in a circle
        raise SkillFileError(
            said("The file {file} of the skill {skill} cannot be read.", file=path, skill=skill.name)
        ) from None
    if whole != file or not whole.is_relative_to(root):
        raise SkillFileError(
            said(
                "The file {file} of the skill {skill} is a link; only files inside the skill are read.",
                file=path,
                skill=skill.name,
            )
        )
    return file


def changed(skill: Skill) -> str:
    """What is wrong with the folder of a skill, in a sentence; empty when SKILL.md is as it was read."""
    folder = Path(skill.folder)
    if not is_folder(folder):
        return said("The folder of the skill {skill} is not there any more.", skill=skill.name)
    try:
        now = hashlib.sha256(read_bytes(folder / SKILL_FILE, MOST_OF_SKILL)).hexdigest()
    except StudioError as error:
        return said("The skill {skill} cannot be read any more: {why}", skill=skill.name, why=error.said)
    return (
        ""
        if now == skill.fingerprint
        else said(
            "{skill_file} of the skill {skill} changed since it was read.", skill_file=SKILL_FILE, skill=skill.name
        )
    )


def _found(setup: Setup, name: str) -> Skill | None:
    return next((skill for skill in setup.skills if skill.on and skill.name == name), None)


def _unknown(setup: Setup, name: str) -> Outcome:
    names = ", ".join(skill.name for skill in setup.skills if skill.on)
    return Outcome("error", f"There is no skill named {name!r}. The skills are: {names}.")


def _has(skill: Skill) -> str:
    return f"It has: {_listed(skill.resources)}." if skill.resources else "It has no files."


def _listed(paths: Sequence[str]) -> str:
    more = f" and {len(paths) - MOST_NAMED} more" if len(paths) > MOST_NAMED else ""
    return ", ".join(paths[:MOST_NAMED]) + more
