"""Very large replies: 50 MB whole and streamed, a million tiny chunks, for each dialect; what each costs in time and memory."""

import json
import multiprocessing
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from studio.dialects import roster
from studio.dialects.printed import forms
from studio.messages.parts import Call, Text
from studio.messages.reply import ChatReply
from studio.messages.request import ChatRequest
from studio.responders.reading import Reading
from tests.fuzz.material import TALK, TOOLS

MB = 1_000_000
WHOLE, CHUNKS = 50 * MB, 1_000_000
PIECE = 65_536


def event(name: str, kind: str, piece: str) -> bytes:
    """One event with a piece of `text` or of the `arguments` of a call that is open."""
    text = kind == "text"
    value: dict[str, Any]
    match name:
        case "openai_chat":
            call: dict[str, Any] = {"tool_calls": [{"index": 0, "function": {"arguments": piece}}]}
            value = {"id": "r", "model": "m", "choices": [{"index": 0, "delta": {"content": piece} if text else call}]}
        case "openai_responses":
            place = {"output_index": 0, "content_index": 0, "delta": piece}
            value = {"type": f"response.{'output_text' if text else 'function_call_arguments'}.delta", **place}
        case "anthropic_messages":
            delta = (
                {"type": "text_delta", "text": piece} if text else {"type": "input_json_delta", "partial_json": piece}
            )
            value = {"type": "content_block_delta", "index": 0, "delta": delta}
        case _:
            value = {"model": "m", "message": {"role": "assistant", "content": piece}, "done": False}
    data = json.dumps(value).encode()
    return data + b"\n" if name == "ollama_chat" else b"data: " + data + b"\n\n"


def stream(name: str, kind: str, piece: str, count: int) -> Iterator[bytes]:
    """The beginning of a stream as our writer makes it, then `count` events."""
    part = Text("x") if kind == "text" else Call("add", "{", "call_1")
    written = b"".join(roster.make(name).write_stream(ChatReply((part,), None, None, "m", "r")))
    mark = b"\n" if name == "ollama_chat" else b"\n\n"
    opening = written.split(mark)[: {"openai_responses": 3, "anthropic_messages": 2}.get(name, 1)]
    yield mark.join((*opening, b""))
    one = event(name, kind, piece)
    for _ in range(count):
        yield one


def read(name: str, text_form: str, pieces: Iterator[bytes], *, streamed: bool) -> ChatReply | None:
    """What is understood of the pieces."""
    request = ChatRequest("m", list(TALK[:1]), "", TOOLS, {})
    reading = Reading(roster.make(name, text_form), 200, (), stream=streamed, request=request)
    for piece in pieces:
        reading.feed(piece)
    reading.end()
    result = reading.result()
    return result if isinstance(result, ChatReply) else reading.partial()


def whole(name: str, size: int) -> Iterator[bytes]:
    """A whole body of about `size` bytes, in pieces as they come from a socket."""
    body = roster.make(name).write_reply(ChatReply((Text("word " * (size // 5)),), "stop", None, "m", "r"))
    for at in range(0, len(body), PIECE):
        yield body[at : at + PIECE]


def cases() -> dict[str, tuple[str, str, str]]:
    """Name of the case: dialect, text form, what comes."""
    made: dict[str, tuple[str, str, str]] = {}
    for name in roster.NAMES:
        made |= {f"{name} {what}": (name, "", what) for what in ("whole", "streamed", "chunks", "fragments")}
    made |= {f"{form} {what}": ("openai_chat", form, what) for form in forms.NAMES for what in ("whole", "chunks")}
    return made


def run(name: str, text_form: str, what: str, scale: float = 1.0) -> ChatReply | None:
    """Read one large reply. `scale` makes it smaller."""
    size, count = int(WHOLE * scale), int(CHUNKS * scale)
    match what:
        case "whole":
            return read(name, text_form, whole(name, size), streamed=False)
        case "streamed":
            return read(name, text_form, stream(name, "text", "word " * 200, size // 1000), streamed=True)
        case "chunks":
            return read(name, text_form, stream(name, "text", "a", count), streamed=True)
        case _:
            return read(name, text_form, stream(name, "arguments", " ", count), streamed=True)


def _measured(
    name: str, text_form: str, what: str, told: "multiprocessing.SimpleQueue[tuple[float, float, int]]"
) -> None:
    began = time.process_time()
    reply = run(name, text_form, what)
    said = sum(len(getattr(part, "text", "") or getattr(part, "arguments", "")) for part in reply.parts) if reply else 0
    told.put((time.process_time() - began, peak(), said))


def peak() -> float:
    """The most memory that this process had, in MB. What `resource` says is no use: a program takes it over from its parent."""
    found = re.search(r"VmHWM:\s*(\d+)", Path("/proc/self/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def main(names: list[str]) -> int:
    """Print time and peak memory of each case, each in a process of its own; words as arguments choose cases that hold one."""
    print(f"{WHOLE // MB} MB whole and streamed, {CHUNKS:,} tiny chunks of text and of one call's arguments")
    context = multiprocessing.get_context("spawn")
    for case, given in cases().items():
        if names and not any(name in case for name in names):
            continue
        told: multiprocessing.SimpleQueue[tuple[float, float, int]] = context.SimpleQueue()
        process = context.Process(target=_measured, args=(*given, told))
        process.start()
        process.join()
        seconds, most, said = told.get() if process.exitcode == 0 else (0.0, 0.0, -1)
        print(f"{case:<32}{seconds:>8.1f} s of CPU{most:>8.0f} MB peak{said:>12,} characters", flush=True)
    return 0
