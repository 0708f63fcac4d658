"""Lines of a server's output that are no message, or nearly: what was an answer becomes an error that says why, all else is noise."""

import pytest
from mcp_types import JSONRPCError, JSONRPCResponse

from studio.tools.mcp.heard import Message, Noise, read_line

DEEP = '{"a":' * 10_000 + "1" + "}" * 10_000


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"jsonrpc":"2.0","id":7,"result":' + DEEP + "}", "nested too deep"),
        ('{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"x","data":' + DEEP + "}}", "nested too deep"),
        ('{"result":' + DEEP + ',"jsonrpc":"2.0","id":7}', "nested too deep"),
        ('{"jsonrpc":"2.0","id":7,"result":{"a":' + "9" * 5_000 + "}}", "no JSON"),
        ('{"jsonrpc":"2.0","id":7,"result":{"a":}}', "no JSON"),
        ('{"jsonrpc":"2.0","id":7}', 'neither a "result" nor an "error"'),
    ],
)
def test_an_answer_that_cannot_be_read_is_an_error_for_whoever_waits_for_it(line: str, why: str) -> None:
    (heard,) = read_line(line.encode())
    assert isinstance(heard, Message)
    assert isinstance(heard.message, JSONRPCError)
    assert heard.message.id == 7
    assert why in heard.message.error.message


@pytest.mark.parametrize(
    "line", ['{"id":7,"level":"info"}', '{"jsonrpc":"2.0","method":"x","params":' + DEEP + "}", "{{{", '"id":7}']
)
def test_what_is_no_answer_is_noise(line: str) -> None:
    assert list(read_line(line.encode())) == [Noise(line)]


@pytest.mark.parametrize(("said", "id"), [("30.0", 30), ("3e1", 30), ('"30"', "30")])
def test_an_answer_is_known_by_its_number_however_that_is_written(said: str, id: int | str) -> None:
    (heard,) = read_line(f'{{"jsonrpc":"2.0","id":{said},"result":{{}}}}'.encode())
    assert isinstance(heard, Message)
    assert isinstance(heard.message, JSONRPCResponse)
    assert (heard.message.id, type(heard.message.id)) == (id, type(id))


def test_an_answer_to_half_a_number_is_noise() -> None:
    line = '{"jsonrpc":"2.0","id":30.5,"result":{}}'
    assert list(read_line(line.encode())) == [Noise(line)]
