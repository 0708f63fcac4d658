"""Which exchanges belong to a round, and what is made of one: its steps, its events, a command for curl, a program."""

import shlex
from typing import Any

import msgspec
import pytest

from studio.messages.reply import ChatReply, ProviderError
from studio.present.exchanges import (
    Exchanged,
    all_exchanges,
    body_of,
    event_log,
    pieces,
    responder_of,
    round_exchanges,
)
from studio.present.wire_copies import as_curl, as_python
from studio.present.wire_times import spans
from studio.session.events import (
    Event,
    GroupsChosen,
    MessageAdded,
    ReplyReceived,
    RequestFailed,
    RequestSent,
    SetupChanged,
)
from studio.session.kept_exchange import KeptExchange, kept
from studio.session.nodes import NodeId
from studio.session.setup import ResponderChoice
from studio.session.toolbox import Chooser
from studio.session.tree import Tree
from studio.wire.exchange import Exchange, Times
from tests.unit.present.stream import DONE, event

URL = "https://api.example/v1/chat/completions"
STREAM = event(content="Hi") + event(content="!", finish_reason="stop") + DONE
REQUEST = b'{"model":"tiny","stream":true,"messages":[]}'
TIMES = Times(connect=12.0, tls=30.5, sent=31.0, first=130.0, last=400.0)


def exchange(body: bytes = STREAM, status: int | None = 200, **members: Any) -> KeptExchange:
    sent = (("content-type", "application/json"), ("authorization", "[redacted]"), ("host", "api.example"))
    made = kept(
        Exchange("POST", URL, sent, status, (("content-type", "text/event-stream"),), body, members.pop("chunks", ()))
    )
    assert made is not None
    return msgspec.structs.replace(made, **members)


def session() -> Tree:
    """Setup 1, message 2, a request 3 that failed 4, its second try 5 with a reply 6; message 7, request 8, no end yet."""
    tree = Tree()
    raw = (msgspec.Raw(msgspec.json.encode(REQUEST.decode())),)
    error = ProviderError("http", "Too many requests.", 429)
    for made in (
        SetupChanged(NodeId(1), NodeId(0), responder=ResponderChoice(dialect="openai_chat")),
        MessageAdded(NodeId(2)),
        RequestSent(NodeId(3), body=raw, url=URL),
        RequestFailed(NodeId(4), error=error, exchange=exchange(b'{"error":{"message":"slow down"}}', 429)),
        RequestSent(NodeId(5), body=raw, url=URL),
        ReplyReceived(NodeId(6), reply=ChatReply(), exchange=exchange()),
        MessageAdded(NodeId(7)),
        RequestSent(NodeId(8), body=raw, url=URL),
    ):
        tree.add(made)
    return tree


def nodes(found: tuple[Exchanged, ...]) -> list[int]:
    return [one.node for one in found]


def test_a_round_has_its_failed_tries_and_the_one_that_was_answered() -> None:
    tree = session()
    assert nodes(round_exchanges(tree, NodeId(4), NodeId(8))) == [3, 5]
    assert nodes(round_exchanges(tree, NodeId(6), NodeId(8))) == [3, 5]
    assert nodes(round_exchanges(tree, NodeId(8), NodeId(8))) == [8]
    assert nodes(round_exchanges(tree, NodeId(2), NodeId(8))) == []
    assert nodes(all_exchanges(tree)) == [3, 5, 8]


def test_a_round_of_a_long_session_is_found_without_reading_the_rounds_before() -> None:
    tree = session()
    for _ in range(20):
        tree.add(ReplyReceived(NodeId(tree.last + 1), reply=ChatReply(), exchange=exchange()))
        tree.add(RequestSent(NodeId(tree.last + 1), url=URL))
    read: list[int] = []

    def event_of(node: NodeId) -> Event:
        read.append(node)
        return tree.event(node)

    opened = Tree(event_of)
    for node in tree.path(tree.last):
        opened.place(node, tree.parent(node), tree.kind(node), tree.time(node))
    assert nodes(round_exchanges(opened, NodeId(40), opened.last)) == [40]
    assert min(read) > 30


