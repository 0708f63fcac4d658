"""What every request to one endpoint carries: its headers, the key among them, and the proxy it goes through.

Above: `live`, `model_list`. Below: `profiles`, `failures`, `wire/redact`. What is found in the environment is registered for blanking.
"""

import os
import re
from collections.abc import Callable, Iterable, Mapping
from urllib.parse import quote

from studio.dialects.dialect import Dialect
from studio.messages.reply import ProviderError
from studio.problems import StudioError
from studio.responders import failures
from studio.responders.addresses import is_proxy
from studio.responders.profiles import Profile
from studio.said import said
from studio.wire.http_client import Timeouts, is_loopback, is_private
from studio.wire.redact import BLANK, SECRET_HEADERS, Redactor, keys_in

_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
_ACCEPT = {"sse": "text/event-stream", "ndjson": "application/x-ndjson"}


class AccessError(StudioError):
    """Something is missing before anything can be sent; `error` says it as the failure of the request."""

    def __init__(self, error: ProviderError) -> None:
        super().__init__(error.message)
        self.error = error


class Access:
    """The way to the endpoint of a profile. `key` gives the key when it is needed, None when there is none; `environ` is where
    `${NAME}` is looked up."""

    def __init__(
        self,
        profile: Profile,
        dialect: Dialect,
        key: Callable[[], str | None],
        redactor: Redactor,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self.key_header = profile.key_header or dialect.key_header.lower()
        self.timeouts = Timeouts(profile.timeout.connect, profile.timeout.read)
        self._profile = profile
        self._dialect = dialect
        self._key = key
        self._redactor = redactor
        self._environ = environ
        for secret in keys_in(profile.base_url):
            if not profile.says_openly(secret):
                redactor.register(secret)

    def url(self, path: str) -> str:
        """The address of `path` under the base address."""
        return self._profile.address(path)

    def headers(self, *, stream: bool) -> dict[str, str]:
        """The headers of a request, names in lower case; those of the person go before all others. Raises AccessError when the
        key or a variable is missing."""
        headers = {"accept": _ACCEPT[self._dialect.framing] if stream else "application/json"}
        headers |= {name.lower(): value for name, value in self._dialect.headers}
        key = self._key()
        if key is not None and not self._profile.says_openly(key):
            self._redactor.register(key)
        own = {
            name.lower(): self._filled(said("The header {name}", name=name), value)
            for name, value in self._profile.headers.items()
        }
        if key:
            headers[self.key_header] = f"Bearer {key}" if self.key_header == "authorization" else key
        elif self._needs_key() and not (SECRET_HEADERS | {self.key_header}) & own.keys():
            raise AccessError(failures.no_key(self._profile))
        return headers | own

    def proxy(self) -> str | None:
        """The address of the proxy with its variables filled in. Raises AccessError when one is missing or holds no address."""
        if self._profile.proxy is None:
            return None
        whole = _VARIABLE.fullmatch(self._profile.proxy)
        filled = self._filled(said("The proxy"), self._profile.proxy, (lambda held: held) if whole else _quoted)
        if not is_proxy(filled):
            raise AccessError(failures.no_proxy(self._profile))
        return filled

    def blanked(self, headers: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        """Headers as they may be kept and shown: the key header blanked too, whatever its name."""
        clean = self._redactor.headers(headers)
        return tuple((name, BLANK if name.lower() == self.key_header else value) for name, value in clean)

    def _needs_key(self) -> bool:
        url = self._profile.base_url
        if is_loopback(url):
            return False
        return self._profile.names_a_key or not is_private(url)

    def _filled(self, what: str, value: str, written: Callable[[str], str] = lambda held: held) -> str:
        """A value with its `${NAME}`s replaced by what the environment holds."""

        def found(match: re.Match[str]) -> str:
            held = self._environ.get(match[1])
            if held is None:
                raise AccessError(failures.no_variable(self._profile, what, match[1]))
            self._redactor.register(held)
            return written(held)

        return _VARIABLE.sub(found, value)


def _quoted(held: str) -> str:
    return quote(held, safe="")
