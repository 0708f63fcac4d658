"""Puts into a `ProviderError` what went wrong between us and an endpoint.

Above: `live`. Below: `messages/reply`, `profiles`. Knows no connection; it only says what the pieces mean.
"""

from collections.abc import Sequence
from email.utils import parsedate_to_datetime

from studio.messages.reply import ProviderError
from studio.responders.profiles import Profile
from studio.said import said

Headers = Sequence[tuple[str, str]]


def header(headers: Headers, name: str) -> str:
    """The first value of a header, its name in lower case; empty when it is not there."""
    return next((value for key, value in headers if key.lower() == name), "")


def read_retry_after(headers: Headers, now: float) -> float | None:
    """Seconds to wait before another try, from `Retry-After` (seconds or an HTTP date) or `retry-after-ms`.

    `now` is a POSIX time in seconds. None when the server does not say or says nothing readable.
    """
    milliseconds = _number(header(headers, "retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    value = header(headers, "retry-after")
    seconds = _number(value)
    if seconds is not None or not value:
        return seconds
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - now)
    except ValueError:
        return None


def _number(value: str) -> float | None:
    try:
        number = float(value)
    except ValueError:
        return None
    return number if 0 <= number < 1e9 else None


NO_KEY = "no_key"
"""The `type` of the error that says that a key is missing."""


def no_key(profile: Profile) -> ProviderError:
    """The profile's key is not there."""
    where = said(" Set the environment variable {variable}.", variable=profile.key_env) if profile.key_env else ""
    words = said("No key for {profile}. Add one, or use the demo recording.{where}", profile=profile.name, where=where)
    return ProviderError("setup", words, type=NO_KEY)


def no_variable(profile: Profile, what: str, variable: str) -> ProviderError:
    """Something of the profile (`The proxy`, `The header X`) names an environment variable that is not set."""
    words = said(
        "{what} of {profile} needs the environment variable {variable}, which is not set.",
        what=what,
        profile=profile.name,
        variable=variable,
    )
    return ProviderError("setup", words)


def no_proxy(profile: Profile) -> ProviderError:
    """What a variable holds is no address of a proxy. It is not quoted: it may hold a password."""
    words = said(
        "The proxy of {profile} is no address such as http://127.0.0.1:8080 once its variables are filled in.",
        profile=profile.name,
    )
    return ProviderError("setup", words)


def not_json(status: int, headers: Headers, body: bytes) -> ProviderError:
    """A 2xx answer whose body is no reply; its first characters are quoted."""
    kind = header(headers, "content-type").partition(";")[0] or "something"
    start = " ".join(body[:600].decode("utf-8", "replace").split())
    if not start:
        return ProviderError(
            "not_json", said("The server answered ({status}) with an empty body.", status=status), status
        )
    quoted = f"{start[:120]}…" if len(start) > 120 else start
    words = said(
        "The server answered ({status}) with {kind} that is no reply of a model: {quoted}",
        status=status,
        kind=kind,
        quoted=quoted,
    )
    return ProviderError("not_json", words, status, body=body[:4000].decode("utf-8", "replace"))


def broke_off(received: int, status: int) -> ProviderError:
    """The line was dropped in the middle of the reply."""
    return ProviderError(
        "incomplete",
        said("The reply broke off after {received} bytes. What arrived is kept.", received=received),
        status,
    )
