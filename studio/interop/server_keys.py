"""Keys that stand in a file of MCP servers, taken out of it: each text says `${NAME}` in their place. Pure.

Above: `server_entry`, `mcp_servers`. Below: `checks/secrets_told`, `checks/server_problem`. A key is known by the name it stands under, or
by its look. No key stands in a note.
"""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from studio.checks.secrets_told import secrets_in
from studio.checks.server_problem import secret_name
from studio.interop.server_variables import variable_name
from studio.wire.redact import keys_in

_ALSO = re.compile(
    r"(?i)(?:^|_)(?:pass|pwd|passphrase|auth|authorization|cookie|jwt|bearer|token|key|secret|password)_?\d*$"
)
_SCHEME = re.compile(r"(?i)\s*((?:bearer|basic|token)\s+)(\S.*)", re.DOTALL)
_ASSIGNED = re.compile(r"(-{0,2}[A-Za-z][\w-]*)(=|:\s*)(\S.*)", re.DOTALL)
_FLAG = re.compile(r"--?[A-Za-z][\w-]*")
_STAND_IN = re.compile(
    r"(?is)<[^<>]*>|\[[^\[\]]*\]|\{\{?[^{}]*\}?\}|x{3,}|\*{3,}|\.{3,}|…|(?:your|my|replace|change|insert|enter|paste|add)[ _-]?.*"
    r"|.*[ _-](?:here|goes[ _-]here)|placeholder|example|todo|changeme"
)
_PART = re.compile(r"(?<=/)(?=[\w=-]*\d)(?=[\w=-]*[A-Za-z])[\w=-]{24,}(?=[/?#]|$)")
"""A part of an address that is a key by its look."""


class Keys:
    """The keys of one server. `taken` are names that its texts use already, `environ` what the environment holds: a name that stands for
    something else there is not used, because the environment is looked up first."""

    def __init__(self, taken: set[str], environ: Mapping[str, str]) -> None:
        self.found: dict[str, str] = {}
        self.stand_ins: list[str] = []
        self._taken = taken
        self._environ = environ

    def out_of(self, name: str, text: str) -> str:
        """The value of a variable or a header that is named so, without its keys."""
        return self._whole(name, text) if text.strip() and _holds_key(name, text) else self.seen_in(text)

    def out_of_words(self, words: list[str]) -> list[str]:
        """The words of a command line without keys."""
        made: list[str] = []
        flag = ""
        for word in words:
            made.append(self._word(word, flag))
            flag = word if _FLAG.fullmatch(word) else ""
        return made

    def out_of_address(self, url: str) -> str:
        """An address without the keys in its query, its password, and parts of its path that look like one."""
        for key in keys_in(url)[::2]:
            url = url if "${" in key else url.replace(f"={key}", f"={self._kept('URL_KEY', key)}")
        user, at, _ = _netloc(url).rpartition("@")
        if at and user and "${" not in user:
            name, colon, password = user.partition(":")
            stand_in = f"{name}:{self._kept('PASSWORD', password)}" if colon else self._kept("USER_KEY", user)
            url = url.replace(f"{user}@", f"{stand_in}@", 1)
        return self.seen_in(_PART.sub(lambda match: self._kept("URL_KEY", match[0]), url))

    def out_of_value(self, value: Any, name: str = "") -> Any:
        """Any JSON value without keys in its texts."""
        if isinstance(value, dict):
            return {key: self.out_of_value(one, key) for key, one in value.items()}
        if isinstance(value, list):
            return [self.out_of_value(one, name) for one in value]
        return self.out_of(name, value) if isinstance(value, str) else value

    def seen_in(self, text: str) -> str:
        """A text without what looks like a key."""
        for key in secrets_in(text):
            text = text.replace(key, self._kept("KEY", key)) if "${" not in key else text
        return text

    def _word(self, word: str, flag: str) -> str:
        assigned = _ASSIGNED.fullmatch(word)
        if assigned is not None and not word.startswith(("http:", "https:")) and _holds_key(assigned[1], assigned[3]):
            return f"{assigned[1]}{assigned[2]}{self._whole(assigned[1].lstrip('-'), assigned[3])}"
        if flag and not word.startswith("-") and _holds_key(flag, word):
            return self._whole(flag.lstrip("-"), word)
        return self.out_of_address(word) if "://" in word else self.seen_in(word)

    def _whole(self, name: str, text: str) -> str:
        if "${" in text:
            return self.seen_in(text)
        scheme = _SCHEME.fullmatch(text)
        return f"{scheme[1]}{self._kept(name, scheme[2])}" if scheme else self._kept(name, text)

    def _kept(self, said: str, key: str) -> str:
        name = self._free(variable_name(said), key)
        if _STAND_IN.fullmatch(key.strip()):
            self.stand_ins.append(name)
        elif self._environ.get(name) != key:
            self.found[name] = key
        self._taken.add(name)
        return f"${{{name}}}"

    def _free(self, root: str, key: str) -> str:
        """A name of which nobody expects anything else."""
        same = next((name for name, held in self.found.items() if held == key), None)
        if same is not None:
            return same
        name, number = root, 1
        while self._environ.get(name, key) != key or (name in self._taken and not self._stands_for(name, key)):
            number += 1
            name = f"{root}_{number}"
        return name

    def _stands_for(self, name: str, key: str) -> bool:
        return name in self.stand_ins and _STAND_IN.fullmatch(key.strip()) is not None


def _netloc(url: str) -> str:
    try:
        return urlsplit(url).netloc
    except ValueError:  # such as http://[::1
        return url.partition("://")[2].partition("/")[0]


def _holds_key(name: str, text: str) -> bool:
    """`--auth none` says how, not with what."""
    name = name.lstrip("-")
    return is_key_name(name) and not (name.lower().endswith("auth") and text.isalpha())


def is_key_name(name: str) -> bool:
    """Whether what stands under a name is a key: `GITHUB_TOKEN`, `X-Api-Key`, `clientSecret`."""
    return secret_name(name) or secret_name(variable_name(name)) or _ALSO.search(variable_name(name)) is not None
