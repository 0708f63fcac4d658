"""What MCP servers asked, as a story tells it: under the call that they were at work on, and what the models cost that they asked.

Above: `story`, `story_text`, `story_markdown`, the window. Below: `asked_facts`, `story_values`, `words`. Whoever asks gives the language.
"""

from collections.abc import Callable, Iterable

from studio.messages.reply import ChatReply, Usage
from studio.present.asked_facts import answer_words, by_hand, content_text, message_of, url_of
from studio.present.story_values import ServerQuestion, Spent
from studio.present.words import Words, words
from studio.session.events import ServerAsked


def questions_of(asked: Iterable[ServerAsked]) -> tuple[ServerQuestion, ...]:
    """Questions as values of the story."""
    return tuple(map(_question, asked))


def _question(event: ServerAsked) -> ServerQuestion:
    reply = event.reply or ChatReply()
    usage = reply.usage or Usage()
    return ServerQuestion(
        event.server,
        event.what,
        message_of(event),
        url_of(event),
        event.action,
        content_text(event),
        reply.text,
        reply.model_name,
        by_hand(event),
        Spent(usage.input, usage.output, usage.cached),
        event.error,
        event.exchange.seconds if event.exchange is not None else 0.0,
    )


def question_title(one: ServerQuestion) -> Words:
    """Who asked what."""
    return words(f"asked.{one.what}", server=one.server)


def question_asked(one: ServerQuestion) -> str:
    """What was asked."""
    return "\n".join(filter(None, (one.message, one.url)))


def question_answer(one: ServerQuestion, say: Callable[[Words], str]) -> str:
    """How it was answered, why nothing came of it, and what the model said."""
    how = answer_words(one.action, one.what, model=one.model, filled=one.filled, by_hand=one.by_hand)
    said = " · ".join(filter(None, (say(how), one.error)))
    return f"({said}) {one.text}" if one.text else f"({said})"
