"""What a tool gave beside plain text, content by content in its order: kind, size, address, and what of it the model reads.

Above: the transcript, the story, the window's cards. Below: `words`. Pure. Reads content blocks of MCP as they came, and never fails on
one that is not as it should be.
"""

import base64
import binascii
import json
import mimetypes
import re
from collections.abc import Callable, Sequence
from typing import Any, Literal
from urllib.parse import unquote, urlsplit

import msgspec
from msgspec.structs import replace

from studio.messages.parts import Image
from studio.present.words import Words, words
from studio.session.events import ResultRecorded

Kind = Literal["text", "image", "audio", "resource", "blob", "link", "structured", "other"]
"""Text · picture · sound · text of a resource that came along · bytes of one · address of one · structured content · anything else."""
Reads = Literal["whole", "line", "nothing"]
"""What the model reads of it: it as it is, a line that says that it is there, or nothing."""

LONGEST_DATA = 1_000
"""Characters of a text of base64 from which the JSON of a part says its size in its place."""
_LONGEST_TWICE = 200_000
_UNSAFE = re.compile(r"[^\w.()\- ]+")


class Gave(msgspec.Struct, frozen=True):
    """What a result holds beside `text` and `media`, which the model reads, as it came."""

    parts: tuple[dict[str, Any], ...] = ()
    structured: Any = None
    text: str = ""
    media: tuple[Image, ...] = ()


class ResultPart(msgspec.Struct, frozen=True):
    """One content. `place` counts from 1. `text` is its text, of structured content its JSON; `data` base64; `size` counts bytes, of text
    characters, None where nobody says. `picture` is its number among the pictures that the model gets, 0 for none. `not_kept`: it was too
    large for the session. `notes` are what the server says of it, `value` the block as it came."""

    place: int
    kind: Kind
    reads: Reads
    text: str = ""
    uri: str = ""
    name: str = ""
    description: str = ""
    media_type: str = ""
    data: str = ""
    size: int | None = None
    picture: int = 0
    not_kept: bool = False
    type: str = ""
    notes: tuple[Words, ...] = ()
    value: Any = None

    @property
    def content(self) -> bytes:
        """The bytes of what can be saved; text as UTF-8. What is no base64 gives none."""
        if not self.data:
            return self.text.encode("utf-8", "replace")
        try:
            return base64.b64decode(self.data, validate=False)
        except (binascii.Error, ValueError):
            return b""


def gave(event: ResultRecorded) -> Gave | None:
    """What a result holds beside text; None for one that is text and pictures alone."""
    if not event.parts and event.structured is None:
        return None
    return Gave(event.parts, event.structured, event.text, event.media)


def result_parts(given: Gave) -> tuple[ResultPart, ...]:
    """All contents in their order, structured content last."""
    made = [_part(at, block, given.media) for at, block in enumerate(given.parts, 1)]
    if given.structured is not None:
        made.append(_structured(len(made) + 1, given))
    return tuple(made)


def beside(event: ResultRecorded) -> int:
    """How many parts of a result are neither text nor a picture that the model gets."""
    plain = len([block for block in event.parts if block.get("type") == "text" or "media" in block])
    return len(event.parts) - plain + (event.structured is not None)


def light_parts(event: ResultRecorded) -> tuple[ResultPart, ...]:
    """The same without what they hold: enough to tell of them."""
    given = gave(event)
    made = result_parts(given) if given is not None else ()
    return tuple(replace(part, text="", data="", value=without_data(part.value)) for part in made)


def part_json(part: ResultPart) -> str:
    """The block as JSON text, laid out; long base64 only by its size."""
    return json.dumps(without_data(part.value), ensure_ascii=False, indent=2)


def without_data(value: Any) -> Any:
    """A block with the size of long base64 in the place of it."""
    if isinstance(value, dict):
        return {name: _shortened(name, member) for name, member in value.items()}
    return [without_data(each) for each in value] if isinstance(value, list) else value


def file_name(part: ResultPart) -> str:
    """A name under which a part may be saved: that of its address where it has one, never with a folder in it."""
    named = unquote(_path(part.uri)).replace("\\", "/").rstrip("/").rsplit("/", 1)[-1] or part.name
    safe = _UNSAFE.sub("_", named).strip(". ")[:80] or f"part {part.place}"
    if "." in safe:
        return safe
    kind = "application/json" if part.kind == "structured" else part.media_type.split(";")[0].strip()
    return safe + (mimetypes.guess_extension(kind) or (".txt" if part.text else ".bin"))


def part_title(part: ResultPart) -> Words:
    """What kind of content it is."""
    if part.kind == "other":
        return words("gave.other", kind=part.type or "?")
    return words("gave.picture", number=part.picture) if part.picture else Words(f"gave.{part.kind}")


def part_facts(part: ResultPart) -> tuple[Words | str, ...]:
    """What else is to be said of it, from name and address to its size."""
    named = (part.name, part.uri if part.uri != part.name else "", part.media_type)
    size = () if part.size is None else (_size(part),)
    return (*filter(None, named), *size, *((Words("gave.not_kept"),) if part.not_kept else ()), *part.notes)


def part_line(part: ResultPart, say: Callable[[Words], str]) -> str:
    """A part in one line, in the language of `say`: *Audio · audio/wav · 12 KB · the model reads only that it is there*."""
    facts = (fact if isinstance(fact, str) else say(fact) for fact in part_facts(part))
    return " · ".join((say(part_title(part)), *facts, say(part_reads(part))))


