"""Templates of addresses with `{members}`, as MCP servers give them (RFC 6570): their members, and the address with them filled in.

Above: the window, the command line. Below: nothing. Pure; what is no template is an address as it stands.
"""

import re
from collections.abc import Mapping
from urllib.parse import quote

import msgspec

_EXPRESSION = re.compile(r"\{([+#./;?&]?)([A-Za-z0-9_.,*:%-]+)\}")
_RESERVED = ":/?#[]@!$&'()*+,;="
_OPENS = {"": ("", ","), "+": ("", ","), "#": ("#", ","), ".": (".", "."), "/": ("/", "/"), ";": (";", ";")}
_OPENS |= {"?": ("?", "&"), "&": ("&", "&")}


class Member(msgspec.Struct, frozen=True):
    """A member of a template. One that is `optional` may be left empty, and is then left out."""

    name: str
    optional: bool = False


def members(template: str) -> tuple[Member, ...]:
    """The members in the order in which they stand, each once."""
    found: dict[str, Member] = {}
    for operator, listed in _EXPRESSION.findall(template):
        for name, _ in map(_name, listed.split(",")):
            found.setdefault(name, Member(name, operator in "?&;#" and operator != ""))
    return tuple(found.values())


def missing(template: str, values: Mapping[str, str]) -> tuple[str, ...]:
    """The members that have to be filled in and are not."""
    return tuple(each.name for each in members(template) if not each.optional and not values.get(each.name))


def expand(template: str, values: Mapping[str, str]) -> str:
    """The address. A member that is empty is left out, with the sign before it; all else is percent-encoded where it has to be."""
    return _EXPRESSION.sub(lambda match: _expanded(match[1], match[2], values), template)


def _expanded(operator: str, listed: str, values: Mapping[str, str]) -> str:
    opens, between = _OPENS[operator]
    said = []
    for name, most in map(_name, listed.split(",")):
        value = values.get(name, "")
        if value:
            said.append(_said(operator, name, value if most is None else value[:most]))
    return opens + between.join(said) if said else ""


def _said(operator: str, name: str, value: str) -> str:
    text = quote(value, safe=f"{_RESERVED}~" if operator in ("+", "#") else "~")
    return f"{name}={text}" if operator in (";", "?", "&") else text


def _name(listed: str) -> tuple[str, int | None]:
    """The name alone, and how many characters of the value are taken."""
    name, _, most = listed.rstrip("*").partition(":")
    return name, int(most) if most.isdecimal() else None
