"""The words of a command line, filled from the arguments: an argument never becomes more words than the author gave it. Pure.

Above: `command_line`. Below: `filled`, `session/executors`. Knows no shell, for there is none.
"""

from collections.abc import Mapping
from typing import Any

from studio.said import said
from studio.session.executors import CommandLine
from studio.tools.filled import as_it_stands, fill, left_out, members, needed, only_member, text_of


def words_of(command: CommandLine, arguments: Mapping[str, Any]) -> list[str]:
    """The words for a call. Raises UnfilledError with what is missing."""
    program, *templates = command.argv
    return [program, *(word for template in templates for word in _words(template, arguments))]


def _words(template: str, arguments: Mapping[str, Any]) -> list[str]:
    """A word that is one member: none when it was left out, several for a list. Any other word stays one; an option that holds
    a member which was left out (`--limit={limit}`) is left out with it."""
    whole = only_member(template)
    if whole:
        value = arguments.get(whole)
        if value is None:
            return []
        return [text_of(each) for each in value] if isinstance(value, list) else [text_of(value)]
    named = members(template)
    if template.startswith("-") and any(left_out(arguments, name) for name in named):
        return []
    return [
        fill(
            template, lambda name: needed(arguments, name, said("The word {template}", template=template)), as_it_stands
        )
    ]
