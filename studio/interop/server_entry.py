"""One entry of a file of MCP servers, as a server of ours: its members looked at, its keys taken out, the rest kept to be written back.

Above: `mcp_servers`. Below: `server_keys`, `server_variables`, `session/mcp_servers`. Pure: a way is read and never taken.
"""

import shlex
from collections.abc import Mapping
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

import msgspec

from studio.checks.server_problem import server_problem
from studio.interop.server_keys import Keys
from studio.interop.server_variables import as_ours, names_in, sentences
from studio.interop.servers_error import ServersFileError
from studio.said import said
from studio.session.mcp_servers import START_SECONDS, McpServer, Stdio, StreamableHttp, Way

OURS = "toolcall-studio"
"""The member that holds what no other program has."""

_URLS = ("url", "httpUrl", "serverUrl")
_ENVS = ("env", "environment")
_HTTP = frozenset(("http", "streamable-http", "streamablehttp", "streamable_http", "remote"))
_LOCAL = frozenset(("stdio", "local", ""))
_ONLY = ("includeTools", "enabledTools", "enabled_tools")
_WITHOUT = ("excludeTools", "disabledTools", "disabled_tools")
_READ = frozenset(
    (
        "command",
        "args",
        "cwd",
        "headers",
        "http_headers",
        "disabled",
        "enabled",
        OURS,
        *_URLS,
        *_ENVS,
        *_ONLY,
        *_WITHOUT,
    )
)
_LONGEST_START = 86_400
_LONGEST_WORD = 20
_LONGEST_LINE = 10_000
_UNASKED = ("alwaysAllow", "autoApprove", "autoAllow", "trust")
_TIMES = ("timeout", "initTimeout", "requestTimeout", "tool_timeout_sec", "startup_timeout_sec", "startup_timeout_ms")


class ReadEntry(msgspec.Struct, frozen=True):
    """An entry as a server (None when it is none that can be reached), its keys by name, and sentences on it."""

    server: McpServer | None
    keys: dict[str, str] = {}
    notes: tuple[str, ...] = ()


