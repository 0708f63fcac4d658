"""The transcript of a path and of a whole session: the same for the same events, whole, and readable in any width."""

import json

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from studio.messages.message import user
from studio.messages.parts import Call, Text
from studio.messages.reply import ChatReply, ProviderError
from studio.present.text_lines import RunningText, cells, visible, wrapped
from studio.present.transcript import entries_of, transcript, whole_transcript
from studio.present.transcript_entries import ReplyEntry
from studio.present.transcript_text import TranscriptLines, entry_lines, section_lines
from studio.problems import StudioError
from studio.session.events import Event, HistoryEdited, MessageAdded, RequestFailed, RequestSent
from studio.session.journal import Journal, NowhereSink
from studio.session.nodes import NodeId
from studio.session.notes import Stopped
from studio.session.tree import Tree
from tests.unit.present.sample import ONE, TWO, Sample


def lines(sample: Sample, width: int = 80, *, times: bool = False) -> list[str]:
    journal = sample.journal
    sections = whole_transcript(
        journal.tree, journal.tree.branches(journal.names), head=journal.head, stop=journal.stopped, times=times
    )
    return [str(line) for line in section_lines(sections, width)]


def story() -> Sample:
    sample = Sample()
    sample.ask(ONE, TWO, text="I look.")
    sample.edit(1, Call("issue_refund", '{"id": 3}', "c2"))
    sample.run(0, "found it", stdout="a line\n")
    sample.reject(1)
    sample.ask(text="Done.")
    return sample


def test_a_path_is_told_from_setup_to_answer() -> None:
    told = lines(story())
    for wanted in (
        "System     Be kind.",
        "User       Refund order 1.",
        "Response   I look.",
        '           get_order({"id": 1})',
        "Edited     call issue_refund",
        '-          issue_refund({"id": 2})',
        '+          issue_refund({"id": 3})',
        "Result     get_order · executed",
        "           found it",
        "stdout     a line",
        "Result     issue_refund · rejected",
        "Response   Done.",
    ):
        assert wanted in told


def test_times_are_told_only_when_they_are_asked_for() -> None:
    assert not any("0.25 s" in line or "1.50 s" in line for line in lines(story()))
    assert any("0.25 s" in line for line in lines(story(), times=True))


def test_the_same_events_at_other_times_give_the_same_transcript() -> None:
    late = Sample()
    late.time = 99_999
    late.ask(ONE)
    early = Sample()
    early.ask(ONE)
    both = [transcript(sample.journal.tree, sample.journal.head) for sample in (early, late)]
    assert both[0] == both[1]


def test_the_entries_of_single_nodes_are_those_of_the_path() -> None:
    tree, head = story().journal.tree, story().journal.head
    single = [entry for node in tree.path(head) for entry in entries_of(tree, node)]
    assert tuple(single) == transcript(tree, head)


def test_a_branch_begins_after_its_fork_and_says_from_which_round() -> None:
    sample = story()
    fork = sample.reply
    sample.ask(ONE, text="More.")
    sample.journal.move(fork)
    sample.ask(text="Otherwise.")
    told = lines(sample)
    assert "══ Branch B, after round 2 " in next(line for line in told if "Branch B" in line)
    after = told[next(at for at, line in enumerate(told) if "Branch B" in line) :]
    assert any("Otherwise." in line for line in after)
    assert not any("I look." in line for line in after)


def test_a_call_without_an_end_is_uncertain_and_one_with_an_end_is_not() -> None:
    sample = Sample()
    sample.ask(ONE)
    sample.start(0)
    assert "uncertain  get_order began and has no end" in lines(sample)
    sample.run(0)
    assert not any(line.startswith("uncertain") for line in lines(sample))


def test_edited_messages_are_told_old_and_new() -> None:
    sample = Sample()
    sample.journal.append(HistoryEdited(start=0, removed=1, inserted=(user("Refund order 2."), user("Please."))))
    told = lines(sample)
    assert "Edited     messages · 1 removed, 2 added" in told
    assert "-          user: Refund order 1." in told
    assert "+          user: Please." in told


def test_the_stop_is_told_where_the_session_stands() -> None:
    sample = Sample()
    sample.ask(TWO)
    sample.journal.note(Stopped(sample.journal.head, "approval", "before_call", (sample.reply, 0)))
    assert lines(sample)[-1] == "Stop       Paused before issue_refund · approval: the tool is sensitive"


def test_a_line_that_cannot_be_read_is_told_and_the_rest_goes_on() -> None:
    whole = story().journal.tree

    def read(node: NodeId) -> Event:
        if node == 3:
            raise StudioError("Line 4 is not readable.")
        return whole.event(node)

    tree = Tree(read)
    for node in whole.path(whole.last):
        tree.place(node, whole.parent(node), whole.kind(node), 0)
    told = [str(line) for line in entry_lines(transcript(tree, tree.last))]
    assert "           Line 4 is not readable." in told
    assert "Response   Done." in told


