"""The story of a session as rich text: its sums, its answer, and each round as thought, action and observation.

Above: the dialog of the summary. Below: `present/story_values`, the theme. All that was said is escaped: nothing in it is read as markup.
"""

from collections.abc import Iterable, Iterator
from html import escape

from PySide6.QtCore import QCoreApplication

from studio.gui.look.theme import theme
from studio.gui.words import fill, number, say, seconds, sentence
from studio.present.result_parts import part_line
from studio.present.story_asked import question_answer, question_asked, question_title
from studio.present.story_edited import edited_text
from studio.present.story_markdown import spent_text
from studio.present.story_values import NOTHING_SPENT, Action, Observation, Round, ServerQuestion, SessionStory
from studio.present.words import Words, words

translate = QCoreApplication.translate
_LONGEST = 600
_INDENT = 26
_LABEL = 104
_PADDING = 3
Line = tuple[str, str, str, bool]
"""Title, text, colour token of the title, and whether the text is code."""


def story_html(story: SessionStory, notes: str = "") -> str:
    """The whole story, below what the person wrote about it."""
    parts = [_table(_notes(notes), 0)] if notes else []
    parts.append(_table(_head(story), 0))
    for one in story.rounds:
        parts += _round(one, 0, str(one.number))
    return "".join(parts)


def _notes(notes: str) -> Iterator[Line]:
    yield translate("Summary", "Notes"), notes, "text", False


def _head(story: SessionStory) -> Iterator[Line]:
    yield say(Words("story.answer")), story.content or say(Words("story.no_answer")), "result", False
    yield say(Words("story.tokens")), spent_text(story.tokens, say), "muted", False
    if story.tokens != story.own:
        yield translate("Summary", "Own replies"), spent_text(story.own, say), "muted", False
    if story.agents != NOTHING_SPENT:
        yield translate("Summary", "Agents"), spent_text(story.agents, say), "muted", False
    if story.choosing != NOTHING_SPENT:
        yield translate("Summary", "Choice of groups"), spent_text(story.choosing, say), "muted", False
    if story.sampling != NOTHING_SPENT:
        yield translate("Summary", "Asked by servers"), spent_text(story.sampling, say), "muted", False
    yield translate("Summary", "Rounds"), number(len(story.rounds)), "muted", False
    yield translate("Summary", "Calls"), number(len(story.executions)), "muted", False
    yield translate("Summary", "Time at work"), seconds(story.seconds), "muted", False
    if story.finish and story.content:  # while the turn goes on nothing has ended
        yield translate("Summary", "Ended by"), story.finish, "muted", False


def _round(one: Round, depth: int, label: str) -> Iterator[str]:
    spent = spent_text(one.tokens, say) if one.tokens != NOTHING_SPENT else ""
    meta = " · ".join(filter(None, (one.model, spent, seconds(one.seconds) if one.seconds else "")))
    colour, title = "agent" if depth else "text", escape(say(words("row.round", round=label)))
    head = f"<b style='color:{theme().name_of(colour)}'>{title}</b>&nbsp; {_in('muted', meta)}"
    yield f"<p style='margin:18px 0 6px {depth * _INDENT + _PADDING}px'>{head}</p>"
    yield _table(_said(one), depth)
    for action in one.actions:
        yield from _action(action, depth, label)
    if not one.actions and one.text:
        yield _table([(say(Words("story.answer")), one.text, "result", False)], depth)


def _said(one: Round) -> Iterator[Line]:
    yield from ((say(Words("row.user")), said, "response", False) for said in one.said)
    if one.choice is not None:
        groups = ", ".join(one.choice.groups)
        opened = say(words("groups.opened", groups=groups)) if groups else say(Words("groups.opened_none"))
        yield say(Words("row.groups_chosen")), sentence(one.choice.error) or opened, "muted", False
    if one.left_out:
        yield translate("Summary", "Memory"), say(words("count.left_out", n=one.left_out)), "muted", False
    yield from ((say(Words("row.failed")), sentence(failed), "error", False) for failed in one.failed)
    if one.thought:
        yield say(Words("story.thought")), one.thought, "muted", False


def _action(action: Action, depth: int, label: str) -> Iterator[str]:
    call = (say(Words("story.action")), f"{action.tool}({action.arguments})", "call", True)
    seen = _observed(action.observation) if action.observation is not None else []
    asked = [line for question in action.questions for line in _asked(question)]
    edited = _edited(action)
    if action.agent is None:
        yield _table([call, *edited, *asked, *seen], depth)
        return
    yield _table([call, *edited, *asked], depth)
    for one in action.agent.rounds:
        yield from _round(one, depth + 1, f"{label}.{one.number}")
    yield _table(seen, depth)


def _edited(action: Action) -> list[Line]:
    """What the model wrote of a call that the person changed, and what the history says."""
    said = edited_text(action, say)
    return [("", said, "muted", False)] if said else []


def _asked(one: ServerQuestion) -> tuple[Line, Line]:
    answer = question_answer(one, say)
    return (say(question_title(one)), question_asked(one), "muted", False), ("", answer, "muted", False)


def _observed(seen: Observation) -> list[Line]:
    source = "" if seen.source == "ran" else f" ({say(Words(f'source.{seen.source}'))})"
    said = (say(Words("story.observation")), seen.text + source, "error" if seen.is_error else "result", True)
    lines = (say(words("gave.place", place=part.place, what=part_line(part, say))) for part in seen.parts)
    return [said, *(("", line, "muted", False) for line in lines)]


def _table(lines: Iterable[Line], depth: int) -> str:
    rows = "".join(_row(*line) for line in lines)
    if not rows:
        return ""
    return f"<table width='100%' cellspacing='0' cellpadding='{_PADDING}' style='margin-left:{depth * _INDENT}px'>{rows}</table>"


def _row(title: str, text: str, token: str, code: bool) -> str:
    shown = text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
    more = (
        "" if shown == text else _in("muted", " " + fill(translate("Summary", "({n} characters)"), n=number(len(text))))
    )
    family = f" style='font-family:\"{theme().code_font().family()}\"'" if code else ""
    body = escape(shown).replace("\n", "<br>")
    return (
        f"<tr><td width='{theme().px(_LABEL)}' valign='top'>{_in(token, title)}</td>"
        f"<td valign='top'><span{family}>{body}</span>{more}</td></tr>"
    )


def _in(token: str, text: str) -> str:
    return f"<span style='color:{theme().name_of(token)}'>{escape(text)}</span>"
