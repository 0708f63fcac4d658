"""The story of a session up to a node: per round what was decided, what ran and what came back, and what all of it comes to.

Above: `story_text`, the command line, the window. Below: `story_path`, `story_values`. Pure, from the tree alone; the same for the same
events.
"""

from collections.abc import Iterable, Iterator
from functools import reduce

from studio.messages.parts import Call, Reasoning, Text
from studio.messages.reply import ChatReply, Usage
from studio.present.labels import english
from studio.present.result_parts import light_parts
from studio.present.stop_words import failure_text, failure_words
from studio.present.story_asked import questions_of
from studio.present.story_path import FrameMade, RoundMade, Told, told
from studio.present.story_values import (
    NOTHING_SPENT,
    Action,
    AgentStory,
    Choice,
    Execution,
    ExecutionRequest,
    Observation,
    Reply,
    Round,
    SessionStory,
    Spent,
    Undone,
)
from studio.present.words import words
from studio.session.events import GroupsChosen, RequestFailed
from studio.session.nodes import NodeId
from studio.session.returned import answer, returned
from studio.session.state import CallState, SessionState
from studio.session.toolbox import Added
from studio.session.tree import Tree

SHORT = 120
"""Characters of a result that are shown in short."""


def story(tree: Tree, node: NodeId) -> SessionStory:
    """The story of the path to `node`."""
    path = told(tree, node)
    rounds = tuple(_round(path, made) for made in path.session.rounds)
    own, agents = _sum(one.tokens for one in rounds), _sum(one.agents for one in rounds)
    choosing = _sum(one.choice.tokens for one in rounds if one.choice is not None)
    apart = questions_of(path.asked.get(None, ()))
    sampling = _sum((*map(_asked, rounds), *(one.tokens for one in apart)))
    replies = [(bool(one.actions), Reply(one.number, one.text, one.finish)) for one in rounds if _replied(path, one)]
    return SessionStory(
        _content(path.state),
        replies[-1][1].finish if replies else None,
        own + agents + choosing + sampling,
        own,
        agents,
        choosing,
        sum(map(_seconds, rounds)),
        rounds,
        tuple(_executions(rounds)),
        tuple(reply for asked, reply in replies if asked),
        replies[-1][1] if replies and not replies[-1][0] else None,
        sampling,
        apart,
    )


def _replied(path: Told, one: Round) -> bool:
    return path.session.rounds[one.number - 1].reply is not None


def _content(state: SessionState) -> str:
    """The answer of the last turn; empty while it goes on."""
    opened = state.open
    if state.outer is not None or opened is None:
        return ""
    is_over = bool(returned(state)) if opened.calls else not opened.reply.resumable
    return "\n".join(answer(state)) if is_over else ""


def _asked(one: Round) -> Spent:
    """What servers spent on models in a round of the session itself."""
    return _sum(question.tokens for action in one.actions for question in action.questions)


def _sum(spent: Iterable[Spent]) -> Spent:
    return reduce(Spent.__add__, spent, NOTHING_SPENT)


def _seconds(one: Round) -> float:
    """Of a round with all that went on in it; an agent's call took as long as its rounds did."""
    inside = sum(_of_action(action) for action in one.actions)
    return one.seconds + inside + (one.choice.seconds if one.choice is not None else 0.0)


def _of_action(action: Action) -> float:
    if action.agent is not None:
        return sum(map(_seconds, action.agent.rounds))
    asked = sum(question.seconds for question in action.questions)
    return asked + (action.observation.seconds if action.observation is not None else 0.0)


def _round(path: Told, made: RoundMade) -> Round:
    said = made.reply.reply if made.reply is not None else ChatReply()
    now = made.open.reply if made.open is not None else said
    actions = tuple(_action(path, call) for call in made.open.calls) if made.open is not None else ()
    return Round(
        made.number,
        tuple(made.said),
        said.model_name or made.model,
        _thought(said),
        _reasoning(said),
        now.text,
        made.open is not None and made.open.edited,
        actions,
        said.finish,
        _spent(said.usage),
        _sum(action.agent.tokens for action in actions if action.agent is not None),
        made.reply.seconds if made.reply is not None else 0.0,
        _choice(made.choice, made.chooser),
        tuple(map(_failure, made.failed)),
        made.request.tools if made.request is not None else 0,
        sum(count for _, count in made.request.left_out) if made.request is not None else 0,
    )


