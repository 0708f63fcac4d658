"""Secrets in deltas: cut anywhere, at any rank, in fragments, whole parts and authoritative ends, they are never told."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.messages.assemble import Assembly
from studio.messages.delta import Delta
from studio.messages.parts import Call, Opaque, Reasoning, Text
from studio.messages.reply import ChatReply
from studio.responders.blanking import BlankedDeltas
from studio.wire.redact import BLANK, Redactor

KEY = "sk-test-0123456789"
KINDS = ("text", "reasoning", "refusal")


def blanked(*deltas: Delta) -> list[Delta]:
    blanking = BlankedDeltas(Redactor([KEY]))
    told = [clean for delta in deltas for clean in blanking.feed([delta])]
    return [*told, *blanking.end()]


def assembled(deltas: list[Delta]) -> ChatReply:
    assembly = Assembly()
    for delta in deltas:
        assembly.feed(delta)
    return assembly.reply()


def cut(text: str, places: list[int]) -> list[str]:
    at = sorted({0, len(text), *(place % (len(text) + 1) for place in places)})
    return [text[a:b] for a, b in pairwise(at)]


texts = st.lists(st.sampled_from([KEY, "sk-", "a", "sk-test", "-0123456789", "é"]), max_size=5).map("".join)
pieces = st.builds(cut, texts, st.lists(st.integers(0, 200), max_size=6))


@st.composite
def ranked_streams(draw: st.DrawFn) -> list[Delta]:
    """Texts at ranks, their pieces shuffled into each other, with other deltas in between."""
    queues = [[(rank, KINDS[rank % 3], piece) for piece in draw(pieces)] for rank in range(draw(st.integers(1, 3)))]
    made: list[Delta] = []
    while queues := [queue for queue in queues if queue]:
        rank, kind, piece = draw(st.sampled_from(queues)).pop(0)
        made += [("at", (rank,)), (kind, piece)]
        made += draw(st.sampled_from([[], [("model", "m")], [("usage", None)], [("run_extra", "seen", 1)]]))
    return made


def whole(deltas: list[Delta]) -> ChatReply:
    clean = Redactor([KEY]).value(assembled(deltas))
    assert isinstance(clean, ChatReply)
    return clean


@given(ranked_streams())
def test_texts_that_take_turns_are_blanked_each_at_its_rank(deltas: list[Delta]) -> None:
    told = blanked(*deltas)
    assert assembled(told) == whole(deltas)
    assert KEY not in repr(told)


@given(st.lists(st.tuples(st.sampled_from(KINDS), pieces), max_size=4), st.booleans())
def test_texts_without_ranks_are_blanked_and_keep_their_order(runs: list[tuple[str, list[str]]], call: bool) -> None:
    deltas: list[Delta] = [(kind, piece) for kind, cuts in runs for piece in cuts]
    if call:
        deltas[len(deltas) // 2 : len(deltas) // 2] = [("call", 0, "c", "f", "{}", "function")]
    told = blanked(*deltas)
    assert assembled(told) == whole(deltas)


@given(pieces, pieces)
def test_arguments_are_blanked_over_their_fragments_and_in_what_replaces_them(
    first: list[str], then: list[str]
) -> None:
    deltas: list[Delta] = [("call", 0, "c", "f", piece, "function") for piece in first]
    deltas.append(("call_all", 0, "c", "f", "".join(then), "function"))
    deltas += [("call", 0, None, None, piece, "function") for piece in then]
    told = blanked(*deltas)
    assert assembled(told) == whole(deltas)
    assert KEY not in repr(told)


def test_what_was_held_back_of_replaced_arguments_is_not_told() -> None:
    told = blanked(("call", 0, "c", "f", "{sk-te", "function"), ("call_all", 0, "c", "f", "{}", "function"))
    assert assembled(told).parts == (Call("f", "{}", "c"),)


@pytest.mark.parametrize(
    "part", [Opaque("x", {"deep": [f"a {KEY}"]}), Reasoning("", KEY, {"id": KEY}), Text("", {KEY: KEY})]
)
def test_whole_parts_are_blanked_in_all_they_hold(part: Opaque | Reasoning | Text) -> None:
    told = blanked(("at", (0,)), ("part", part))
    assert KEY not in repr(told)
    assert BLANK in repr(told)


def test_a_part_takes_the_place_of_a_text_that_is_half_held_back() -> None:
    told = blanked(("at", (0,)), ("text", "sk-t"), ("part", Opaque("x", 1)), ("at", (1,)), ("text", "b"))
    assert assembled(told).parts == (Opaque("x", 1), Text("b"))


@pytest.mark.parametrize(
    "delta", [("run_extra", "k", KEY), ("call_extra", 0, "k", [KEY]), ("extra", "k", KEY), ("id", KEY)]
)
def test_members_beside_the_text_are_blanked(delta: Delta) -> None:
    assert KEY not in repr(blanked(("call", 0, "c", "f", "", "function"), ("text", "a"), delta))


def test_without_secrets_every_delta_goes_through_as_it_is() -> None:
    deltas: list[Delta] = [("at", (0,)), ("text", "sk-"), ("part", Text("x")), ("call_all", 0, "c", "f", "1", "custom")]
    blanking = BlankedDeltas(Redactor())
    assert blanking.feed(deltas) == deltas