class EntryReader:
    """Reads one entry, `value`, at its place in the file `file`; `environ` is what the environment holds."""

    def __init__(self, name: str, value: Any, file: str, place: str, environ: Mapping[str, str]) -> None:
        self._name = name
        self._file = file
        self._place = place
        if not isinstance(value, dict):
            raise self._wrong("", said("a server has to be an object"))
        self._entry: dict[str, Any] = value
        self._keys = Keys({name for text in _texts(value) for name in names_in(as_ours(text))}, environ)
        self._notes: list[str] = []

    def read(self) -> ReadEntry:
        """The server. Raises ServersFileError for a member of a wrong kind, with its place."""
        kind = str(self._entry.get("type", self._entry.get("transport", ""))).lower()
        url = self._text(*_URLS)
        if not url and not self._entry.get("command"):
            return ReadEntry(
                None, notes=(said("{name} was left out: it has neither a command nor a URL.", name=self._name),)
            )
        by_command = not url or (kind in _LOCAL and bool(self._entry.get("command")))
        way: Way = self._command() if by_command else self._address(url)
        server = self._server(way, on=self._is_on() and (by_command or self._speaks(kind)))
        problem = server_problem(server)
        if problem:
            raise self._wrong("", problem)
        self._say_rest()
        return ReadEntry(
            server, self._keys.found, tuple(f"{self._name}: {note}" for note in dict.fromkeys(self._notes))
        )

    def _server(self, way: Way, *, on: bool) -> McpServer:
        ours = self._entry.get(OURS)
        ours = ours if isinstance(ours, dict) else {}
        seconds = ours.get("startSeconds", self._entry.get("startup_timeout_sec"))
        is_time = isinstance(seconds, int | float) and not isinstance(seconds, bool) and 0 < seconds < float("inf")
        prefix = ours.get("prefix")
        extra = {key: one for key, one in self._entry.items() if key not in _READ}
        if isinstance(way, Stdio) and not way.cwd and self._entry.get("cwd"):
            extra["cwd"] = self._entry["cwd"]
        return McpServer(
            self._name,
            way,
            prefix=prefix if isinstance(prefix, str) else "",
            only=self._names(*_ONLY),
            without=self._names(*_WITHOUT),
            on=on,
            needed=ours.get("needed") is True,
            start_seconds=float(min(seconds, _LONGEST_START)) if is_time and seconds is not None else START_SECONDS,
            extra=self._keys.out_of_value(extra),
        )

    def _command(self) -> Stdio:
        words = self._words()
        command, *args = self._keys.out_of_words([self._said(word) for word in words])
        env = {name: self._keys.out_of(name, self._said(text)) for name, text in self._pairs(*_ENVS).items()}
        return Stdio(command, tuple(args), env, self._folder())

    def _words(self) -> list[str]:
        """Program and arguments. One text that is a whole command line is split, as some programs do."""
        command, args = self._entry["command"], self._list("args")
        if isinstance(command, list):
            return [*self._list("command"), *args]
        if isinstance(command, dict) and isinstance(command.get("path"), str):
            return [command["path"], *self._list("args", command, "command.")]
        if not isinstance(command, str):
            raise self._wrong("command", said("a command is a text"))
        first = command.split()[0] if command.split() else ""
        if args or first == command or "/" in first or "\\" in first or len(command) > _LONGEST_LINE:
            return [command, *args]
        try:
            words = shlex.split(command)
        except ValueError:
            return [command]
        if not words:
            return [command]
        self._notes.append(said("its command is a whole line, and was split into words."))
        return words

    def _folder(self) -> str:
        folder = self._said(self._text("cwd"))
        whole = not folder or folder.startswith("${") or _is_whole(folder)
        if not whole:
            self._notes.append(said("its folder is told from where the other program was: name a whole path."))
        return folder if whole else ""

    def _address(self, url: str) -> StreamableHttp:
        ours = self._entry.get(OURS)
        headers = {**self._pairs("http_headers"), **self._pairs("headers")}
        said = tuple((name, self._keys.out_of(name, self._said(text))) for name, text in headers.items())
        ring = isinstance(ours, dict) and ours.get("keyring") is True
        return StreamableHttp(self._keys.out_of_address(self._said(url)), said, ring)

    def _speaks(self, kind: str) -> bool:
        """Whether what is at the address can be spoken to."""
        if kind in _HTTP or kind in _LOCAL:
            return True
        self._notes.append(
            said(
                "it speaks SSE, the transport that streamable HTTP has replaced, and stays switched "
                "off. Many such servers also answer streamable HTTP, often at /mcp: change the "
                "address and switch it on."
            )
            if kind == "sse"
            else said(
                "its transport {kind}is none that is spoken here, and it stays switched off.", kind=_known_word(kind)
            )
        )
        return False

    def _is_on(self) -> bool:
        return self._entry.get("disabled") is not True and self._entry.get("enabled") is not False

    def _say_rest(self) -> None:
        for member in _UNASKED:
            if self._entry.get(member):
                self._notes.append(
                    said(
                        "{member} is kept and not followed: here nothing runs unasked unless you allow it.",
                        member=member,
                    )
                )
        for member in _TIMES:
            if member in self._entry and member != "startup_timeout_sec":
                self._notes.append(
                    said("{member} is kept and not followed: programs count it differently.", member=member)
                )
        if "envFile" in self._entry:
            self._notes.append(said("its envFile is not read: set the variables, or keep them as keys."))
        self._notes += [
            said(
                "${{{name}}} stands where the file holds only a stand-in: set that variable, or keep its value.",
                name=name,
            )
            for name in self._keys.stand_ins
        ]

    def _said(self, text: str) -> str:
        self._notes += sentences(text)
        return as_ours(text)

    def _text(self, *members: str) -> str:
        member = next((each for each in members if self._entry.get(each) is not None), "")
        value = self._entry.get(member, "")
        if not isinstance(value, str):
            raise self._wrong(member, said("this has to be a text"))
        return value

    def _list(self, member: str, entry: dict[str, Any] | None = None, place: str = "") -> list[str]:
        value = (entry or self._entry).get(member)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self._wrong(f"{place}{member}", said("this has to be a list of texts"))
        return [self._plain(one, f"{place}{member}[{at}]") for at, one in enumerate(value)]

    def _pairs(self, *members: str) -> dict[str, str]:
        """A map of texts; null says nothing."""
        member = next((each for each in members if self._entry.get(each) is not None), "")
        value = self._entry.get(member)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise self._wrong(member, said("this has to be an object of names and texts"))
        return {key: self._plain(one, f"{member}.{key}") for key, one in value.items() if one is not None}

    def _names(self, *members: str) -> tuple[str, ...]:
        member = next((each for each in members if self._entry.get(each)), "")
        return tuple(name for name in self._list(member) if name.strip()) if member else ()

    def _plain(self, value: Any, place: str) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        if not isinstance(value, str | int | float):
            raise self._wrong(place, said("this has to be a text"))
        return str(value)

    def _wrong(self, way: str, why: str) -> ServersFileError:
        return ServersFileError(self._file, ".".join(filter(None, (self._place, way))), why)


def _known_word(said: str) -> str:
    """A short word with a space behind it; of anything else, which may be a key, nothing."""
    return f"{said} " if said.isprintable() and len(said) <= _LONGEST_WORD else ""


def _is_whole(folder: str) -> bool:
    return PurePosixPath(folder).is_absolute() or PureWindowsPath(folder).is_absolute()


def _texts(value: Any) -> list[str]:
    match value:
        case str():
            return [value]
        case dict():
            return [text for one in value.values() for text in _texts(one)]
        case list():
            return [text for one in value for text in _texts(one)]
        case _:
            return []
