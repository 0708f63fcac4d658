"""The words at an undo: where it stopped and why, and that a session whose undo has no end is uncertain."""

import pytest

from studio.engine.due import UndoCalls, due
from studio.present.labels import english
from studio.present.stop_words import session_word, stop_words
from studio.present.transcript import transcript
from studio.present.transcript_entries import AttemptEntry, ResultEntry, UncertainEntry, UndoneEntry
from studio.session.events import AttemptFailed, UndoStarted
from studio.session.nodes import StopKind
from studio.session.notes import Stopped
from tests.flow.canned import Canned
from tests.sessions.every_kind import told

pytestmark = pytest.mark.anyio


@pytest.fixture
async def at_undo() -> Canned:
    """A session that stands before its first undo."""
    canned = await told()
    canned.journal.move(canned.journal.tree.branches()[1].fork)
    return canned


@pytest.mark.parametrize(
    ("reason", "place", "what", "said"),
    [
        ("breakpoint", "before_call", "undo", "Paused before book is undone · stop place"),
        ("approval", "before_call", "undo", "Paused before book is undone · approval: the undoing tool is sensitive"),
        ("step", "before_call", "undo", "Paused before book is undone · step"),
        ("breakpoint", "after_result", "undo", "Paused after the undoing of book · stop place"),
        (
            "exception",
            "before_call",
            "missed_undo",
            "Paused before book is undone · the recording does not undo this call",
        ),
    ],
)
async def test_a_stop_at_an_undo_names_the_call_that_is_undone(
    at_undo: Canned, reason: StopKind, place: str, what: str, said: str
) -> None:
    todo = due(at_undo.journal.state)
    assert isinstance(todo, UndoCalls)
    stop = Stopped(at_undo.journal.head, reason, place, todo.calls[0], what)  # type: ignore[arg-type]
    assert " · ".join(map(english, stop_words(stop, at_undo.journal.state))).startswith(said)


async def test_an_uncertain_and_a_failed_undo_say_what_they_mean(at_undo: Canned) -> None:
    todo = due(at_undo.journal.state)
    assert isinstance(todo, UndoCalls)
    at_undo.journal.append(UndoStarted(call=todo.calls[0], tool="cancel", cause="fly"))
    state = at_undo.journal.state
    assert english(session_word(None, state)) == "uncertain"
    said = {
        what: " · ".join(
            english(each) for each in stop_words(Stopped(state.node, "exception", None, todo.calls[0], what), state)
        )
        for what in ("uncertain_undo", "undo_failed")
    }
    assert said["uncertain_undo"].startswith("book may have been undone · the undoing began and has no end")
    assert said["undo_failed"].startswith("book could not be undone · its effect may still be there")
    entries = transcript(at_undo.journal.tree, at_undo.journal.head)
    assert entries[-1] == UncertainEntry(3, "cancel")


async def test_a_transcript_holds_what_json_readers_need_of_every_run(at_undo: Canned) -> None:
    at_undo.journal.move(at_undo.journal.tree.branches()[0].tip)
    entries = transcript(at_undo.journal.tree, at_undo.journal.head)
    results = {entry.tool: entry for entry in entries if isinstance(entry, ResultEntry)}
    assert (results["count"].ran_with, results["look"].attempts, results["wipe"].approved) == ('{"n": 27}', 1, True)
    assert (results["weather"].rule, results["stock"].fault) == ("rain", "error")
    assert (len(results["talk"].whole), results["draw"].media) == (108, ("image/png, 8 bytes",))
    (attempt,) = (entry for entry in entries if isinstance(entry, AttemptEntry))
    assert (attempt.tool, attempt.number, attempt.text) == ("look", 1, "ValueError: try again")
    undone = [entry for entry in entries if isinstance(entry, UndoneEntry)]
    assert [(entry.tool, entry.undo, entry.cause, entry.is_error) for entry in undone] == [
        ("book", "cancel", "fly", False),
        ("pay", "pay_back", "fly", True),
        ("book", "cancel", "fly", True),
    ]
    assert undone[0].arguments == '{"what": "car"}'
    events = at_undo.journal.tree.events(at_undo.journal.head)
    assert any(isinstance(event, AttemptFailed) for event in events)
