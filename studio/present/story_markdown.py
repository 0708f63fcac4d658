"""The story of a session as Markdown: what it came to, then each round as thought, action and observation.

Above: the window, which copies it. Below: `story_values`, `words`. Whoever asks gives the language.
"""

from collections.abc import Callable, Iterator

from studio.present.result_parts import part_line
from studio.present.story_asked import question_answer, question_asked, question_title
from studio.present.story_edited import edited_text
from studio.present.story_values import Action, Round, SessionStory, Spent
from studio.present.words import Words, words

Say = Callable[[Words], str]


def story_markdown(story: SessionStory, say: Say, title: str = "", notes: str = "") -> str:
    """The whole story; results whole, in blocks of code."""
    lines = [f"# {title}", ""] if title else []
    lines += [*_quoted(notes), ""] if notes else []
    lines += list(_sum(story, say))
    for one in story.rounds:
        lines += ["", *_round(one, say, 2, str(one.number))]
    return "\n".join(lines) + "\n"


def _sum(story: SessionStory, say: Say) -> Iterator[str]:
    yield f"- {say(Words('story.tokens'))}: {spent_text(story.tokens, say)}"
    if story.agents.input is not None:
        yield f"- {say(words('story.agents', spent=spent_text(story.agents, say)))}"
    if story.choosing.input is not None:
        yield f"- {say(words('story.choosing', spent=spent_text(story.choosing, say)))}"
    if story.sampling.input is not None:
        yield f"- {say(words('story.sampling', spent=spent_text(story.sampling, say)))}"
    yield f"- {say(words('count.calls', n=len(story.executions)))}"
    yield ""
    yield f"**{say(Words('story.answer'))}**"
    yield ""
    yield from _quoted(story.content or say(Words("story.no_answer")))


def spent_text(spent: Spent, say: Say) -> str:
    """Tokens in words."""
    if spent.input is None and spent.output is None:
        return say(Words("story.unknown"))
    members: dict[str, str | int] = {"input": spent.input or 0, "output": spent.output or 0}
    if spent.cached:
        return say(Words("story.spent_cached", {**members, "cached": spent.cached}))
    return say(Words("story.spent", members))


def _round(one: Round, say: Say, level: int, number: str) -> Iterator[str]:
    title = say(words("row.round", round=number))
    model = f" · {one.model}" if one.model else ""
    yield f"{'#' * min(level, 6)} {title}{model} · {spent_text(one.tokens, say)}"
    for said in one.said:
        yield from ("", f"**{say(Words('row.user'))}**", "", *_quoted(said))
    for failed in one.failed:
        yield from ("", f"**{say(Words('row.failed'))}**: {failed}")
    if one.left_out:
        yield from ("", say(words("count.left_out", n=one.left_out)))
    if one.thought:
        yield from ("", f"**{say(Words('story.thought'))}**", "", *_quoted(one.thought))
    for action in one.actions:
        yield from _action(action, say, level, number)
    if not one.actions and one.text:
        yield from ("", f"**{say(Words('story.answer'))}**", "", *_quoted(one.text))


def _action(action: Action, say: Say, level: int, number: str) -> Iterator[str]:
    yield from ("", f"**{say(Words('story.action'))}**", "", *_code(f"{action.tool}({action.arguments})"))
    if action.asked:
        yield from ("", edited_text(action, say))
    for question in action.questions:
        yield from ("", f"**{say(question_title(question))}**", "", *_quoted(question_asked(question)))
        yield from ("", *_quoted(question_answer(question, say)))
    if action.agent is not None:
        for one in action.agent.rounds:
            yield from ("", *_round(one, say, level + 1, f"{number}.{one.number}"))
    if action.observation is not None:
        yield from ("", f"**{say(Words('story.observation'))}** · {say(Words(f'source.{action.observation.source}'))}")
        yield from ("", *_code(action.observation.text))
        if action.observation.parts:
            yield ""
            yield from (f"{part.place}. {part_line(part, say)}" for part in action.observation.parts)


def _quoted(text: str) -> Iterator[str]:
    return (f"> {line}" for line in text.splitlines() or [""])


def _code(text: str) -> list[str]:
    """A block that no line of the text ends."""
    fence = "```"
    while fence in text:
        fence += "`"
    return [fence, *text.splitlines(), fence]