def _spent(usage: Usage | None) -> Spent:
    return Spent(usage.input, usage.output, usage.cached) if usage is not None else NOTHING_SPENT


def _reasoning(reply: ChatReply) -> str:
    return _lines(part.text for part in reply.parts if isinstance(part, Reasoning))


def _thought(reply: ChatReply) -> str:
    """What the model decided, in its own words where it has any."""
    if not reply.calls:
        return _reasoning(reply)
    first = next(at for at, part in enumerate(reply.parts) if isinstance(part, Call))
    said = "".join(part.text for part in reply.parts[:first] if isinstance(part, Text))
    names = dict.fromkeys(call.name for call in reply.calls)
    return _lines((_reasoning(reply), said.strip())) or english(words("story.calls", tools=", ".join(names)))


def _lines(texts: Iterable[str]) -> str:
    return "\n".join(filter(None, texts))


def _choice(event: GroupsChosen | None, model: str) -> Choice | None:
    if event is None:
        return None
    reply = event.reply or ChatReply()
    return Choice(reply.model_name or model, event.groups, _spent(reply.usage), event.seconds, event.error)


def _failure(event: RequestFailed) -> str:
    return failure_text(english(failure_words(event.error.kind, event.error.status)), event.error.message)


def _action(path: Told, call: CallState) -> Action:
    was = call.original
    return Action(
        call.call.name,
        call.call.arguments,
        call.call.id,
        call.ran_with,
        f"{was.name}({was.arguments})" if was is not None and call.edited else "",
        was is None,
        call.approved,
        call.status,
        tuple(path.attempts.get(call.key, ())),
        _observation(path, call),
        _agent(path, path.agents.get(call.key, [])),
        questions_of(path.asked.get(call.key, ())),
        (call.truth if call.is_kept else "rewrite") if was is not None and call.edited else "",
    )


def _agent(path: Told, runs: list[FrameMade]) -> AgentStory | None:
    """All that an agent did for one call, also in runs that were made again."""
    if not runs:
        return None
    rounds = tuple(_round(path, made) for run in runs for made in run.rounds)
    choosing = (one.choice.tokens for one in rounds if one.choice is not None)
    spent = (*(one.tokens + one.agents + _asked(one) for one in rounds), *choosing)
    return AgentStory(runs[-1].message, rounds, _sum(spent))


def _observation(path: Told, call: CallState) -> Observation | None:
    result, event = call.result, path.results.get(call.key)
    if result is None:
        return None
    text = path.texts.get(call.key, result.text)
    adds = event.adds if event is not None and event.adds is not None else Added()
    return Observation(
        text,
        _short(text),
        result.source,
        result.status,
        event.is_error if event is not None and result.rolled_back else result.is_error,
        result.seconds,
        event.whole if event is not None else "",
        result.edited,
        _undone(path, call),
        adds.tools,
        adds.skill,
        adds.groups,
        light_parts(event) if event is not None and not result.edited else (),
    )


def _undone(path: Told, call: CallState) -> Undone | None:
    event = path.undone.get(call.key)
    return Undone(event.tool, event.cause, event.told, event.is_error) if event is not None else None


def _short(text: str) -> str:
    line = " ".join(text[: 4 * SHORT].split())
    return line if len(line) <= SHORT and len(text) <= 4 * SHORT else f"{line[: SHORT - 1]}…"


def _executions(rounds: tuple[Round, ...], inside: tuple[str, ...] = ()) -> Iterator[Execution]:
    for one in rounds:
        for action in one.actions:
            if action.agent is not None:
                yield from _executions(action.agent.rounds, (*inside, action.tool))
            if action.observation is not None:
                request = ExecutionRequest(action.tool, action.arguments, action.ran_with)
                yield Execution(one.number, inside, request, action.observation)
