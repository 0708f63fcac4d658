"""What people write as the address of a server or a proxy: whether it can be used, and the sentence when it cannot.

Above: `profiles`, `presets`. Below: `dialects/roster`, which knows the path of each dialect. Connects to nothing.
"""

import re
from functools import cache
from urllib.parse import SplitResult, urlsplit

from studio.dialects import roster
from studio.said import said

_PLACEHOLDER = re.compile(r"\{\w+\}")
_VARIABLE = re.compile(r"\$\{[A-Za-z_]\w*\}")
_EXAMPLE = said("such as http://127.0.0.1:11434/v1")


def url_problem(url: str, dialect: str) -> str:
    """What is wrong with a base address for a dialect, in a sentence; empty when nothing is."""
    blank = _PLACEHOLDER.search(url)
    if blank:
        return said("{blank} stands for a part of your own address. Put that in its place.", blank=blank[0])
    parts = _split(url)
    if parts is None:
        return said("{url} is not a web address.", url=f"{url!r}")
    if parts.username or parts.password:
        return said("A user name or password does not belong into the address. Name the key's variable instead.")
    if parts.scheme not in ("http", "https"):
        return said("{url} has to begin with http:// or https://, {example}.", url=f"{url!r}", example=_EXAMPLE)
    if not parts.hostname or any(sign.isspace() for sign in url):
        return said("{url} is not a web address: the name of the server is missing or holds a space.", url=f"{url!r}")
    if parts.fragment:
        return said("{url} must not hold a # part.", url=f"{url!r}")
    return _foreign_path(parts.path, dialect)


def _foreign_path(path: str, dialect: str) -> str:
    """The sentence for an address that was copied with the path of another dialect than the chosen one."""
    own = _paths().get(dialect, "")
    for name, ending in _paths().items():
        if name != dialect and path.rstrip("/").endswith(ending) and not _ends_in(path, own):
            return said(
                "The address ends in {ending}, which is asked in the dialect {name}, not in "
                "{dialect}. Choose that one.",
                ending=ending,
                name=name,
                dialect=dialect,
            )
    return ""


def cut_path(url: str, dialect: str) -> str:
    """A base address without what is added for each request: people copy whole addresses out of examples. Its query stays."""
    parts, own = _split(url), _paths().get(dialect, "")
    if parts is None or not _ends_in(parts.path, own):
        return url
    return parts._replace(path=parts.path.rstrip("/").removesuffix(own)).geturl()


def cut_note(url: str, dialect: str) -> str:
    """The sentence that says what `cut_path` did; empty when it did nothing."""
    cut, own = cut_path(url, dialect), _paths().get(dialect, "")
    return (
        said("{own} was left off: it is added for each request. The base address is {cut}.", own=own, cut=cut)
        if cut != url
        else ""
    )


def proxy_problem(proxy: str) -> str:
    """What is wrong with the address of a proxy; empty when nothing is. The sentence quotes nothing: it may hold a secret."""
    if _VARIABLE.fullmatch(proxy):
        return ""
    if not is_proxy(_VARIABLE.sub("x", proxy)):
        return said(
            "The proxy has to be an address such as http://127.0.0.1:8080, or a variable such as ${{MY_PROXY}}."
        )
    user = _split_user(proxy)
    if user and not _VARIABLE.fullmatch(user.rpartition(":")[2]):
        return said(
            "The password of the proxy is a secret: name its variable instead, such as "
            "http://me:${{PROXY_PASSWORD}}@proxy:8080."
        )
    return ""


def is_proxy(address: str) -> bool:
    """Whether this is the address of an HTTP proxy: a server and a port, with or without a user."""
    parts = _split(address)
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
        return False
    return not (any(sign.isspace() for sign in address) or parts.path not in ("", "/") or parts.query or parts.fragment)


def _split_user(address: str) -> str:
    """What stands before the @ of an address; empty when there is none."""
    user, at, _ = address.partition("://")[2].rpartition("@")
    return user if at else ""


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        _ = parts.hostname, parts.port
    except ValueError:
        return None
    return parts


def _ends_in(path: str, ending: str) -> bool:
    return bool(ending) and path.rstrip("/").endswith(ending)


@cache
def _paths() -> dict[str, str]:
    """The path that each dialect adds."""
    return {name: roster.make(name).path for name in roster.NAMES}
