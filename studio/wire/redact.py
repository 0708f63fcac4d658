"""Blanks secrets in bytes, texts, headers and addresses before anything is stored or shown.

Above: everything that keeps or shows what went over the wire. Below: nothing. Knows no provider; who owns a secret registers it.
"""

import html
import json
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar
from urllib.parse import quote, quote_plus, unquote_plus

import msgspec

T = TypeVar("T")

BLANK = "[redacted]"
SHORTEST = 6
"""Secrets shorter than this are looked for only in header values: in a body they would hit ordinary words."""
_TELLING = 8
"""Characters at the beginning of a secret that make a text suspect."""
_NEVER = "(?!)"

SECRET_HEADERS = frozenset(
    (
        "authorization",
        "proxy-authorization",
        "x-api-key",
        "api-key",
        "apikey",
        "x-goog-api-key",
        "x-auth-token",
        "x-amz-security-token",
        "cookie",
        "set-cookie",
    )
)
SECRET_PARAMETERS = (
    "key",
    "api_key",
    "api-key",
    "apikey",
    "token",
    "access_token",
    "auth",
    "sig",
    "signature",
    "password",
)

_PARAMETER = re.compile(rf"(?i)([?&;](?:{'|'.join(map(re.escape, SECRET_PARAMETERS))})=)([^&;#\s]+)")
_USER = re.compile(r"(?<=://)[^/?#\s]*@")


class Own(Protocol):
    """What else is blanked: patterns of the person (`own_blanks`)."""

    def text(self, text: str) -> str:
        """A text without what they find."""
        ...

    def data(self, data: bytes, *, json: bool = False) -> bytes:
        """The same of bytes."""
        ...

    def rest(self, text: str) -> int:
        """Where the end of a text begins that has to wait for more."""
        ...


