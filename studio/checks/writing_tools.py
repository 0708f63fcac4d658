"""Advice on tools that change something: without a key by which a call that is made twice is known, it is done twice. Pure.

Above: `tool_advice`. Below: `advice`, `declared_words`, `tool_parameters`. Whether a tool writes is read off its name and its words.
"""

import re
from collections.abc import Iterator

from studio.checks import tool_advice_words as texts
from studio.checks.advice import ToolAdvice
from studio.checks.declared_words import parts_of_name
from studio.checks.tool_parameters import Parameter
from studio.messages.toolspec import ToolSpec
from studio.said import said

_WRITING = (
    "create delete remove send pay refund transfer cancel insert publish submit buy purchase withdraw deposit deploy reserve upload "
    "subscribe unsubscribe invite approve reject write save update edit modify rename move add set reply forward install uninstall drop "
    "enable disable grant revoke archive restore"
)
_READING = (
    "get list find search read show lookup look fetch check count describe validate calculate compute preview view query is has can "
    "estimate compare convert translate summarize analyze explain download export retrieve load"
)
_TWO_MEANINGS = "book order post issue charge place schedule register record ship return call text mail email"
_ENDING = "create delete remove send cancel publish insert refund pay"
_THINGS = "info list status details detail search history count view lookup log stats report"

_WRITES = frozenset(_WRITING.split())
_READS = frozenset(_READING.split())
_NOUNS_TOO = frozenset(_TWO_MEANINGS.split())
"""Verbs that write, and nouns: only with a description that says so."""
_LAST = frozenset(_ENDING.split())
"""Verbs that say it also at the end of a name: `calendar.create`."""
_NOUN_ENDS = frozenset(_THINGS.split())
"""Of a name that ends so the verb before it is a noun: `order_status`."""
_HAN_WRITES = re.compile(
    r"^\W*.{0,4}?(?:创建|新建|新增|添加|删除|移除|发送|支付|付款|退款|退还|预订|预定|更新|修改|提交|取消|下单|转账|发布|写入|保存|购买|充值|扣款)"
)
_HAN_READS = re.compile(r"^\W*.{0,4}?(?:查询|获取|查找|搜索|列出|读取|查看|计算|检查|统计|翻译)")
_KEY = re.compile(r"(?i)idempot|request_?id|client_?(?:token|request|reference)|de_?dup|nonce|operation_?id|幂等")
_WORD = re.compile(r"[A-Za-z]+")


def writes_twice(tool: ToolSpec, parameters: list[Parameter]) -> Iterator[ToolAdvice]:
    """Whether it writes, is not idempotent, and has no key."""
    if tool.idempotent or not writes(tool) or any(_KEY.search(f"{one.name} {one.text}") for one in parameters):
        return
    sentence, advice = texts.NO_KEY
    yield ToolAdvice("tool.no_idempotency_key", tool.name, "/parameters", said(sentence, tool=tool.name), said(advice))


def writes(tool: ToolSpec) -> bool:
    """Whether a tool changes something, as its name says, else its description."""
    parts = parts_of_name(tool.name)
    first, last = (parts[0], parts[-1]) if parts else ("", "")
    if first in _READS or _HAN_READS.match(tool.description) or (last in _NOUN_ENDS and len(parts) > 1):
        return False
    if first in _WRITES or last in _LAST:
        return True
    return _says_so(tool.description, parts)


def _says_so(text: str, parts: list[str]) -> bool:
    """Whether a description begins with a verb that writes. One that is a noun, too, counts where the name begins with such a word, or
    holds it and the description commands it: "Post a message", not "Posts of a day"."""
    if _HAN_WRITES.match(text):
        return True
    found = _WORD.match(text.lstrip())
    word = found[0].lower() if found is not None else ""
    verb = _verb(word)
    of_name = bool(_NOUNS_TOO.intersection(parts[:1])) or (word == verb and word in parts)
    return verb in _WRITES or (verb in _NOUNS_TOO and of_name)


def _verb(word: str) -> str:
    """Without the ending of the third person: sends, pushes, applies."""
    for ending, instead in (("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("sses", "ss"), ("s", "")):
        if word.endswith(ending) and not word.endswith("ss"):
            return word.removesuffix(ending) + instead
    return word