def part_reads(part: ResultPart) -> Words:
    """What of it the model reads."""
    return Words(f"gave.reads.{part.reads}")


def bytes_words(count: int) -> Words:
    """A size in bytes as people say it."""
    for key, unit in (("size.mb", 1_000_000), ("size.kb", 1_000)):
        if count >= unit:
            shown = count / unit
            return words(key, size=f"{shown:.1f}" if shown < 100 else f"{shown:,.0f}")
    return words("size.bytes", n=count)


def _size(part: ResultPart) -> Words:
    assert part.size is not None
    if part.kind in ("text", "resource", "structured"):
        return words("size.characters", n=part.size)
    return bytes_words(part.size)


def _part(place: int, block: dict[str, Any], media: Sequence[Image]) -> ResultPart:
    match block.get("type"):
        case "text":
            text = _text(block, "text")
            return _made(place, "text", "whole", block, text=text, size=len(text))
        case "image":
            return _image(place, block, media)
        case "audio":
            return _data(place, "audio", block, block)
        case "resource":
            return _resource(place, block)
        case "resource_link":
            size = block.get("size")
            said = {"uri": _text(block, "uri"), "name": _text(block, "title") or _text(block, "name")}
            said |= {"description": _text(block, "description"), "media_type": _text(block, "mimeType")}
            return _made(place, "link", "line", block, size=size if isinstance(size, int) else None, **said)
        case _:
            return _made(place, "other", "line", block)


def _image(place: int, block: dict[str, Any], media: Sequence[Image]) -> ResultPart:
    number = block.get("media")
    if not isinstance(number, int) or "data" in block:
        return _data(place, "image", block, block)
    picture = media[number] if 0 <= number < len(media) else Image("")
    head, _, data = picture.url.partition(",")
    size = decoded_size(data) if head.startswith("data:") else None
    return _made(place, "image", "whole", block, media_type=picture.media_type, picture=number + 1, size=size)


def decoded_size(data: str) -> int:
    """How many bytes a text of base64 holds."""
    return len(data) * 3 // 4 - data[-2:].count("=")


def _data(place: int, kind: Kind, block: dict[str, Any], holder: dict[str, Any]) -> ResultPart:
    data = _text(holder, "blob" if kind == "blob" else "data")
    said = {"uri": _text(holder, "uri"), "media_type": _text(holder, "mimeType")}
    return _made(place, kind, "line", block, data=data, size=decoded_size(data), **said)


def _resource(place: int, block: dict[str, Any]) -> ResultPart:
    holder = block.get("resource")
    if not isinstance(holder, dict):
        return _made(place, "other", "line", block)
    if "blob" in holder:
        return _data(place, "blob", block, holder)
    text, said = _text(holder, "text"), {"uri": _text(holder, "uri"), "media_type": _text(holder, "mimeType")}
    return _made(place, "resource", "whole", block, text=text, size=len(text), **said)


def _structured(place: int, given: Gave) -> ResultPart:
    value = given.structured
    text = json.dumps(value, ensure_ascii=False, indent=2)
    reads: Reads = "whole" if _says(given.text, value) else "nothing"
    return ResultPart(
        place, "structured", reads, text=text, size=len(json.dumps(value, ensure_ascii=False)), value=value
    )


def _says(text: str, value: Any) -> bool:
    """Whether the text is the JSON of a value: servers give both, for those that read only one of them."""
    if len(text) > _LONGEST_TWICE or text[:1] not in ("{", "["):
        return False
    try:
        return bool(json.loads(text) == value)
    except (ValueError, RecursionError):
        return False


def _made(place: int, kind: Kind, reads: Reads, block: dict[str, Any], **said: Any) -> ResultPart:
    lost = block.get("not_kept")
    if isinstance(lost, int):
        said |= {"size": lost, "not_kept": True}
    if kind == "other" and block.get("type") == "structured" and said.get("not_kept"):
        kind, reads = "structured", "nothing"
    return ResultPart(place, kind, reads, type=_text(block, "type"), notes=_notes(block), value=block, **said)


def _notes(block: dict[str, Any]) -> tuple[Words, ...]:
    """What the annotations say: for whom it is meant, how much it matters, when it changed."""
    said = block.get("annotations")
    said = said if isinstance(said, dict) else {}
    audience = said.get("audience")
    meant = [each for each in audience if each in ("user", "assistant")] if isinstance(audience, list) else []
    notes = [Words(f"gave.for.{meant[0]}")] if len(meant) == 1 else []
    if isinstance(said.get("priority"), int | float):
        notes.append(words("gave.priority", priority=f"{said['priority']:g}"))
    if isinstance(said.get("lastModified"), str):
        notes.append(words("gave.changed", time=said["lastModified"][:40]))
    return tuple(notes)


def _text(block: dict[str, Any], member: str) -> str:
    value = block.get(member)
    return value if isinstance(value, str) else ""


def _shortened(name: str, member: Any) -> Any:
    if name in ("data", "blob") and isinstance(member, str) and len(member) > LONGEST_DATA:
        return f"[base64, {len(member):,} characters]"
    return without_data(member)


def _path(uri: str) -> str:
    try:
        found = urlsplit(uri)
    except ValueError:
        return ""
    return found.path or found.netloc


def pictures_of(parts: Sequence[ResultPart]) -> tuple[ResultPart, ...]:
    """The pictures that are kept beside those that the model gets."""
    return tuple(part for part in parts if part.kind == "image" and not part.picture and part.data)
