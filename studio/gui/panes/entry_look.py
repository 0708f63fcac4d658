"""How an entry of the Chat view looks: icon, role, colours, what is said beside the role, the text and its coloured parts.

Above: the Request and the Response pane. Below: entries, the window's words. Makes no widget.
"""

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication

from studio.gui.panes.message_entries import SYSTEM, Entry, call_line
from studio.gui.panes.thinking_fold import Thought
from studio.gui.widgets.chip import Kind
from studio.gui.widgets.folded_text import Span
from studio.gui.words import fill, number, say
from studio.messages.parts import Call, Image, Part, Reasoning, Refusal
from studio.messages.passage import Passage
from studio.messages.tokens import text_tokens
from studio.present.form_names import badge_of
from studio.present.hosted_parts import sealed
from studio.present.remarks import remark_notes
from studio.present.row import Phrase
from studio.present.words import Words, words

_ICONS = {"system": "gear", "developer": "gear", "user": "person", "assistant": "response", "tool": "result"}
_COLOURS = {"system": "request", "developer": "request", "user": "response", "assistant": "response", "tool": "result"}

_REASONING_LEFT_OUT = (
    "reasoning_left_out",
    "hidden_reasoning_left_out",
    "reasoning_not_stored",
    "reasoning_leads_nowhere",
)


class EntryLook(msgspec.Struct, frozen=True):
    """What a block is told. `ground` is the colour of the text, `passages` lists the sources. `code`: the code font for the text; `calls`
    always have it; spans are (start, length, token). `text` is all that was said, for copying; `thoughts` and `said` are the same in
    parts, without the pictures."""

    icon: str
    role: str
    colour: str
    edge: str
    meta: str
    chips: tuple[tuple[str, Kind], ...]
    text: str
    code: bool
    spans: tuple[Span, ...]
    calls: str = ""
    call_spans: tuple[Span, ...] = ()
    remarks: str = ""
    passages: str = ""
    ground: str = "text"
    thoughts: tuple[Thought, ...] = ()
    said: str = ""
    said_spans: tuple[Span, ...] = ()


def look_of(entry: Entry, *, draft: bool = False) -> EntryLook:
    """The look of an entry; `draft`: something half typed waits in its editor."""
    icon, colour = _sign(entry)
    stays = {remark.code for remark in entry.remarks}.isdisjoint(_REASONING_LEFT_OUT)
    text, spans = _joined([*(_of_extra(part, entry.seal, stays) for part in entry.extras), *_of_text(entry)])
    shown = [_of_extra(part, entry.seal, stays) for part in entry.extras if not isinstance(part, Reasoning | Image)]
    said, said_spans = _joined([*shown, *_of_text(entry)])
    thoughts = tuple(thought_of(part, entry.seal, stays=stays) for part in entry.extras if isinstance(part, Reasoning))
    calls, call_spans = _joined(list(map(_of_call, entry.calls)))
    code = entry.text[:1] in ("{", "[")
    chips: list[tuple[str, Kind]] = [(_upper("EDITED"), "edit")] if entry.edited else []
    if draft:
        chips.append((_upper("DRAFT"), "warn"))
    if entry.remarks and not entry.told_before:
        chips.append((say(words("count.remarks", n=len(entry.remarks))).upper(), "warn"))
    remarks = "\n".join(map(_phrase, remark_notes(entry.remarks)))
    edge = "edit" if entry.edited else colour
    look = EntryLook(icon, entry.role, colour, edge, _meta(entry), tuple(chips), text, code, spans, calls, call_spans)
    look = replace(look, remarks=remarks, passages="\n".join(map(passage_line, entry.passages)))
    look = replace(look, thoughts=thoughts, said=said, said_spans=said_spans)
    return _greyed(look) if entry.left_out else look


def _greyed(look: EntryLook) -> EntryLook:
    """A message that the request does not carry: without colours, and said in words."""
    said = QCoreApplication.translate("EntryLook", "left out of this request")
    meta = " · ".join(filter(None, (said, look.meta)))
    return replace(
        look, colour="faint", edge="strong", meta=meta, ground="faint", spans=(), call_spans=(), said_spans=()
    )


