"""One entry of a transcript as pieces of a document: running text, JSON laid out, what is folded away.

Above: `transcript_document`. Below: `transcript_blocks`, `json_layout`, `transcript_pieces`. Pure.
"""

import json
from collections.abc import Iterator

from studio.present.json_layout import pretty
from studio.present.labels import english
from studio.present.transcript_block import Block
from studio.present.transcript_blocks import blocks
from studio.present.transcript_entries import (
    AnyEntry,
    AttemptEntry,
    CallShown,
    ReplyEntry,
    ResultEntry,
    SetupEntry,
    UndoneEntry,
)
from studio.present.transcript_pieces import Choice, How, Said
from studio.present.words import words

_RUN = ResultEntry | AttemptEntry | UndoneEntry
_LONGEST_JSON = 400_000
_CHANGES = ("-", "+")
_OWN_WORDS = ("quiet", "note", "stop", "heading")


def said(entry: AnyEntry, choice: Choice) -> Iterator[Said]:
    """What there is to say of an entry; pictures and what it cost come beside it."""
    if isinstance(entry, ReplyEntry):
        yield from _reply(entry, choice)
        return
    changed: list[str] = []
    for block in blocks(entry):
        if block.style == "edit" and block.label in _CHANGES:
            changed += _lines(block) if choice.edits or block.label == "+" else []
            continue
        yield from _changed(changed, entry.depth)
        changed = []
        if not _is_left_out(entry, block, choice):
            how = _how(block, entry)
            text = json_text(block.text) if how == "json" else None
            yield Said(block.label, block.text if text is None else text, block.style, how, depth=entry.depth)
    yield from _changed(changed, entry.depth)


def _lines(block: Block) -> list[str]:
    return [f"{block.label} {line}" for line in block.text.split("\n")]


def _changed(lines: list[str], depth: int) -> Iterator[Said]:
    """What was and what is, as one text."""
    if lines:
        yield Said("", "\n".join(lines), "edit", "diff", depth=depth)


def json_text(text: str) -> str | None:
    """A text of JSON laid out, every token as it was written; None for a text that is no object or list."""
    if text.lstrip()[:1] not in ("{", "[") or len(text) > _LONGEST_JSON:
        return None
    try:
        json.loads(text, parse_int=str)
    except (ValueError, RecursionError):
        return None
    return pretty(text)


def _reply(entry: ReplyEntry, choice: Choice) -> Iterator[Said]:
    label, depth = english(words("row.reply")), entry.depth
    if (entry.thinking or entry.sealed) and choice.thinking:
        text = "\n".join(filter(None, (entry.thinking, entry.sealed and f"({entry.sealed})")))
        yield Said(english(words("mark.thinking")).capitalize(), text, "quiet", "text", fold=True, depth=depth)
    for part in entry.hosted:
        yield Said(label, part.line, "error" if part.failed else "quiet", "line", depth=depth)
        label = ""
    if entry.text or not (entry.calls or entry.refusal or entry.hosted):
        yield Said(label, entry.text or "(no text)", "said", "text" if entry.text else "line", depth=depth)
    if entry.refusal:
        yield Said(english(words("mark.refusal")).capitalize(), entry.refusal, "error", "text", depth=depth)
    for call in entry.calls:
        yield from _call(call, depth)
    if entry.resumable:
        yield Said("", english(words("reply.paused")), "note", "line", depth=depth)


def _call(call: CallShown, depth: int) -> Iterator[Said]:
    yield Said("Call", f"{call.tool} ({call.id})" if call.id else call.tool, "call", "line", depth=depth)
    text = json_text(call.arguments)
    yield Said("", call.arguments if text is None else text, "call", "code" if text is None else "json", depth=depth)


def _is_left_out(entry: AnyEntry, block: Block, choice: Choice) -> bool:
    if isinstance(entry, SetupEntry) and block.label == english(words("row.system")):
        return not choice.system
    return False


def _how(block: Block, entry: AnyEntry) -> How:
    if block.style in _OWN_WORDS:
        return "code" if block.label in ("stdout", "stderr") else "line"
    if block.style in ("edit", "call"):
        return "line" if block.label else "code"
    if not isinstance(entry, _RUN):
        return "text"
    return "line" if block.label else "text" if json_text(block.text) is None else "json"
