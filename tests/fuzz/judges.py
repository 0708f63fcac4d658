"""What has to hold for any bytes: no exception but DialectError, the same reply for any split, and what was read can be written,
taken to another format and kept in the session file. Each judge takes bytes and a source of chance, and raises when it does not."""

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from random import Random

import msgspec

from studio.checks.text_repair import repaired
from studio.dialects import roster
from studio.dialects.call_ids import CallIds
from studio.dialects.crossing import Crossing
from studio.dialects.dialect import Dialect
from studio.dialects.dialect_error import DialectError
from studio.dialects.printed import forms
from studio.dialects.printed.form import TextForm
from studio.dialects.traits import Traits
from studio.messages.arguments import read_arguments
from studio.messages.assemble import Assembly
from studio.messages.message import Message
from studio.messages.parts import Call, Opaque, Part
from studio.messages.reply import ChatReply, ProviderError
from studio.messages.request import ChatRequest
from studio.responders.reading import Reading
from studio.session import lines
from studio.session.events import ReplyReceived, RequestFailed
from tests.fuzz.material import TALK, TOOLS
from tests.fuzz.mutations import split

Judge = Callable[[bytes, Random], None]
REQUEST = ChatRequest("m", list(TALK[:1]), "", TOOLS, {})


def judges() -> dict[str, Judge]:
    """Every judge by the kind of material it takes, a number behind it where several take the same."""
    made: dict[str, Judge] = {"arguments": judge_arguments}
    for name in roster.NAMES:
        for text_form in ("", *forms.NAMES):
            dialect, end = roster.make(name, text_form), f"/{text_form}" if text_form else ""
            made[f"stream:{name}{end}"] = partial(judge_answer, dialect, stream=True)
            made[f"whole:{name}{end}"] = partial(judge_answer, dialect, stream=False)
            made[f"request:{name}{end}"] = partial(judge_request, dialect)
        made[f"error:{name}"] = partial(judge_error, roster.make(name))
    for name in forms.NAMES:
        made[f"text:{name}"] = partial(judge_text, forms.form(name))
    return made


def judge_answer(dialect: Dialect, data: bytes, random: Random, *, stream: bool) -> None:
    """An answer with a 2xx status, whatever was asked for."""
    request = random.choice((None, REQUEST))
    made = [_read(dialect, pieces, stream, request) for pieces in ([data], split(data, random))]
    _assert_same(made[0], made[1])
    for result, so_far in made[:1]:
        for reply in (result, so_far):
            if isinstance(reply, ChatReply):
                _check_reply(dialect, reply, random)
        if isinstance(result, ProviderError):
            lines.decode(lines.encode(RequestFailed(error=result)))


def judge_request(dialect: Dialect, data: bytes, random: Random) -> None:
    """A request body: what is read is written, and read as the same again."""
    try:
        request = dialect.read_request(data)
    except DialectError:
        return
    for message in request.messages:
        _check_message(dialect, message, random)
    try:
        body = dialect.write_request(request, stream=random.random() < 0.5)
    except DialectError:
        return
    assert isinstance(dialect.read_request(body), ChatRequest)


def judge_error(dialect: Dialect, data: bytes, random: Random) -> None:
    """The body of an answer that is no 2xx."""
    error = dialect.read_error(random.choice((400, 401, 404, 429, 500, 529)), data)
    lines.decode(lines.encode(RequestFailed(error=error)))


def judge_text(form: TextForm, data: bytes, random: Random) -> None:
    """What a model printed: nothing of it may be lost, wherever it is cut."""
    text = data.decode("utf-8", "replace")
    parts = _read_text(form, [text])
    _assert_same(parts, _read_text(form, split(text, random)))
    assert "".join(map(_printed, parts)) == text
    form.write_calls([part for part in parts if isinstance(part, Call)])


def judge_arguments(data: bytes, _random: Random) -> None:
    """The argument text of a call."""
    text = (
        data.decode("utf-8", "surrogatepass") if b"\xed" in data and _is_text(data) else data.decode("utf-8", "replace")
    )
    read = read_arguments(text)
    assert (read.value is None) == (read.problem is not None)
    repaired(text, read)


def _is_text(data: bytes) -> bool:
    try:
        data.decode("utf-8", "surrogatepass")
        return True
    except UnicodeDecodeError:
        return False


def _read(
    dialect: Dialect, pieces: Iterable[bytes], stream: bool, request: ChatRequest | None
) -> tuple[ChatReply | ProviderError, ChatReply | None]:
    reading = Reading(dialect, 200, (), stream=stream, request=request)
    for piece in pieces:
        if piece:
            reading.feed(piece)
    reading.end()
    return reading.result(), reading.partial()


def _read_text(form: TextForm, pieces: Iterable[str]) -> tuple[Part, ...]:
    reader, assembly = form.reader(TOOLS), Assembly()
    for piece in pieces:
        assembly.feed_all(reader.feed(piece))
    assembly.feed_all(reader.end())
    return assembly.reply().parts


def _printed(part: Part) -> str:
    if isinstance(part, Opaque):
        return str(part.value["made_up"])
    printed = part.extra.get("printed") if hasattr(part, "extra") else None
    return str(getattr(part, "text", "") if printed is None else printed)


def _check_reply(dialect: Dialect, reply: ChatReply, random: Random) -> None:
    for call in reply.calls:
        read_arguments(call.arguments)
    kept = lines.decode(lines.encode(ReplyReceived(reply=reply)))
    assert isinstance(kept, ReplyReceived)
    with suppress(DialectError):
        dialect.write_reply(reply)
    with suppress(DialectError):
        list(dialect.write_stream(reply))
    _check_message(dialect, Message("assistant", reply.parts, reply.extra, reply.origin), random)


def _check_message(dialect: Dialect, message: Message, random: Random) -> None:
    json.dumps(msgspec.to_builtins(message))
    for name in (dialect.name, random.choice(roster.NAMES)):
        other = roster.make(name)
        crossed = Crossing(name, CallIds(name, Traits())).cross(message, 1).message
        with suppress(DialectError):
            if crossed is not None:
                other.write_message(crossed)


def _assert_same(one: object, other: object) -> None:
    # NaN is not itself: what they show counts.
    assert one == other or repr(one) == repr(other), f"another split, another result:\n{one!r:.1500}\n{other!r:.1500}"
