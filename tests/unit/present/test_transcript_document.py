"""A session as Markdown and as a page: all of it is there, hostile texts stay text, and what was chosen is left out."""

import base64
import json
import re
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt
from msgspec.structs import replace

from studio.messages.message import Message, user
from studio.messages.parts import Call, Image, Reasoning, Text
from studio.messages.reply import ChatReply, Usage
from studio.messages.toolspec import ToolSpec
from studio.present.shown_text import shown
from studio.present.transcript_document import Document
from studio.present.transcript_html import HtmlWriter
from studio.present.transcript_markdown import MarkdownWriter, fenced, inline
from studio.present.transcript_pieces import Choice, Picture
from studio.session.events import HistoryEdited, MessageAdded, ReplyReceived, RequestSent, SetupChanged
from studio.session.nodes import NodeId
from studio.session.notes import BranchNoted
from tests.unit.present.sample import ONE, TWO, Sample

pytestmark = pytest.mark.promise("H5")

PNG = b"\x89PNG\r\n\x1a\nnot a real one"
HOSTILE = (
    "</script><script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "</details></div></main></body>",
    "````\nfence\n```\n~~~",
    "# not a heading\n\n---\n===\n- not a list\n1. nor this",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "    indented\n\ttabbed",
    "[link](javascript:alert(1)) ![p](http://evil.example/x.png) <http://a.example>",
    "see http://a.example and www.b.example and me@c.example",
    "&lt;b&gt; &amp; &#35; \\* $x$ @user #1 ~~no~~ **no** __no__ `no`",
    "abc\u202edcba\u2066x\u2069 \x1b[31mred\x07 \ud800",
    "全角　空格，中文。 👩‍💻",
    "> quoted\n\n\n\nend  \nhard",
    "--> <!-- -->",
    "]]> <![CDATA[",
)


def document(sample: Sample, choice: Choice = Choice(), branch: int = 1) -> Document:  # noqa: B008 - a frozen value
    return Document(sample.journal, choice, NodeId(branch), lambda _setup, _usage: 0.25)


def markdown(sample: Sample, choice: Choice = Choice(), branch: int = 1) -> str:  # noqa: B008
    return written(MarkdownWriter("pictures"), document(sample, choice, branch))


def page(sample: Sample, choice: Choice = Choice(), branch: int = 1) -> str:  # noqa: B008
    return written(HtmlWriter(), document(sample, choice, branch))


def written(writer: MarkdownWriter | HtmlWriter, made: Document) -> str:
    parts = [*writer.begin("A session"), *writer.of(made.head("A session", (("File", "a.tcsession"),)))]
    parts += [text for pieces in made.steps() for piece in pieces for text in writer.of(piece)]
    return "".join((*parts, *writer.end()))


