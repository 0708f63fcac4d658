"""The heavy parts, loaded when they are first needed: HTTP, the keyring, the schema validator, Python tools, scripts.

Above: `world`, `services`. Below: the rooms it loads from. The one place, besides `__main__`, with imports inside functions.
"""

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from studio import paths
from studio.dialects import roster
from studio.said import said
from studio.session.events import Event, ReplyReceived, RequestFailed, RequestSent
from studio.session.executors import CommandLine, Outside

if TYPE_CHECKING:
    from studio.checks.problem import Problem
    from studio.dialects.dialect import Dialect
    from studio.engine.recording import Recording
    from studio.engine.replay import Pace
    from studio.engine.services import Checked
    from studio.interop.declarations import Declarations
    from studio.interop.mcp_servers import ServersFile
    from studio.messages.delta import Delta
    from studio.messages.price import Price
    from studio.messages.request import ChatRequest
    from studio.messages.toolspec import ToolSpec
    from studio.responders.embeddings import Vector
    from studio.responders.model_list import ModelList
    from studio.responders.profiles import Profile
    from studio.responders.responder import Asked, Responder
    from studio.responders.vectors import Vectors
    from studio.session.mcp_servers import McpServer, Way
    from studio.session.mocks import MockRule
    from studio.session.policies import Coercion
    from studio.session.setup import Setup
    from studio.session.state import CallState
    from studio.tools.canned import Canned, Look
    from studio.tools.declared_file import DeclaredTools
    from studio.tools.python_file import PythonTools
    from studio.tools.skill_folder import ReadSkill
    from studio.tools.tool import Tool
    from studio.tools.variables import Variables
    from studio.wire.http_client import HttpClient
    from studio.wire.own_blanks import OwnBlanks
    from studio.wire.redact import Redactor
    from studio.workspace.connected import Connected, Owner


def pace(recording: "Recording") -> "Pace":
    """What takes the time that the answers of a recording took."""

    def paced(sent: RequestSent, end: ReplyReceived | RequestFailed, asked: "Asked") -> AsyncIterator["Delta"]:
        from studio.responders.paced import paced

        dialect = roster.make(recording.tree.state(sent.id).setup.responder.dialect, sent.form)
        kept = end.exchange
        seconds = end.seconds if isinstance(end, ReplyReceived) else kept.seconds if kept is not None else 0.0
        return paced(dialect, asked.request, kept, seconds)

    return paced


def http_client() -> "HttpClient":
    """A new HTTP client."""
    from studio.wire.http_client import HttpClient

    return HttpClient()


def read_profile(value: Any) -> "Profile":
    """The profile in a parsed settings value. Raises ProfileError."""
    from studio.responders import profiles

    return profiles.read_profile(value)


def stored_key(profile: str) -> str | None:
    """The key that the system's keyring holds for a profile. Raises KeyringError."""
    from studio.store import secrets

    return secrets.key(profile)


def keyring_name() -> str:
    """What the system's keyring is called; empty when there is none that can be used."""
    from studio.store import secrets

    return secrets.keyring_name()


def store_key(profile: str, key: str) -> None:
    """Keep a key in the system's keyring; an empty one removes it. Raises KeyringError."""
    from studio.store import secrets

    secrets.store(profile, key)


def live_responder(
    profile: "Profile",
    client: "HttpClient",
    key: Callable[[], str | None],
    redactor: "Redactor",
    on_chunk: Callable[[bytes], None],
    *,
    text_form: str = "",
) -> "Responder":
    """A real endpoint; `text_form` is the form in which calls are printed, empty for native ones."""
    from studio.responders.live import LiveResponder

    return LiveResponder(profile, client, key, redactor, on_chunk=on_chunk, text_form=text_form)


async def list_models(
    profile: "Profile", client: "HttpClient", key: Callable[[], str | None], redactor: "Redactor"
) -> "ModelList":
    """The models that an endpoint offers, or why it does not tell."""
    from studio.responders import model_list

    return await model_list.list_models(profile, client, key, redactor)


def scripted_responder(script: str) -> "Responder":
    """A scripted model; a path that is not absolute lies in `resources`. Raises ScriptError."""
    from studio.responders.script import ScriptError, read_script
    from studio.responders.scripted import ScriptedResponder

    path = paths.resources() / script
    try:
        return ScriptedResponder(read_script(paths.file_bytes(path)))
    except OSError as error:
        raise ScriptError(said("The script {file} cannot be read: {why}.", file=path, why=error.strerror)) from error


def check_value(schema: Any, value: Any) -> tuple["Problem", ...]:
    """A value against a schema, looked at."""
    from studio.checks.arguments import check

    return check(schema, value)


def check_call(
    spec: "ToolSpec", arguments: str, form: str = "function", coercion: "Coercion" = "lossless"
) -> "Checked":
    """A call's argument text, looked at."""
    from studio.tools.coerce import check_call as check

    return check(spec, arguments, form, coercion)


def answer(
    setup: "Setup", call: "CallState", arguments: dict[str, Any], path: Iterable[Event], seconds: float, *, slow: bool
) -> "Canned | None":
    """What the first fitting mock rule answers; `slow`: with what the call would give anyhow, later."""
    from studio.tools import canned

    found = canned.answer(setup.mocks, call, arguments, path, seconds)
    return canned.slowed(found) if slow else found


