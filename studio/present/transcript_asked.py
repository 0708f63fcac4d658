"""What an MCP server asked, as an entry of a transcript and as its labelled texts.

Above: `transcript`, `transcript_blocks`. Below: `transcript_asked_entry`, `asked_facts`, `labels`. Pure.
"""

from collections.abc import Iterator

from studio.messages.reply import ChatReply, Usage
from studio.present.asked_facts import answer_words, by_hand, content_text, message_of, url_of
from studio.present.labels import english
from studio.present.transcript_asked_entry import ServerAskedEntry
from studio.present.transcript_block import Block
from studio.present.words import words
from studio.session.events import ServerAsked
from studio.session.state import CallState

Place = tuple[CallState | None, int, int]
"""An open call, its number from 1 on, and how many there are; zeros when it is not there."""


def asked_entry(rounds: int, event: ServerAsked, place: Place, *, times: bool) -> ServerAskedEntry:
    """The entry of a question and its answer."""
    found, at, of = place
    reply = event.reply or ChatReply()
    usage = reply.usage or Usage()
    return ServerAskedEntry(
        rounds,
        event.server,
        at,
        of,
        found.call.name if found is not None else "",
        event.what,
        message_of(event),
        url_of(event),
        event.asked,
        event.action,
        event.content,
        by_hand(event),
        reply.model_name or "",
        reply.text,
        event.error,
        usage.input,
        usage.output,
        event.seconds if times and event.seconds > 0 else None,
        content_text(event),
    )


def asked_blocks(entry: ServerAskedEntry) -> Iterator[Block]:
    """The question, then what was answered."""
    asked = "\n".join(filter(None, (entry.message, entry.url)))
    yield Block("call", _say(f"asked.{entry.what}", server=entry.server), asked)
    yield Block("error" if entry.error else "result", _say("asked.answer"), " · ".join(filter(None, _answer(entry))))
    if entry.text:
        yield Block("said", "", entry.text)


def _answer(entry: ServerAskedEntry) -> Iterator[str]:
    yield english(answer_words(entry.action, entry.what, model=entry.model, filled=entry.filled, by_hand=entry.by_hand))
    yield entry.error
    yield f"{entry.seconds:.2f} s" if entry.seconds else ""


def _say(key: str, **params: str | int) -> str:
    return english(words(key, **params))
