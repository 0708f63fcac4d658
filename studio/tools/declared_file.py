"""A JSON file of tools that run by HTTP, as commands or as agents, both ways: declarations with their executors.

Above: `cli`, `workspace`. Below: `executor_problem`, `declared_agent`, msgspec, which names the place of what does not fit. Lists that
other programs keep are read elsewhere (`interop`).
"""

import difflib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any, Literal, assert_never

import msgspec
from msgspec.structs import replace

from studio.messages.toolspec import ReturnBehavior, ToolSpec, no_parameters
from studio.paths import file_bytes
from studio.problems import StudioError
from studio.said import said
from studio.session.agents import Agent
from studio.session.executors import MOST_BYTES, CommandLine, Executor, HttpEndpoint
from studio.tools.declared_agent import AgentForm, MemoryForm, agent_from, form_of, missing_tools
from studio.tools.executor_problem import executor_problem, has_folder, unknown_members
from studio.tools.misfit import known_members, misfit

_FORM = said(
    'It is {{"tools": [{{"name": …, "description": …, "parameters": {{…}}, "http": {{…}}, "command": '
    '{{…}} or "agent": {{…}}}}]}}.'
)


class DeclaredFileError(StudioError):
    """A file of tools that cannot be used; the sentence names the place."""


class DeclaredTools(msgspec.Struct, frozen=True):
    """What a file declares; `executors` by the names of the tools, `notes` are sentences about what was not taken as it stands, and
    `elsewhere` those about tools that agents may call and that another file has to have."""

    specs: tuple[ToolSpec, ...]
    executors: dict[str, Executor] = {}
    notes: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()


Foreign = Callable[[bytes, str], DeclaredTools]
"""Reads a list of tools that another program keeps, from its bytes and the name of the file."""