def test_the_events_of_an_answer_are_read_without_the_body_of_its_request() -> None:
    tree = session()
    broken = (msgspec.Raw(b"[1, 2]"),)
    tree.add(RequestSent(NodeId(9), NodeId(7), body=broken, base=NodeId(99), url=URL))
    tree.add(ReplyReceived(NodeId(10), exchange=exchange()))
    log = event_log(tree, round_exchanges(tree, NodeId(10), NodeId(10))[-1])
    assert log is not None
    assert log.assembled(3).text == "Hi!"


def test_an_exchange_says_where_it_went_how_much_came_and_why_it_failed() -> None:
    failed, answered, running = all_exchanges(session())
    assert (failed.host, failed.size) == ("api.example", 33)
    assert failed.error is not None
    assert (answered.size, answered.error) == (len(STREAM), None)
    assert (running.kept, running.url, running.size) == (None, URL, 0)


def test_what_was_asked_in_its_place_on_another_branch_stands_beside_it() -> None:
    tree = session()
    tree.add(RequestSent(NodeId(9), NodeId(2), url=URL))
    tree.add(RequestFailed(NodeId(10), error=ProviderError("cancelled", "")))
    found = round_exchanges(tree, NodeId(9), NodeId(8))
    assert [(one.node, one.aside) for one in found] == [(3, True), (5, True), (9, False)]
    found = round_exchanges(tree, NodeId(4), NodeId(8))
    assert [(one.node, one.aside) for one in found] == [(3, False), (5, False), (9, True)]


def test_the_answer_is_read_as_a_list_of_events() -> None:
    tree = session()
    failed, answered, running = all_exchanges(tree)
    log = event_log(tree, answered)
    assert log is not None
    assert [one.kinds for one in log.events] == [("text",), ("text", "finish"), ("end",)]
    assert log.assembled(3).text == "Hi!"
    refused = event_log(tree, failed)
    assert refused is not None
    assert [defect.code for defect in refused.defects] == ["error"]
    assert event_log(tree, running) is None


def test_printed_calls_are_read_in_the_form_in_which_the_tools_were_told() -> None:
    tree = session()
    said = event(content='<tool_call>{"name": "pay", "arguments": {"a": 1}}</tool_call>', finish_reason="stop")
    body = {"model": "tiny", "messages": [], "tools": [{"type": "function", "function": {"name": "pay"}}]}
    raw = (msgspec.Raw(msgspec.json.encode(msgspec.json.encode(body).decode())),)
    tree.add(RequestSent(NodeId(9), NodeId(7), body=raw, url=URL, form="hermes"))
    tree.add(ReplyReceived(NodeId(10), exchange=exchange(said + DONE)))
    log = event_log(tree, round_exchanges(tree, NodeId(10), NodeId(10))[-1])
    assert log is not None
    assert "call" in log.events[0].kinds
    assert [call.name for call in log.assembled(2).calls] == ["pay"]


def test_a_body_comes_in_the_chunks_of_its_table_and_long_ones_in_pieces() -> None:
    body = b"x" * 100_000
    found = list(pieces(exchange(body, chunks=((0, 5), (90_000, 7)))))
    assert [(len(data), ms, more) for data, ms, more in found] == [
        (32_768, 5, False),
        (32_768, 5, True),
        (24_464, 5, True),
        (10_000, 7, False),
    ]
    assert b"".join(data for data, _, _ in found) == body


def test_the_steps_of_an_exchange_follow_each_other() -> None:
    found = spans(exchange(times=TIMES))
    assert [(one.key, one.start, one.end) for one in found] == [
        ("connect", 0.0, 12.0),
        ("tls", 12.0, 30.5),
        ("send", 30.5, 31.0),
        ("wait", 31.0, 130.0),
        ("stream", 130.0, 400.0),
    ]


