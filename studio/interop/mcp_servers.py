"""Files of MCP servers, as desktop clients and editors keep them: read into servers of ours, and written.

Above: `workspace`, the command line. Below: `server_entry`, `lenient_json`. Pure: nothing is looked up and nothing starts. No key comes
out of a file into a server, and none goes into one that is written.
"""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any, assert_never

import msgspec

from studio.checks.server_names import name_of_words
from studio.interop import lenient_json
from studio.interop.server_entry import OURS, EntryReader, ReadEntry
from studio.interop.server_keys import Keys
from studio.interop.servers_error import ServersFileError
from studio.messages.depth import is_too_deep
from studio.said import said
from studio.session.mcp_servers import START_SECONDS, McpServer, Stdio, StreamableHttp

__all__ = ["ServersFile", "ServersFileError", "read_servers", "write_servers"]

MOST_BYTES = 5_000_000
_SHOWN = 100
_NAMED = 5
_MAPS = ("mcpServers", "servers", "mcp_servers", "context_servers")
_ONE = ("command", "url", "httpUrl", "serverUrl")


class ServersFile(msgspec.Struct, frozen=True):
    """What a file holds. `keys` are those that stood in it, by server and NAME: the servers say `${NAME}` in their place. `notes` are
    sentences about what was not taken as it stands."""

    servers: tuple[McpServer, ...]
    keys: dict[tuple[str, str], str] = {}
    notes: tuple[str, ...] = ()


def read_servers(data: bytes, name: str = "", environ: Mapping[str, str] = os.environ) -> ServersFile:
    """The servers in `data`, the content of a file named `name`, or what was pasted (empty). `environ` says which names stand for
    something already. Raises ServersFileError with the place that is wrong."""
    if len(data) > MOST_BYTES:
        raise ServersFileError(name, "", said("it is larger than {n} MB", n=MOST_BYTES // 1000000))
    text = _text(data, name)
    try:
        value = lenient_json.read(text)
    except lenient_json.LenientJsonError as error:
        raise ServersFileError(name, "", said("it is not JSON: {why}", why=error.said), forms=True) from None
    _check_texts(value, name)
    place, entries = _entries(value, name)
    _check_names(entries, name, place)
    read = {key.strip(): _entry(key, one, name, place, environ) for key, one in entries.items()}
    servers = tuple(one.server for one in read.values() if one.server is not None)
    notes = tuple(note for one in read.values() for note in one.notes)
    if not servers:
        raise ServersFileError(name, place, notes[0] if notes else said("it holds no server"), forms=True)
    keys = {(key, variable): held for key, one in read.items() for variable, held in one.keys.items()}
    return ServersFile(servers, keys, (*_doubled(text), *notes))


def write_servers(servers: Sequence[McpServer]) -> str:
    """The text of a file with these servers, as most programs read it. Raises nothing; a key that stands in one is left out."""
    return (
        json.dumps({"mcpServers": {each.name: _written(each) for each in servers}}, ensure_ascii=False, indent=2) + "\n"
    )


def _check_texts(value: Any, name: str) -> None:
    """No half characters (lone surrogates), which neither a file nor a command line can hold."""
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise ServersFileError(name, "", said("a text in it holds half of a character")) from None


def _check_names(entries: Mapping[str, Any], name: str, place: str) -> None:
    """No two servers of one name: what was added second would take the place of the first, unseen."""
    seen: set[str] = set()
    for key in entries:
        if key.strip() in seen:
            raise ServersFileError(name, place, said("two servers are named {key}", key=key.strip()[:_SHOWN]))
        seen.add(key.strip())


def _doubled(text: str) -> tuple[str, ...]:
    """That something stands twice, of which only the last counts."""
    names = lenient_json.doubled(text)
    if not names:
        return ()
    told = ", ".join(name[:_SHOWN] for name in names[:_NAMED]) + (" …" if len(names) > _NAMED else "")
    return (said("In one object there is more than one {names}: the last one counts.", names=told),)


def _entry(key: str, value: Any, name: str, place: str, environ: Mapping[str, str]) -> ReadEntry:
    return EntryReader(key.strip(), value, name, ".".join(filter(None, (place, key))), environ).read()


def _text(data: bytes, name: str) -> str:
    try:
        return data.decode(json.detect_encoding(data))
    except UnicodeDecodeError:
        raise ServersFileError(name, "", said("it is no text in UTF-8")) from None


def _entries(value: Any, name: str) -> tuple[str, dict[str, Any]]:
    """Where the entries stand, and they by name."""
    if not isinstance(value, dict) or is_too_deep(value):
        raise ServersFileError(name, "", said("it is no object"), forms=True)
    inner = value.get("mcp")
    if isinstance(inner, dict) and not any(key in value for key in _MAPS):
        place, found = _entries(inner, name)
        return f"mcp.{place}".rstrip("."), found
    for key in _MAPS:
        if key in value:
            if not isinstance(value[key], dict):
                raise ServersFileError(
                    name, key, said("the servers have to be an object, each under its name"), forms=True
                )
            return key, value[key]
    if any(isinstance(value.get(key), str | list) for key in _ONE):
        return "", {_name_of(value, name): {key: one for key, one in value.items() if key != "name"}}
    named = {key: one for key, one in value.items() if isinstance(one, dict) and any(each in one for each in _ONE)}
    if not named:
        raise ServersFileError(name, "", said("it holds no server"), forms=True)
    return "", named


def _name_of(entry: dict[str, Any], file: str) -> str:
    """A name for the one server of a file: its own, that of the file, or what it starts."""
    if isinstance(entry.get("name"), str) and entry["name"].strip():
        return str(entry["name"])
    stem = PurePath(file).name.split(".")[0]
    if stem and stem not in ("mcp", "settings", "server", "servers"):
        return stem
    args = entry.get("args")
    words = [entry.get("command") or entry.get("url") or "", *(args if isinstance(args, list) else ())]
    return name_of_words([str(word) for word in words])


def _written(server: McpServer) -> dict[str, Any]:
    """An entry; the same as was read, where it was read."""
    keys = Keys(set(), {})
    said: dict[str, Any] = {}
    match server.way:
        case Stdio(command, args, env, cwd):
            first, *rest = keys.out_of_words([command, *args])
            said = {
                "command": first,
                "args": rest,
                "env": {name: keys.out_of(name, text) for name, text in env.items()},
            }
            said |= {"cwd": cwd}
        case StreamableHttp(url, headers):
            pairs = {name: keys.out_of(name, text) for name, text in headers}
            said = {"type": "http", "url": keys.out_of_address(url), "headers": pairs}
        case _:
            assert_never(server.way)
    said |= {"includeTools": list(server.only), "excludeTools": list(server.without), OURS: _own(server)}
    kept = {key: one for key, one in said.items() if one or key == "args"}
    extra = keys.out_of_value(server.extra)
    if server.on and extra.get("type") == "sse":
        del extra["type"]  # the person switched it on: it is spoken to by streamable HTTP
    off = {} if server.on or extra.get("type") == "sse" else {"disabled": True}
    return {**kept, **extra, **off}


def _own(server: McpServer) -> dict[str, Any]:
    """What only this program knows of a server."""
    ring = isinstance(server.way, StreamableHttp) and server.way.key_ring
    own = {
        "prefix": server.prefix,
        "needed": server.needed,
        "keyring": ring,
        "startSeconds": server.start_seconds if server.start_seconds != START_SECONDS else 0,
    }
    return {key: one for key, one in own.items() if one}