class Read(HTMLParser):
    """The elements of a page, and its text without that of its style."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.names: list[str] = []
        self.text = ""
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.names += [name for name, _ in attrs]
        if tag not in ("meta", "img", "br", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("img", "br", "hr") and (not self.open or self.open.pop() != tag):
            self.wrong.append(tag)

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data


def rendered(text: str) -> Read:
    """Markdown as most readers show it: with tables and with HTML."""
    return Read(MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(text))


def squeezed(text: str) -> str:
    return "".join(text.split())


def hostile(text: str) -> Sample:
    """The text everywhere where somebody else writes one."""
    sample = Sample()
    sample.journal.append(SetupChanged(system=text, tools=(ToolSpec("get_order", text),)))
    sample.journal.append(MessageAdded(message=user(text)))
    sample.journal.append(RequestSent(count=1))
    call = Call("get_order", json.dumps({"id": text}), "c1")
    reply = ChatReply((Reasoning(text), Text(text), call))
    sample.reply = sample.journal.append(ReplyReceived(reply=reply)).id
    sample.edit(0, Call(text, text, "c1"))
    sample.run(0, text, stdout=text, is_error=True)
    return sample


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_text_stays_text_on_the_page(text: str) -> None:
    read, wanted = Read(page(hostile(text), Choice(tools=True, timing=True))), squeezed(shown(text))
    assert not {"script", "img", "a", "iframe", "table", "form"} & set(read.tags)
    assert not {name for name in read.names if name.startswith("on") or name in ("href", "src")}
    assert (read.wrong, read.open) == ([], [])
    assert squeezed(read.text).count(wanted) >= 6


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_text_stays_text_in_markdown(text: str) -> None:
    read, wanted = rendered(markdown(hostile(text), Choice(tools=True))), squeezed(shown(text))
    assert not {"script", "img", "a", "iframe", "table", "h1"} & set(read.tags[1:])
    assert not {name for name in read.names if name.startswith("on") or name in ("href", "src")}
    assert (read.wrong, read.open) == ([], [])
    assert squeezed(read.text).count(wanted) >= 6


@pytest.mark.parametrize("text", HOSTILE)
def test_a_line_of_markdown_means_nothing_but_itself(text: str) -> None:
    line = " ".join(text.split())
    assert rendered(inline(line)).text.strip() == shown(line)
    assert set(rendered(inline(line)).tags) <= {"p"}


def test_no_fence_inside_a_text_ends_its_block() -> None:
    for text in ("```", "a\n`````\nb", "~~~", "```json\n{}\n```"):
        assert rendered(fenced(text)).tags == ["pre", "code"]
        assert rendered(fenced(text)).text.rstrip("\n") == text.rstrip("\n")


def test_what_would_hide_or_turn_is_spelled_out_and_all_else_stays() -> None:
    assert shown("a\u202eb\x1b\u200bc\ud800") == "a\\u202eb\\x1b\\u200bc\\ud800"
    assert shown("中文　a\tb\r\nc 👩‍💻\xa0é") == "中文　a\tb\nc 👩‍💻\xa0é"


def story() -> Sample:
    sample = Sample()
    sample.journal.append(RequestSent(count=1, tools=2, source="live"))
    reply = ChatReply((Reasoning("I wonder."), Text("I look."), ONE, TWO), usage=Usage(100, 20, 10))
    sample.reply = sample.journal.append(ReplyReceived(reply=reply, seconds=1.5)).id
    sample.edit(1, Call("issue_refund", '{"id": 3}', "c2"))
    sample.run(0, '{"paid":true,"sum":1.50}', stdout="a line\n")
    sample.run(1, "gone", source="mock")
    sample.ask(text="Done.")
    return sample


def test_all_that_happened_is_told_in_order() -> None:
    for text in (rendered(markdown(story())).text, Read(page(story())).text):
        at = -1
        for wanted in (
            "Be kind.",
            "Refund order 1.",
            "Round 1",
            "I wonder.",
            "I look.",
            "get_order (c1)",
            '"id": 1',
            "100 tokens in (10 cached), 20 out · $0.2500",
            '- issue_refund({"id": 2})',
            '+ issue_refund({"id": 3})',
            "executed",
            '"sum": 1.50',
            "a line",
            "mocked",
            "gone",
            "Round 2",
            "Done.",
            "Sum",
            "at least 100 in, 20 out",
        ):
            assert text.find(wanted, at + 1) > at, wanted
            at = text.find(wanted, at + 1)


def test_what_is_not_chosen_is_left_out() -> None:
    bare = markdown(story(), Choice(system=False, thinking=False, edits=False))
    assert "Be kind" not in bare
    assert "I wonder" not in bare
    assert '- issue_refund({"id": 2})' not in bare
    assert '+ issue_refund({"id": 3})' in bare
    assert "1.50 s" not in bare
    assert "1.50 s" in markdown(story(), Choice(timing=True))
    assert '"parameters"' not in bare
    assert '"parameters"' in markdown(story(), Choice(tools=True))


def test_thinking_is_folded_away() -> None:
    assert re.search(r"<details[^>]*><summary>Thinking</summary><div[^>]*>I wonder\.</div></details>", page(story()))
    assert "<details><summary>Thinking</summary>\n\n```text\nI wonder.\n```\n\n</details>" in markdown(story())


def test_rounds_are_chosen_with_what_was_said_before_them() -> None:
    sample = story()
    sample.journal.append(MessageAdded(message=user("And now?")))
    sample.ask(text="Later.")
    second, third = markdown(sample, Choice(first=2, last=2)), markdown(sample, Choice(first=3))
    assert ("I look" in second, "Done." in second, "And now" in second, "Later" in second) == (
        False,
        True,
        False,
        False,
    )
    assert ("Done." in third, "And now" in third, "Later" in third) == (False, True, True)
    assert "- **Rounds**: 2–2" in second
    assert "- **Replies**: 1\n" in second


def test_a_range_of_rounds_says_the_same_as_all_of_them_wherever_it_begins() -> None:
    sample = story()
    for at in range(3, 9):
        sample.journal.append(MessageAdded(message=user(f"Question {at}")))
        sample.ask(Call("get_order", "{}", f"c{at}"), text=f"Answer {at}")
        sample.run(0, f"result {at}")
    whole = markdown(sample)
    for first in range(2, 9):
        told = markdown(sample, Choice(first=first, last=first))
        begin = whole.index(
            "**User**", whole.index(f"result {first - 1}") if first > 3 else whole.index("### Round 2") - 1
        )
        begin = begin if first > 2 else whole.index("### Round 2")
        end = whole.index("**User**", begin + 10) if first < 8 else whole.index("## Sum")
        assert whole[begin:end].strip() in told, first
    assert "Answer" not in markdown(sample, Choice(first=20))


def forked() -> Sample:
    sample = story()
    end = sample.journal.head
    sample.journal.move(NodeId(2))
    sample.ask(text="Otherwise.")
    start = sample.journal.tree.branch_of(sample.journal.head)
    sample.journal.note(BranchNoted(start=start, note="What if?", expects="round > `1`"))
    sample.journal.move(end)
    return sample


def test_a_branch_is_told_from_its_beginning_and_says_where_others_leave() -> None:
    sample = forked()
    other = sample.journal.tree.branches(sample.journal.names)[1]
    main, side = markdown(sample), markdown(sample, branch=other.start)
    assert f"Branch {other.name} starts here" in main
    assert "Otherwise" not in main
    assert "Refund order 1" in side
    assert "Otherwise" in side
    assert "- **Note**: What if?" in side
    assert "I look" not in side


def test_all_branches_are_told_each_from_its_fork_on() -> None:
    told = markdown(forked(), Choice(all_branches=True))
    assert told.count("Refund order 1") == 1
    assert told.index("I look.") < told.index("## Branch") + 10_000
    assert "Otherwise." in told
    assert told.count("\n## Branch ") == 2


def test_pictures_are_files_beside_markdown_and_stand_in_the_page() -> None:
    sample, data = Sample(), base64.b64encode(PNG).decode()
    images = (
        Image(f"data:image/png;base64,{data}"),
        Image("https://a.example/x.png"),
        Image("data:image/svg+xml;base64,PHN2Zz4="),
    )
    sample.journal.append(MessageAdded(message=Message("user", (Text("Look"), *images))))
    found = [piece for pieces in document(sample).steps() for piece in pieces if isinstance(piece, Picture)]
    assert [piece.data for piece in found] == [PNG, b"", b""]
    read = rendered(markdown(sample))
    assert read.tags.count("img") == 1
    assert f"(<pictures/{found[0].name}>)" in markdown(sample)
    assert Read(page(sample)).tags.count("img") == 1
    assert f'src="data:image/png;base64,{data}"' in page(sample)
    assert 'src="https' not in page(sample)


def test_the_page_needs_nothing_and_lets_nothing_in() -> None:
    made = page(story())
    assert "default-src 'none'; style-src 'unsafe-inline'; img-src data:" in made
    assert not re.search(r"https?:|url\(|@import|<script|<link", made)
    assert "prefers-color-scheme:dark" in made
    assert "@media print" in made


def test_what_was_done_to_the_history_is_told() -> None:
    sample = story()
    sample.journal.append(HistoryEdited(start=0, removed=1, inserted=(user("Refund order 2."),)))
    assert "- user: Refund order 1.\n+ user: Refund order 2." in markdown(sample)


def test_how_far_it_is_goes_from_nothing_to_all() -> None:
    made = document(story())
    far = [made.fraction for _ in made.steps()]
    assert far == sorted(far)
    assert far[-1] == 1.0


def test_the_sum_says_when_it_does_not_know_all() -> None:
    sample = story()
    made = Document(sample.journal, Choice(), NodeId(1), lambda _setup, usage: None if usage.input is None else 0.5)
    assert "- **Cost**: at least \\$0.5000" in written(MarkdownWriter("p"), made)
    unknown = Document(sample.journal, replace(Choice(), timing=True), NodeId(1), lambda _setup, _usage: None)
    assert "- **Cost**: unknown" in written(MarkdownWriter("p"), unknown)
