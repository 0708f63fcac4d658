"""`tools FILE`, `tools --mcp COMMAND`: the tools of a Python or JSON file or of an MCP server and their schemas, as a model is told of
them. Naming the file or the server trusts it.

Above: `__main__`. Below: `chosen_source`, `dialects/tool_shape`. With `--for` the schemas stand as that provider gets them.
"""

import argparse
import json
from pathlib import Path

from studio.cli import mcp_options, rule_options
from studio.cli.chosen_source import check_chosen, chosen_source
from studio.cli.command import CHECK_FAILED, DONE, conclude, parser
from studio.cli.search_options import print_ranking
from studio.cli.server_facts import around_lines
from studio.cli.terminal import Terminal
from studio.cli.tool_check import check
from studio.cli.tool_facts import facts, left_out, remarks, way
from studio.cli.tools_source import Around, Source
from studio.dialects.tool_shape import shape
from studio.dialects.tool_shape_values import TARGETS, Shaped, Target
from studio.messages.toolspec import ToolSpec
from studio.present.labels import english
from studio.present.schema_words import schema_words

_TARGETS: dict[str, Target] = {target.removesuffix("_compat"): target for target in TARGETS}


def main(arguments: list[str]) -> int:
    """Run the command; its exit code."""
    options = _options()
    given = mcp_options.parsed(options, arguments)
    check_chosen(options, given)
    if given.search is not None and (given.check or given.target):
        options.error(f"--search and {'--check' if given.check else '--for'} are two ways of looking at it")
    if given.all and not mcp_options.said(given):
        options.error("--all goes with --mcp, --mcp-url or --mcp-servers")
    if given.search is not None:
        return conclude(given.as_json, lambda terminal: search(terminal, given))
    if given.check:
        return conclude(given.as_json, lambda terminal: checked(terminal, given))
    return conclude(given.as_json, lambda terminal: tools(terminal, given))


def _options() -> argparse.ArgumentParser:
    said = "Print the tools of a file or of an MCP server. A Python file is imported in a process of its own."
    options = parser("tools", said)
    options.add_argument(
        "file", type=Path, nargs="?", help="a Python file with functions, or a JSON file that says how its tools run"
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
    options.add_argument("--all", action="store_true", help="of an MCP server also its resources and prompts")
    rule_options.add_options(options)
    mcp_options.add_options(options, several=False)
    return options


async def search(terminal: Terminal, given: argparse.Namespace) -> int:
    """Print what a search finds among the tools. CommandError 3 when the file cannot be used, 4 when the server cannot."""
    async with chosen_source(terminal, given) as source:
        print_ranking(terminal, source.loaded.specs, given.search)
    return DONE


async def checked(terminal: Terminal, given: argparse.Namespace) -> int:
    """Print the advice on the tools. CommandError as `search`."""
    async with chosen_source(terminal, given) as source:
        return check(terminal, source.loaded.specs, _TARGETS.get(given.target), rule_options.ChosenRules(given))


async def tools(terminal: Terminal, given: argparse.Namespace) -> int:
    """Print the schemas of the tools, shaped for a provider if one is named. CommandError as `search`. 1 when a tool could not be sent to
    it."""
    target = _TARGETS.get(given.target)
    async with chosen_source(terminal, given) as source:
        loaded = source.loaded
        around = await source.around() if given.all and source.around is not None else None
        shaped = {} if target is None else {spec.name: shape(spec.parameters, target) for spec in loaded.specs}
        for spec in loaded.specs:
            _print_head(terminal, source, spec)
            _print(terminal, spec, shaped.get(spec.name))
        for line in left_out(loaded.skipped):
            terminal.line(line, "quiet")
        for note in source.notes:
            terminal.line(note, "note")
        told: dict[str, object] = {
            "tools": loaded.specs,
            "left_out": loaded.skipped,
            "python": loaded.python,
            "output": loaded.output,
        }
        told |= {"sent": shaped} if target is not None else {}
        terminal.value({**told, **_print_around(terminal, around)})
    return CHECK_FAILED if any(one.problems for one in shaped.values()) else DONE


def _print_around(terminal: Terminal, around: Around | None) -> dict[str, object]:
    """What a server offers besides, for a person; the same as members of the document."""
    if around is None:
        return {}
    for line, style in around_lines(around):
        terminal.line(line, style)
    return {"server": around.server, "resources": around.resources, "prompts": around.prompts}


def _print_head(terminal: Terminal, source: Source, spec: ToolSpec) -> None:
    """The name, what is said of it, how it runs, and its words for the model."""
    terminal.line(f"{spec.name}{facts(spec)}", "heading")
    if source.executors is not None:
        terminal.line(f"  ({way(source.executors.get(spec.name))})", "quiet")
    if spec.name in source.told:
        terminal.line(f"  ({'; '.join(source.told[spec.name]) or 'says nothing of what it does'})", "quiet")
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
