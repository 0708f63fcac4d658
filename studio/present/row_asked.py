"""The row of what an MCP server asked, under the call that it was at work on: the question in short, and what became of it.

Above: `part_reader`. Below: `asked_facts`, `round_facts`, `words`.
"""

from studio.messages.reply import Usage
from studio.present.arguments_summary import arguments_summary, one_line
from studio.present.asked_facts import by_hand, content_text, message_of, url_of
from studio.present.round_facts import RoundFacts, before
from studio.present.row import Badge, Phrase, Row, Slot
from studio.present.row_marks import SOURCES
from studio.present.words import Words, words
from studio.session.events import ServerAsked

_TOKENS = {"accept": "muted", "decline": "warn", "cancel": "warn"}


def asked_row(slot: Slot, facts: RoundFacts) -> Row:
    """The row of a question. Its tokens and time are those of the model that answered it."""
    event = facts.asked[slot.node]
    usage = (event.reply.usage if event.reply is not None else None) or Usage()
    seconds = event.exchange.seconds if event.exchange is not None else 0.0
    failed = event.action == "cancel" and bool(event.error)
    return Row(
        "asked", slot.node, words(f"asked.{event.what}", server=event.server), "agent" if event.what == "sampling" else "person",
        "warn" if failed else "muted", slot.call, rewind=before(event), event=event.id, round=facts.number,
        level=1 if facts.number else 0, summary=_summary(event), badges=_badges(event), notes=_notes(event),
        tokens_in=usage.input, tokens_out=usage.output, ms=round(seconds * 1000) if seconds > 0 else None,
        mocked=by_hand(event),
    )  # fmt: skip


def _summary(event: ServerAsked) -> tuple[Phrase, ...]:
    said = one_line(message_of(event))
    address = one_line(url_of(event))
    filled = arguments_summary(content_text(event)) if event.content else ""
    answer = one_line(event.reply.text) if event.reply is not None else ""
    return tuple(filter(None, (said, address, filled, answer)))


def _badges(event: ServerAsked) -> tuple[Badge, ...]:
    what = Badge(Words(f"badge.asked.{event.action}"), _TOKENS[event.action])
    return (what, SOURCES["by_hand"]) if by_hand(event) else (what,)


def _notes(event: ServerAsked) -> tuple[Phrase, ...]:
    """The whole address, what was filled in, what the model said, and why nothing came of it."""
    address = (words("asked.address", url=url_of(event)),) if url_of(event) else ()
    filled = (words("asked.accept.form", content=content_text(event)),) if event.content else ()
    said = event.reply.text if event.reply is not None and not by_hand(event) else ""
    model = (words("asked.model_said", text=one_line(said)),) if said.strip() else ()
    return (*address, *filled, *model, *((event.error,) if event.error else ()))
