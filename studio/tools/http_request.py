"""The request that an HTTP tool sends for a call: address, headers and body filled from the arguments. Pure.

Above: `http_endpoint`, `executor_problem`. Below: `filled`, `session/executors`. No argument reaches another server, or another
path than its own segment.
"""

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode

import msgspec

from studio.said import said
from studio.session.executors import BODILESS, HttpEndpoint
from studio.tools.filled import (
    Fill,
    UnfilledError,
    fill,
    fill_text,
    fill_value,
    fill_variables,
    members,
    needed,
    only_member,
    text_of,
)

ADDRESS = re.compile(r"(\$\{\w+\}|https?://[^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#.*)?", re.IGNORECASE | re.DOTALL)
"""What an address is made of: a variable or the server, the path, the query."""

_ALWAYS = ("POST", "PUT", "PATCH")
_HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?")
_WEB = re.compile(r"https?://[^/?#\s]+", re.IGNORECASE)


class HttpRequest(msgspec.Struct, frozen=True):
    """What is sent; `headers` and `url` may hold secrets."""

    method: str
    url: str
    headers: dict[str, str]
    body: bytes = b""


def request_of(endpoint: HttpEndpoint, arguments: Mapping[str, Any], variable: Fill) -> HttpRequest:
    """The request for a call; `variable` gives what the environment holds. Raises UnfilledError with what is missing or wrong."""
    method = endpoint.method.upper()
    headers = {name.lower(): fill_variables(value, variable) for name, value in endpoint.headers}
    rest = {name: value for name, value in arguments.items() if name not in members(endpoint.url)}
    kind, body = ("", b"") if method in BODILESS else _body(endpoint, method, rest, arguments)
    in_query = rest if endpoint.body == "none" or method in BODILESS else {}
    url = _url(endpoint.url, arguments, in_query, variable)
    return HttpRequest(method, url, {"content-type": kind, **headers} if kind else headers, body)


def _body(
    endpoint: HttpEndpoint, method: str, rest: Mapping[str, Any], arguments: Mapping[str, Any]
) -> tuple[str, bytes]:
    """The content type and the bytes. A method that needs no body has none when there is nothing to say."""
    match endpoint.body:
        case "text":
            return _text(endpoint.template, arguments)
        case "json" if rest or method in _ALWAYS:
            return "application/json", json.dumps(rest).encode("ascii")
        case "form" if rest or method in _ALWAYS:
            return "application/x-www-form-urlencoded", urlencode(_pairs(rest), errors="replace").encode("ascii")
        case _:
            return "", b""


def _text(template: str, arguments: Mapping[str, Any]) -> tuple[str, bytes]:
    """A template that is JSON is filled as JSON: no value gets out of its string."""
    try:
        value = json.loads(template)
    except (ValueError, RecursionError):
        return "text/plain; charset=utf-8", fill_text(template, arguments).encode("utf-8", "replace")
    return "application/json", json.dumps(fill_value(value, arguments)).encode("ascii")


def _pairs(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Members as pairs; a list becomes several, null none."""
    return [(name, text) for name, value in values.items() for text in _texts(value)]


def _texts(value: Any) -> list[str]:
    if value is None:
        return []
    return [text_of(each) for each in value] if isinstance(value, list) else [text_of(value)]


def _url(template: str, arguments: Mapping[str, Any], in_query: Mapping[str, Any], variable: Fill) -> str:
    found = ADDRESS.fullmatch(template)
    if found is None:
        raise UnfilledError(said("The address does not begin with http:// or https://."))
    server, path, query = found[1], found[2], found[3] or ""
    if path and not path.startswith("/"):
        raise UnfilledError(said("The address has no / after the server."))
    asked = [*_asked(query, arguments, variable)]
    asked += [f"{_quoted(name)}={_quoted(text)}" for name, text in _pairs(in_query)]
    filled = _server(server, arguments, variable) + _path(path, arguments, variable)
    return f"{filled}?{'&'.join(asked)}" if asked else filled


def _server(template: str, arguments: Mapping[str, Any], variable: Fill) -> str:
    """Scheme, host and port. User and password come from variables only, and cannot end the part that they stand in."""
    user, at, host = template.rpartition("@")
    user = fill(user, _no_user, lambda name: _quoted(variable(name)))
    made = f"{user}{at}{fill(host, lambda name: _host(name, arguments), variable)}"
    if not _WEB.match(made):
        raise UnfilledError(said("The address does not begin with http:// or https://."))
    return made


def _no_user(name: str) -> str:
    raise UnfilledError(said("The address takes no user or password from the arguments ({name}).", name=name))


def _host(name: str, arguments: Mapping[str, Any]) -> str:
    text = needed(arguments, name, "The address")
    if not _HOST.fullmatch(text):
        raise UnfilledError(
            said(
                "{name} stands in the name of a server: only letters, digits, dots and hyphens may be in it.", name=name
            )
        )
    return text


def _path(template: str, arguments: Mapping[str, Any], variable: Fill) -> str:
    return "/".join(_segment(part, arguments, variable) for part in template.split("/"))


def _segment(template: str, arguments: Mapping[str, Any], variable: Fill) -> str:
    """One segment. It may not be empty, nor lead upwards where a server reads the encoded form."""
    if members(template):
        plain = fill(template, lambda name: needed(arguments, name, "The address"), str)
        if not plain:
            raise UnfilledError(
                said("{template} stands in the address and must not be empty.", template=members(template)[0])
            )
        if {".", ".."} & set(re.split(r"[/\\]", plain)):
            raise UnfilledError(
                said(
                    "{template} stands in the address and must not lead to another path (. or ..).",
                    template=members(template)[0],
                )
            )
    return fill(
        template,
        lambda name: _quoted(needed(arguments, name, "The address")),
        lambda name: quote(variable(name), safe=":", errors="replace"),
    )


def _asked(query: str, arguments: Mapping[str, Any], variable: Fill) -> list[str]:
    """The pairs of the template's query; a pair whose value is a member that was left out is left out, a list becomes several."""
    asked: list[str] = []
    for pair in query.split("&") if query else ():
        name, equals, value = pair.partition("=")
        member = only_member(value)
        begin = _filled(name, arguments, variable) + equals
        if member:
            asked += [begin + _quoted(text) for text in _texts(arguments.get(member))]
        else:
            asked.append(begin + _filled(value, arguments, variable))
    return asked


def _filled(template: str, arguments: Mapping[str, Any], variable: Fill) -> str:
    return fill(
        template,
        lambda name: _quoted(needed(arguments, name, "The address")),
        lambda name: _quoted(variable(name)),
    )


def _quoted(text: str) -> str:
    return quote(text, safe="", errors="replace")
