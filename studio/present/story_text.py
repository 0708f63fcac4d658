"""The story of a session as lines of text for a terminal.

Above: the command line. Below: `story_values`, `transcript_text`, `labels`. Prints nothing.
"""

from collections.abc import Iterator

from studio.present.labels import english
from studio.present.result_parts import part_line
from studio.present.story_asked import question_answer, question_asked, question_title
from studio.present.story_edited import edited_text
from studio.present.story_values import (
    NOTHING_SPENT,
    Action,
    Choice,
    Observation,
    Round,
    ServerQuestion,
    SessionStory,
    Spent,
)
from studio.present.transcript_block import Block
from studio.present.transcript_text import Line, TranscriptLines
from studio.present.words import words


def story_lines(story: SessionStory, width: int = 80, most: int = 0, *, full: bool = False) -> Iterator[Line]:
    """Every round, then what they come to. `most` is the number of lines shown of one text, 0 shows all; `full` shows results whole."""
    lines = TranscriptLines(width, most)
    if not story.rounds:
        yield from lines.of_block(Block("quiet", "", _say("story.no_rounds")))
        return
    yield from _rounds(lines, story.rounds, 0, full=full)
    yield lines.rule(_say("story.sum"), "═")
    for block in _sum(story):
        yield from lines.of_block(block)


def _say(key: str, **params: str | int) -> str:
    return english(words(key, **params))


def _rounds(lines: TranscriptLines, rounds: tuple[Round, ...], depth: int, *, full: bool) -> Iterator[Line]:
    for one in rounds:
        title = _say("row.round", round=one.number)
        yield lines.rule(f"{title} · {one.model}" if one.model else title, "─", depth)
        for block in _begin(one):
            yield from lines.of_block(block, depth)
        for action in one.actions:
            yield from _action(lines, action, depth, full=full)
        for block in _end(one):
            yield from lines.of_block(block, depth)


def _begin(one: Round) -> Iterator[Block]:
    for said in one.said:
        yield Block("said", _say("row.user"), said)
    if one.choice is not None:
        yield Block("error" if one.choice.error else "quiet", _say("row.groups_chosen"), _chosen(one.choice))
    if one.left_out:
        yield Block("quiet", _say("row.request"), english(words("count.left_out", n=one.left_out)))
    for failed in one.failed:
        yield Block("error", _say("row.failed"), failed)
    if one.thought:
        yield Block("quiet", _say("story.thought"), one.thought)


def _chosen(choice: Choice) -> str:
    opened = _say("groups.opened", groups=", ".join(choice.groups)) if choice.groups else _say("groups.opened_none")
    error = _say("groups.failed", error=choice.error) if choice.error else ""
    return _joined(choice.model, error, opened, _spent(choice.tokens), _time(choice.seconds))


def _joined(*said: str) -> str:
    return " · ".join(filter(None, said))


def _action(lines: TranscriptLines, action: Action, depth: int, *, full: bool) -> Iterator[Line]:
    for block in _call(action):
        yield from lines.of_block(block, depth)
    for block in _asked(action.questions):
        yield from lines.of_block(block, depth)
    if action.agent is not None:
        yield from _rounds(lines, action.agent.rounds, depth + 1, full=full)
    if action.observation is not None:
        for block in _observed(action.tool, action.observation, full=full):
            yield from lines.of_block(block, depth)
    elif action.status == "started":
        yield from lines.of_block(Block("error", "", _say("row.uncertain", tool=action.tool)), depth)


def _asked(questions: tuple[ServerQuestion, ...]) -> Iterator[Block]:
    for one in questions:
        yield Block("note", english(question_title(one)), question_asked(one))
        yield Block("error" if one.error else "quiet", "", question_answer(one, english))


def _call(action: Action) -> Iterator[Block]:
    yield Block("call", _say("story.action"), f"{action.tool}({action.arguments})")
    if action.asked:
        yield Block("edit", "", f"({edited_text(action, english)})")
    if action.added:
        yield Block("edit", "", f"({_say('mark.added')})")
    if action.ran_with:
        yield Block("note", "", f"({_say('call.ran_with', arguments=action.ran_with)})")
    for at, failed in enumerate(action.failed, 1):
        yield Block("error", "", f"{_say('row.attempt', number=at, tool=action.tool)}: {failed}")


def _observed(tool: str, seen: Observation, *, full: bool) -> Iterator[Block]:
    how = _joined(
        _say(f"source.{seen.source}") if seen.source != "ran" else "",
        _say(f"status.{seen.status}") if seen.status not in ("ok", "error", seen.source) else "",
        _say("mark.error") if seen.is_error and seen.source not in ("rejected", "refused") else "",
        _say("mark.edited") if seen.edited else "",
        _time(seen.seconds),
    )
    text = seen.text if full else seen.short
    yield Block("error" if seen.is_error else "result", _say("story.observation"), f"({how}) {text}" if how else text)
    for part in seen.parts:
        yield Block("quiet", "", f"({_say('gave.place', place=part.place, what=part_line(part, english))})")
    if seen.undone is not None:
        undone = _say("row.not_undone" if seen.undone.failed else "row.undone", tool=tool)
        by = _say("undo.by", undo=seen.undone.by) if seen.undone.by else ""
        yield Block("note", "", _joined(undone, by, _say("undo.because", cause=seen.undone.cause)))


def _end(one: Round) -> Iterator[Block]:
    if one.text and not one.actions:
        yield Block("said", _say("story.answer"), one.text)
    agents = _say("story.agents", spent=_spent(one.agents)) if one.agents != NOTHING_SPENT else ""
    if one.finish is not None or one.tokens != NOTHING_SPENT or one.seconds:
        told = _spent(one.tokens) or _say("story.unknown")
        yield Block("quiet", _say("story.tokens"), _joined(told, agents, one.finish or "", _time(one.seconds)))


def _sum(story: SessionStory) -> Iterator[Block]:
    if story.content:
        yield Block("said", _say("story.answer"), story.content)
    else:
        yield Block("quiet", _say("story.answer"), _say("story.no_answer"))
    yield from _asked(story.questions)
    apart = (("own", story.own), ("agents", story.agents), ("choosing", story.choosing), ("sampling", story.sampling))
    parts = [_say(f"story.{name}", spent=_spent(spent)) for name, spent in apart if spent != NOTHING_SPENT]
    told = _spent(story.tokens) or _say("story.unknown")
    yield Block("quiet", _say("story.tokens"), "\n".join([told, *(parts if len(parts) > 1 else [])]))
    counts = (
        words("count.rounds", n=len(story.rounds)),
        words("count.results", n=len(story.executions)),
    )
    yield Block("quiet", "", _joined(*map(english, counts), story.finish or "", _time(story.seconds)))


def _spent(spent: Spent) -> str:
    """Empty when nobody told."""
    if spent.input is None and spent.output is None:
        return ""
    key = "story.spent_cached" if spent.cached else "story.spent"
    return _say(key, input=spent.input or 0, output=spent.output or 0, cached=spent.cached or 0)


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds else ""
