"""The system text as a request carries it: the person's own and a section that announces the skills. Pure, and both ways.

Above: `engine/compose`, `engine/edits`, the window. Below: `setup`. The person's own stands first, then an empty line, then the section.
"""

from typing import Any

from studio.session.own_tools import ACTIVATE_SKILL, READ_SKILL_RESOURCE
from studio.session.setup import Setup

_BETWEEN = "\n\n"
_HEAD = (
    "You have skills: instructions for tasks of one kind. When a task fits what a skill is described for, call "
    f"{ACTIVATE_SKILL} with its name before you begin, and do what it tells you. {READ_SKILL_RESOURCE} gives the files that it names."
)


def system_of(setup: Setup) -> str | None:
    """The whole system text; None when there is none."""
    said = section(setup)
    if not said:
        return setup.system
    return f"{setup.system}{_BETWEEN}{said}" if setup.system else said


def section(setup: Setup) -> str:
    """What the system text says of the skills that are on: `skills_text`, or else the usual words. Empty when none is on."""
    if not any(skill.on for skill in setup.skills):
        return ""
    return usual_words(setup) if setup.skills_text is None else setup.skills_text


def usual_words(setup: Setup) -> str:
    """The names and descriptions of the skills that are on, one a line, and how to activate one."""
    told = [f"- {skill.name}: {' '.join(skill.description.split())}" for skill in setup.skills if skill.on]
    return "\n".join((_HEAD, "<skills>", *told, "</skills>"))


def system_changes(setup: Setup, was: str | None, now: str | None) -> dict[str, Any]:
    """The settings that make the system text read `now` where it read `was` (there secrets may be blanked). A section that still ends the
    text stays what it was and the rest is the person's own; one that was changed becomes `skills_text`. Where the two cannot be told
    apart any more, all is the person's own. Nothing is ever said twice."""
    said = section(setup)
    if now == was or not said:
        return {} if now == was else {"system": now}
    own, shown = _parts(setup, was or "", said)
    text = now or ""
    if shown and (text == shown or _ends(text, shown)):
        return {"system": text[: -len(_BETWEEN + shown)] if text != shown else None}
    if own and text == own:
        return {"skills_text": ""}
    if own and text.startswith(own + _BETWEEN) and text != own + _BETWEEN:
        return {"skills_text": text[len(own + _BETWEEN) :]}
    return _both(own, shown, now)


def system_written(setup: Setup, now: str) -> dict[str, Any]:
    """The same of a text that nothing is blanked in."""
    return system_changes(setup, system_of(setup), now)


def _ends(text: str, shown: str) -> bool:
    """Whether something of the person's own stands before the section."""
    return text.endswith(_BETWEEN + shown) and text != _BETWEEN + shown


def _both(own: str | None, shown: str, now: str | None) -> dict[str, Any]:
    """Both were changed: the section begins where its first line stands."""
    text, first = now or "", shown.partition("\n")[0]
    at = text.rfind(_BETWEEN + first) if first else -1
    if at > 0:
        return {"system": text[:at], "skills_text": text[at + len(_BETWEEN) :]}
    if own == "" and text:
        return {"skills_text": text}
    return {"system": now, "skills_text": ""}


def _parts(setup: Setup, text: str, said: str) -> tuple[str | None, str]:
    """The person's own part of a system text and the section, as they read there; (None, "") where the section is not found."""
    if not setup.system:
        return "", text
    if _ends(text, said):
        return text[: -len(_BETWEEN + said)], said
    at = text.rfind(_BETWEEN + said.partition("\n")[0])  # something in it is blanked
    return (text[:at], text[at + len(_BETWEEN) :]) if at > 0 else (None, "")
