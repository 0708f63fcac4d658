"""Problems of the messages of a request in words of the window: the sentence, the place, what a repair does, how many.

Above: the Request pane, the Problems dock, the banner. Below: `checks/history`. Knows no widget.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QCoreApplication

from studio.checks.history.problem import HistoryProblem
from studio.gui.widgets.problem_lines import ProblemLine
from studio.gui.words import fill, say, sentence
from studio.present.labels import QT_TRANSLATE_NOOP
from studio.present.words import words

translate = QCoreApplication.translate


def line_of(problem: HistoryProblem) -> ProblemLine:
    """A problem as a line below what it is about."""
    return ProblemLine(sentence(problem.sentence), problem.severity, repair_words(problem))


def repair_words(problem: HistoryProblem) -> str:
    """*Repair: give it an id of its own*; empty where no repair is known."""
    return translate("HistoryWords", _REPAIRS.get(problem.repair, _REPAIR)) if problem.repair else ""


def place_of(problem: HistoryProblem) -> str:
    """Where it is: the message by its number in the Chat view and by its place in the body, which servers speak of; else the tool."""
    place = _in_body(problem.pointer)
    if problem.message is not None:
        said = fill(translate("HistoryWords", "Message {n}"), n=problem.message + 1)
        return f"{said} · {place}" if place else said
    if place:
        return place
    if problem.tool:
        return fill(translate("HistoryWords", "Tool {tool}"), tool=problem.tool)
    return problem.pointer


def _in_body(pointer: str) -> str:
    """The message of a place in the body as servers write it: `messages[8]`; empty where it is about none."""
    member, _, rest = pointer.removeprefix("/").partition("/")
    at = rest.partition("/")[0]
    return f"{member}[{at}]" if member in ("messages", "input") and at.isdecimal() else ""


def count_words(problems: Sequence[HistoryProblem], *, draft: bool = False) -> str:
    """How many there are in a line: of what is typed (`draft`), or of the next request. Says whether it can be sent."""
    errors = sum(problem.severity == "error" for problem in problems)
    if draft:
        if errors:
            return say(words("history.draft_blocked", n=errors))
        return say(words("history.draft_doubts", n=len(problems)))
    if errors:
        return say(words("history.blocked", n=errors))
    return say(words("history.doubts", n=len(problems)))


def repairable(problems: Sequence[HistoryProblem]) -> tuple[HistoryProblem, ...]:
    """The errors that a repair is known for; without any the warnings, which are nobody's business where something else is wrong."""
    found = [problem for problem in problems if problem.repair]
    errors = [problem for problem in found if problem.severity == "error"]
    return tuple(_once(errors or found))


def _once(found: Sequence[HistoryProblem]) -> Iterator[HistoryProblem]:
    """A call and a result that belong together are one cause: the result stands for both."""
    yield from (problem for problem in found if problem.mate is None or problem.code != "missing_result")


def done_words(done: Sequence[HistoryProblem]) -> str:
    """What was mended: *Repaired: gave a call a result (1) · removed a result (1).*"""
    counted = Counter(problem.repair for problem in done)
    named = (f"{translate('HistoryWords', _DONE.get(repair, _REPAIR))} ({n})" for repair, n in counted.items())
    return fill(translate("HistoryWords", "Repaired: {what}."), what=" · ".join(named))


_REPAIR = QT_TRANSLATE_NOOP("HistoryWords", "Repair")
_REPAIRS = {
    "give_result": QT_TRANSLATE_NOOP("HistoryWords", "Repair: give it a result"),
    "drop_result": QT_TRANSLATE_NOOP("HistoryWords", "Repair: remove the result"),
    "match_result": QT_TRANSLATE_NOOP("HistoryWords", "Repair: give the result the call's id"),
    "new_id": QT_TRANSLATE_NOOP("HistoryWords", "Repair: give it an id of its own"),
    "join_results": QT_TRANSLATE_NOOP("HistoryWords", "Repair: put the results into one message"),
    "results_first": QT_TRANSLATE_NOOP("HistoryWords", "Repair: put the results first"),
    "drop_text": QT_TRANSLATE_NOOP("HistoryWords", "Repair: remove the empty text"),
    "say_failed": QT_TRANSLATE_NOOP("HistoryWords", "Repair: let the result say that it failed"),
    "drop_message": QT_TRANSLATE_NOOP("HistoryWords", "Repair: remove the message"),
    "move_pictures": QT_TRANSLATE_NOOP("HistoryWords", "Repair: put the pictures into a message behind it"),
    "wrap_arguments": QT_TRANSLATE_NOOP("HistoryWords", "Repair: put them into an object"),
    "drop_reasoning": QT_TRANSLATE_NOOP("HistoryWords", "Repair: remove the reasoning"),
    "join_messages": QT_TRANSLATE_NOOP("HistoryWords", "Repair: join it with the message before"),
}
"""What each repair of `checks/history` does. One without words here is offered as *Repair*."""
_DONE = {
    "give_result": QT_TRANSLATE_NOOP("HistoryWords", "gave a call a result"),
    "drop_result": QT_TRANSLATE_NOOP("HistoryWords", "removed a result"),
    "match_result": QT_TRANSLATE_NOOP("HistoryWords", "gave a result its call's id"),
    "new_id": QT_TRANSLATE_NOOP("HistoryWords", "gave a call an id of its own"),
    "join_results": QT_TRANSLATE_NOOP("HistoryWords", "put results into one message"),
    "results_first": QT_TRANSLATE_NOOP("HistoryWords", "put results first"),
    "drop_text": QT_TRANSLATE_NOOP("HistoryWords", "removed an empty text"),
    "say_failed": QT_TRANSLATE_NOOP("HistoryWords", "let a result say that it failed"),
    "drop_message": QT_TRANSLATE_NOOP("HistoryWords", "removed a message that says nothing"),
    "move_pictures": QT_TRANSLATE_NOOP("HistoryWords", "put pictures into a message of their own"),
    "wrap_arguments": QT_TRANSLATE_NOOP("HistoryWords", "put arguments into an object"),
    "drop_reasoning": QT_TRANSLATE_NOOP("HistoryWords", "removed reasoning"),
    "join_messages": QT_TRANSLATE_NOOP("HistoryWords", "joined two messages"),
}
"""What each repair did, said afterwards."""
