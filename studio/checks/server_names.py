"""A name for an MCP server that nobody has named: made of its command line or its address. Pure.

Above: `interop`, the command line, the window. Below: `secrets_told`: no key becomes part of a name.
"""

import re
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from studio.checks.secrets_told import secret_in

NAMELESS = "server"
_AFFIX = re.compile(r"^(?:mcp[-_]server[-_]|server[-_]|mcp[-_])|(?:[-_]mcp[-_]server|[-_]mcp|[-_]server)$")
_ENDING = re.compile(r"\.(?:exe|cmd|py|js|mjs|cjs|ts)$")
_TELL_NOTHING = frozenset((".", "..", "index", "main", "server", "__main__", "dist", "build", "src", "bin", "lib"))
"""Parts of a path that stand for the folder that they are in."""
_RUNNERS = frozenset(
    (
        "npx",
        "uvx",
        "bunx",
        "pnpm",
        "uv",
        "node",
        "python",
        "python3",
        "docker",
        "deno",
        "run",
        "exec",
        "dlx",
        "tool",
        "x",
    )
)
_KEY_FLAG = re.compile(r"--?[\w-]*(?:key|token|secret|password)[\w-]*", re.IGNORECASE)


def name_of_words(words: Sequence[str]) -> str:
    """A name for the server of a command line, or of an address alone: the first word that names no runner, no option and no key."""
    if "://" in words[0]:
        return _of_address(words[0])
    word = next(_telling(words), words[0])
    parts = [_ENDING.sub("", part) for part in re.split(r"[\\/]", word.rstrip("\\/"))]
    telling = [part for part in parts if part.partition("@")[0] and part not in _TELL_NOTHING] or parts
    return _AFFIX.sub("", telling[-1].partition("@")[0]) or NAMELESS


def _telling(words: Sequence[str]) -> Iterator[str]:
    before = ""
    for word in words:
        kept_back = "${" in word or secret_in(word) or _KEY_FLAG.fullmatch(before)
        if not word.startswith("-") and not kept_back and _bare(word) not in _RUNNERS:
            yield word
        before = word


def _bare(word: str) -> str:
    return _ENDING.sub("", re.split(r"[\\/]", word)[-1])


def _of_address(url: str) -> str:
    """The telling part of the host; of a number or a machine's own name with the port, which tells servers of one machine apart."""
    try:
        address = urlsplit(url)
        host, port = address.hostname or "", address.port
    except ValueError:
        return NAMELESS
    parts = [part for part in host.split(".") if part not in ("www", "mcp", "api")]
    if len(parts) > 1 and not parts[-1].isdigit():
        return parts[-2]
    if ":" in host or not parts:
        return NAMELESS
    return f"{host}-{port}" if port else host
