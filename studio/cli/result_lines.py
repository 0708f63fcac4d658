"""The result of a call that a command made: on stdout what the model would read, on stderr what is for the person.

Above: `call`. Below: `present`, `terminal`. Of an MCP server also the parts that it gave beside text.
"""

import sys
from collections.abc import Sequence

import msgspec

from studio.checks.change import Change
from studio.cli.terminal import Terminal
from studio.present.labels import english
from studio.present.result_parts import Gave, part_line, result_parts
from studio.present.text_lines import visible
from studio.present.transcript_parts import pictures_shown
from studio.present.words import words
from studio.tools.tool import Outcome


def print_result(terminal: Terminal, outcome: Outcome, changes: Sequence[Change]) -> None:
    """Print it; `changes` stand in the document."""
    terminal.value({**msgspec.to_builtins(outcome), "changes": msgspec.to_builtins(changes)})
    if terminal.as_json:
        return
    for said in (outcome.stdout, outcome.stderr, outcome.detail):
        if said:
            print(visible(said.rstrip("\n")), file=sys.stderr)
    if outcome.text or not outcome.media:
        terminal.line(outcome.text, "" if outcome.status == "ok" else "error")
    for number, picture in enumerate(pictures_shown(outcome.media), 1):
        terminal.line(f"({english(words('result.picture_of', number=number, what=picture))})", "quiet")
    for part in result_parts(Gave(outcome.parts, outcome.structured, outcome.text, outcome.media)):
        if part.kind != "text" and not part.picture:
            terminal.line(f"({part_line(part, english)})", "quiet")
