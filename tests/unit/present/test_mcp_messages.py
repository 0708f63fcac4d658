"""The messages of an MCP server as they are listed: gist, match, filter, and taking them in as they come."""

import json
from typing import Any

import pytest

from studio.present.mcp_about import capabilities
from studio.present.mcp_gist import gist
from studio.present.mcp_log import log_entry
from studio.present.mcp_messages import MessageBook, MessageFilter
from studio.session.server_view import WireMessage


def message(number: int, kind: str, body: Any = None, **more: Any) -> WireMessage:
    """A message; `body` is its JSON, or its text."""
    text = body if isinstance(body, str) else json.dumps(body)
    return WireMessage(**{"number": number, "t": number / 10, "sent": False, "kind": kind, "text": text, **more})


def asked(number: int, method: str = "tools/call", **params: Any) -> WireMessage:
    body = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    return message(number, "request", body, sent=True, method=method, id=number)


def answer(number: int, to: int | None, result: Any = None, **more: Any) -> WireMessage:
    body = {"jsonrpc": "2.0", "id": to, "result": result}
    return message(number, "answer", body, id=to, answers=to, seconds=0.034, **more)


def follow(book: MessageBook, messages: list[WireMessage]) -> None:
    """Take in what came, as the model does."""
    taken = book.look(messages)
    del book.rows[: taken.gone]
    book.note(taken, messages[0].number if messages else 0)
    book.rows = [*([] if taken.anew else book.rows), *book.shown(taken.came)]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (asked(1, name="echo", arguments={"text": "a\nb", "n": 2}), 'echo(text="a\\nb", n=2)'),
        (asked(1, method="resources/read", uri="note://1"), "note://1"),
        (asked(1, method="tools/list", _meta={"progressToken": 1}), ""),
        (answer(2, 1, {"content": [{"type": "text", "text": "two\nlines"}]}), "two lines"),
        (answer(2, 1, {"tools": [{"name": "echo"}, {"name": "add"}], "nextCursor": "5"}), "tools: echo, add"),
        (message(3, "error", {"id": 1, "error": {"code": -32602, "message": "no such tool"}}), "-32602 no such tool"),
        (message(4, "noise", "  Listening on 8080\nreally"), "Listening on 8080 really"),
        (message(5, "answer", '{"result": {"content": [{"te', cut=50_000_000), '{"result": {"content": [{"te'),
        (message(6, "answer", "[" * 100_000), "[" * 159 + "…"),
    ],
)
def test_the_gist_of_a_message_is_what_it_is_about(given: WireMessage, said: str) -> None:
    assert gist(given) == said


def test_an_answer_names_its_request_and_a_request_its_answer_once_that_came() -> None:
    book, request = MessageBook(), asked(7)
    follow(book, [request])
    open_words, none = book.match_words(request) or (None, 0)
    assert (open_words and open_words.key, none) == ("rpc.open", None)
    came = answer(9, 7)
    follow(book, [request, came])
    said, took = book.match_words(request) or (None, 0)
    assert (said and said.params, took) == ({"number": "9"}, 0.034)
    assert book.counterpart(came) == request
    assert book.counterpart(request) == came
    assert book.method_of(came) == "tools/call"


def test_an_answer_to_nobody_says_so() -> None:
    book, stray = MessageBook(), message(3, "answer", {"id": 99, "result": {}}, id=99)
    follow(book, [stray])
    said, _ = book.match_words(stray) or (None, 0)
    assert said is not None
    assert said.key == "rpc.stray"


def test_only_what_is_new_is_taken_in_and_what_fell_off_goes() -> None:
    book = MessageBook()
    kept = [asked(number) for number in range(1, 6)]
    follow(book, kept)
    kept = [*kept[2:], answer(6, 5)]
    taken = book.look(kept)
    assert (taken.gone, [each.number for each in taken.came], taken.anew) == (2, [6], False)
    follow(book, kept)
    assert [row.number for row in book.rows] == [3, 4, 5, 6]
    assert book.request_of(answer(7, 1)) is None


def test_a_log_that_begins_anew_is_read_from_its_beginning() -> None:
    book = MessageBook()
    follow(book, [asked(number) for number in range(1, 4)])
    follow(book, [asked(1, method="initialize")])
    assert [row.method for row in book.rows] == ["initialize"]
    follow(book, [])
    assert book.rows == []


LISTED = [
    asked(1, name="find_order"),
    answer(2, 1, {"content": [{"type": "text", "text": "Order 48213"}]}),
    message(
        3, "notification", {"method": "notifications/tools/list_changed"}, method="notifications/tools/list_changed"
    ),
    message(4, "notification", {"params": {"level": "warning", "data": "slow"}}, method="notifications/message"),
    message(5, "stderr", "loading"),
    message(6, "noise", "hello"),
    message(7, "state", "The server ended."),
]


@pytest.mark.parametrize(
    ("typed", "groups", "numbers"),
    [
        ("", {"requests", "notifications", "log", "noise"}, [1, 2, 3, 4, 5, 6, 7]),
        ("", {"requests"}, [1, 2, 7]),
        ("", {"log"}, [4, 5, 7]),
        ("", {"noise", "notifications"}, [3, 6, 7]),
        ("ORDER 48213", {"requests", "notifications", "log", "noise"}, [2]),
        ("#1", {"requests", "notifications", "log", "noise"}, [1, 2]),
    ],
)
def test_messages_are_filtered_by_words_kinds_and_number(typed: str, groups: set[str], numbers: list[int]) -> None:
    book = MessageBook()
    follow(book, LISTED)
    book.refilter(MessageFilter(typed, frozenset(groups)))  # type: ignore[arg-type]
    assert [row.number for row in book.rows] == numbers
    follow(book, [*LISTED, asked(8, name="other")])
    assert (8 in [row.number for row in book.rows]) == (not typed and "requests" in groups)


def test_the_log_has_what_the_server_wrote_and_logged_each_with_its_level() -> None:
    entries = [entry for each in LISTED if (entry := log_entry(each)) is not None]
    assert [(entry.level, entry.tone, entry.text) for entry in entries] == [
        ("warning", "warn", "slow"),
        ("stderr", "text", "loading"),
        ("noise", "warn", "hello"),
        ("state", "muted", "The server ended."),
    ]


def test_a_log_message_that_is_broken_is_shown_as_it_came() -> None:
    entry = log_entry(message(1, "notification", '{"params": {"lev', method="notifications/message"))
    assert entry is not None
    assert entry.text == '{"params": {"lev'


def test_capabilities_are_read_off_the_answer_that_names_them() -> None:
    can = {"tools": {"listChanged": True, "subscribe": False}, "logging": {}}
    began = [asked(1, method="initialize"), answer(2, 1, {"capabilities": can, "serverInfo": {}})]
    assert capabilities(began) == ("tools (listChanged)", "logging")
    assert capabilities([answer(2, 1, {"capabilities": "none"})]) == ()
