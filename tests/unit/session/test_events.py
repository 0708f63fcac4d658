"""An exchange in the form of the file: its chunk table there and back, its times, and lines of before they were kept."""

import msgspec

from studio.session.kept_exchange import KeptExchange, kept
from studio.wire.exchange import Exchange, Times


def test_the_chunk_table_comes_back_as_it_was() -> None:
    chunks = ((0, 120), (9, 120), (9, 340))
    found = kept(Exchange("POST", "http://x", status=200, body=b"data: 1\n\ndata: 2\n\n", chunks=chunks))
    assert found is not None
    assert found.chunks == (0, 120, 9, 0, 0, 220)
    assert found.arrivals == chunks


def test_a_chunk_table_that_is_no_table_counts_as_none() -> None:
    assert KeptExchange("POST", "http://x", chunks=(0, 1, 2)).arrivals == ()


def test_times_are_kept_without_what_did_not_happen() -> None:
    times = Times(connect=1.5, sent=2.0, first=30.1, last=44.0)
    line = msgspec.json.encode(kept(Exchange("POST", "http://x", times=times)))
    assert b'"times":{"connect":1.5,"sent":2.0,"first":30.1,"last":44.0}' in line
    assert msgspec.json.decode(line, type=KeptExchange).times == times


def test_a_line_without_times_reads_as_before() -> None:
    line = b'{"method":"POST","url":"http://x","status":200,"text":"{}","chunks":[0,12],"seconds":0.2}'
    assert msgspec.json.decode(line, type=KeptExchange).times is None
