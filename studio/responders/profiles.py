"""A named endpoint of a model, as a person writes it into settings: checked here, with a sentence for what does not fit.

Above: `live`, `workspace`. Below: pydantic, `addresses`, `dialects/roster`. Holds no key, only where the key is kept.
"""

import re
from typing import Any
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

from studio.dialects import roster
from studio.dialects.printed import forms
from studio.problems import StudioError
from studio.responders.addresses import cut_path, proxy_problem, url_problem
from studio.said import said
from studio.wire.redact import SECRET_HEADERS

CALLS = ("native", "auto", *forms.NAMES)
"""How tools can be told to a model."""

_HEADER = re.compile(r"[!#$%&'*+.^_`|~0-9a-z-]+")


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
    profile's name. `key_header` is the header that carries the key, None for that of the dialect; `authorization` carries it as
    a Bearer token. Header values and the proxy may hold `${NAME}` for an environment variable. `params` are members of every
    request body. `calls` says how tools are told to the model: `native`, `auto`, or the name of a text form. `retries` is how
    often a failed request is sent again by itself where nobody watches; in the window the person decides.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1)
    dialect: str = "openai_chat"
    base_url: str
    model: str = ""
    key_env: str | None = None
    key_ring: bool = False
    key_header: str | None = None
    headers: dict[str, str] = {}
    params: dict[str, Any] = {}
    stream: bool = True
    calls: str = "native"
    retries: int = Field(default=2, ge=0, le=10)
    proxy: str | None = None
    timeout: WaitSeconds = WaitSeconds()

    @field_validator("dialect")
    @classmethod
    def _known_dialect(cls, value: str) -> str:
        if value not in roster.NAMES:
            raise ValueError(
                said(
                    "{value} is no known dialect. Known are: {names}.",
                    value=f"{value!r}",
                    names=", ".join(roster.NAMES),
                )
            )
        return value

    @field_validator("base_url")
    @classmethod
    def _usable_url(cls, value: str, info: ValidationInfo) -> str:
        dialect = info.data.get("dialect", "")
        problem = url_problem(value.strip(), dialect)
        if problem:
            raise ValueError(problem)
        return cut_path(value.strip(), dialect)

    @field_validator("key_header")
    @classmethod
    def _usable_header(cls, value: str | None) -> str | None:
        name = (value or "").strip().lower()
        if name and not _HEADER.fullmatch(name):
            raise ValueError(said("{name} is no name of a header, such as api-key.", name=f"{name!r}"))
        return name or None

    @field_validator("calls")
    @classmethod
    def _known_calls(cls, value: str) -> str:
        if value not in CALLS:
            raise ValueError(
                said(
                    "{value} is no known way to call tools. Known are: {names}.",
                    value=f"{value!r}",
                    names=", ".join(CALLS),
                )
            )
        return value

    @field_validator("proxy")
    @classmethod
    def _usable_proxy(cls, value: str | None) -> str | None:
        proxy = (value or "").strip()
        problem = proxy_problem(proxy) if proxy else ""
        if problem:
            raise ValueError(problem)
        return proxy or None

    @field_validator("headers")
    @classmethod
    def _no_secret_in_plain(cls, value: dict[str, str], info: ValidationInfo) -> dict[str, str]:
        """A profile is a file: the value of a header that carries a key must name a variable."""
        for name, text in value.items():
            if name.lower() in SECRET_HEADERS | {info.data.get("key_header")} and "${" not in text:
                raise ValueError(
                    said("The value of {name} is a secret: name its variable instead, such as ${{MY_KEY}}.", name=name)
                )
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
        raise ProfileError(said("{place}: {words}", place=place, words=words)) from None
