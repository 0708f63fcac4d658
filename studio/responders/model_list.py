"""Asks an endpoint which models it has. A list that does not come is no error of anything else: it only helps to choose.

Above: `workspace/trial`. Below: `access`, `wire/http_client`, `dialects`. Keeps nothing.
"""

import os
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from studio.dialects import roster
from studio.dialects.dialect import Dialect
from studio.dialects.json_bytes import loads
from studio.messages.reply import ProviderError
from studio.responders.access import Access, AccessError
from studio.responders.profiles import Profile
from studio.wire.http_client import HttpClient, HttpError
from studio.wire.redact import Redactor

MOST_BYTES = 4_000_000
"""A longer list is not read to its end, and tells nothing."""

_ENDINGS = ("/chat/completions", "/responses", "/messages")


class ModelList(msgspec.Struct, frozen=True):
    """The names in the server's order, or why there are none; `error` is None where the dialect knows no list."""

    names: tuple[str, ...] = ()
    error: ProviderError | None = None


async def list_models(
    profile: Profile,
    client: HttpClient,
    key: Callable[[], str | None],
    redactor: Redactor,
    environ: Mapping[str, str] = os.environ,
) -> ModelList:
    """Ask once, with the headers and time-outs of the profile. Raises nothing but cancellation."""
    dialect = roster.make(profile.dialect)
    path = list_path(dialect)
    if not path:
        return ModelList()
    try:
        status, body = await _fetch(Access(profile, dialect, key, redactor, environ), client, path)
    except AccessError as error:
        return ModelList(error=error.error)
    except HttpError as error:
        return ModelList(error=ProviderError(error.kind, redactor.text(str(error))))
    if not 200 <= status < 300:
        return ModelList(error=redactor.value(dialect.read_error(status, body)))
    return ModelList(redactor.value(_names(body)))


def list_path(dialect: Dialect) -> str:
    """The path of a dialect's list of models behind the base address; empty where it has none."""
    if dialect.path == "/api/chat":
        return "/api/tags"
    ending = next((ending for ending in _ENDINGS if dialect.path.endswith(ending)), None)
    return f"{dialect.path.removesuffix(ending)}/models" if ending is not None else ""


async def _fetch(access: Access, client: HttpClient, path: str) -> tuple[int, bytes]:
    headers, proxy = access.headers(stream=False), access.proxy()
    pieces: list[bytes] = []
    length = 0
    async with client.stream("GET", access.url(path), headers, b"", access.timeouts, proxy=proxy) as answer:
        async for data, _ in answer.chunks():
            length += len(data)
            if length > MOST_BYTES:
                return answer.status, b""
            pieces.append(data)
    return answer.status, b"".join(pieces)


def _names(body: bytes) -> tuple[str, ...]:
    """The names in `{"data": [{"id": …}]}` or `{"models": [{"name": …}]}`, or in a bare list of either."""
    try:
        value: Any = loads(body)
    except ValueError:
        return ()
    entries = value.get("data", value.get("models")) if isinstance(value, dict) else value
    found = [_name(entry) for entry in entries] if isinstance(entries, list) else []
    return tuple(name for name in found if name)


def _name(entry: Any) -> str:
    if isinstance(entry, dict):
        entry = entry.get("id") or entry.get("name") or entry.get("model")
    return entry.removeprefix("models/") if isinstance(entry, str) else ""
