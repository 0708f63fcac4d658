"""The repairs of a history, each by its name: the messages as they were, and as they are mended. Pure.

Above: `history_repair`. Below: `messages`. Nothing that a model or a tool said is lost where the repair does not say so: texts,
pictures and arguments go over whole.
"""

from collections.abc import Callable

from msgspec.structs import replace

from studio.checks.history.problem import HistoryProblem
from studio.dialects.json_bytes import dump_text
from studio.engine.edits import EditRefusedError
from studio.messages.message import Message
from studio.messages.parts import Call, Image, Part, Reasoning, Result, Text
from studio.said import said

NO_RESULT = "No result."
"""What the model reads as the result of a call that has none."""
FAILED = "The tool failed and said nothing."
"""What the model reads as the result of a call that failed without a word."""

History = list[Message]


def give_result(history: History, problem: HistoryProblem) -> History:
    """The call gets its result: one that stands in a wrong place behind it, else one that says that there is none. Calls without an id
    are answered in their order, so that those before it get theirs, too."""
    at, call = _place(history, problem), _call(history, problem)
    alike = [nth for nth, one in enumerate(history[at].calls[: problem.nth + 1]) if _key(one.id) == _key(call.id)]
    for number, nth in enumerate(alike):
        if nth == problem.nth or not call.id:
            history = _answered(history, at, nth, number)
    return history


def _answered(history: History, at: int, nth: int, number: int) -> History:
    """The history with a result for call `nth` of message `at`, the one with that `number` among the calls of its id."""
    call = history[at].calls[nth]
    told = [one for one in _behind(history, at) if _key(one.call_id) == _key(call.id)]
    if number >= len(told):
        return _with_result(history, at, nth, Result(call.id, NO_RESULT, call.name, True, form=call.form))
    found = told[number]
    place = next(place for place in range(at + 1, len(history)) if any(part is found for part in history[place].parts))
    return _with_result(_without(history, place, found), at, nth, found)


def _key(id: str | None) -> str:
    """An id as calls and results are matched by it: an empty one is none."""
    return id or ""


def _behind(history: History, at: int) -> list[Result]:
    """The results behind message `at`, up to the next call that has the id of one of its calls."""
    ids = [_key(call.id) for call in history[at].calls]
    rest = range(at + 1, len(history))
    end = next((place for place in rest if any(_key(one.id) in ids for one in history[place].calls)), len(history))
    return [result for message in history[at + 1 : end] for result in message.results]


def _with_result(history: History, at: int, nth: int, result: Result) -> History:
    """The history with the result of call `nth` among those right behind the calls of message `at`, in their order."""
    mended = list(history)
    behind = mended[at + 1] if at + 1 < len(mended) else None
    if behind is None or behind.role != "tool":
        return [*mended[: at + 1], Message("tool", (result,)), *mended[at + 1 :]]
    left = [_key(call.id) for call in mended[at].calls[:nth]]
    place = 0
    for part_at, part in enumerate(behind.parts):
        if isinstance(part, Result) and _key(part.call_id) in left:
            left.remove(_key(part.call_id))
            place = part_at + 1
    mended[at + 1] = replace(behind, parts=(*behind.parts[:place], result, *behind.parts[place:]))
    return mended


def _without(history: History, at: int, part: Part) -> History:
    """The history without one part of message `at`, and without the message when nothing of it is left."""
    left = tuple(one for one in history[at].parts if one is not part)
    return [*history[:at], *([replace(history[at], parts=left)] if left else ()), *history[at + 1 :]]


def drop_result(history: History, problem: HistoryProblem) -> History:
    """Without the result."""
    return _without(history, _place(history, problem), _result(history, problem))


def new_id(history: History, problem: HistoryProblem) -> History:
    """The call and its result have another id."""
    at, call = _place(history, problem), _call(history, problem)
    nth = [one.id for one in history[at].calls[: problem.nth]].count(call.id)
    mended = list(history)
    mended[at] = _exchanged(history[at], call, call_mended(history, problem))
    fresh = call_mended(history, problem).id
    for place in range(at + 1, len(mended)):
        message = mended[place]
        if message.role == "assistant" and message.calls:
            break
        answers = [result for result in message.results if result.call_id == call.id]
        if len(answers) > nth:
            mended[place] = _exchanged(message, answers[nth], replace(answers[nth], call_id=fresh))
            break
        nth -= len(answers)
    return mended


