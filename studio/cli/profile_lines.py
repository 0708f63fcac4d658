"""Profiles, presets and the answers of a test as lines for a terminal.

Above: `profile`. Below: `present`, `workspace`.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from studio.present.transcript_block import Style
from studio.present.transcript_text import Line
from studio.present.trial_words import ANSWERS, QUESTIONS
from studio.responders.profiles import Profile
from studio.workspace.profiles import Preset
from studio.workspace.trial_findings import Answer
from studio.workspace.workspace import Workspace

_STYLES: dict[str, Style] = {"yes": "result", "no": "error", "unknown": "quiet"}


def key_words(workspace: Workspace, profile: Profile) -> str:
    """Where the key of a profile is, and whether it is there."""
    match workspace.key_state(profile):
        case "environment":
            return f"key from {profile.key_env}"
        case "stored":
            return "key from the keyring"
        case "missing":
            return f"key from {profile.key_env}, which is not set" if profile.key_env else "key missing in the keyring"
        case _:
            return "no key"


def profile_lines(workspace: Workspace) -> Iterator[Line]:
    """One line for each profile."""
    url = workspace.world.redactor.url
    rows = [
        (profile.name, profile.dialect, profile.model or "-", url(profile.base_url), key_words(workspace, profile))
        for profile in workspace.profiles
    ]
    return (Line("said", "", row) for row in _table(rows))


def member_lines(value: dict[str, Any]) -> Iterator[Line]:
    """One line for each member of a profile."""
    width = max(map(len, value))
    for name, member in value.items():
        text = member if isinstance(member, str) else json.dumps(member, ensure_ascii=False)
        yield Line("heading" if name == "name" else "said", "", f"{name:<{width}}  {text}")


def preset_lines(presets: Iterable[Preset]) -> Iterator[Line]:
    """One line for each preset, and its note."""
    known = tuple(presets)
    rows = [(one.name, one.title, one.dialect, one.base_url, one.key_env or "no key") for one in known]
    for preset, row in zip(known, _table(rows), strict=True):
        yield Line("said", "", row)
        if preset.note:
            yield Line("quiet", "", f"  {preset.note}")


def answer_lines(answers: Iterable[Answer]) -> Iterator[Line]:
    """One line for each question of a test, and what to do where the answer is no."""
    width, wide = max(map(len, ANSWERS.values())), max(map(len, QUESTIONS.values()))
    for one in answers:
        head = f"{QUESTIONS[one.question]:<{wide}}  {ANSWERS[one.answer]:<{width}}  "
        yield Line(_STYLES[one.answer], "", f"{head}{one.sentence}")
        if one.help:
            yield Line("quiet", "", f"{'':<{len(head)}}{one.help}")


def _table(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Rows with their columns one under the other; the last one is not filled."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
