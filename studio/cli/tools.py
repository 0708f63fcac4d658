"""`tools FILE`: the tools of a Python or JSON file and their schemas, as a model is told of them. Naming the file trusts it.

Above: `__main__`. Below: `tools_source`, `dialects/tool_shape`. With `--for` the schemas stand as that provider gets them.
"""

import json
from pathlib import Path

from studio.cli.command import CHECK_FAILED, DONE, conclude, parser
from studio.cli.search_options import print_ranking
from studio.cli.terminal import Terminal
from studio.cli.tool_check import check
from studio.cli.tool_facts import facts, left_out, remarks, way
from studio.cli.tools_source import Source, tools_of
from studio.dialects.tool_shape import shape
from studio.dialects.tool_shape_values import TARGETS, Shaped, Target
from studio.messages.toolspec import ToolSpec
from studio.present.labels import english
from studio.present.schema_words import schema_words

_TARGETS: dict[str, Target] = {target.removesuffix("_compat"): target for target in TARGETS}


def main(arguments: list[str]) -> int:
    """Run the command; its exit code."""
    options = parser("tools", "Print the tools of a file. A Python file is imported in a process of its own.")
    options.add_argument(
        "file", type=Path, help="a Python file with functions, or a JSON file that says how its tools run"
    )
    options.add_argument("--python", default="", metavar="PYTHON", help="the interpreter to run it with (else our own)")
    options.add_argument(
        "--for",
        dest="target",
        choices=_TARGETS,
        metavar="PROVIDER",
        help=f"print the schemas as this provider gets them, and what is changed for it: {', '.join(_TARGETS)}",
    )
    options.add_argument(
        "--search", metavar="QUERY", help="print instead which of them a search for these words finds, with scores"
    )
    options.add_argument(
        "--check",
        action="store_true",
        help="print instead what makes them hard to use (with --for: for this provider); 1 when there is more than hints",
    )
    given = options.parse_args(arguments)
    if given.search is not None and (given.check or given.target):
        options.error(f"--search and {'--check' if given.check else '--for'} are two ways of looking at it")
    if given.search is not None:
        return conclude(given.as_json, lambda terminal: search(terminal, given.file, given.python, given.search))
    target = _TARGETS.get(given.target)
    if given.check:
        return conclude(given.as_json, lambda terminal: checked(terminal, given.file, given.python, target))
    return conclude(given.as_json, lambda terminal: tools(terminal, given.file, given.python, target))


async def search(terminal: Terminal, path: Path, interpreter: str, query: str) -> int:
    """Print what a search finds among the tools in `path`. CommandError 3 when the file cannot be used."""
    async with tools_of(path, interpreter) as source:
        print_ranking(terminal, source.loaded.specs, query)
    return DONE


async def checked(terminal: Terminal, path: Path, interpreter: str, target: Target | None) -> int:
    """Print the advice on the tools in `path`. CommandError 3 when the file cannot be used."""
    async with tools_of(path, interpreter) as source:
        return check(terminal, source.loaded.specs, target)


async def tools(terminal: Terminal, path: Path, interpreter: str = "", target: Target | None = None) -> int:
    """Print the schemas of the tools in `path`, shaped for `target`. CommandError 3 when the file cannot be used. 1 when a tool could
    not be sent to it."""
    async with tools_of(path, interpreter) as source:
        loaded = source.loaded
        shaped = {} if target is None else {spec.name: shape(spec.parameters, target) for spec in loaded.specs}
        for spec in loaded.specs:
            _print_head(terminal, source, spec)
            _print(terminal, spec, shaped.get(spec.name))
        for line in left_out(loaded.skipped):
            terminal.line(line, "quiet")
        for note in source.notes:
            terminal.line(note, "note")
        told = {"tools": loaded.specs, "left_out": loaded.skipped, "python": loaded.python, "output": loaded.output}
        terminal.value({**told, "sent": shaped} if target is not None else told)
    return CHECK_FAILED if any(one.problems for one in shaped.values()) else DONE


def _print_head(terminal: Terminal, source: Source, spec: ToolSpec) -> None:
    """The name, what is said of it, how it runs, and its words for the model."""
    terminal.line(f"{spec.name}{facts(spec)}", "heading")
    if source.executors is not None:
        terminal.line(f"  ({way(source.executors.get(spec.name))})", "quiet")
    for remark in remarks(spec, frozenset(each.name for each in source.loaded.specs)):
        terminal.line(f"  {remark}", "note")
    for line in spec.description.splitlines():
        terminal.line(f"  {line}")


def _print(terminal: Terminal, spec: ToolSpec, shaped: Shaped | None = None) -> None:
    if shaped is not None:
        _print_changes(terminal, shaped)
    if shaped is not None and shaped.problems:
        return
    schema = spec.parameters if shaped is None else shaped.schema
    for line in json.dumps(schema, ensure_ascii=False, indent=2).splitlines():
        terminal.line(f"  {line}", "quiet")


def _print_changes(terminal: Terminal, shaped: Shaped) -> None:
    for problem in shaped.problems:
        terminal.line(f"  {problem.at or 'top'}: {english(schema_words(problem))}", "error")
    for change in shaped.changes:
        terminal.line(f"  {change.at or 'top'}: {english(schema_words(change))}", "note")
