"""CPU for each streamed chunk, from bytes to the assembled reply with every raw event kept. Run: python -m tests.bench.chunks

Side by side in one run, on the same bytes: the floor (httpx's bytes, the plainest splitter, the fastest JSON reader at hand, each
event kept with its time), our own way (the live responder with nothing left out, a key to be blanked among it), and the official
SDKs' raw streams. The bytes come over a real socket from a child process, one event a chunk. Processor time of this process, the
least of rounds that take turns, for other work on the machine only adds; no test, nothing fails on a figure.
"""

import asyncio
import gc
import json
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import anthropic
import httpx
import msgspec
import openai

from studio.dialects import roster
from studio.messages.assemble import Assembly
from studio.messages.message import user
from studio.messages.request import ChatRequest
from studio.responders.live import LiveResponder
from studio.responders.profiles import Profile
from studio.responders.responder import Asked, Closed
from studio.wire.http_client import HttpClient
from studio.wire.redact import Redactor
from tests.bench.stream_server import StreamServer

SHORT, LONG = 2_000, 20_000
ROUNDS = 5
SDK_ROUNDS = 2
KEY = "sk-bench-0123456789abcdefghijklmnopqrstuvwxyz"
WORDS = ("The", "order", "has", "been", "shipped", "and", "will", "arrive", "on", "Thursday", "at", "your", "door", ".")
SSE, LINES = "text/event-stream", "application/x-ndjson"

Events = list[bytes]
Work = Callable[[str], Awaitable[int]]
"""Asks the address and gives the number of pieces that came."""


def words(count: int) -> list[str]:
    """`count` pieces of text, as a model streams them."""
    return [f" {WORDS[at % len(WORDS)]}" for at in range(count)]


def event(value: dict[str, Any], name: str = "") -> bytes:
    """One event of an event stream."""
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(value, separators=(',', ':'))}\n\n".encode()


def chat(count: int) -> Events:
    """Chat Completions as OpenAI streams it."""
    frame = {"id": "chatcmpl-Abc123", "object": "chat.completion.chunk", "created": 1764500000, "model": "gpt-4o-mini"}
    frame |= {"service_tier": "default", "system_fingerprint": "fp_0a1b2c3d"}

    def piece(delta: dict[str, Any], finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return event(frame | {"choices": [choice], "usage": None, "obfuscation": "aBcDeFgH"})

    head, tail = piece({"role": "assistant", "content": "", "refusal": None}), piece({}, "stop")
    return [head, *(piece({"content": word}) for word in words(count)), tail, b"data: [DONE]\n\n"]


def responses(count: int) -> Events:
    """The Responses format as OpenAI streams it."""
    place = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
    part = {"type": "output_text", "text": "", "annotations": [], "logprobs": []}
    item = {"id": "msg_1", "type": "message", "status": "in_progress", "role": "assistant", "content": []}
    base = {"id": "resp_1", "object": "response", "created_at": 1764500000, "model": "gpt-4o-mini", "output": []}
    base |= {"parallel_tool_calls": True, "tool_choice": "auto", "tools": [], "status": "in_progress"}
    text = "".join(words(count))
    done = item | {"status": "completed", "content": [part | {"text": text}]}
    made: list[dict[str, Any]] = [
        {"type": "response.created", "response": base},
        {"type": "response.output_item.added", "output_index": 0, "item": item},
        {"type": "response.content_part.added", **place, "part": part},
        *(
            {"type": "response.output_text.delta", **place, "delta": word, "logprobs": [], "obfuscation": "aBcD"}
            for word in words(count)
        ),
        {"type": "response.output_text.done", **place, "text": text, "logprobs": []},
        {"type": "response.content_part.done", **place, "part": part | {"text": text}},
        {"type": "response.output_item.done", "output_index": 0, "item": done},
        {"type": "response.completed", "response": base | {"status": "completed", "output": [done]}},
    ]
    return [event(value | {"sequence_number": at}, value["type"]) for at, value in enumerate(made)]


def anthropic_messages(count: int) -> Events:
    """Anthropic Messages as Anthropic streams it."""
    start: dict[str, Any] = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-x", "content": []}
    start |= {"stop_reason": None, "stop_sequence": None, "usage": {"input_tokens": 20, "output_tokens": 1}}
    made: list[dict[str, Any]] = [
        {"type": "message_start", "message": start},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        *(
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": word}}
            for word in words(count)
        ),
        {"type": "content_block_stop", "index": 0},
        {
            "type": "message_delta",
            "delta": {"stop_reason": "end_turn", "stop_sequence": None},
            "usage": {"output_tokens": count},
        },
        {"type": "message_stop"},
    ]
    return [event(value, value["type"]) for value in made]


def ollama(count: int) -> Events:
    """Ollama's own lines."""
    frame = {"model": "llama3.2", "created_at": "2026-11-30T12:00:00.123456Z"}
    made = [frame | {"message": {"role": "assistant", "content": word}, "done": False} for word in words(count)]
    end = {"message": {"role": "assistant", "content": ""}, "done": True, "done_reason": "stop", "eval_count": count}
    return [json.dumps(value).encode() + b"\n" for value in (*made, frame | end)]


async def floor(url: str, kind: str) -> int:
    """httpx's bytes, split at the plainest, each event decoded and kept with its time."""
    kept: list[tuple[bytes, float]] = []
    decode = msgspec.json.Decoder().decode
    mark = b"\n\n" if kind == SSE else b"\n"
    rest = b""
    async with httpx.AsyncClient(verify=False) as client, client.stream("POST", url, json={}) as answer:
        async for data in answer.aiter_bytes():
            *whole, rest = (rest + data).split(mark)
            for one in whole:
                line = one[one.find(b"data: ") + 6 :] if kind == SSE else one
                if line != b"[DONE]":
                    decode(line)
                    kept.append((one, time.perf_counter()))
    return len(kept)


def ours(dialect: str) -> Work:
    """The live responder, its raw pieces kept with their times, its deltas assembled as the running view does."""

    async def work(url: str) -> int:
        client = HttpClient()
        profile = Profile(name="bench", dialect=dialect, base_url=url, model="m")
        responder = LiveResponder(profile, client, lambda: KEY, Redactor(), on_chunk=lambda _: None)
        request = ChatRequest("m", [user("hello")])
        body = roster.make(dialect).write_request(request, stream=True)
        assembly = Assembly()
        async for item in responder.answer(Asked(request, lambda: body)):
            if isinstance(item, tuple):
                assembly.feed(item)
            elif isinstance(item, Closed):
                assert item.exchange is not None
                assert item.reply.text == assembly.reply().text
                await client.close()
                return len(item.exchange.chunks)
        raise AssertionError("the reply was not whole")

    return work


async def openai_chat_sdk(url: str) -> int:
    """The openai SDK's raw stream."""
    async with openai.AsyncOpenAI(api_key="k", base_url=url) as client:
        asked: Any = {"model": "m", "messages": [{"role": "user", "content": "hello"}]}
        stream = await client.chat.completions.create(**asked, stream=True)
        return sum([1 async for _ in stream])


async def openai_responses_sdk(url: str) -> int:
    """The openai SDK's raw stream of events."""
    async with openai.AsyncOpenAI(api_key="k", base_url=url) as client:
        stream = await client.responses.create(model="m", input="hello", stream=True)
        return sum([1 async for _ in stream])


async def anthropic_sdk(url: str) -> int:
    """The anthropic SDK's raw stream of events."""
    async with anthropic.AsyncAnthropic(api_key="k", base_url=url) as client:
        asked: Any = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "hello"}]}
        stream = await client.messages.create(**asked, stream=True)
        return sum([1 async for _ in stream])


