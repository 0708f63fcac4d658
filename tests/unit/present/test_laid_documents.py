"""Two steps or answers laid beside one another, member by member."""

import pytest

from studio.messages.parts import Call, Reasoning, Text
from studio.messages.reply import ChatReply, ProviderError, Usage
from studio.present.documents import Document, NoDocumentError, answer_document, reply_members, step_document
from studio.present.labels import english
from studio.present.laid import next_difference, title
from studio.present.laid_documents import LaidDocuments
from studio.present.report_markdown import markdown
from studio.present.words import words
from studio.session.samples import SampleReply
from studio.session.tree import ROOT
from tests.sample_session import Sample

pytestmark = pytest.mark.promise("H1")


def _laid(left: dict[str, object], right: dict[str, object]) -> LaidDocuments:
    title = words("document.step", step=1)
    return LaidDocuments(Document(title, left), Document(title, right))


def test_members_differ_by_what_they_say_and_items_of_a_list_are_aligned() -> None:
    laid = _laid(
        {"model": "m", "messages": ["a", "b", {"x": 1, "y": 2}], "n": 1, "gone": None},
        {"model": "m", "messages": ["a", {"y": 2, "x": 1}, "c"], "n": True},
    )
    told = [(row.left, english(row.standing), row.right) for row in map(laid.row, range(len(laid)))]
    assert told == [
        ("model: m", "the same", "model: m"),
        ("messages[0]: a", "the same", "messages[0]: a"),
        ("messages[1]: b", "only left", ""),
        ('messages[2]: {"x": 1, "y": 2}', "the same", 'messages[2]: {"y": 2, "x": 1}'),
        ("", "only right", "messages[2]: c"),
        ("n: 1", "differs", "n: true"),
        ("gone: null", "only left", ""),
    ]
    assert english(laid.sentence()) == "They differ in 4 places."
    assert list(laid.causes(english)) == ["messages, n, gone"]
    assert (laid.first, next_difference(laid, 6, 1)) == (2, 2)
    assert laid.texts(3, english)[0] == '{\n  "x": 1,\n  "y": 2\n}'


def test_what_says_the_same_has_no_difference() -> None:
    laid = _laid({"a": [1]}, {"a": [1]})
    assert english(laid.sentence()) == "Both say the same."
    assert next_difference(laid, 0, 1) is None
    assert list(laid.causes(english)) == []
    assert "##" not in markdown(laid.parts(english))


def test_a_report_has_what_differs_in_full() -> None:
    text = markdown(_laid({"a": "x\ny"}, {"a": "x\nz"}).parts(english))
    assert "## a: differs" in text
    assert "-y\n+z" in text


def test_requests_replies_and_calls_are_documents() -> None:
    sample = Sample()
    sample.say("go")
    request = sample.ask()
    reply = sample.reply(("get", '{"x": 1}'))
    result = sample.run(0, '{"found": true}')
    tree = sample.journal.tree
    assert english(step_document(tree, request).title) == f"Request, step {request}"
    said = step_document(tree, reply)
    assert said.members["calls"] == [{"name": "get", "arguments": {"x": 1}}]
    call = step_document(tree, result)
    assert english(call.title) == f"get, step {result}"
    assert call.members == {
        "tool": "get",
        "arguments": {"x": 1},
        "result": {"found": True},
        "is error": False,
    }
    assert step_document(tree, reply, (reply, 0)).members == {"tool": "get", "arguments": {"x": 1}}, "not run by then"
    with pytest.raises(NoDocumentError):
        step_document(tree, ROOT)


def test_an_answer_says_text_reasoning_and_calls_but_no_ids() -> None:
    reply = ChatReply((Reasoning("hm"), Text("a"), Call("get", "not json", "id1")), "stop", Usage(1234, 5))
    assert reply_members(reply) == {
        "text": "a",
        "reasoning": "hm",
        "calls": [{"name": "get", "arguments": "not json"}],
        "finish": "stop",
    }
    one = answer_document("s1", SampleReply(0, 0, 4, reply=reply, seconds=1.25), "as it is", "tiny")
    failed = answer_document("s1", SampleReply(0, 0, 5, error=ProviderError("http", "No.", 500)), "as it is", "tiny")
    laid = LaidDocuments(one, failed, (0.25, None))
    assert title(laid, english) == "Sample s1: as it is, answer 5 ↔ Sample s1: as it is, answer 6"
    assert laid.figures(english) == (
        ("model", "tiny", "tiny"),
        ("tokens in → out", "1,234 → 5", "unknown"),
        ("time at work", "1.2 s", "0.0 s"),
        ("cost", "$0.2500", "unknown"),
    )
