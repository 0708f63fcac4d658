"""What is declared of a tool besides its schema, in a few words: how it runs, and how its calls are treated.

Above: `tools`. Below: `session/executors`, `messages`, `tools`. Pure.
"""

import shlex
from collections.abc import Iterable, Iterator
from typing import assert_never

from studio.messages.toolspec import ToolSpec
from studio.session.agents import Agent
from studio.session.executors import CommandLine, Executor, HttpEndpoint
from studio.tools.tools_file import Skipped

IMPORTED = "it is imported from "
"""How the worker begins its reason for a function of another module."""


def facts(spec: ToolSpec) -> str:
    """` (sensitive, idempotent, 20 s)`; empty when there is nothing to say."""
    said = [
        *(name for name in ("sensitive", "idempotent") if getattr(spec, name)),
        *([spec.return_behavior.replace("_", " ")] if spec.return_behavior != "to_llm" else []),
        *([f"undoes {spec.compensates}"] if spec.compensates else []),
        *([f"{spec.seconds:g} s"] if spec.seconds is not None else []),
    ]
    return f" ({', '.join(said)})" if said else ""


def remarks(spec: ToolSpec, names: frozenset[str]) -> Iterator[str]:
    """Sentences about what a reader may not expect; `names` are those of all tools of the file."""
    if spec.undo_with == "record":
        yield f"No model is offered it: it gets the record of the call of {spec.compensates} that it undoes."
    if spec.compensates and spec.compensates not in names:
        yield f"This file has no tool {spec.compensates}, which it undoes; another file has to have it."


def left_out(skipped: Iterable[Skipped]) -> Iterator[str]:
    """A line for each function that is no tool and why; those that are only imported together, for most files have some."""
    imported = []
    for each in skipped:
        if each.reason.startswith(IMPORTED):
            imported.append(each.name)
        else:
            yield f"{each.name} was left out: {each.reason}"
    if imported:
        yield f"Left out, because imported: {', '.join(imported)}"


def way(executor: Executor | None) -> str:
    """How a tool of a JSON file runs, on one line."""
    match executor:
        case HttpEndpoint():
            return f"runs as {executor.method} {executor.url}"
        case CommandLine():
            return f"runs as {' '.join(map(_word, executor.argv))}"
        case Agent():
            return f"runs as an agent with {', '.join(executor.tools) or 'no tools'}"
        case None:
            return "only declared: nothing says how it runs, so calls are answered by mock rules or by you"
        case _:
            assert_never(executor)


def _word(text: str) -> str:
    """A word of a command line, in quotes where it would look like several."""
    return text if text and not any(each.isspace() or each in "'\"" for each in text) else shlex.quote(text)
