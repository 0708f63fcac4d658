"""Why an executor cannot be used as it is written, in one sentence, found before anything runs. Pure.

Above: `declared_file`, `workspace`. Below: `filled`, `http_request`, `session/executors`. A secret in plain is refused: an
executor stands in files.
"""

import re
from collections.abc import Iterable
from pathlib import PurePath
from typing import Any, assert_never

from studio.checks.names import nearest_name
from studio.said import said
from studio.session.agents import Agent
from studio.session.executors import CommandLine, Executor, HttpEndpoint
from studio.tools.filled import members, variables
from studio.tools.http_request import ADDRESS
from studio.wire.redact import SECRET_HEADERS, keys_in

_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VARIABLE = re.compile(r"[A-Za-z_]\w*")
_SECRET_NAME = re.compile(r"(?i)(?:^|_)(?:key|token|secret|password|passwd|credentials?)$")
_SHELL_FILES = (".bat", ".cmd")


def executor_problem(executor: Executor) -> str:
    """What is wrong with an executor; empty when nothing is."""
    if not isinstance(executor, Agent) and executor.most_bytes < 1:
        return said("The most bytes of a result must be 1 or more.")
    match executor:
        case HttpEndpoint():
            return _of_endpoint(executor)
        case CommandLine():
            return _of_command(executor)
        case Agent():
            return _of_agent(executor)
        case _:
            assert_never(executor)


def variables_of(executor: Executor) -> tuple[str, ...]:
    """The variables of the environment that an executor is filled in from, each once."""
    match executor:
        case HttpEndpoint():
            texts = [executor.url, *(value for _, value in executor.headers)]
        case CommandLine():
            texts = list(executor.env.values())
        case Agent():
            texts = []
        case _:
            assert_never(executor)
    return tuple(dict.fromkeys(name for text in texts for name in variables(text)))


def unknown_members(executor: Executor, parameters: dict[str, Any]) -> tuple[str, ...]:
    """A sentence for each argument that an executor is filled in from and that is none of the tool's `parameters`;
    none where no parameters are declared."""
    match executor:
        case HttpEndpoint():
            texts = [executor.url, *([executor.template] if executor.body == "text" else [])]
        case CommandLine():
            texts = list(executor.argv)
        case Agent():
            texts = [executor.prompt]
        case _:
            assert_never(executor)
    known = parameters.get("properties")
    named = dict.fromkeys(name for text in texts for name in members(text))
    if not isinstance(known, dict) or not known:
        return ()
    return tuple(_unknown(name, known) for name in named if name not in known)


def _unknown(name: str, known: Iterable[str]) -> str:
    near = nearest_name(name, known)
    if near:
        return said("{{{name}}} is no parameter of the tool. Did you mean {{{near}}}?", name=name, near=near)
    return said("{{{name}}} is no parameter of the tool.", name=name)


def has_folder(program: str) -> bool:
    """Whether a program is named with its folder, so that it is not looked for on the PATH."""
    return "/" in program or "\\" in program


def _of_agent(agent: Agent) -> str:
    if agent.max_round_trips < 1:
        return said("An agent needs at least 1 round trip.")
    if agent.memory.kind != "all" and agent.memory.most < 1:
        return said("The memory of an agent keeps at least 1 of its {kind}.", kind=agent.memory.kind)
    return ""


def _of_endpoint(endpoint: HttpEndpoint) -> str:
    if not _TOKEN.fullmatch(endpoint.method):
        return said("{method} is no HTTP method, such as GET or POST.", method=f"{endpoint.method!r}")
    return _of_address(endpoint.url) or next(filter(None, (_of_header(*pair) for pair in endpoint.headers)), "")


def _of_address(url: str) -> str:
    found = ADDRESS.fullmatch(url)
    if found is None or found[1].endswith("//"):
        return said("The address has to begin with http:// or https:// and the name of a server, or with ${{NAME}}.")
    user, at, host = found[1].partition("//")[2].rpartition("@")
    if not _keeps_its_server(host) or found[2][:1] not in ("", "/"):
        return said("The address needs a / between the server and what the arguments fill in.")
    if (at and not variables(user)) or any("{" not in key for key in keys_in(url)):
        return said("The address holds a key or a password: name its variable instead, such as ${{MY_KEY}}.")
    return ""


def _keeps_its_server(host: str) -> bool:
    """Whether what is filled in cannot make another server of a name: it is the whole name, or stands before a dot, or is the port."""
    name = host.partition(":")[0]
    named = members(name)
    after = name.rpartition("}")[2]
    if not named or name == f"{{{named[0]}}}":
        return True
    return len(after) > 1 and after.startswith(".")


def _of_header(name: str, value: str) -> str:
    if not _TOKEN.fullmatch(name):
        return said("{name} is no name of a header, such as X-Team.", name=f"{name!r}")
    secret = name.lower() in SECRET_HEADERS or _SECRET_NAME.search(name.replace("-", "_"))
    if secret and not variables(value):
        return said("The value of {name} is a secret: name its variable instead, such as ${{MY_KEY}}.", name=name)
    return ""


def _of_command(command: CommandLine) -> str:
    if not command.argv or not command.argv[0].strip():
        return said("The command line has no program.")
    program, *words = command.argv
    if members(program) or variables(program):
        return said("The program of a command line is fixed; only the words after it are filled in.")
    if program.lower().endswith(_SHELL_FILES):
        return said("{program} would run in a shell: name the program that it starts.", program=program)
    if any(variables(word) for word in words):
        return said(
            "Everybody on the machine can read the words of a command line: put ${{NAME}} into a "
            "variable of the command."
        )
    if command.folder and not PurePath(command.folder).is_absolute():
        return said("The folder of a command line has to be a whole path.")
    if has_folder(program) and not PurePath(program).is_absolute() and not command.folder:
        return said("{program} is not a whole path: give the whole path, or a folder to run it in.", program=program)
    return next(filter(None, (_of_variable(name, value) for name, value in command.env.items())), "")


def _of_variable(name: str, value: str) -> str:
    if not _VARIABLE.fullmatch(name):
        return said("{name} is no name of a variable.", name=f"{name!r}")
    if _SECRET_NAME.search(name) and value and not variables(value):
        return said("The value of {name} is a secret: name its variable instead, such as ${{{name}}}.", name=name)
    return ""