def passage_line(passage: Passage) -> str:
    """A passage as a source: its name, the place in it, and when it goes along."""
    named = f"{passage.source}, {passage.where}" if passage.where else passage.source
    source = fill(QCoreApplication.translate("EntryLook", "Source: {source}"), source=named)
    always = QCoreApplication.translate("EntryLook", "with every request")
    once = QCoreApplication.translate("EntryLook", "first round only")
    return " · ".join((source, always if passage.always else once, about_tokens(passage.text)))


def about_tokens(text: str) -> str:
    """The estimated size of a text: *about 12 tokens*."""
    tokens = say(words("count.tokens", n=text_tokens(text)))
    return fill(QCoreApplication.translate("EntryLook", "about {tokens}"), tokens=tokens)


def characters(count: int) -> str:
    """A size in characters, in the window's language."""
    if count == 1:
        return QCoreApplication.translate("EntryLook", "1 character")
    return fill(QCoreApplication.translate("EntryLook", "{n} characters"), n=number(count))


def _upper(text: str) -> str:
    badges = {
        "EDITED": QCoreApplication.translate("EntryLook", "EDITED"),
        "DRAFT": QCoreApplication.translate("EntryLook", "DRAFT"),
    }
    return badges[text]


def _sign(entry: Entry) -> tuple[str, str]:
    if entry.is_error:
        return "error", "error"
    if entry.source == "mock":
        return "mock", "mock"
    return _ICONS[entry.role], _COLOURS[entry.role]


def _meta(entry: Entry) -> str:
    said = [entry.name] if entry.name else []
    if entry.source and entry.source != "ran":
        said.append(say(words(f"source.{entry.source}")))
    if entry.calls:
        said.append(say(words("count.calls", n=len(entry.calls))))
    if entry.text or not (entry.calls or entry.hosted):
        said.append(characters(len(entry.text)))
    if entry.index == SYSTEM:
        said.append(QCoreApplication.translate("EntryLook", "of the setup"))
    return " · ".join(said)


def _joined(parts: list[tuple[str, list[Span]]]) -> tuple[str, tuple[Span, ...]]:
    """Lines under one another, their spans moved along."""
    lines: list[str] = []
    spans: list[Span] = []
    at = 0
    for line, marks in parts:
        spans += [(at + start, length, token) for start, length, token in marks]
        lines.append(line)
        at += len(line) + 1
    return "\n".join(lines), tuple(spans)


def _of_text(entry: Entry) -> list[tuple[str, list[Span]]]:
    return [(entry.text, [])] if entry.text else []


def _of_call(call: Call) -> tuple[str, list[Span]]:
    name, arguments = call_line(call)
    way = badge_of(call)
    beside = [call.id or "", f"[{say(way)}]" if way is not None else ""]
    line = "  ".join(filter(None, (f"{name}({arguments})", *beside)))
    return line, [(0, len(name), "call"), (len(name), len(line) - len(name), "muted")]


def _phrase(text: Phrase) -> str:
    return text if isinstance(text, str) else say(text)


def _thinking_line(part: Reasoning, beside: Words | None, stays: bool) -> str:
    """Thinking with what is to be known of it: *thinking (signed, goes back unchanged): …*; not where it is left out."""
    seal = (sealed(part) or beside) if stays else None
    title = say(words("mark.thinking")) + (f" ({say(seal)})" if seal is not None else "")
    return f"{title}: {part.text}" if part.text else title


def thought_of(part: Reasoning, beside: Words | None, *, stays: bool = True) -> Thought:
    """Thinking as it is folded: how long it is, and what becomes of it."""
    seal = (sealed(part) or beside) if stays else None
    size = characters(len(part.text)) if part.text else say(words("reasoning.hidden"))
    meta = " · ".join((size, say(seal)) if seal is not None else (size,))
    return Thought(say(words("mark.thinking")), meta, part.text)


def _of_extra(part: Part, seal: Words | None, stays: bool) -> tuple[str, list[Span]]:
    match part:
        case Reasoning():
            said = _thinking_line(part, seal, stays)
        case Refusal(text=text):
            said = f"{say(words('mark.refusal'))}: {text}"
        case Image(url=url, media_type=kind):
            said = " · ".join(each for each in (say(words("mark.image")), kind, _address(url)) if each)
        case _:
            said = say(words("mark.opaque"))
    return said, [(0, len(said), "muted")]


def _address(url: str) -> str:
    """Where a picture lies; one that is held inline has only a size."""
    return characters(len(url)) if url.startswith("data:") else url[:60]