class _Http(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    url: str
    method: str = "POST"
    headers: dict[str, str] = {}
    body: Literal["json", "form", "text", "none"] = "json"
    template: str = ""
    most_bytes: int = MOST_BYTES


class _Command(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    argv: list[str]
    folder: str = ""
    env: dict[str, str] = {}
    stdin: Literal["json", "none"] = "none"
    most_bytes: int = MOST_BYTES


class _Declared(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    name: str
    description: str = ""
    parameters: dict[str, Any] = msgspec.field(default_factory=no_parameters)
    sensitive: bool = False
    idempotent: bool = False
    return_behavior: ReturnBehavior = "to_llm"
    compensates: str = ""
    undo_with: Literal["arguments", "record"] = "arguments"
    always_visible: bool = False
    seconds: float | None = None
    metadata: dict[str, Any] = {}
    http: _Http | None = None
    command: _Command | None = None
    agent: AgentForm | None = None


class _File(msgspec.Struct, forbid_unknown_fields=True):
    tools: list[_Declared]


def is_declared(value: Any) -> bool:
    """Whether a parsed JSON value is such a file: a list `tools` of which at least one has a member that only it knows, or nearly so;
    without that member around them, tools that say how they run, or one alone."""
    tools, place = _tools_in(value)
    if place != _PLACE:
        return any(isinstance(tool, dict) and "name" in tool and tool.keys() & {*_WAYS} for tool in tools)
    return any(isinstance(tool, dict) and (tool.keys() & _OWN or _nearly(tool)) for tool in tools)


def _tools_in(value: Any) -> tuple[list[Any], str]:
    """The tools of a file, and the place of one in it."""
    if isinstance(value, list):
        return value, "$[{at}]"
    if not isinstance(value, dict) or "tools" not in value or {"name", *_WAYS} & value.keys():
        return [value], "$"
    return value["tools"] if isinstance(value["tools"], list) else [], _PLACE


def _nearly(tool: dict[str, Any]) -> bool:
    """Whether it has a member that can only be a misspelt way to run."""
    return any(
        isinstance(value, dict) and difflib.get_close_matches(name, _WAYS, 1, _MISSPELT) for name, value in tool.items()
    )


def content(path: Path) -> bytes:
    """The bytes of a file. Raises DeclaredFileError."""
    try:
        return file_bytes(path)
    except FileNotFoundError:
        raise DeclaredFileError(
            said("The tools file {file} does not exist.", file=path), said("Choose the file again.")
        ) from None
    except OSError as error:
        raise DeclaredFileError(
            said("The tools file {file} cannot be read: {why}.", file=path, why=error.strerror)
        ) from None


def read(data: bytes, path: Path, foreign: Foreign) -> DeclaredTools:
    """The tools of a file with that content; `foreign` reads what another program keeps. Runs nothing. Raises DeclaredFileError, and
    what `foreign` raises."""
    doubled: list[str] = []
    try:
        value = json.loads(data, object_pairs_hook=lambda pairs: _object(pairs, doubled))
    except (ValueError, RecursionError):
        return foreign(data, path.name)
    if not is_declared(value):
        return foreign(data, path.name)
    if doubled:
        why = said(
            "the member {member} stands twice in one object, and only one of them would count.", member=doubled[0]
        )
        raise DeclaredFileError(said("{file}: {why}", file=path.name, why=why), said("Take one of them away."))
    return declared(value, path.absolute())


def _object(pairs: list[tuple[str, Any]], doubled: list[str]) -> dict[str, Any]:
    """An object of a file; members that stand twice in it are noted in `doubled`."""
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        doubled.append(next(name for at, name in enumerate(names) if name in names[:at]))
    return made


def declared(value: Any, path: PurePath) -> DeclaredTools:
    """The tools of a parsed file at `path`, from which its folders and programs are counted. Raises DeclaredFileError."""
    tools, in_file = _tools_in(value)
    try:
        file = msgspec.convert(value if in_file == _PLACE else {"tools": tools}, _File)
    except msgspec.ValidationError as error:
        raise _misfit(path.name, in_file, error) from None
    specs: dict[str, ToolSpec] = {}
    executors: dict[str, Executor] = {}
    notes: list[str] = []
    elsewhere: list[str] = []
    for at, tool in enumerate(file.tools):
        place = f"{path.name}, {in_file.format(at=at)}"
        if not tool.name.strip() or tool.name in specs:
            why = said("two tools are named {tool}", tool=tool.name) if tool.name.strip() else said("it has no name")
            raise DeclaredFileError(said("{place}: {why}.", place=place, why=why))
        specs[tool.name] = _spec(tool, path.name, place)
        executor = _executor(tool, path.parent, place)
        if executor is not None:
            executors[tool.name] = executor
            notes += (f"{place}: {note}" for note in unknown_members(executor, specs[tool.name].parameters))
        if isinstance(executor, Agent):
            elsewhere += (f"{place}: {note}" for note in missing_tools(executor, (each.name for each in file.tools)))
    return DeclaredTools(tuple(specs.values()), executors, tuple(notes), tuple(elsewhere))


def _misfit(name: str, in_file: str, error: msgspec.ValidationError) -> DeclaredFileError:
    """What does not fit, with its place in the file as it stands, and for an unknown member the known ones."""
    wrong = misfit(error)
    place = re.sub(r"^\$\.tools\[(\d+)\]", lambda found: in_file.format(at=found[1]), f"${wrong.place}")
    form = _FORMS.get(wrong.place.rpartition(".")[2], _Declared if wrong.place else _File)
    help = known_members(wrong.unknown, form.__struct_fields__) if wrong.unknown else _FORM
    return DeclaredFileError(said("{name}, {place}: {why}.", name=name, place=place, why=wrong.said), help)


def write(specs: Sequence[ToolSpec], executors: Mapping[str, Executor]) -> str:
    """The text of a file with these tools, as `read` takes it."""
    tools = [_written(spec, executors.get(spec.name)) for spec in specs]
    return json.dumps({"tools": msgspec.to_builtins(tools)}, ensure_ascii=False, indent=2) + "\n"


def _spec(tool: _Declared, source: str, place: str) -> ToolSpec:
    if tool.parameters.get("type", "object") != "object":
        raise DeclaredFileError(said("{place}.parameters: it has to be the JSON Schema of an object.", place=place))
    if tool.seconds is not None and not 0 < tool.seconds < float("inf"):
        raise DeclaredFileError(said("{place}.seconds: it has to be more than 0.", place=place))
    members = {name: getattr(tool, name) for name in _SHARED}
    return ToolSpec(**{**members, "parameters": {"type": "object", **tool.parameters}, "source": source})


def _executor(tool: _Declared, folder: PurePath, place: str) -> Executor | None:
    ways = [way for way in _WAYS if getattr(tool, way) is not None]
    if len(ways) > 1:
        raise DeclaredFileError(
            said(
                "{place}: it says both {one} and {other}; one is how it runs.",
                place=place,
                one=ways[0],
                other=ways[1],
            )
        )
    made: Executor
    if tool.http is not None:
        members = {name: getattr(tool.http, name) for name in _Http.__struct_fields__}
        made, kind = HttpEndpoint(**{**members, "headers": tuple(tool.http.headers.items())}), "http"
    elif tool.command is not None:
        members = {name: getattr(tool.command, name) for name in _Command.__struct_fields__}
        made, kind = _at_home(CommandLine(**{**members, "argv": tuple(tool.command.argv)}), folder), "command"
    elif tool.agent is not None:
        made, kind = _agent(tool.agent, place), "agent"
    else:
        return None
    problem = executor_problem(made)
    if problem:
        raise DeclaredFileError(said("{place}.{kind}: {problem}", place=place, kind=kind, problem=problem))
    return made


def _agent(form: AgentForm, place: str) -> Agent:
    try:
        return agent_from(form)
    except ValueError as error:
        raise DeclaredFileError(said("{place}.agent.memory: {why}.", place=place, why=error)) from None


def _at_home(command: CommandLine, folder: PurePath) -> CommandLine:
    """A folder, and a program that is named with one, lie where the file lies."""
    if command.folder:
        return replace(command, folder=str(folder / command.folder))
    if command.argv and has_folder(command.argv[0]):
        return replace(command, argv=(str(folder / command.argv[0]), *command.argv[1:]))
    return command


def _written(spec: ToolSpec, executor: Executor | None) -> _Declared:
    made = _Declared(**{name: getattr(spec, name) for name in _SHARED})
    match executor:
        case HttpEndpoint():
            members = {name: getattr(executor, name) for name in _Http.__struct_fields__}
            made.http = _Http(**{**members, "headers": dict(executor.headers)})
        case CommandLine():
            members = {name: getattr(executor, name) for name in _Command.__struct_fields__}
            made.command = _Command(**{**members, "argv": list(executor.argv)})
        case Agent():
            made.agent = form_of(executor)
        case None:
            pass
        case _:
            assert_never(executor)
    return made


_PLACE = "$.tools[{at}]"
_MISSPELT = 0.8
"""How like a member is to one of `_WAYS` that was meant: `agnet` is, `arguments` is not."""
_WAYS = ("http", "command", "agent")
_FORMS: dict[str, type[msgspec.Struct]] = {
    "http": _Http,
    "command": _Command,
    "agent": AgentForm,
    "memory": MemoryForm,
}
_SHARED = tuple(name for name in _Declared.__struct_fields__ if name not in _WAYS)
_OWN = {*_WAYS, "sensitive", "idempotent", "return_behavior", "compensates", "undo_with", "seconds"}
