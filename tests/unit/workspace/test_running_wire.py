"""The bytes of the running reply with their times, gone when it has its event."""

from studio.workspace.running_wire import RunningWire


def test_pieces_stand_in_order_with_times_that_do_not_run_back() -> None:
    wire = RunningWire()
    wire.begin()
    wire.add(b"a")
    wire.add(b"b")
    assert [data for data, _ in wire.pieces] == [b"a", b"b"]
    first, second = (ms for _, ms in wire.pieces)
    assert 0 <= first <= second


def test_the_next_request_begins_with_nothing_and_what_was_held_stays() -> None:
    wire = RunningWire()
    wire.begin()
    wire.add(b"a")
    held, turn = wire.pieces, wire.turn
    wire.end()
    wire.begin()
    assert (wire.pieces, wire.turn) == ([], turn + 1)
    assert [data for data, _ in held] == [b"a"]
