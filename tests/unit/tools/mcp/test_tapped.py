"""Messages that a person sends again, and texts as they may be kept."""

import json
import subprocess
import sys

import pytest
from mcp_types import JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

from studio.tools.mcp.server_error import ServerError
from studio.tools.mcp.tapped import Tap, written
from studio.tools.mcp.wire_log import MOST_TEXT, WireLog
from studio.wire.redact import Redactor

KEY = "sk-0123456789"


def tap(log: WireLog | None = None) -> Tap:
    """A tap that knows a secret."""
    return Tap(log if log is not None else WireLog(), Redactor((KEY,)))


def test_a_request_gets_an_id_and_a_progress_token_of_ours_and_is_else_as_it_was() -> None:
    tapped = tap()
    text = '{"jsonrpc":"2.0","id":3,"method":"x","params":{"_meta":{"progressToken":3},"a":1}}'
    message, line = tapped.again(text)
    assert json.loads(line) == json.loads(text) | {
        "id": "again-1",
        "params": {"_meta": {"progressToken": "again-1"}, "a": 1},
    }
    assert isinstance(message, JSONRPCRequest)
    assert tapped.again(text)[1] != line
    assert tapped.is_ours(JSONRPCResponse(jsonrpc="2.0", id="again-1", result={}))
    assert not tapped.is_ours(JSONRPCResponse(jsonrpc="2.0", id=3, result={}))


def test_what_the_sdk_logs_goes_to_no_terminal() -> None:
    program = "import logging, studio.tools.mcp.tapped; [logging.getLogger(n).error('x') for n in ('mcp.a', 'client')]"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stderr == b""


def test_other_messages_go_as_they_stand_in_one_line() -> None:
    plain = '{"method": "n",  "jsonrpc": "2.0"}'
    assert tap().again(plain)[1] == plain
    message, line = tap().again('{"jsonrpc": "2.0",\n"method": "n"}')
    assert "\n" not in line
    assert isinstance(message, JSONRPCNotification)
    assert tap().again('{"jsonrpc":"2.0","id":4,"result":{}}')[1] == '{"jsonrpc":"2.0","id":4,"result":{}}'


@pytest.mark.parametrize("text", ["", "{", "7", "[]", '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","id":1}', "[" * 100_000])
def test_what_is_no_message_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ServerError, match=r'Write an object such as \{"jsonrpc"'):
        tap().again(text)


def test_secrets_are_blanked_also_where_a_text_is_cut() -> None:
    log = WireLog()
    tapped = tap(log)
    message = JSONRPCNotification(jsonrpc="2.0", method="n", params={"key": KEY})
    tapped.sent(message, written(message))
    assert KEY not in log[0].text
    assert "[redacted]" in log[0].text
    text, length = tapped.clean("x" * (MOST_TEXT - 6) + KEY)
    assert (text, length) == ("x" * (MOST_TEXT - 6), MOST_TEXT - 6 + len(KEY))


def test_half_a_surrogate_pair_is_written_escaped() -> None:
    message = JSONRPCNotification(jsonrpc="2.0", method="n", params={"a": "\ud83d"})
    assert json.loads(written(message))["params"] == {"a": "\ud83d"}
