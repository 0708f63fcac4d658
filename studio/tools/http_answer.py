"""What an HTTP answer means as an outcome: text, a picture, something else, or an error with its status. Pure.

Above: `http_endpoint`. Below: `tool`, `messages/parts`. Knows no connection.
"""

import base64
import codecs
import re
from collections.abc import Iterable
from http import HTTPStatus
from urllib.parse import urljoin, urlsplit

import msgspec

from studio.messages.parts import Image
from studio.tools.tool import Outcome

NOTHING = "Success"
MOST_OF_AN_ERROR = 4_000
"""Bytes of the body of an error that the model reads."""

_TEXTS = (
    "json",
    "xml",
    "yaml",
    "javascript",
    "ecmascript",
    "x-www-form-urlencoded",
    "x-ndjson",
    "graphql",
    "toml",
    "csv",
)


_PICTURE = re.compile(r"image/[a-z0-9][a-z0-9.+-]*")
_NO_CHARSETS = ("punycode", "idna", "unicode-escape", "raw-unicode-escape", "undefined")
"""Names that Python knows and no text is sent in; reading the first takes a time that grows with the square of the length."""


class Answered(msgspec.Struct, frozen=True):
    """An answer as far as it was read. `longer`: there was more than `body`."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    longer: bool = False

    def header(self, name: str) -> str:
        """The first header of that name; empty when there is none."""
        return next((value for known, value in self.headers if known.lower() == name), "")

    @property
    def kind(self) -> str:
        """The media type in lower case, without its parameters."""
        return self.header("content-type").partition(";")[0].strip().lower()


def outcome_of(answered: Answered) -> Outcome:
    """What the call gave."""
    if not 200 <= answered.status < 300:
        return Outcome("error", _failed(answered))
    if _is_picture(answered.kind):
        return _picture(answered)
    text = _text(answered)
    if text is None:
        return Outcome("ok", f"The answer is no text: {_kind(answered)}, {_size(answered)}.")
    return Outcome("ok", (text or NOTHING) + (_cut(len(answered.body)) if answered.longer else ""))


def redirected(answered: Answered, url: str) -> str | None:
    """Where an answer sends the request instead, as a whole address; None when it does not."""
    place = answered.header("location")
    if answered.status not in (301, 302, 303, 307, 308) or not place:
        return None
    try:
        return urljoin(url, place).partition("#")[0]
    except ValueError:
        return place


def origin(url: str) -> str:
    """Scheme, host and port of an address: what a redirect must not change."""
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        return f"{parts.scheme}://{parts.hostname}:{port}"
    except ValueError:
        return "an address that is none"


def _failed(answered: Answered) -> str:
    said = f"HTTP {answered.status}{_phrase(answered.status)}"
    short = msgspec.structs.replace(
        answered,
        body=answered.body[:MOST_OF_AN_ERROR],
        longer=answered.longer or len(answered.body) > MOST_OF_AN_ERROR,
    )
    text = _text(short)
    if text is None:
        return f"{said} ({_kind(answered)}, {_size(answered)})"
    return f"{said}: {text}{_cut(len(short.body)) if short.longer else ''}" if text.strip() else said


def _phrase(status: int) -> str:
    known: Iterable[HTTPStatus] = HTTPStatus
    return next((f" {each.phrase}" for each in known if each.value == status), "")


def _picture(answered: Answered) -> Outcome:
    if answered.longer:
        return Outcome("error", f"The answer is a picture ({answered.kind}) of more than {len(answered.body):,} bytes.")
    data = base64.b64encode(answered.body).decode("ascii")
    told = f"A picture ({answered.kind}, {_size(answered)})."
    return Outcome("ok", told, media=(Image(f"data:{answered.kind};base64,{data}", answered.kind),))


def _is_picture(kind: str) -> bool:
    return _PICTURE.fullmatch(kind) is not None and not kind.endswith("+xml")


def _text(answered: Answered) -> str | None:
    """The body as text; None when it is none."""
    kind = answered.kind
    if kind.startswith("text/") or kind.endswith(_TEXTS):
        return _decoded(answered.body, _charset(answered.header("content-type")))
    if kind and kind != "application/octet-stream":
        return None if answered.body else ""
    try:
        return answered.body.decode("utf-8", "ignore" if answered.longer else "strict")
    except UnicodeDecodeError:
        return None


def _charset(content_type: str) -> str:
    for part in content_type.split(";")[1:]:
        name, _, value = part.partition("=")
        if name.strip().lower() == "charset":
            return value.strip().strip("\"'")
    return "utf-8"


def _decoded(body: bytes, charset: str) -> str:
    try:
        none = codecs.lookup(charset).name in _NO_CHARSETS
        text = body.decode("utf-8" if none else charset, "replace")
        text.encode()
    except (LookupError, ValueError):
        return body.decode("utf-8", "replace")
    return text


def _kind(answered: Answered) -> str:
    return answered.kind or "of no known type"


def _size(answered: Answered) -> str:
    return f"{'more than ' if answered.longer else ''}{len(answered.body):,} bytes"


def _cut(kept: int) -> str:
    return f"\n[cut here: only the first {kept:,} bytes were read]"
