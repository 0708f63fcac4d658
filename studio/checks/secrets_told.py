"""Advice on secrets that stand in what is told to the model: keys, passwords, addresses with either. Pure.

Above: `tool_advice`. Below: `advice`, `wire/redact`, `tool_parameters`. The secret itself stands in no sentence.
"""

import re
from collections.abc import Iterator
from typing import Any

from studio.checks import tool_advice_words as texts
from studio.checks.advice import ToolAdvice
from studio.checks.tool_parameters import Parameter
from studio.messages.toolspec import ToolSpec
from studio.said import said
from studio.wire.redact import keys_in

_KEYS = re.compile(
    r"\b(?:sk-(?:ant-|proj-|or-)?[A-Za-z0-9_-]{20,}|sk_live_[A-Za-z0-9]{16,}|rk_live_[A-Za-z0-9]{16,}|AKIA[0-9A-Z]{16}"
    r"|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,}|glpat-[A-Za-z0-9_-]{18,}|xox[abprs]-[A-Za-z0-9-]{10,}"
    r"|AIza[0-9A-Za-z_-]{30,}|hf_[A-Za-z0-9]{30,}|npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{30,}"
    r"|eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,})"
)
_BEARER = re.compile(r"(?i)\bbearer\s+([A-Za-z0-9._~+/-]{16,}=*)")
_PRIVATE = re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----")
_NAMED = r"api[ _-]?key|access[ _-]?key|secret(?:[ _-]?key)?|token|密钥|令牌|秘钥"
_PASSWORDS = r"password|passwd|pwd|passphrase|密码|口令"
_TOLD = re.compile(rf"(?i)(?:\b|_)?({_NAMED}|{_PASSWORDS})\s*(?:is|=|:|：|是|为)\s*[\"'`“]?([^\s\"'`”,;，。；)]{{6,}})")
_IN_URL = re.compile(r"://[^/?#\s:@]+:([^/?#\s@]+)@")
_ADDRESS = re.compile(r"https?://\S+")
_STAND_IN = re.compile(
    r"(?i)your|example|xxx|\*\*\*|[<>{}]|\$\w|\.\.\.|…|placeholder|redacted|dummy|sample|changeme|secret_?here|0{6}|123456|abcdef|test_?key|password"
)
_IS_PASSWORD = re.compile(rf"(?i){_PASSWORDS}")
_SECRET_NAME = re.compile(r"(?i)(?:^|_)(?:api_?key|key|token|secret|password|passwd|pwd|credentials?)$")
_VALUES = ("default", "const", "examples", "example", "enum")
_NEEDED = 8
_OF_SECRETS = (
    "key token secret pass pwd bearer :// sk- sk_ rk_ akia ghp_ gho_ ghu_ ghs_ ghr_ github_ glpat xox aiza hf_ npm_ pypi- eyj ----- "
    "密 口令 令牌 秘钥"
)
_SIGNS = tuple(_OF_SECRETS.split())
"""One of them stands in every text that may hold a secret."""


def secrets(tool: ToolSpec, parameters: list[Parameter]) -> Iterator[ToolAdvice]:
    """Each place where something looks like a secret."""
    yield from _at(tool, "/description", tool.description)
    for one in parameters:
        for key in ("description", "title", "pattern", *_VALUES):
            for text in _texts(one.schema.get(key)):
                if key in _VALUES[:4] and _is_value(one.name, text):
                    yield _advice(
                        tool, f"{one.pointer}/{key}", texts.PASSWORD if _IS_PASSWORD.search(one.name) else texts.KEY
                    )
                    break
                found = list(_at(tool, f"{one.pointer}/{key}", text))
                yield from found
                if found:
                    break


def _at(tool: ToolSpec, pointer: str, text: str) -> Iterator[ToolAdvice]:
    what = secret_in(text)
    if what:
        yield _advice(tool, pointer, what)


def _advice(tool: ToolSpec, pointer: str, what: str) -> ToolAdvice:
    sentence, advice = texts.SECRET
    return ToolAdvice("tool.secret", tool.name, pointer, said(sentence, what=said(what)), said(advice), "error")


def secret_in(text: str) -> str:
    """What kind of secret seems to stand in a text; empty for none."""
    small = text.lower()
    if len(text) < _NEEDED or not any(sign in small for sign in _SIGNS):
        return ""
    if _PRIVATE.search(text):
        return texts.PRIVATE_KEY
    found = [*_KEYS.findall(text), *(match[1] for match in _BEARER.finditer(text))]
    found += [value for url in _ADDRESS.findall(text) for value in keys_in(url)]
    if any(_is_real(value) for value in found):
        return texts.KEY
    if any(_is_real(value, 1) for value in _IN_URL.findall(text)):
        return texts.PASSWORD
    for name, value in _TOLD.findall(text):
        if _is_real(value) and re.search(r"\d", value) and re.search(r"[A-Za-z]", value):
            return texts.PASSWORD if _IS_PASSWORD.search(name) else texts.KEY
    return ""


def secrets_in(text: str) -> tuple[str, ...]:
    """The keys and passwords themselves that a text seems to hold, by their look alone; a private key is the whole text."""
    if _PRIVATE.search(text):
        return (text,)
    keys = [*_KEYS.findall(text), *(match[1] for match in _BEARER.finditer(text))]
    keys += [key for url in _ADDRESS.findall(text) for key in keys_in(url)[::2]]
    passwords = [one for one in _IN_URL.findall(text) if _is_real(one, 1)]
    return tuple(dict.fromkeys((*(key for key in keys if _is_real(key)), *passwords)))


def _is_real(value: str, least: int = 6) -> bool:
    return len(value) >= least and not _STAND_IN.search(value)


def _is_value(name: str, text: str) -> bool:
    """Whether the value of a parameter that is named like a secret is one."""
    return (
        bool(_SECRET_NAME.search(name))
        and len(text) >= _NEEDED
        and " " not in text
        and _is_real(text)
        and bool(re.search(r"\d", text))
    )


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from (one for one in value if isinstance(one, str))
