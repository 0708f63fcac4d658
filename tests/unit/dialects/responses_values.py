"""Random Responses values for property tests: replies with and without item ids, requests of several turns.

Above: tests of the dialect `openai_responses`. Knows no test.
"""

from typing import Any

from hypothesis import strategies as st

from studio.messages.message import Message
from studio.messages.parts import Call, Image, Opaque, Part, Reasoning, Refusal, Result, Text
from studio.messages.reply import ChatReply, Usage
from studio.messages.request import ChatRequest
from studio.messages.toolspec import ToolSpec

NAME = "openai_responses"

words = st.text(st.characters(exclude_categories=["Cs"]) | st.just("\ud83d"), min_size=1, max_size=8)
extras = st.dictionaries(st.sampled_from(["x_one", "x_two"]), st.integers() | st.lists(words, min_size=1), max_size=1)
members = st.fixed_dictionaries(
    {
        "id": words.map("msg_".__add__),
        "type": st.just("message"),
        "status": st.sampled_from(["completed", "incomplete"]),
    },
    optional={"phase": st.just("commentary")},
)
pieces = st.one_of(
    st.builds(
        lambda text, extra: {"type": "output_text", "text": text, "annotations": [], **extra},
        st.text(max_size=5),
        extras,
    ),
    st.builds(lambda text: {"type": "refusal", "refusal": text}, words),
    st.builds(lambda text: {"type": "x_piece", "words": text}, words),
)
messages = st.builds(
    lambda beside, content: {**beside, "role": "assistant", "content": content}, members, st.lists(pieces, max_size=3)
)
summaries = st.lists(st.builds(lambda text: {"type": "summary_text", "text": text}, words), max_size=3)
reasonings = st.builds(
    lambda name, summary, more: {"type": "reasoning", "id": name, "summary": summary, **more},
    words.map("rs_".__add__),
    summaries,
    st.fixed_dictionaries(
        {}, optional={"encrypted_content": words, "content": st.just([{"type": "reasoning_text", "text": "hm"}])}
    ),
)
call_ids = st.uuids().map(lambda made: f"call_{made.hex}")
calls = st.builds(
    lambda kind, name, call_id, said, own: {
        "type": kind, "id": own, "call_id": call_id, "name": name, ("input" if kind[0] == "c" else "arguments"): said,
    },
    st.sampled_from(["function_call", "custom_tool_call"]), words, call_ids, words, st.uuids().map(str),
)  # fmt: skip
hosted = st.builds(
    lambda kind, name, said: {"type": kind, "id": str(name), "x_said": said},
    st.sampled_from(["web_search_call", "tool_search_call", "x_unknown"]),
    st.uuids(),
    words,
)
items = st.one_of(messages, reasonings, calls, hosted)
"""Output items as a provider sends them, with their ids."""


def outputs() -> st.SearchStrategy[list[dict[str, Any]]]:
    """Lists of output items, no id twice."""
    return st.lists(items, max_size=5, unique_by=lambda item: (item["type"], item["id"]))


plain_parts: st.SearchStrategy[Part] = st.one_of(
    st.builds(Text, words, extras),
    st.builds(Reasoning, words, st.just("") | words),
    st.builds(Call, words, words, call_ids, st.sampled_from(["function", "custom"])),
)
"""Parts that no provider has given an id."""


def _distinct(parts: list[Part]) -> bool:
    ids = [part.id for part in parts if isinstance(part, Call)]
    return len(set(ids)) == len(ids)


said = st.tuples(
    st.lists(plain_parts, min_size=1, max_size=4).filter(_distinct), st.lists(st.builds(Refusal, words), max_size=1)
)
assistants = said.map(lambda both: Message("assistant", (*both[0], *both[1])))
replies = st.builds(
    lambda message, finish, usage: ChatReply(message.parts, finish, usage, "m", "resp_1"),
    assistants,
    st.none() | st.just("completed"),
    st.none() | st.builds(Usage, st.integers(0, 9), st.integers(0, 9)),
)
"""Replies that this program made up itself."""

_input_pieces = st.one_of(
    st.builds(Text, words, extras),
    st.builds(Image, st.just("https://h/a.png"), extra=extras),
    st.builds(Opaque, st.just(NAME), st.fixed_dictionaries({"type": st.just("input_file"), "file_id": words})),
)
_asked = st.builds(
    Message, st.sampled_from(["user", "developer", "system"]), st.lists(_input_pieces, max_size=3).map(tuple), extras
)
_media = st.lists(st.builds(Image, st.just("data:image/png;base64,AA=="), st.just("image/png")), max_size=2).map(tuple)
_results = st.builds(
    Result, call_ids, st.text(max_size=8), media=_media, extra=extras, form=st.sampled_from(["function", "custom"])
)
_answered = st.builds(Message, st.just("tool"), st.lists(_results, min_size=1, max_size=3).map(tuple))
_turns = st.lists(st.tuples(_asked, assistants, _answered), max_size=2).map(
    lambda turns: [m for turn in turns for m in turn]
)
_params = st.dictionaries(
    st.sampled_from(["temperature", "store", "x_new"]), st.integers() | words | st.none(), max_size=2
)
_tools = st.lists(
    st.builds(
        ToolSpec, words, st.text(max_size=4), extra=extras | st.sampled_from([{"strict": True}, {"strict": None}])
    ),
    max_size=2,
).map(tuple)
requests = st.builds(ChatRequest, words, _turns, st.none() | st.text(max_size=5), _tools, _params)
