"""Puts into a `ProviderError` what went wrong between us and an endpoint.

Above: `live`. Below: `messages/reply`, `profiles`. Knows no connection; it only says what the pieces mean.
"""

from collections.abc import Sequence
from email.utils import parsedate_to_datetime

from studio.messages.reply import ProviderError
from studio.responders.profiles import Profile

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
    where = f" Set the environment variable {profile.key_env}." if profile.key_env else ""
    words = f"No key for {profile.name}. Add one, or use the demo recording.{where}"
    return ProviderError("setup", words, type=NO_KEY)


def no_variable(profile: Profile, what: str, variable: str) -> ProviderError:
    """Something of the profile (`The proxy`, `The header X`) names an environment variable that is not set."""
    words = f"{what} of {profile.name} needs the environment variable {variable}, which is not set."
    return ProviderError("setup", words)


def no_proxy(profile: Profile) -> ProviderError:
    """What a variable holds is no address of a proxy. It is not quoted: it may hold a password."""
    words = f"The proxy of {profile.name} is no address such as http://127.0.0.1:8080 once its variables are filled in."
    return ProviderError("setup", words)


def not_json(status: int, headers: Headers, body: bytes) -> ProviderError:
    """A 2xx answer whose body is no reply; its first characters are quoted."""
    kind = header(headers, "content-type").partition(";")[0] or "something"
    start = " ".join(body[:600].decode("utf-8", "replace").split())
    if not start:
        return ProviderError("not_json", f"The server answered ({status}) with an empty body.", status)
    quoted = f"{start[:120]}…" if len(start) > 120 else start
    words = f"The server answered ({status}) with {kind} that is no reply of a model: {quoted}"
    return ProviderError("not_json", words, status, body=body[:4000].decode("utf-8", "replace"))


def broke_off(received: int, status: int) -> ProviderError:
    """The line was dropped in the middle of the reply."""
    return ProviderError("incomplete", f"The reply broke off after {received} bytes. What arrived is kept.", status)
