"""The tree of branches: which row stands under which, what it says, and how it is drawn in a terminal."""

from studio.messages.message import user
from studio.present.branch_facts import BranchFacts
from studio.present.branch_tree import BranchRow, branch_rows
from studio.present.branch_tree_text import tree_lines
from studio.session.events import HistoryEdited, RequestSent, SetupChanged
from studio.session.expectations import Expectation, Met, NotMet, Unknown
from studio.session.nodes import NodeId
from studio.session.notes import BranchHidden, BranchNamed, BranchNoted, SampleStarted, Stopped
from studio.session.samples import SamplePlan
from studio.session.tree import Branch
from tests.unit.present.sample import ONE, TWO, Sample


def fork(sample: Sample, at: int, name: str = "", note: str = "", expects: str = "") -> NodeId:
    journal = sample.journal
    journal.move(NodeId(at))
    start = journal.append(SetupChanged()).id
    if name:
        journal.note(BranchNamed(start, name))
    if note or expects:
        journal.note(BranchNoted(start, note, expects))
    return start


def drawn(sample: Sample, looked: Expectation | None = None, *, hidden: bool = False, width: int = 80) -> list[str]:
    return [str(line) for line in tree_lines(rows(sample, looked, hidden=hidden), width)]


def rows(sample: Sample, looked: Expectation | None = None, *, hidden: bool = False) -> tuple[BranchRow, ...]:
    return branch_rows(sample.journal, lambda _: looked, hidden=hidden)


def bushy() -> Sample:
    """main with two rounds; B from round 2, C from round 1 with D on it."""
    sample = Sample()
    sample.ask(ONE)
    sample.run(0)
    first = sample.journal.head
    sample.ask(text="Done.")
    sample.journal.note(Stopped(sample.journal.head, "finished"))
    fork(sample, sample.journal.head - 1, "late")
    third = fork(sample, first, "early", "Ask for less.", "reply.text == 'Short.'")
    sample.ask(TWO)
    fork(sample, third, "inner")
    sample.fail()
    return sample


def test_each_branch_stands_right_above_those_that_left_it_the_earliest_fork_first() -> None:
    found = rows(bushy())
    assert [(row.name, row.level, row.lanes, row.last) for row in found] == [
        ("main", 0, (), True), ("early", 1, (), False), ("inner", 2, (True,), True), ("late", 1, (), True),
    ]  # fmt: skip
    assert [(row.rounds, row.from_round) for row in found] == [(2, 0), (2, 1), (1, 1), (1, 1)]
    assert [row.parent for row in found] == [None, 1, found[1].start, 1]
    assert [row.current for row in found] == [False, False, True, False]


def test_the_tree_is_drawn_with_lines_notes_and_expectations() -> None:
    assert drawn(bushy(), NotMet()) == [
        "main · 2 rounds · finished",
        "├─ early · after round 1 · 2 rounds · 1 call waits",
        "│  │ Ask for less.",
        "│  │ expects reply.text == 'Short.': not met",
        "│  └─ inner · after round 1 · 1 round · the request failed · the session stands here",
        "└─ late · after round 1 · 1 round · only begun",
    ]


def test_a_note_is_broken_into_lines_that_stand_under_its_branch() -> None:
    sample = bushy()
    sample.journal.note(BranchNoted(rows(sample)[3].start, "One two three four five six seven."))
    assert drawn(sample, width=28)[-2:] == ["     One two three four five", "     six seven."]


def test_what_became_of_an_expectation_is_said_in_a_word() -> None:
    ends = [drawn(bushy(), found)[3].rpartition(": ")[2] for found in (Met(), NotMet(so_far=True), Unknown())]
    assert ends == ["met", "not met so far", "not known yet"]
    assert drawn(bushy(), Unknown("It was never asked."))[3].endswith("cannot be said: It was never asked.")


def test_a_hidden_branch_is_left_out_and_what_hangs_under_it_moves_up() -> None:
    sample = bushy()
    early, inner = rows(sample)[1:3]
    sample.journal.note(BranchHidden(early.start))
    assert [(row.name, row.level) for row in rows(sample)] == [("main", 0), ("inner", 1), ("late", 1)]
    assert [row.hidden for row in rows(sample, hidden=True)] == [False, True, False, False]
    sample.journal.note(BranchHidden(inner.start))
    assert rows(sample)[1].current, "the branch of the head is never hidden"
    sample.journal.note(BranchHidden(early.start, hidden=False))
    assert len(rows(sample)) == 4


def test_a_replayed_and_a_sampled_branch_are_marked() -> None:
    sample = Sample()
    sample.ask(text="Hello.")
    sample.journal.note(SampleStarted("s1", sample.journal.head, SamplePlan(())))
    start = fork(sample, 2, "again")
    sample.journal.append(RequestSent(source="recorded"))
    assert [(row.start, row.marks) for row in rows(sample)] == [(1, ("sampled",)), (start, ("here", "replayed"))]


def test_where_a_branch_stands_is_said_also_after_an_edit_there() -> None:
    sample = Sample()
    assert drawn(sample) == ["main · 0 rounds · a request is due · the session stands here"]
    sample.ask(ONE, TWO)
    sample.journal.note(Stopped(sample.journal.head, "approval", "before_call"))
    sample.edit(0, TWO)
    assert rows(sample)[0].ended.key == "branch.approval"
    sample.start(0)
    assert rows(sample)[0].ended.key == "branch.uncertain"
    sample.run(0)
    assert rows(sample)[0].ended.key == "branch.stopped"


def test_forty_branches_of_one_step_are_one_level_deep() -> None:
    sample = Sample()
    sample.ask(text="Hello.")
    for _ in range(39):
        fork(sample, 3)
    found = rows(sample)
    assert [row.level for row in found] == [0] + [1] * 39
    assert [row.start for row in found] == sorted(row.start for row in found)


def test_lists_leave_hidden_branches_out_but_not_the_one_that_is_shown() -> None:
    sample = bushy()
    facts = BranchFacts(sample.journal.tree, sample.journal.names, sample.journal.hidden)
    main, early, inner, late = (row.start for row in rows(sample))
    sample.journal.note(BranchHidden(late))
    sample.journal.note(BranchHidden(early))
    facts.refresh()
    assert facts.listed(main) == [main, inner]
    assert list(facts.listed(early)) == [main, early, inner]
    assert [start for starts in facts.forks.values() for start in starts] == [inner]
    assert (facts.name(late), facts.rounds(late)) == ("late", 1)


def looked_at(branch: Branch) -> Expectation | None:
    raise AssertionError("only what is expected is looked at")


def test_nothing_is_worked_out_for_branches_of_which_nothing_is_expected() -> None:
    sample = Sample()
    sample.ask(text="Hello.")
    fork(sample, 3, "noted", "A note alone.")
    assert [row.expectation for row in branch_rows(sample.journal, looked_at)] == [None, None]


def test_a_branch_on_which_only_messages_were_edited_says_so() -> None:
    sample = bushy()
    assert rows(sample)[3].ended.key == "branch.begun"
    sample.journal.move(rows(sample)[3].tip)
    sample.journal.append(HistoryEdited(start=0, removed=1, inserted=(user("changed"),)))
    assert rows(sample)[3].ended.key == "branch.edited"
