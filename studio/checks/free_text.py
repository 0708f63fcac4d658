"""Advice on texts that may be anything although their description names the values, or the form that they have. Pure.

Above: `tool_advice`. Below: `advice`, `tool_parameters`, `named_values`, `named_forms`.
"""

import json
from collections.abc import Iterator
from typing import Any

from studio.checks import tool_advice_words as texts
from studio.checks.advice import ToolAdvice
from studio.checks.named_forms import named_form
from studio.checks.named_values import named_values
from studio.checks.sentences import shorten
from studio.checks.tool_parameters import Parameter
from studio.messages.toolspec import ToolSpec
from studio.said import said

_BOUND = frozenset(("enum", "const", "pattern", "format", "$ref", "contentEncoding", "contentMediaType"))
_ALTERNATIVES = ("anyOf", "oneOf", "allOf")


def free_texts(tool: ToolSpec, parameters: list[Parameter]) -> Iterator[ToolAdvice]:
    """What could be an enum, a pattern or a format; one thing for each parameter."""
    for one in parameters:
        listed = one.kinds == ("array",)
        inner = one.schema.get("items") if listed else one.schema
        if not isinstance(inner, dict) or not _is_free(inner, "" if listed else one.kinds):
            continue
        text = one.text if inner is one.schema else f"{one.text}\n{inner.get('description') or ''}"
        yield from _found(tool, one, text, inner, f"{one.pointer}/items" if listed else one.pointer)


def _is_free(schema: dict[str, Any], kinds: tuple[str, ...] | str) -> bool:
    """Whether a schema takes any text, or null beside it."""
    named = kinds or schema.get("type")
    if isinstance(named, tuple):
        named = next(iter({*named} - {"null"}), "") if len({*named} - {"null"}) == 1 else ""
    if named != "string" or not _BOUND.isdisjoint(schema):
        return False
    inner = (one for key in _ALTERNATIVES if isinstance(schema.get(key), list) for one in schema[key])
    return all(_BOUND.isdisjoint(one) for one in inner if isinstance(one, dict))


def _found(tool: ToolSpec, one: Parameter, text: str, schema: dict[str, Any], at: str) -> Iterator[ToolAdvice]:
    values = named_values(text, schema.get("default"))
    if values:
        sentence, advice = texts.VALUES
        listed = json.dumps(list(values), ensure_ascii=False)
        told = said(sentence, name=one.name, values=shorten(", ".join(values)))
        yield ToolAdvice("tool.values_in_words", tool.name, at, told, said(advice, enum=shorten(listed)))
        return
    form = named_form(text)
    if form is not None:
        sentence, advice = texts.FORMAT
        told = said(sentence, name=one.name, form=form.words)
        yield ToolAdvice("tool.form_in_words", tool.name, at, told, said(advice, keyword=form.keyword))
