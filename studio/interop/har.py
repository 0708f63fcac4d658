"""HTTP exchanges as an HTTP archive (HAR 1.2), as browsers and proxies keep it. https://w3c.github.io/web-performance/specs/HAR/Overview.html

Above: `workspace/exporting`. Below: `session/kept_exchange`. Writes what it is given: who gives it has blanked the keys.
"""

import base64
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import msgspec

from studio.session.kept_exchange import KeptExchange

_COOKIES = ("cookie", "set-cookie")


class Archived(msgspec.Struct, frozen=True):
    """One exchange. `began` is in seconds since 1970, `body` what was sent; `error` says why no whole answer came."""

    kept: KeptExchange
    body: bytes
    began: float
    comment: str = ""
    error: str = ""


def opening(version: str, title: str) -> str:
    """The archive up to its first entry."""
    creator = json.dumps({"name": "Toolcall Studio", "version": version or "0"})
    head = (
        f'{{"log":{{"version":"1.2","creator":{creator},"comment":{json.dumps(title, ensure_ascii=False)},"pages":[],'
    )
    return f'{head}"entries":['


CLOSING = "\n]}}\n"
"""The archive after its last entry."""


def entries(exchanges: Iterator[Archived]) -> Iterator[str]:
    """The entries as text, each with what stands before it, as they are asked for."""
    for at, one in enumerate(exchanges):
        yield f"{',' if at else ''}\n{json.dumps(entry(one), ensure_ascii=False, separators=(',', ':'))}"


def entry(one: Archived) -> dict[str, Any]:
    """One exchange as an entry of the archive."""
    kept, timings = one.kept, _timings(one.kept)
    made: dict[str, Any] = {
        "startedDateTime": datetime.fromtimestamp(one.began, UTC)
        .isoformat(timespec="milliseconds")
        .replace("+00:00", "Z"),
        "time": round(sum(value for name, value in timings.items() if value > 0 and name != "ssl"), 3),
        "request": _request(kept, one.body),
        "response": _response(kept),
        "cache": {},
        "timings": timings,
    }
    if one.comment:
        made["comment"] = one.comment
    if one.error:
        made["_error"] = one.error
    return made


def _request(kept: KeptExchange, body: bytes) -> dict[str, Any]:
    return {
        "method": kept.method,
        "url": kept.url,
        "httpVersion": "HTTP/1.1",
        "cookies": [],
        "headers": _pairs(kept.request_headers),
        "queryString": _query(kept.url),
        "postData": {
            "mimeType": _kind(kept.request_headers) or "application/json",
            "text": _clean(body.decode("utf-8", "replace")),
        },
        "headersSize": -1,
        "bodySize": len(body),
    }


def _response(kept: KeptExchange) -> dict[str, Any]:
    body = kept.body
    return {
        "status": kept.status or 0,
        "statusText": _phrase(kept.status),
        "httpVersion": "HTTP/1.1",
        "cookies": [],
        "headers": _pairs(kept.headers),
        "content": {"size": len(body), "mimeType": _kind(kept.headers) or "x-unknown", **_content(body)},
        "redirectURL": next((value for name, value in kept.headers if name.lower() == "location"), ""),
        "headersSize": -1,
        "bodySize": -1,
    }


def _content(body: bytes) -> dict[str, str]:
    try:
        return {"text": body.decode()}
    except UnicodeDecodeError:
        return {"text": base64.b64encode(body).decode("ascii"), "encoding": "base64"}


def _pairs(headers: tuple[tuple[str, str], ...]) -> list[dict[str, str]]:
    return [{"name": name, "value": _clean(value)} for name, value in headers]


def _clean(text: str) -> str:
    """A text without halves of characters, which no file holds."""
    return text.encode("utf-8", "replace").decode()


def _query(url: str) -> list[dict[str, str]]:
    try:
        pairs = parse_qsl(urlsplit(url).query, keep_blank_values=True)
    except ValueError:
        return []
    return [{"name": name, "value": value} for name, value in pairs]


def _kind(headers: tuple[tuple[str, str], ...]) -> str:
    return next((value for name, value in headers if name.lower() == "content-type"), "")


def _phrase(status: int | None) -> str:
    try:
        return HTTPStatus(status or 0).phrase
    except ValueError:
        return ""


def _timings(kept: KeptExchange) -> dict[str, float]:
    """In milliseconds; -1 for what did not happen or is not known. The archive counts `ssl` within `connect`."""
    times = kept.times
    if times is None:
        return {
            "blocked": -1,
            "dns": -1,
            "connect": -1,
            "ssl": -1,
            "send": 0,
            "wait": round(kept.seconds * 1000, 3),
            "receive": 0,
        }
    connected = times.tls if times.tls is not None else times.connect
    ssl = times.tls - times.connect if times.tls is not None and times.connect is not None else -1
    sent = times.sent if times.sent is not None else connected or 0.0
    first = times.first if times.first is not None else sent
    last = times.last if times.last is not None else first
    return {
        "blocked": -1,
        "dns": -1,
        "connect": -1 if connected is None else _least(connected),
        "ssl": -1 if ssl == -1 else _least(ssl),
        "send": _least(sent - (connected or 0.0)),
        "wait": _least(first - sent),
        "receive": _least(last - first),
    }


def _least(value: float) -> float:
    return round(max(value, 0.0), 3)