def _exchanged(message: Message, old: Part, new: Part) -> Message:
    """The message with one part in the place of another."""
    return replace(message, parts=tuple(new if part is old else part for part in message.parts))


def wrap_arguments(history: History, problem: HistoryProblem) -> History:
    """The argument text as it is, inside an object."""
    at = _place(history, problem)
    mended = list(history)
    mended[at] = _exchanged(history[at], _call(history, problem), call_mended(history, problem))
    return mended


def call_mended(history: History, problem: HistoryProblem) -> Call:
    """The call of a problem that is mended in the call itself."""
    call = _call(history, problem)
    if problem.repair == "wrap_arguments":
        return replace(call, arguments=dump_text({"raw_arguments": call.arguments}))
    return replace(call, id=_fresh_id(history))


def _fresh_id(history: History) -> str:
    """An id of nine letters and digits, which every provider takes, that no call has."""
    taken = {call.id for message in history for call in message.calls}
    number = len(taken)
    while f"call{number:05d}" in taken:
        number += 1
    return f"call{number:05d}"


def join_results(history: History, problem: HistoryProblem) -> History:
    """All results of the calls stand together, right behind them."""
    at, result = _place(history, problem), _result(history, problem)
    places = range(at - 1, -1, -1)
    asked = next((one for one in places if any(call.id == result.call_id for call in history[one].calls)), None)
    if asked is None:
        raise EditRefusedError(said("The call of this result is not in the history."), said("Remove the result."))
    ids = [call.id for call in history[asked].calls]
    behind = range(asked + 1, len(history))
    end = next((one for one in behind if history[one].calls), len(history))
    moved = [one for message in history[asked + 1 : end] for one in message.results if one.call_id in ids]
    moved.sort(key=lambda one: ids.index(one.call_id))
    rest = [left for message in history[asked + 1 : end] if (left := _left(message, moved)) is not None]
    first = history[asked + 1]
    parts = rest.pop(0).parts if rest and first.role == "tool" and _left(first, moved) is not None else ()
    told = replace(first if first.role == "tool" else Message("tool", ()), parts=(*moved, *parts))
    return [*history[: asked + 1], told, *rest, *history[end:]]


def _left(message: Message, moved: list[Result]) -> Message | None:
    """What is left of a message when results go elsewhere; None when nothing is."""
    left = tuple(part for part in message.parts if not any(part is one for one in moved))
    if len(left) == len(message.parts):
        return message
    return replace(message, parts=left) if left else None


def results_first(history: History, problem: HistoryProblem) -> History:
    """Results first, in their order, then what else the message says."""
    at = _place(history, problem)
    mended = list(history)
    parts = sorted(history[at].parts, key=lambda part: not isinstance(part, Result))
    mended[at] = replace(history[at], role="tool", parts=tuple(parts))
    return mended


def drop_text(history: History, problem: HistoryProblem) -> History:
    """Without texts that say nothing, and without the message when nothing of it is left."""
    at = _place(history, problem)
    left = tuple(part for part in history[at].parts if not (isinstance(part, Text) and not part.text.strip()))
    return [*history[:at], *([replace(history[at], parts=left)] if left else ()), *history[at + 1 :]]


def say_failed(history: History, problem: HistoryProblem) -> History:
    """A result that is an error and says nothing says that the tool failed."""
    at, result = _place(history, problem), _result(history, problem)
    mended = list(history)
    mended[at] = _exchanged(history[at], result, replace(result, text=FAILED))
    return mended


def drop_message(history: History, problem: HistoryProblem) -> History:
    """Without the message."""
    at = _place(history, problem)
    return [*history[:at], *history[at + 1 :]]


def drop_reasoning(history: History, problem: HistoryProblem) -> History:
    """Without the reasoning that nothing follows."""
    at = _place(history, problem)
    last = next((part for part in reversed(history[at].parts) if isinstance(part, Reasoning)), None)
    if last is None:
        raise EditRefusedError(said("The reasoning is not in this message of the session."), said("Edit the body."))
    return _without(history, at, last)


