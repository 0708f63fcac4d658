"""Edits as rows, transcript and story: made together, and told or not told to the model."""

from msgspec.structs import replace

from studio.messages.message import user
from studio.messages.parts import Call
from studio.present.row_filter import row_filter
from studio.present.rows import Rows
from studio.present.story import story
from studio.present.transcript import transcript
from studio.present.transcript_entries import CallEditedEntry, HistoryEntry, SetupEntry
from studio.present.transcript_text import entry_lines
from studio.session.events import CallEdited, EditedTogether, Event, HistoryEdited, SetupChanged
from studio.session.lines import LineError
from studio.session.nodes import NodeId
from studio.session.tree import Tree
from studio.session.truths import Truth, notice
from tests.unit.present.sample import ONE, TWO, Sample

MINE = Call("issue_refund", '{"id": 3}', "c2")


def _edited(truth: Truth, text: str = "") -> Sample:
    sample = Sample()
    sample.ask(ONE, TWO)
    sample.journal.append(CallEdited(call=(sample.reply, 1), now=MINE, truth=truth, notice=text))
    return sample


def _said(sample: Sample) -> list[str]:
    entry = transcript(sample.journal.tree, sample.journal.head)[-1]
    assert isinstance(entry, CallEditedEntry)
    return [str(line).strip() for line in entry_lines([entry], 100)]


def test_the_transcript_says_what_the_history_keeps() -> None:
    assert not any("history" in line for line in _said(_edited("rewrite")))
    assert any("the history keeps the model's call" in line for line in _said(_edited("keep")))
    told = _said(_edited("notify", notice(MINE.name, MINE.arguments)))
    assert any("its result begins with a notice" in line for line in told)
    assert any("What ran: issue_refund" in line for line in told)
    again = _edited("keep")
    again.journal.append(CallEdited(call=(again.reply, 1), now=MINE))
    assert any("the history says your edit" in line for line in _said(again)), "only the truth was changed"
    assert sum("issue_refund(" in line for line in _said(again)) == 0


def test_a_row_says_what_ran_and_what_the_history_says() -> None:
    sample = _edited("keep")
    (row,) = (row for row in Rows(sample.journal.tree, sample.journal.head) if row.call == (sample.reply, 1))
    assert [badge.words.key for badge in row.badges] == ["badge.edited", "badge.kept"]
    assert 'issue_refund({"id": 2})' in str(row.notes)
    assert row.edited


def test_the_story_says_what_the_model_wrote_and_what_it_reads() -> None:
    for truth in ("rewrite", "notify", "keep"):
        sample = _edited(truth, "n")
        first, second = story(sample.journal.tree, sample.journal.head).rounds[0].actions
        assert (first.truth, second.truth) == ("", truth)
        assert (second.arguments, second.asked) == (MINE.arguments, 'issue_refund({"id": 2})')


def _together() -> tuple[Sample, NodeId]:
    """Settings and history changed as one event, and the request that carries them."""
    sample = Sample()
    sample.ask(text="Well.")
    sample.journal.append(HistoryEdited(start=1, removed=0, inserted=(user("More."),)))
    history = HistoryEdited(start=0, removed=1, inserted=(user("Other."),))
    node = sample.journal.append(EditedTogether(edits=(SetupChanged(system="Be brief."), history))).id
    sample.ask(text="Done.")
    return sample, node


def test_settings_and_history_changed_together_stand_in_the_round_of_the_request_that_carries_them() -> None:
    sample, node = _together()
    rows = Rows(sample.journal.tree, sample.journal.head)
    shown = [(row.kind, row.round) for row in rows if row.round == 2 or row.kind == "setup"]
    assert ("setup", 0) in shown
    assert [row.edited for row in rows if row.kind == "request"] == [False, True]
    at = rows.row_of(node)
    assert at is not None
    assert rows.row(at).kind == "setup"
    rows.set_filter(row_filter("is:edited", str))
    assert [row.kind for row in rows if not row.parent_only] == ["request"]
    entries = transcript(sample.journal.tree, sample.journal.head)
    kinds = [type(entry) for entry in entries]
    assert (kinds.count(HistoryEntry), kinds.count(SetupEntry)) == (2, 2)


def test_edits_whose_line_is_damaged_are_shown_as_a_damaged_line() -> None:
    sample, edited = _together()
    whole = sample.journal.tree

    def read(node: NodeId) -> Event:
        if node == edited:
            raise LineError("broken")
        return replace(whole.event(node), t=0)

    tree = Tree(read)
    for node in whole.path(sample.journal.head):
        tree.place(node, whole.parent(node), whole.kind(node), 0)
    assert "damaged" in [row.kind for row in Rows(tree, sample.journal.head)]
    assert "damaged" in [entry.__struct_config__.tag for entry in transcript(tree, sample.journal.head)]
    assert story(tree, sample.journal.head).rounds