def least(rounds: int, *tried: tuple[Work, str, int]) -> list[float]:
    """Microseconds for each piece, the least of several rounds; they take turns, so that all see the same machine."""
    best = [float("inf")] * len(tried)
    for _ in range(rounds):
        for at, (work, url, count) in enumerate(tried):
            gc.collect()
            began = time.process_time()
            asyncio.run(_done(work(url)))
            best[at] = min(best[at], (time.process_time() - began) / count * 1e6)
    return best


async def _done(work: Awaitable[int]) -> int:
    return await work


DIALECTS: list[tuple[str, str, Callable[[int], Events], Work | None]] = [
    ("openai_chat", SSE, chat, openai_chat_sdk),
    ("openai_responses", SSE, responses, openai_responses_sdk),
    ("anthropic_messages", SSE, anthropic_messages, anthropic_sdk),
    ("ollama_chat", LINES, ollama, None),
]


def main(arguments: list[str]) -> int:
    """Print a row for each dialect, or for those named; a number as argument sets the rounds."""
    rounds = next((int(one) for one in arguments if one.isdecimal()), ROUNDS)
    named = [one for one in arguments if not one.isdecimal()]
    print(f"µs of CPU for each chunk, least of {rounds} rounds; {LONG:,} chunks, and their cost against {SHORT:,}")
    print(f"{'dialect':<20}{'floor':>8}{'ours':>8}{'SDK':>8}   ours/floor  ours/SDK  20k/2k")
    with tempfile.TemporaryDirectory() as folder:
        for name, kind, make, sdk in DIALECTS:
            if named and name not in named:
                continue
            short, long = make(SHORT), make(LONG)
            with StreamServer(kind, short, Path(folder)) as few, StreamServer(kind, long, Path(folder)) as many:
                work, ground = ours(name), partial(floor, kind=kind)
                few_asked, many_asked = (work, few.url, len(short)), (work, many.url, len(long))
                # A short run sees a smaller part of the machine's noise: several of them for each long one.
                figures = least(rounds, (ground, many.url, len(long)), many_asked, *[few_asked] * 5)
                peer = least(SDK_ROUNDS, (sdk, many.url, len(long)))[0] if sdk is not None else 0.0
            print(_row(name, figures[0], figures[1], min(figures[2:]), peer), flush=True)
    return 0


def _row(name: str, ground: float, own: float, own_short: float, peer: float) -> str:
    against = f"{own / peer:>9.2f}" if peer else f"{'–':>9}"
    return f"{name:<20}{ground:>8.2f}{own:>8.2f}{peer:>8.1f}{own / ground:>12.2f}{against}{own / own_short:>9.2f}"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
