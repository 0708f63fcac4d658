"""The document that `show --json` prints, piece by piece, for a file: title, damage, all branches with their entries, the story.

Above: `workspace/exporting`. Below: `transcript`, `story`. Pure.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from studio.present.story import story
from studio.present.transcript import section_of, steps
from studio.said import plain
from studio.session.journal import Journal
from studio.session.tree import Branch

Blank = Callable[[Any], Any]


def document_pieces(
    journal: Journal, branches: tuple[Branch, ...], named: dict[str, Any], blank: Blank
) -> Iterator[str]:
    """The document of these branches, a step at a time; `named` are its first members. `blank` takes secrets out."""
    yield f'{_text(blank(named))[:-1]}, "branches": ['
    for at, branch in enumerate(branches):
        yield "," if at else ""
        yield from _section(journal, branch, blank)
    yield f'], "story": {_text(blank(story(journal.tree, journal.head)))}}}\n'


def _section(journal: Journal, branch: Branch, blank: Blank) -> Iterator[str]:
    section = section_of(journal.tree, branch, journal.head)
    members = msgspec.to_builtins(section, enc_hook=plain)
    del members["entries"]
    yield f'{_text(members)[:-1]}, "entries": ['
    stop, between = journal.stopped if section.current else None, "\n"
    for _, entries, _ in steps(journal.tree, branch.tip, since=branch.fork, stop=stop, times=True):
        for entry in entries:
            yield between + _text(blank(entry))
            between = ",\n"
        if not entries:
            yield ""
    yield "]}"


def _text(value: Any) -> str:
    """A value as JSON; half of a character as its escape, for no file holds one."""
    made = msgspec.to_builtins(value, enc_hook=plain)
    text = json.dumps(made, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(made)
    return text
