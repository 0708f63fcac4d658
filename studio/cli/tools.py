"""`tools FILE.py`: the tools of a Python file and their schemas, as a model is told of them. Naming the file trusts it.

Above: `__main__`. Below: `tools/python_file`.
"""

import json
from pathlib import Path

from studio.cli.command import BAD_FILE, DONE, conclude, failing, parser
from studio.cli.terminal import Terminal
from studio.messages.toolspec import ToolSpec
from studio.tools.python_file import PythonTools


def main(arguments: list[str]) -> int:
    """Run the command; its exit code."""
    options = parser("tools", "Print the tools of a Python file. The file is imported in a process of its own.")
    options.add_argument("file", type=Path, help="a Python file; each public function with type hints is a tool")
    options.add_argument("--python", default="", metavar="PYTHON", help="the interpreter to run it with (else our own)")
    given = options.parse_args(arguments)
    return conclude(given.as_json, lambda terminal: tools(terminal, given.file, given.python))


async def tools(terminal: Terminal, path: Path, interpreter: str = "") -> int:
    """Print the schemas of the tools in `path`. CommandError 3 when the file cannot be used."""
    file = PythonTools(path, interpreter or None)
    try:
        with failing(BAD_FILE):
            loaded = await file.load()
    finally:
        await file.close()
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
