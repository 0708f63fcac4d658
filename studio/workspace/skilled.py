"""An open session and its skills: folders with SKILL.md, added, reloaded, switched, taken out, and how they stand.

Above: `opened`. Below: `declared`, `tools/own_skills`, `tools/skill_folder` through `wiring`. Nothing of a skill is ever executed: a tools
file that lies in its folder is added like any other, with the usual trust.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from studio.engine.edits import EditRefusedError
from studio.problems import StudioError
from studio.said import said
from studio.session.frames import named
from studio.session.setup import Setup
from studio.session.skill_words import section
from studio.session.skills import Skill
from studio.tools import own_skills
from studio.workspace import wiring
from studio.workspace.declared import DeclaringSession

if TYPE_CHECKING:
    from studio.tools.skill_folder import ReadSkill


class TakenSkillError(StudioError):
    """Two skills of one name, and where each lies."""


class SkillsAdded(msgspec.Struct, frozen=True):
    """The names of the skills that a folder gave, and in sentences what the person should know of them."""

    names: tuple[str, ...]
    notes: tuple[str, ...] = ()


class SkillFacts(msgspec.Struct, frozen=True, kw_only=True):
    """How a skill stands: `active` when the model activated it, `announced` when the system text names it; `tools` are names or patterns,
    `missing` those that no tool of the session fits; `problem` says that its folder is gone or SKILL.md changed, empty when not."""

    name: str
    description: str
    folder: str
    on: bool
    active: bool
    announced: bool
    text: str
    tools: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    resources: tuple[str, ...] = ()
    metadata: dict[str, str] = {}
    problem: str = ""


class SkilledSession(DeclaringSession):
    """Skills. Each change is one change of the setup; each verb raises StudioError with what is wrong."""

    def skills(self) -> tuple[SkillFacts, ...]:
        """The skills of the session as they stand; looks whether their folders are as they were."""
        setup, active = self.state.setup, self.state.gathered.skills
        return tuple(_facts(setup, skill, active=skill.name in active) for skill in setup.skills)

    def add_skill(self, folder: Path, tools: Sequence[str] = ()) -> SkillsAdded:
        """Add the skill of a folder, or those of the folders in it; one that is there from the same folder is reloaded. `tools` are those
        that are offered from its activation on, as names or patterns: without, those that SKILL.md names. Raises SkillError,
        FrontMatterError, TakenSkillError, and then none is added."""
        found = wiring.read_skills(folder)
        if tools and len(found) > 1:
            raise EditRefusedError(
                said("{folder} holds {n} skills; tools are chosen for one.", folder=folder.name, n=len(found)),
                said("Add its own folder."),
            )
        kept = {skill.name: skill for skill in self.state.setup.skills}
        for each in found:
            new, old = each.skill, kept.get(each.skill.name)
            if old is not None and old.folder != new.folder:
                raise TakenSkillError(
                    said(
                        "Two skills are named {name}: one of {folder}, one of {other}.",
                        name=new.name,
                        folder=old.folder,
                        other=new.folder,
                    ),
                    said("Rename one of them, or take out the other first."),
                )
            kept[new.name] = replace(new, tools=tuple(tools) or (old or new).tools, on=old is None or old.on)
        self.change_setup(skills=tuple(kept.values()))
        names = tuple(each.skill.name for each in found)
        notes = (note for each in found for note in (*each.notes, *_of_code(self.state.setup, each)))
        return SkillsAdded(names, (*notes, *self._unsaid(names)))

    def reload_skill(self, name: str) -> tuple[str, ...]:
        """Read a skill anew from its folder; says in sentences what changed. Its tools stay as they are chosen."""
        old = self._skill(name)
        read = wiring.read_skill(Path(old.folder))
        new = replace(read.skill, tools=old.tools, on=old.on)
        if new.name != name and any(skill.name == new.name for skill in self.state.setup.skills):
            raise TakenSkillError(said("Two skills are named {name}.", name=new.name), said("Rename one of them."))
        self._change_skill(name, new)
        return (*_changes(old, new, read.skill.tools), *read.notes)

    def remove_skill(self, name: str) -> None:
        """Take a skill out of the session."""
        self._skill(name)
        self._put_skills(tuple(skill for skill in self.state.setup.skills if skill.name != name))

    def switch_skill(self, name: str, *, on: bool) -> None:
        """Announce a skill or not; one that is off is not there for the model."""
        self._change_skill(name, replace(self._skill(name), on=on))

    def set_skill_tools(self, name: str, tools: Sequence[str]) -> None:
        """The tools that are offered from the activation of a skill on, as names or patterns."""
        self._change_skill(name, replace(self._skill(name), tools=tuple(dict.fromkeys(tools))))

    def _skill(self, name: str) -> Skill:
        found = next((skill for skill in self.state.setup.skills if skill.name == name), None)
        if found is None:
            raise EditRefusedError(said("There is no skill named {name}.", name=name), said("Add its folder first."))
        return found

    def _change_skill(self, name: str, new: Skill) -> None:
        skills = self.state.setup.skills
        self._put_skills(tuple(new if skill.name == name else skill for skill in skills))

    def _put_skills(self, skills: tuple[Skill, ...]) -> None:
        """With the last skill goes what was written about them."""
        self.change_setup(skills=skills, **({} if skills else {"skills_text": None}))

    def _unsaid(self, names: Sequence[str]) -> Iterator[str]:
        """What is not told of new skills, because the person wrote the words of the skills."""
        told_now = section(self.state.setup)
        left = [name for name in names if name not in told_now and self._skill(name).on]
        if left:
            yield (
                said(
                    "The system text does not name {names}: what it says of skills is in your own "
                    "words. Add them there, or go back to the usual words.",
                    names=", ".join(left),
                )
            )


def _facts(setup: Setup, skill: Skill, *, active: bool) -> SkillFacts:
    known = [tool.name for tool in setup.tools]
    return SkillFacts(
        name=skill.name,
        description=skill.description,
        folder=skill.folder,
        on=skill.on,
        active=active,
        announced=skill.on and (setup.skills_text is None or skill.name in setup.skills_text),
        text=skill.text,
        tools=skill.tools,
        missing=tuple(tool for tool in skill.tools if not any(named(name, (tool,)) for name in known)),
        resources=skill.resources,
        metadata=skill.metadata,
        problem=own_skills.changed(skill),
    )


def _of_code(setup: Setup, read: "ReadSkill") -> Iterator[str]:
    """What is to be done with tools files in the folder of a skill: which are not added yet, or whose tools need no activation."""
    name, folder = read.skill.name, Path(read.skill.folder)
    files = {Path(file.path).resolve() for file in setup.files}
    sources = {tool.source for tool in setup.tools}
    added = [
        path for path in read.code if folder / path in files or (path.endswith(".json") and "tools.json" in sources)
    ]
    rest = [path for path in read.code if path not in added]
    if rest:
        first = ", ".join(rest[:3])
        if len(rest) > 3:
            first = said("{names} and {n} more", names=first, n=len(rest) - 3)
        yield said(
            "{folder} holds {first}. Nothing of a skill runs: add it as a tools file to offer its tools.",
            folder=folder.name,
            first=first,
        )
    if added and not next(skill for skill in setup.skills if skill.name == name).tools:
        yield (
            said(
                "The skill {name} names no tools, so those of {names} are offered from the "
                "beginning. Name them in SKILL.md (allowed-tools: NAME, …) to offer them from its "
                "activation on.",
                name=name,
                names=", ".join(added),
            )
        )


def _changes(old: Skill, new: Skill, tools: Sequence[str]) -> Iterator[str]:
    """What is different in a skill that was read anew; `tools` are those that SKILL.md names."""
    if new.name != old.name:
        yield said("The skill {name} is named {now} now.", name=old.name, now=new.name)
    if new.description != old.description:
        yield said("The description changed.")
    if new.text != old.text:
        yield said("The instructions changed.")
    come = [path for path in new.resources if path not in old.resources]
    gone = [path for path in old.resources if path not in new.resources]
    if come:
        yield said("New files: {names}.", names=", ".join(come))
    if gone:
        yield said("Files that are gone: {names}.", names=", ".join(gone))
    more = [tool for tool in tools if tool not in old.tools]
    if more:
        yield said("SKILL.md names tools that were not chosen: {names}.", names=", ".join(more))
