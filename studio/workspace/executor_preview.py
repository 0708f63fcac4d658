"""What an HTTP tool would send, or a command would run, for arguments: to be read before anything is trusted.

Above: the window's dialogs of tools. Below: `tools/http_request`, `tools/command_words`. Sends and runs nothing; what the
environment holds is not filled in.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, assert_never

import msgspec

from studio.problems import StudioError
from studio.session.agents import Agent
from studio.session.executors import CommandLine, Executor, HttpEndpoint
from studio.tools.command_words import words_of
from studio.tools.executor_problem import executor_problem, unknown_members
from studio.tools.http_request import request_of
from studio.tools.placeholders import fill

_HIDDEN = re.compile(r"0variable0(\w+?)0end0")


class Preview(msgspec.Struct, frozen=True):
    """`problem` is why it cannot be said. For HTTP `lines` are the request line, the headers, and after an empty one the body; for a
    command its words, and `stdin` what stands on its input. `notes` are the places that no parameter of the tool fills."""

    problem: str = ""
    lines: tuple[str, ...] = ()
    stdin: str = ""
    notes: tuple[str, ...] = ()


def preview(executor: Executor, arguments: Mapping[str, Any], parameters: dict[str, Any] | None = None) -> Preview:
    """What would go out for these arguments; `${NAME}` stays as it is written. `parameters` are those of the tool. Raises nothing."""
    problem = executor_problem(executor)
    if problem:
        return Preview(problem)
    try:
        return msgspec.structs.replace(_filled(executor, arguments), notes=unknown_members(executor, parameters or {}))
    except StudioError as error:
        return Preview(error.sentence)


def _filled(executor: Executor, arguments: Mapping[str, Any]) -> Preview:
    match executor:
        case HttpEndpoint():
            sent = request_of(executor, arguments, lambda name: f"0variable0{name}0end0")
            head = [f"{sent.method} {sent.url}", *(f"{name}: {value}" for name, value in sent.headers.items())]
            body = ["", *sent.body.decode("utf-8", "replace").split("\n")] if sent.body else []
            return Preview(lines=tuple(_HIDDEN.sub(r"${\1}", line) for line in (*head, *body)))
        case CommandLine():
            given = json.dumps(arguments, ensure_ascii=False) if executor.stdin == "json" else ""
            return Preview(lines=tuple(words_of(executor, arguments)), stdin=given)
        case Agent():
            return Preview(lines=(fill(executor.prompt, arguments),) if executor.prompt else ())
        case _:
            assert_never(executor)