def looks(setup: "Setup", call: "CallState", arguments: dict[str, Any], path: Iterable[Event]) -> "tuple[Look, ...]":
    """Each mock rule, with why it does not fit the call."""
    from studio.tools import canned

    return tuple(canned.looks(setup.mocks, call, arguments, path))


def checked_rule(rule: "MockRule") -> "MockRule":
    """The rule as it is saved. Raises RuleError for the first member that cannot stand."""
    from studio.tools import mock_rules

    return mock_rules.checked(rule)


def read_rules(text: bytes) -> tuple["MockRule", ...]:
    """The rules of a file. Raises RuleError with the place of the first that is wrong."""
    from studio.tools import mock_rules

    return mock_rules.read_rules(text)


def write_rules(rules: Sequence["MockRule"]) -> str:
    """The text of a file with these rules."""
    from studio.tools import mock_rules

    return mock_rules.write_rules(rules)


def load_prices() -> None:
    """Load the lists of prices."""
    from studio.responders import prices  # noqa: F401 - loading is all


def listed_price(model_name: str, base_url: str, when: datetime | None) -> "Price | None":
    """What the lists say that a model costs on a day; None when they do not know it."""
    from studio.responders.prices import find

    return find(model_name, base_url, when)


def listed_window(model_name: str, base_url: str) -> int | None:
    """How many tokens a model reads, by the lists."""
    from studio.responders.prices import window

    return window(model_name, base_url)


def python_tools(path: Path, interpreter: str) -> "PythonTools":
    """The tools of a file; nothing of it runs yet."""
    from studio.tools.python_file import PythonTools

    return PythonTools(path, interpreter or None)


def executor_tool(
    spec: "ToolSpec", executor: Outside, client: Callable[[], "HttpClient"], variables: "Variables"
) -> "Tool":
    """A tool that runs by HTTP, with the client that is asked for then, or as a command."""
    if isinstance(executor, CommandLine):
        from studio.tools.command_line import CommandTool

        return CommandTool(spec, executor, variables)
    from studio.tools.http_endpoint import HttpTool

    return HttpTool(spec, executor, client(), variables)


def declared_tools(path: Path) -> "DeclaredTools":
    """The tools of a JSON file: one of ours, that says how they run, or a list of another program. Raises StudioError with the
    place that is wrong."""
    from studio.interop.declarations import read_declarations
    from studio.tools import declared_file

    def foreign(data: bytes, name: str) -> "DeclaredTools":
        found = read_declarations(data, name)
        return declared_file.DeclaredTools(found.specs, {}, found.notes)

    return declared_file.read(declared_file.content(path), path, foreign)


def read_declarations(data: bytes, name: str) -> "Declarations":
    """The tools that a list of another program declares. Raises DeclarationsError with the place."""
    from studio.interop.declarations import read_declarations

    return read_declarations(data, name)


def read_servers(data: bytes, name: str) -> "ServersFile":
    """The MCP servers of a file of another program, without their keys. Raises ServersFileError with the place."""
    from studio.interop.mcp_servers import read_servers

    return read_servers(data, name)


def write_servers(servers: Sequence["McpServer"]) -> str:
    """The text of such a file."""
    from studio.interop.mcp_servers import write_servers

    return write_servers(servers)


def read_skills(folder: Path) -> "tuple[ReadSkill, ...]":
    """The skill of a folder, or those of the folders in it. Runs nothing. Raises StudioError with the place that is wrong."""
    from studio.tools import skill_folder

    return skill_folder.read_skills(folder)


def read_skill(folder: Path) -> "ReadSkill":
    """The skill of exactly this folder. Raises as `read_skills`."""
    from studio.tools import skill_folder

    return skill_folder.read_skill(folder)


def half_reply(dialect: "Dialect", request: "ChatRequest", data: bytes) -> Any:
    """The reply to `request` as far as the bytes of a broken stream tell it."""
    from studio.responders.reading import Reading

    reading = Reading(dialect, 200, (), stream=True, request=request)
    list(reading.feed(data))
    list(reading.end())
    return reading.partial()


async def embed(
    profile: "Profile",
    model_name: str,
    client: "HttpClient",
    key: Callable[[], str | None],
    redactor: "Redactor",
    texts: Sequence[str],
) -> "list[Vector]":
    """The vectors that an endpoint for embeddings gives for texts. Raises EmbeddingsError."""
    from studio.responders import embeddings

    return await embeddings.embed(profile, model_name, client, key, redactor, texts)


def vectors() -> "Vectors":
    """A keeper of the vectors of texts, empty."""
    from studio.responders.vectors import Vectors

    return Vectors()


def own_blanks(patterns: Sequence[str]) -> "OwnBlanks | None":
    """What blanks what the person's patterns find; None where there is none that can be used."""
    from studio.workspace.own_patterns import own_blanks

    return own_blanks(patterns) if patterns else None


def load_mcp() -> None:
    """Load the official SDK; nothing when it is there."""
    import studio.tools.mcp.connection  # noqa: F401 - for what it loads


def mcp_connection(
    server: "McpServer", way: "Way", redactor: "Redactor", host: "Owner", *, token: str | None = None
) -> "Connected":
    """A connection to an MCP server; nothing starts yet."""
    from studio.tools.mcp.connection import Connection

    return Connection(server, way, redactor, host, token=token)
