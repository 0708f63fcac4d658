"""How other programs write what they fill in, said as `${NAME}`, and sentences on what cannot be said so. Pure.

Above: `server_entry`. Knows nothing of what a variable holds.
"""

import re
import sys
from collections.abc import Iterator

from studio.said import said

_ENV = re.compile(r"\$\{env:(\w+)\}")
_INPUT = re.compile(r"\$\{input:([^{}]+)\}")
_DEFAULT = re.compile(r"\$\{(\w+):-[^{}]*\}")
_HOME = re.compile(r"\$\{userHome\}|^~(?=[/\\]|$)")
_SEPARATOR = re.compile(r"\$\{(?:pathSeparator|/)\}")
_NAMED = re.compile(r"\$\{(\w+)\}")
_OTHERS = re.compile(r"\$\{(?:workspaceFolder\w*|workspaceRoot|file\w*|cwd|[\w.-]+[:.][^{}]*|__dirname)\}")
_SHELL = re.compile(r"(?<![\w$\\])\$([A-Z_][A-Z0-9_]+)\b")
_WINDOWS = re.compile(r"%([A-Za-z_]\w*)%")


def as_ours(text: str) -> str:
    """A text with the variables of other programs as ours."""
    text = _INPUT.sub(lambda match: f"${{{variable_name(match[1])}}}", _ENV.sub(r"${\1}", text))
    text = _HOME.sub("${USERPROFILE}" if sys.platform == "win32" else "${HOME}", _DEFAULT.sub(r"${\1}", text))
    return _SEPARATOR.sub("\\\\" if sys.platform == "win32" else "/", text)


def sentences(text: str) -> Iterator[str]:
    """What is to be known of the variables in a text as the file has it."""
    for match in _INPUT.finditer(text):
        yield said(
            "the other program asks for {theirs}; here it is ${{{ours}}}, a variable or a key to keep.",
            theirs=match[0],
            ours=variable_name(match[1]),
        )
    for match in _DEFAULT.finditer(text):
        yield said("what ${{{name}}} is when it is not set is not taken over: set it.", name=match[1])
    for match in _OTHERS.finditer(_DEFAULT.sub("", _INPUT.sub("", _ENV.sub("", text)))):
        yield said("only the other program knows {name}: write what it stands for.", name=match[0])
    for match in (*_SHELL.finditer(text), *_WINDOWS.finditer(text)):
        yield said(
            "{theirs} is passed on as it stands; ${{{ours}}} would be filled in.", theirs=match[0], ours=match[1]
        )


def variable_name(said: str) -> str:
    """A name for a variable made of any words: `desk-token` → `DESK_TOKEN`."""
    name = re.sub(r"\W+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", said), flags=re.ASCII).strip("_").upper()
    return f"KEY_{name}".rstrip("_") if not name or name[0].isdigit() else name


def names_in(text: str) -> set[str]:
    """The names of our variables in a text."""
    return set(_NAMED.findall(text))