def move_pictures(history: History, problem: HistoryProblem) -> History:
    """Pictures among the text of a result become its pictures: they go as a message behind it where the format has no other place."""
    at, result = _place(history, problem), _result(history, problem)
    kept = result.extra.get("content")
    pieces = kept if isinstance(kept, list) else []
    found = [_picture(piece) for piece in pieces if not (isinstance(piece, dict) and piece.get("type") == "text")]
    images = tuple(image for image in found if image is not None)
    if not images or len(images) < len(found):
        raise EditRefusedError(said("More than pictures stands in this result."), said("Edit the result."))
    extra = {key: value for key, value in result.extra.items() if key != "content"}
    mended = list(history)
    made = replace(result, media=(*result.media, *images), extra=extra)
    mended[at] = _exchanged(history[at], result, made)
    return mended


def _picture(piece: object) -> Image | None:
    match piece:
        case {"type": "image_url", "image_url": ({"url": str() as url} | (str() as url))}:
            return Image(url, url[5:].partition(",")[0].partition(";")[0] if url.startswith("data:") else "")
        case _:
            return None


def join_messages(history: History, problem: HistoryProblem) -> History:
    """Two messages of one role as one."""
    at = _place(history, problem)
    before, message = history[at - 1] if at else None, history[at]
    if before is None or before.role != message.role or before.extra or message.extra or before.calls:
        raise EditRefusedError(
            said("These two messages cannot be one."), said("Remove one of them, or put a message between them.")
        )
    origin = before.origin or message.origin
    if {before.origin, message.origin} - {"", origin}:
        raise EditRefusedError(said("These two messages were said in different formats."), said("Remove one of them."))
    passages = (*before.passages, *message.passages)
    between = (Text("\n\n"),) if before.text and message.text else ()
    parts = (*before.parts, *between, *message.parts)
    joined = replace(before, parts=_texts_joined(parts), origin=origin, passages=passages)
    return [*history[: at - 1], joined, *history[at + 1 :]]


def _texts_joined(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    made: list[Part] = []
    for part in parts:
        last = made[-1] if made else None
        if isinstance(part, Text) and isinstance(last, Text) and not part.extra and not last.extra:
            made[-1] = Text(last.text + part.text)
        else:
            made.append(part)
    return tuple(made)


def match_result(history: History, problem: HistoryProblem) -> History:
    """The result has the id of the call that misses it; all that it says stays."""
    here, there = (problem.message, problem.nth), problem.mate
    if there is None:
        raise EditRefusedError(
            said("It is not known which call this result is of."), said("Give it the id of its call by hand.")
        )
    at, of = (there, here) if problem.code == "missing_result" else (here, there)
    call = _call(history, replace(problem, message=of[0], nth=of[1]))
    wanted = replace(problem, message=at[0], nth=at[1])
    result, place = _result(history, wanted), _place(history, wanted)
    mended = list(history)
    mended[place] = _exchanged(history[place], result, replace(result, call_id=call.id, form=call.form))
    return mended


REPAIRS: dict[str, Callable[[History, HistoryProblem], History]] = {
    "give_result": give_result,
    "drop_result": drop_result,
    "match_result": match_result,
    "new_id": new_id,
    "wrap_arguments": wrap_arguments,
    "join_results": join_results,
    "results_first": results_first,
    "drop_text": drop_text,
    "say_failed": say_failed,
    "drop_message": drop_message,
    "drop_reasoning": drop_reasoning,
    "move_pictures": move_pictures,
    "join_messages": join_messages,
}
OF_CALLS = ("new_id", "wrap_arguments")
"""Repairs that change a call."""


def _place(history: History, problem: HistoryProblem) -> int:
    if problem.message is None:
        raise EditRefusedError(said("It is not known which message of the session this is."), said("Edit the message."))
    return min(problem.message, len(history) - 1)


def _call(history: History, problem: HistoryProblem) -> Call:
    calls = history[_place(history, problem)].calls
    if not 0 <= problem.nth < len(calls):
        raise EditRefusedError(said("This call stands in a form of its own in the session."), said("Edit the message."))
    return calls[problem.nth]


def _result(history: History, problem: HistoryProblem) -> Result:
    results = history[_place(history, problem)].results
    if not 0 <= problem.nth < len(results):
        raise EditRefusedError(
            said("This result stands in a form of its own in the session."), said("Edit the message.")
        )
    return results[problem.nth]
