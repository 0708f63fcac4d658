"""The names under which the model sees the tools of an MCP server. Pure.

Above: `workspace`. Below: nothing. The server is always called by its own names; what the model says is looked up in this mapping.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from hashlib import sha256
from itertools import chain

MOST = 64
"""Characters that every provider takes."""
_BAD = re.compile(r"[^a-zA-Z0-9_-]+")
_HASH = 6


def model_names(
    own_names: Iterable[str], prefix: str, server: str, taken: Collection[str], kept: Mapping[str, str]
) -> dict[str, str]:
    """The model's name of each own name, all different, each fit for every provider; in the order of the own names.

    `taken` are the names of tools of other sources, `kept` those that this server's tools have already (own name → model's name): they
    stay, by whomever they were given, as long as no other source has them. A name that is taken gets the server's before it. Of two own
    names that would come out alike, the one that needs no cleaning keeps the plain name, whatever their order.
    """
    own = list(dict.fromkeys(own_names))
    used = set(taken)
    made: dict[str, str] = {}
    for name in own:
        old = kept.get(name)
        if old is not None and old not in used:
            made[name] = old
            used.add(old)
    for name in sorted(
        (each for each in own if each not in made), key=lambda each: prefix + each != _clean(prefix + each)
    ):
        made[name] = _free(name, prefix, server, used)
        used.add(made[name])
    return {name: made[name] for name in own}


def _free(name: str, prefix: str, server: str, used: Collection[str]) -> str:
    """The plain name, else the one with the server's name, else the same with a mark that is its own name's."""
    plain, with_server = _clean(prefix + name), _clean(f"{server}_{prefix}{name}")
    marks = (_marked(with_server, f"{name}\0{count}" if count else name) for count in range(1_000))
    return next(each for each in chain((plain, with_server), marks) if each not in used)


def _clean(name: str) -> str:
    """Letters, digits, `_` and `-`, at most 64; a longer one keeps its beginning and a mark of the whole."""
    clean = _BAD.sub("_", name) or "_"
    clean = clean if clean.strip("_") else "tool"
    return clean if len(clean) <= MOST else _marked(clean, name)


def _marked(name: str, whole: str) -> str:
    mark = sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH]
    return f"{name[: MOST - _HASH - 1]}_{mark}"
