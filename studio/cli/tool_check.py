"""`tools FILE --check`: what makes the tools of a file hard to use, grouped by tool.

Above: `tools`. Below: `checks/tool_advice`, `terminal`. Runs no tool.
"""

from collections.abc import Sequence
from itertools import groupby

from msgspec.structs import replace

from studio.checks.rules import judged
from studio.checks.tool_advice import Severity, ToolAdvice, tool_advice
from studio.cli.command import CHECK_FAILED, DONE
from studio.cli.rule_options import ChosenRules
from studio.cli.terminal import Terminal
from studio.dialects.tool_shape_values import Target
from studio.messages.toolspec import ToolSpec
from studio.present.transcript_block import Style

_STYLES: dict[Severity, Style] = {"error": "error", "warning": "note", "hint": "quiet"}


def check(terminal: Terminal, specs: Sequence[ToolSpec], target: Target | None, rules: ChosenRules) -> int:
    """Print the advice on the tools, as `target` takes them, by the rules that count. 1 when there is an error or a warning; hints are
    only said."""
    offered = sum(spec.undo_with != "record" for spec in specs)
    found = judged(tool_advice(specs, target=target, offered=offered), rules.levels({}))
    for tool, told in groupby(found, key=lambda one: one.tool):
        terminal.line(tool or "All tools", "heading")
        for one in told:
            _print(terminal, one)
    counts = {name: sum(one.severity == name for one in found) for name in _STYLES}
    rules.tell(terminal)
    terminal.line(_said(counts, len(specs)))
    plain = [replace(one, sentence=str(one.sentence), advice=str(one.advice)) for one in found]
    terminal.value({"advice": plain, "counts": counts, "rules": rules.value()})
    return CHECK_FAILED if counts["error"] or counts["warning"] else DONE


def _print(terminal: Terminal, one: ToolAdvice) -> None:
    terminal.line(f"  {one.severity} {one.rule} {one.pointer}".rstrip(), _STYLES[one.severity])
    terminal.line(f"    {one.sentence}")
    terminal.line(f"    {one.advice}", "quiet")


def _said(counts: dict[Severity, int], tools: int) -> str:
    said = [f"{n} {name}{'' if n == 1 else 's'}" for name, n in counts.items() if n]
    return f"{tools} {'tool' if tools == 1 else 'tools'}: {', '.join(said) or 'nothing to say'}."
