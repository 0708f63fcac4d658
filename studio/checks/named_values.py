"""The values that a description of a text names: "one of a, b, c", "asc or desc", 可选值：a、b. Pure.

Above: `free_text`. Below: nothing. Examples are no values ("for example Paris"), and neither are kinds of things ("name or id").
"""

import re
from itertools import takewhile
from typing import Any

MOST_CHARACTERS = 2_000
"""Of a longer description only the beginning is read."""

_EXAMPLE = re.compile(
    r"(?i)[,，]?\s*[(（]?(?:\bfor example|\be\.?\s?g\.|\bsuch as\b|\blike\b|\bexamples?:|\bfor instance"
    r"|例如|比如|譬如|示例|如[:：])[^.;。；\n]*"
)
_QUOTED = r"(?:\"[^\"\n]{1,40}\"|'[^'\n]{1,40}'|`[^`\n]{1,40}`|“[^”\n]{1,40}”|「[^」\n]{1,40}」)"
_BARE = r"[A-Za-z0-9][\w.+-]{0,30}"
_HAN = r"[\u4e00-\u9fff]{1,6}?"
_SEP = r"\s*(?:,\s*or\b|,\s*and\b|,|、|，|/|\||;|\bor\b|\band\b|或者?|和)\s*"
_OR = r"\s*(?:,\s*or\b|,|、|，|/|\||\bor\b|或者?)\s*"


def _list(item: str, sep: str, least: int = 2) -> str:
    return rf"{item}(?:{sep}{item}){{{least - 1},}}"


_ITEM = rf"(?:{_QUOTED}|{_BARE})"
_END = r"(?=\s*(?:[.,;:)）。；，\n]|$|\())"
_CUES = (
    r"(?:\bone of(?: the(?: following)?)?(?: values| options)?|\beither|\b(?:allowed|possible|valid|accepted|supported|available)"
    r"(?: values?| options?| units?| types?| levels?| modes?)?(?: are| is)?|\b(?:values|options|choices)(?: are)?"
    r"|\bchoose (?:from|between))\s*[:=]?\s*"
)
_MAY_BE = r"\b(?:must|can|may|should) (?:only )?be(?: one of| either)?\s*[:=]?\s*"
_HAN_CUES = r"(?:可选(?:值|项)?|取值(?:范围)?|只能(?:是|为)|枚举(?:值)?|可以是|可为|必须(?:是|为)|支持)(?:包括|有|为|是)?\s*[:：]?\s*"
_STRICT_HAN_CUES = r"(?:可选值|可选项|取值(?:范围)?|只能(?:是|为)|枚举(?:值)?)(?:包括|有|为|是)?\s*[:：]?\s*"
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?i){_CUES}(?P<list>{_list(_ITEM, _SEP)}){_END}",
        rf"(?i){_MAY_BE}(?P<list>{_list(_ITEM, _OR)}){_END}",
        rf"{_HAN_CUES}(?P<list>{_list(_ITEM, _SEP)})",
        rf"{_STRICT_HAN_CUES}(?P<list>{_list(rf'(?:{_QUOTED}|{_BARE}|{_HAN})', _OR)}){_END}",
        rf"(?P<list>{_list(_QUOTED, _OR)})",
        rf"(?<![\w|])(?P<list>{_list(_BARE, r' ?[|] ?')})(?![\w|])",
        rf"[(（]\s*(?P<list>{_list(_BARE, r'(?:,? or |, |或|、)', 2)})\s*[)）]",
        rf"(?<![\w/.:])(?P<list>{_list(r'[a-z][a-z_]+', '/', 3)})(?![\w/])",
    )
)
_BRACKETS = _PATTERNS[6]
_WHOLE = re.compile(rf"\s*(?:[\w ]{{1,30}}[:：]\s*)?(?P<list>{_list(_ITEM, _OR)})\s*[.。]?\s*")
_ITEMS = re.compile(rf"{_QUOTED}|{_BARE}|[\u4e00-\u9fff]+")
_HAN_OR = re.compile(r"或者?|和")

_OF_KINDS = (
    "id ids name names title url uri path file folder email mail phone number code key slug text string address city region country state "
    "street zip date time year month day week user username customer order product sku integer float boolean list array object json xml "
    "html markdown empty null none missing omitted blank absolute relative more less not and or the a an both any left out it same "
    "person company team organization place latitude longitude width height first last"
)
_KINDS = frozenset(_OF_KINDS.split())


_SIGNS = (" or ", ",", "/", "|", " and ", "、", "，", "或", "和", ";")
"""One of them stands between the values of every list."""


def named_values(text: str, default: Any = None) -> tuple[str, ...]:
    """The values that a text names, each once; empty when it names none, or only one. `default` is the schema's."""
    plain = _EXAMPLE.sub("", text[:MOST_CHARACTERS])
    small = plain.lower()
    if not any(sign in small for sign in _SIGNS):
        return ()
    whole = _WHOLE.fullmatch(plain.strip())
    if whole is not None:
        values = _values(whole["list"])
        if default in values or whole["list"][:1].islower() or whole["list"][:1] in "\"'`“「":
            return _telling(values)
    for pattern in _PATTERNS:
        for found in pattern.finditer(plain):
            values = _telling(_values(found["list"]))
            if values and not _is_enumeration(pattern, found["list"]):
                return values
    return ()


def _is_enumeration(pattern: re.Pattern[str], listed: str) -> bool:
    """Brackets with a list that no "or" ends tell the parts of something: (street, city, code)."""
    return pattern is _BRACKETS and not re.search(r"\bor\b|或", listed)


def _values(listed: str) -> tuple[str, ...]:
    found = [_unquoted(item) for item in _ITEMS.findall(listed)]
    split = [part for item in found for part in (_HAN_OR.split(item) if not item.isascii() else [item])]
    return tuple(dict.fromkeys(item for item in split if item and item not in ("or", "and")))


def _unquoted(item: str) -> str:
    return item[1:-1].strip() if item[:1] in "\"'`“「" else item.rstrip(".")


def _telling(values: tuple[str, ...]) -> tuple[str, ...]:
    """No values where one of them is the kind of a thing."""
    good = tuple(takewhile(lambda value: value.casefold() not in _KINDS, values))
    return values if len(values) > 1 and len(good) == len(values) else ()
