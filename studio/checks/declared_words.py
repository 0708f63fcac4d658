"""The words of a tool's name and description, as far as they tell one tool from another. Pure.

Above: the rules of `tool_advice`. Below: nothing. English and Chinese: of a run of Chinese characters each pair counts as a word.
"""

import re
from functools import lru_cache
from itertools import pairwise

_CJK = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af"
_RUN = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+")
_IS_CJK = re.compile(f"[{_CJK}]")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_]+")

_ENGLISH = (
    "a an and any are as at be by can for from given has have if in into is it its of on or that the their them these this to tool use "
    "used using when which with you your"
)
_FILLING = frozenset(_ENGLISH.split())
_SAME = {
    same: first
    for first, others in {
        "get": "fetch retrieve load lookup obtain read gets",
        "search": "find query",
        "create": "add make new insert",
        "delete": "remove erase drop",
        "update": "edit modify change",
        "document": "doc documentation",
        "message": "msg",
        "info": "information detail",
    }.items()
    for same in others.split()
}


def length(text: str) -> float:
    """How many words a text has; two Chinese characters count as one."""
    return sum(len(run) / 2 if _IS_CJK.match(run) else 1 for run in _RUN.findall(text))


@lru_cache(maxsize=8192)
def telling(text: str) -> frozenset[str]:
    """The words of a text that are not filling, in the form in which they are compared."""
    found = [word for run in _RUN.findall(text) for word in _words(run)]
    return frozenset(word for word in found if word not in _FILLING)


@lru_cache(maxsize=8192)
def words_of_name(name: str) -> frozenset[str]:
    """The words of a name: `getOrders` and `fetch_order` have the same."""
    return frozenset(map(compared, parts_of_name(name))) or frozenset((name,))


def parts_of_name(name: str) -> list[str]:
    """The parts of a name, in small letters: `HTTPServer2.list_all` as http, server, 2, list, all."""
    return [part.lower() for run in _RUN.findall(name) for part in _PART.findall(run)]


def _words(run: str) -> list[str]:
    if _IS_CJK.match(run):
        return ["".join(pair) for pair in pairwise(run)] or [run]
    return [compared(run.lower())]


@lru_cache(maxsize=8192)
def compared(word: str) -> str:
    """A word without its plural, and one verb for all that mean the same."""
    if len(word) > 3 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 3 and word.endswith(("ches", "shes", "sses", "xes")):
        word = word[:-2]
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    return _SAME.get(word, word)
