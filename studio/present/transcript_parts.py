"""What a transcript says of a message and of a reply's parts: short plain values.

Above: `transcript`. Below: `messages`. Pure.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from studio.messages.message import Message
from studio.messages.parts import Call, Image, Part, Reasoning, Result, Text
from studio.messages.remark import Remark
from studio.present.form_names import is_signed, printed_text
from studio.present.hosted_parts import hosted_in, hosted_parts, hosted_text, sealed, sealed_beside
from studio.present.labels import english
from studio.present.remarks import remark_words
from studio.present.result_parts import ResultPart, gave, part_line, result_parts, without_data
from studio.present.transcript_entries import CallShown, HostedShown, PartShown, RemarkShown
from studio.session.events import ResultRecorded


def said_in(message: Message) -> str:
    """A message as text: its texts, then its calls and results."""
    calls = (f"{call.name}({call.arguments})" for call in message.calls)
    results = (part.text for part in message.parts if isinstance(part, Result))
    return joined((message.text, *calls, *results))


def hosted_shown(parts: Sequence[Part]) -> tuple[HostedShown, ...]:
    """Parts that are kept as they came, those within tool results too."""
    found = [*hosted_parts(parts), *(one for part in parts if isinstance(part, Result) for one in hosted_in(part))]
    return tuple(
        HostedShown(one.kind, hosted_text(one, english), one.asks, one.gives, one.failed, one.link, one.values)
        for one in found
    )


def sealed_shown(parts: Sequence[Part], extra: dict[str, Any]) -> str:
    """Whether thinking is signed or encrypted, in words; empty when it is neither."""
    said = [*(sealed(part) for part in parts if isinstance(part, Reasoning)), sealed_beside(extra)]
    return next((english(words) for words in said if words is not None), "")


def remarks_shown(remarks: Iterable[Remark]) -> tuple[RemarkShown, ...]:
    """Remarks with their sentences."""
    return tuple(
        RemarkShown(remark.code, english(remark_words(remark)), remark.subject, remark.place) for remark in remarks
    )


def joined(texts: Iterable[str]) -> str:
    """The texts that are not empty, one a line."""
    return "\n".join(text for text in texts if text)


def text_of(parts: tuple[Part, ...]) -> str:
    """The text parts, joined."""
    return "".join(part.text for part in parts if isinstance(part, Text))


def calls_of(parts: tuple[Part, ...]) -> tuple[CallShown, ...]:
    """The calls among the parts."""
    return shown(part for part in parts if isinstance(part, Call))


def shown(calls: Iterable[Call]) -> tuple[CallShown, ...]:
    """Calls as a transcript shows them."""
    return tuple(call_shown(call) for call in calls)


def call_shown(call: Call) -> CallShown:
    """One call as a transcript shows it."""
    in_form = str(call.extra.get("in") or "") if call.form == "text" else ""
    return CallShown(call.name, call.arguments, call.id, call.form, in_form, printed_text(call), is_signed(call))


def pictures_shown(pictures: Iterable[Image]) -> tuple[str, ...]:
    """Each picture in short: its kind and size where it is held inline, else its address."""
    return tuple(map(_picture, pictures))


def _picture(picture: Image) -> str:
    if not picture.url.startswith("data:"):
        return picture.url
    head, _, data = picture.url.partition(",")
    size = len(data) * 3 // 4 - data[-2:].count("=") if head.endswith(";base64") else len(data)
    return f"{picture.media_type or head[5:].split(';')[0] or 'image'}, {size:,} bytes"


def gave_shown(event: ResultRecorded) -> tuple[PartShown, ...]:
    """All that a tool gave, where that is more than text and pictures."""
    given = gave(event)
    return tuple(map(_gave, result_parts(given))) if given is not None else ()


def _gave(part: ResultPart) -> PartShown:
    line, value = part_line(part, english), without_data(part.value)
    return PartShown(part.kind, line, part.reads, part.uri, part.media_type, part.not_kept, value)
