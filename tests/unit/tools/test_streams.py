"""What is printed, by whom."""

import contextvars
import threading

from studio.tools.worker import streams
from studio.tools.worker.streams import CaughtStream, Outbox, call_running

Sent = list[tuple[str | None, str, str]]


def outbox() -> tuple[Outbox, Sent]:
    """An outbox, and what it sent."""
    sent: Sent = []
    return Outbox(lambda call, stream, text: sent.append((call, stream, text))), sent


def test_text_belongs_to_the_call_whose_context_it_is_printed_in() -> None:
    box, sent = outbox()
    out = CaughtStream("stdout", box, 1)

    def printing(call: str) -> None:
        call_running.set(call)
        print(call, file=out)

    for call in ("1", "2"):
        contextvars.copy_context().run(printing, call)
    thread = threading.Thread(target=print, args=("nobody",), kwargs={"file": out})
    thread.start()
    thread.join()
    box.flush()
    assert "".join(text for call, _, text in sent if call == "1") == "1\n"
    assert "".join(text for call, _, text in sent if call == "2") == "2\n"
    assert "".join(text for call, _, text in sent if call is None) == "nobody\n"


def test_bytes_are_taken_for_utf_8() -> None:
    box, sent = outbox()
    CaughtStream("stderr", box, 2).buffer.write("杯".encode())
    box.flush()
    assert sent == [(None, "stderr", "杯")]


def test_a_flood_is_cut_visibly() -> None:
    box, sent = outbox()
    for _ in range(300):
        box.put("1", "stdout", "x" * 10_000)
    box.flush()
    text = "".join(text for _, _, text in sent)
    assert text.count("x") == streams.MOST
    assert text.endswith("[cut after 1000000 characters]\n")


def test_of_what_is_said_of_progress_the_last_is_sent() -> None:
    heard: list[tuple[str, float | None, str]] = []
    box = Outbox(lambda *_: None, lambda *told: heard.append(told))
    box.put_progress("2", None, "begun")
    box.put_progress("1", 7, "x" * 5_000)
    box.put_progress("1", float("nan"), "last\ud83d")
    box.flush()
    assert {call: (fraction, text) for call, fraction, text in heard}["1"] == (0.0, "last\\ud83d")
    assert all(len(text) <= streams.MOST_PROGRESS for _, _, text in heard)
    assert ("2", None, "begun") in heard