def test_steps_that_did_not_happen_are_absent() -> None:
    reused = exchange(times=Times(sent=0.4, first=30.0, last=30.0))
    assert [one.key for one in spans(reused)] == ["send", "wait"]
    assert spans(exchange(status=None)) == ()


def test_of_an_older_file_the_chunk_table_says_when_it_waited() -> None:
    assert [tuple(one) for one in spans(exchange(chunks=((0, 90), (20, 250))))] == [
        ("wait", 0.0, 90.0),
        ("stream", 90.0, 250.0),
    ]


def test_a_command_for_curl_has_a_variable_where_the_key_was() -> None:
    text = as_curl(exchange(), b'{"a":"it\'s $5"}', "OPENAI_API_KEY")
    assert '-H "authorization: Bearer ${OPENAI_API_KEY}"' in text
    assert "[redacted]" not in text
    assert "host:" not in text
    words = shlex.split(text.replace("\\\n", ""))
    assert words[:2] == ["curl", URL]
    assert words[-2:] == ["--data-binary", '{"a":"it\'s $5"}']


def test_a_key_in_the_address_becomes_the_variable_too() -> None:
    kept_ = exchange(url="https://x/v1?key=[redacted]&a=1")
    assert as_curl(kept_, b"{}").startswith('curl "https://x/v1?key=${API_KEY}&a=1"')
    assert "'https://x/v1?key=' + os.environ['API_KEY'] + '&a=1'" in as_python(kept_, b"{}")


@pytest.mark.parametrize("name", ["", "1 x", "$(rm)"])
def test_a_name_that_is_no_variable_is_not_written_down(name: str) -> None:
    assert "${API_KEY}" in as_curl(exchange(), b"{}", name)


def test_a_program_is_valid_python_and_holds_the_same_body() -> None:
    text = as_python(exchange(), b'{"stream": true, "stop": null, "n": 12345678901234567890}')
    compile(text, "copied", "exec")
    assert "'authorization': 'Bearer ' + os.environ['API_KEY']" in text
    assert "{'stream': True, 'stop': None, 'n': 12345678901234567890}" in text
    assert "content = json.dumps(body, ensure_ascii=False).encode()" in text
    assert "content = b'\\xff'" in as_python(exchange(), b"\xff")


def test_what_a_small_model_was_asked_stands_before_the_request_of_its_round() -> None:
    tree, asked = session(), REQUEST.replace(b"tiny", b"smaller")
    small = ResponderChoice(dialect="openai_chat", profile="small")
    raw = (msgspec.Raw(msgspec.json.encode(REQUEST.decode())),)
    for made in (
        RequestFailed(NodeId(9), error=ProviderError("timeout", "Too late.")),
        SetupChanged(NodeId(10), chooser=Chooser("model", small)),
        MessageAdded(NodeId(11)),
        GroupsChosen(NodeId(12), groups=("money",), asked=asked.decode(), reply=ChatReply(), exchange=exchange()),
        RequestSent(NodeId(13), body=raw, url=URL),
        ReplyReceived(NodeId(14), reply=ChatReply(), exchange=exchange()),
        GroupsChosen(NodeId(15), groups=("money",)),
        MessageAdded(NodeId(16)),
        GroupsChosen(NodeId(17), asked="{}", error="No key."),
    ):
        tree.add(made)
    assert nodes(round_exchanges(tree, NodeId(14), NodeId(17))) == [12, 13]
    assert nodes(round_exchanges(tree, NodeId(12), NodeId(17))) == [12, 13]
    assert nodes(all_exchanges(tree)) == [3, 5, 8, 12, 13, 17], "what the person opened asked nobody"
    one, last = all_exchanges(tree)[3], all_exchanges(tree)[5]
    assert (one.url, body_of(tree, one), responder_of(tree, one).profile) == (URL, asked, "small")
    log = event_log(tree, one)
    assert log is not None
    assert len(log.events) == 3
    assert (last.error, last.kept) == (ProviderError("setup", "No key."), None)
