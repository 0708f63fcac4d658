"""A named endpoint of a model, as a person writes it into settings: checked here, with a sentence for what does not fit.

Above: `live`, `workspace`. Below: pydantic, `dialects/roster`. Holds no key, only where the key is kept.
"""

from typing import Any
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from studio.dialects import roster
from studio.problems import StudioError
from studio.wire.redact import SECRET_HEADERS


class ProfileError(StudioError):
    """A profile that cannot be used; the sentence names the member."""


class WaitSeconds(BaseModel):
    """Seconds to wait for a connection and for the next bytes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    connect: float = Field(default=10.0, gt=0)
    read: float = Field(default=60.0, gt=0)


class Profile(BaseModel):
    """One endpoint.

    `key_env` names the environment variable that holds the key, `key_ring` says that the system's keyring holds it under the
    profile's name. Header values may hold `${NAME}` for an environment variable. `params` are members of every request body.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1)
    dialect: str = "openai_chat"
    base_url: str
    model: str = ""
    key_env: str | None = None
    key_ring: bool = False
    headers: dict[str, str] = {}
    params: dict[str, Any] = {}
    stream: bool = True
    timeout: WaitSeconds = WaitSeconds()

    @field_validator("dialect")
    @classmethod
    def _known_dialect(cls, value: str) -> str:
        if value not in roster.NAMES:
            raise ValueError(f"{value!r} is no known dialect. Known are: {', '.join(roster.NAMES)}.")
        return value

    @field_validator("base_url")
    @classmethod
    def _usable_url(cls, value: str) -> str:
        value = value.strip()
        problem = url_problem(value)
        if problem:
            raise ValueError(problem)
        return value

    @field_validator("headers")
    @classmethod
    def _no_secret_in_plain(cls, value: dict[str, str]) -> dict[str, str]:
        """A profile is a file: the value of a header that carries a key must name a variable."""
        for name, text in value.items():
            if name.lower() in SECRET_HEADERS and "${" not in text:
                raise ValueError(f"The value of {name} is a secret: name its variable instead, such as ${{MY_KEY}}.")
        return value

    @property
    def names_a_key(self) -> bool:
        """Whether the profile says where its key is."""
        return bool(self.key_env) or self.key_ring

    def says_openly(self, key: str) -> bool:
        """Whether a key is no secret because it is the profile's own name, model or dialect: a placeholder for a server that
        wants any key. Blanking it would blank these in the session file, and the profile would not be found again."""
        return key in (self.name, self.model, self.dialect)

    def address(self, path: str) -> str:
        """The address of `path` under the base address; a query of the base address stays behind it."""
        parts = urlsplit(self.base_url)
        return parts._replace(path=parts.path.rstrip("/") + path).geturl()


def read_profile(value: Any) -> Profile:
    """The profile in a parsed settings value. ProfileError with the first thing that does not fit."""
    try:
        return Profile.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(step) for step in first["loc"]) or "profile"
        words = first["msg"].removeprefix("Value error, ")
        raise ProfileError(f"{place}: {words}") from None


def url_problem(url: str) -> str:
    """What is wrong with a base address, in a sentence; empty when nothing is."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return f"{url!r} is not a web address."
    if parts.username or parts.password:
        return "A user name or password does not belong into the address. Name the key's variable instead."
    if parts.scheme not in ("http", "https"):
        return f"{url!r} has to begin with http:// or https://, such as http://127.0.0.1:11434/v1."
    if not host or any(sign.isspace() for sign in url):
        return f"{url!r} is not a web address: the name of the server is missing or holds a space."
    if parts.path.rstrip("/").endswith("/chat/completions"):
        return f"{url!r} must end before /chat/completions; that is added for each request."
    if parts.fragment:
        return f"{url!r} must not hold a # part."
    return ""
