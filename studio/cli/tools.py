"""`tools FILE`: the tools of a Python or JSON file and their schemas, as a model is told of them. Naming the file trusts it.

Above: `__main__`. Below: `tools_source`.
"""

import json
from pathlib import Path

from studio.cli.command import DONE, conclude, parser
from studio.cli.terminal import Terminal
from studio.cli.tools_source import tools_of
from studio.messages.toolspec import ToolSpec


def main(arguments: list[str]) -> int:
    """Run the command; its exit code."""
    options = parser("tools", "Print the tools of a file. A Python file is imported in a process of its own.")
    options.add_argument(
        "file", type=Path, help="a Python file with functions, or a JSON file that says how its tools run"
    )
    options.add_argument("--python", default="", metavar="PYTHON", help="the interpreter to run it with (else our own)")
    given = options.parse_args(arguments)
    return conclude(given.as_json, lambda terminal: tools(terminal, given.file, given.python))


async def tools(terminal: Terminal, path: Path, interpreter: str = "") -> int:
    """Print the schemas of the tools in `path`. CommandError 3 when the file cannot be used."""
    async with tools_of(path, interpreter) as (loaded, _):
        for spec in loaded.specs:
            _print(terminal, spec)
        for skipped in loaded.skipped:
            terminal.line(f"{skipped.name} was left out: {skipped.reason}", "quiet")
        terminal.value(
            {"tools": loaded.specs, "left_out": loaded.skipped, "python": loaded.python, "output": loaded.output}
        )
    return DONE


def _print(terminal: Terminal, spec: ToolSpec) -> None:
    terminal.line(f"{spec.name}{' (sensitive)' if spec.sensitive else ''}", "heading")
    for line in spec.description.splitlines():
        terminal.line(f"  {line}")
    for line in json.dumps(spec.parameters, ensure_ascii=False, indent=2).splitlines():
        terminal.line(f"  {line}", "quiet")