class Redactor:
    """Knows the secret values of this run. A value is also found URL-quoted, escaped as in HTML, and JSON-escaped, once or (JSON in
    JSON) twice.

    `sign_in_text` and `sign_in_data` find where the beginning of a secret stands in a piece, or may stand at its end: None for
    nearly every piece, so that only few need a closer look.
    """

    def __init__(self, values: Iterable[str] = ()) -> None:
        self.own: Own | None = None
        """What is blanked beside the secrets, as the person says; `use` changes it."""
        self._values: set[str] = set()
        self._text: re.Pattern[str] | None = None
        self._forms: tuple[bytes, ...] = ()
        self.sign_in_text = re.compile(_NEVER).search
        self.sign_in_data = re.compile(_NEVER.encode()).search
        self.register(*values)

    def register(self, *values: str | None) -> None:
        """Remember secrets; None and the empty text are none. Many are best told at once."""
        fresh = {value for value in values if value} - self._values
        if not fresh:
            return
        self._values |= fresh
        forms = sorted({form for one in self._values if len(one) >= SHORTEST for form in _forms(one)}, key=len)
        if forms:
            self._text = re.compile("|".join(map(re.escape, reversed(forms))))
        self._forms = tuple(form.encode("utf-8", "replace") for form in reversed(forms))
        self._signs_of(forms)

    def _signs_of(self, forms: Sequence[str]) -> None:
        """With patterns of the person each piece is looked at."""
        if self.own is not None:
            self.sign_in_text, self.sign_in_data = re.compile("").search, re.compile(b"").search
        elif forms:
            self.sign_in_text = re.compile(_signs(forms)).search
            # Each byte as a character, for a piece may end within one.
            signs = _signs(form.decode("latin-1") for form in self._forms).encode("latin-1")
            self.sign_in_data = re.compile(signs).search
        else:
            self.sign_in_text, self.sign_in_data = re.compile(_NEVER).search, re.compile(_NEVER.encode()).search

    @property
    def known(self) -> int:
        """How many secrets were registered."""
        return len(self._values)

    def use(self, own: "Own | None") -> None:
        """Blank from now on what `own` finds, too; nothing but secrets with None."""
        self.own = own
        self._signs_of([form.decode("utf-8", "replace") for form in reversed(self._forms)])

    def text(self, text: str) -> str:
        """`text` with every registered value replaced."""
        text = self.secrets(text)
        return text if self.own is None else self.own.text(text)

    def secrets(self, text: str) -> str:
        """The same of the secrets alone."""
        return self._text.sub(BLANK, text) if self._text else text

    def data(self, data: bytes) -> bytes:
        """`data` with every registered value replaced."""
        data = self.secrets_in(data)
        return data if self.own is None else self.own.data(data)

    def secrets_in(self, data: bytes) -> bytes:
        """The same of the secrets alone."""
        for form in self._forms:
            if form in data:
                data = data.replace(form, BLANK.encode())
        return data

    def value(self, value: T) -> T:
        """A struct, or a plain value of dicts, lists and tuples, with every registered value replaced in its texts."""
        made: T = _in_texts(value, self.text, self.secrets) if self._text or self.own is not None else value
        return made

    def url(self, url: str) -> str:
        """An address without registered values, without user and password, and without keys in its query."""
        return self.text(_PARAMETER.sub(rf"\g<1>{BLANK}", _USER.sub(f"{BLANK}@", url)))

    def headers(self, headers: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        """Headers with the values of secret ones blanked and registered values, short ones too, replaced in the others."""
        return tuple((name, self._header(name, value)) for name, value in headers)

    def running(self) -> "RunningRedactor":
        """For bytes that come in pieces."""
        return RunningRedactor(self)

    def forms(self) -> tuple[bytes, ...]:
        """All byte forms that are looked for, the longest first."""
        return self._forms

    def _header(self, name: str, value: str) -> str:
        if name.lower() in SECRET_HEADERS:
            return BLANK
        value = self.text(value)
        for short in self._values:
            if len(short) < SHORTEST:
                value = value.replace(short, BLANK)
        return value


def keys_in(url: str) -> tuple[str, ...]:
    """The keys in the query of an address, as they stand there and as a server reads them."""
    return tuple(form for _, value in _PARAMETER.findall(url) for form in (value, unquote_plus(value)))


class RunningRedactor:
    """Redacts bytes that come in pieces. What may be the beginning of a secret is held back until more has come."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._held = b""
        self._json: bool | None = None

    @property
    def holds(self) -> bool:
        """Whether something is held back."""
        return bool(self._held)

    def feed(self, data: bytes) -> bytes:
        """What is safe to pass on now. With patterns of the person only whole lines are."""
        if not self._held and not self._redactor.sign_in_data(data):
            return data
        data, cut = self._to_tell(data)
        own = self._redactor.own
        if own is not None:
            cut = min(cut, data.rfind(b"\n") + 1)
        self._held = data[cut:]
        return self._without(data[:cut])

    def feed_text(self, text: str) -> str:
        """The same for a text; half a character may stand in it. With patterns of the person its last line waits, or the end of that."""
        if not self._held and not self._redactor.sign_in_text(text):
            return text
        data, cut = self._to_tell(text.encode("utf-8", "surrogatepass"))
        told, own = _decoded(data[:cut]), self._redactor.own
        if own is not None:
            whole = _decoded(data)
            told = whole[: min(len(told), own.rest(whole))]
            cut = len(told.encode("utf-8", "surrogatepass"))
        self._held = data[cut:]
        return told if own is None else own.text(told)

    def end(self) -> bytes:
        """What was held back."""
        held, self._held = self._held, b""
        return self._without(held)

    def end_text(self) -> str:
        """The same as text."""
        held, self._held = _decoded(self._held), b""
        return held if self._redactor.own is None else self._redactor.own.text(held)

    def _to_tell(self, data: bytes) -> tuple[bytes, int]:
        """What is there now without secrets, and up to where no secret may go on."""
        data = self._redactor.secrets_in(self._held + data)
        # A beginning at the end has to hold the last byte; after a line end, the usual case, no secret has begun.
        last = data[-1:]
        forms = self._redactor.forms()
        return data, min((_beginning(data, form) for form in forms if last in form), default=len(data))

    def _without(self, data: bytes) -> bytes:
        """Whole lines without what the person's patterns find. What began as JSON goes on as such."""
        own = self._redactor.own
        if own is None or not data:
            return data
        if self._json is None and data.strip():
            self._json = data.lstrip()[:1] in (b"{", b"[")
        return own.data(data, json=bool(self._json))


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")


def _in_texts(value: Any, change: Callable[[str], str], named: Callable[[str], str]) -> Any:
    """The value with each text changed; `named` changes the names of members."""
    match value:
        case str():
            return change(value)
        case dict():
            return {_in_texts(key, named, named): _in_texts(inner, change, named) for key, inner in value.items()}
        case list() | tuple():
            return type(value)(_in_texts(inner, change, named) for inner in value)
        case msgspec.Struct():
            changed = {name: _in_texts(getattr(value, name), change, named) for name in value.__struct_fields__}
            return msgspec.structs.replace(value, **changed)
        case _:
            return value


def _beginning(data: bytes, form: bytes) -> int:
    """Where at the end of `data` a beginning of `form` stands; its length when none does."""
    position = data.find(form[:1], max(0, len(data) - len(form) + 1))
    while position >= 0:
        if form.startswith(data[position:]):
            return position
        position = data.find(form[:1], position + 1)
    return len(data)


def _signs(forms: Iterable[str]) -> str:
    """A pattern for the first characters of `forms`, of which the last ones may be missing at the end of a piece. Not for all of
    them: keys can be very long."""
    return "|".join(sorted({_sign(*map(re.escape, form[:_TELLING])) for form in forms}))


def _sign(first: str, *more: str) -> str:
    return rf"{first}(?:{_sign(*more)}|\Z)" if more else first


def _forms(value: str) -> set[str]:
    escaped = json.dumps(value)[1:-1]
    plain = json.dumps(value, ensure_ascii=False)[1:-1]
    twice = {json.dumps(once, ensure_ascii=False)[1:-1] for once in (escaped, plain)}
    careful = {_CAREFUL.sub(form, text) for text in (escaped, plain) for form in (_low, _high)}
    pages = {html.escape(value), html.escape(value, quote=False), html.escape(value).replace("&#x27;", "&#39;")}
    return {value, escaped, plain, plain.replace("/", "\\/"), *twice, *careful, *pages, *_quoted(value)}


_CAREFUL = re.compile("[<>&'+=]")
"""What some writers of JSON escape beside what they must."""


def _low(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def _high(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04X}"


_ESCAPE = re.compile("%[0-9A-F]{2}")
_SAFE = ("/", "", "!'()*", ";,/?:@&=+$!'()*#")
"""What the usual encoders of addresses leave as it is."""


def _quoted(value: str) -> set[str]:
    """Percent-encoded: as the usual encoders do, or all of it; with large and with small letters."""
    made = {quote(value, safe=safe, errors="replace") for safe in _SAFE}
    made |= {once.replace("%20", "+") for once in (quote_plus(value, errors="replace"), *made)}
    made.add("".join(f"%{byte:02X}" for byte in value.encode("utf-8", "replace")))
    return made | {_ESCAPE.sub(lambda match: match[0].lower(), once) for once in made}