def test_a_branch_that_hangs_under_an_unreadable_line_is_told_too() -> None:
    sample = story()
    fork = sample.reply
    sample.ask(ONE, text="More.")
    sample.journal.move(fork)
    sample.ask(text="Otherwise.")
    whole = sample.journal.tree

    def read(node: NodeId) -> Event:
        if node == fork:
            raise StudioError("That line is not readable.")
        return whole.event(node)

    tree = Tree(read)
    for node in range(1, whole.last + 1):
        tree.place(NodeId(node), whole.parent(NodeId(node)), whole.kind(NodeId(node)), 0)
    told = [str(line) for line in section_lines(whole_transcript(tree, tree.branches(), head=tree.last))]
    assert any("That line is not readable." in line for line in told)
    assert any("Otherwise." in line for line in told)


def test_entries_are_plain_json_values_with_their_kind() -> None:
    sample = story()
    values = json.loads(json.dumps(msgspec.to_builtins(transcript(sample.journal.tree, sample.journal.head))))
    assert [value["entry"] for value in values if value["entry"] not in ("setup", "message")] == [
        "request",
        "reply",
        "call_edited",
        "result",
        "result",
        "request",
        "reply",
    ]
    assert [value["new"] for value in values if value["entry"] == "request"] == [1, 2]


@given(st.text(), st.integers(20, 100))
def test_no_line_is_wider_than_the_terminal_and_no_word_is_lost(text: str, width: int) -> None:
    made = wrapped(text, width)
    assert all(cells(line) <= width for line in made)
    kept = "".join("".join(made).split())
    assert kept == "".join(visible(text).expandtabs(4).split())


@given(st.lists(st.text(alphabet="ab 订\n", max_size=12)))
def test_running_text_fits_whatever_its_pieces_are(pieces: list[str]) -> None:
    running = RunningText(40, 11)
    written = "".join(running.feed(piece) for piece in pieces)
    assert "".join(written.split()) == "".join("".join(pieces).split())
    assert all(cells(line.removeprefix(" " * 11).rstrip()) <= 29 for line in written.split("\n"))


def test_control_characters_cannot_reach_the_terminal() -> None:
    assert visible("a\x1b[31mb\x07\x9b") == "a␛[31mb␇\ufffd"


def test_a_narrow_terminal_gets_labels_on_lines_of_their_own() -> None:
    told = lines(story(), 40)
    assert told[told.index("Response") + 1] == "  I look."
    assert max(map(cells, told)) <= 40


def test_a_long_text_is_cut_and_says_by_how_much() -> None:
    made = wrapped("word " * 1000, 50, most=3)
    assert len(made) == 4
    assert made[-1].endswith("more characters")


class _Counting(Tree):
    """A tree that counts the steps taken up its paths."""

    steps = 0

    def parent(self, node: NodeId) -> NodeId:
        self.steps += 1
        return super().parent(node)

    def path(self, node: NodeId) -> list[NodeId]:
        found = super().path(node)
        self.steps += len(found)
        return found


def test_many_branches_at_the_end_of_a_long_path_cost_only_what_is_their_own() -> None:
    tree = _Counting()
    journal = Journal(tree, NowhereSink(), lambda: 0)
    for at in range(300):
        journal.append(MessageAdded(message=user(f"m{at}")))
    for at in range(100):
        journal.move(NodeId(290))
        journal.append(MessageAdded(message=user(f"branch {at}")))
    branches = tree.branches(journal.names)
    tree.steps = 0
    sections = whole_transcript(tree, branches, head=journal.head)
    assert [len(section.entries) for section in sections] == [300, *[1] * 100]
    assert tree.steps < 1000


def test_what_had_arrived_of_a_broken_reply_is_told_with_its_calls() -> None:
    sample = Sample()
    cut = ChatReply((Text("I look."), Call("get_order", '{"id": 1, "why": "la', "c1")))
    broken = ProviderError("incomplete", "The reply broke off after 99 bytes. What arrived is kept.")
    sample.journal.append(RequestSent(count=1, tools=2))
    sample.journal.append(RequestFailed(error=broken, partial=cut))
    told = lines(sample)
    assert "No reply   The reply broke off after 99 bytes. What arrived is kept." in told
    at = told.index("           (what had arrived) I look.")
    assert told[at + 1] == '           get_order({"id": 1, "why": "la)'


def test_a_reply_whose_thinking_was_told_already_is_told_on_with_its_text() -> None:
    reply = ReplyEntry(1, "I look.", "Hmm.", "signed")
    told = [str(line) for line in TranscriptLines().rest_of(reply, ["reasoning"])]
    assert told == ["(thinking) (signed)", "Response   I look."]
    assert [str(line) for line in TranscriptLines().rest_of(reply, ["reasoning", "text"])] == ["(thinking) (signed)"]
    assert [str(line) for line in TranscriptLines().rest_of(reply, ["text"])] == [
        "(thinking) Hmm.",
        "           (signed)",
    ]
