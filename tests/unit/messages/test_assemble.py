"""Joining deltas: order, names and ids, half-come replies, and ids for calls without one."""

from hypothesis import given
from hypothesis import strategies as st

from studio.messages.assemble import Assembly, with_ids
from studio.messages.delta import Delta
from studio.messages.deltas_of import deltas_of
from studio.messages.parts import Call, Opaque, Reasoning, Refusal, Text
from studio.messages.reply import ChatReply, ProviderError, Usage


def assembled(*deltas: Delta) -> ChatReply:
    assembly = Assembly()
    for delta in deltas:
        assembly.feed(delta)
    return assembly.reply()


def test_parts_stand_in_the_order_in_which_they_began() -> None:
    reply = assembled(
        ("reasoning", "hm"),
        ("text", "a"),
        ("text", "b"),
        ("call", 0, "1", "f", "{", "function"),
        ("text", "c"),
        ("call", 0, None, None, "}", "function"),
        ("part", Opaque("x", 1)),
        ("text", "d"),
    )
    kinds = (Reasoning("hm"), Text("ab"), Call("f", "{}", "1"), Text("c"), Opaque("x", 1), Text("d"))
    assert reply.parts == kinds


def test_fragments_of_calls_may_alternate() -> None:
    reply = assembled(
        ("call", 1, "b", "g", "", "function"),
        ("call", 0, "a", "f", "1", "custom"),
        ("call", 1, None, None, "2", "function"),
        ("call_extra", 0, "sig", "x"),
    )
    assert reply.calls == (Call("g", "2", "b"), Call("f", "1", "a", "custom", {"sig": "x"}))


def test_a_later_name_and_id_replace_what_stood_there() -> None:
    reply = assembled(("call", 0, None, "sum", "", "function"), ("call", 0, "9", "summarize", "", "function"))
    assert reply.calls == (Call("summarize", "", "9"),)


def test_a_half_come_reply_can_be_asked_for_and_goes_on() -> None:
    assembly = Assembly()
    assembly.feed(("text", "ha"))
    assert assembly.reply().text == "ha"
    assembly.feed(("text", "lf"))
    assert assembly.reply() == ChatReply((Text("half"),))


def test_a_signature_belongs_to_the_last_reasoning() -> None:
    reply = assembled(("reasoning", "hm", "content"), ("text", "a"), ("signature", "s1"), ("signature", "s2"))
    assert reply.parts == (Reasoning("hm", "s1s2", {"member": "content"}), Text("a"))
    assert assembled(("signature", "s")).parts == (Reasoning("", "s"),)


def test_what_stands_beside_the_parts_is_kept() -> None:
    error = ProviderError("provider", "no")
    assembly = Assembly()
    for delta in (
        ("refusal", "I "),
        ("refusal", "won't"),
        ("finish", "tool_calls"),
        ("finish", "stop"),
        ("usage", Usage(1, 2)),
        ("model", "m"),
        ("id", "r"),
        ("extra", "list", [1]),
        ("extra", "list", [2]),
        ("extra", "one", "a"),
        ("extra", "one", "b"),
        ("error", error),
        ("something", "new"),
    ):
        assembly.feed(delta)
    extra = {"list": [1, 2], "one": "b"}
    assert assembly.reply() == ChatReply((Refusal("I won't"),), "tool_calls", Usage(1, 2), "m", "r", extra)
    assert assembly.error == error


def test_calls_without_an_id_get_one_by_position_and_the_old_form_none() -> None:
    reply = ChatReply((Text("t"), Call("f"), Call("g", id="x"), Call("h", form="legacy"), Call("i", id="")))
    assert [call.id for call in with_ids(reply, "7").calls] == ["call_7_0", "x", None, "call_7_3"]
    whole = ChatReply((Call("g", id="x"),))
    assert with_ids(whole, "7") is whole


def test_lists_of_one_member_are_joined_and_a_reply_taken_in_between_does_not_change() -> None:
    assembly = Assembly()
    assembly.feed(("extra", "annotations", [1]))
    assembly.feed(("extra", "annotations", [2]))
    before = assembly.reply()
    assembly.feed(("extra", "annotations", [3]))
    assert (before.extra, assembly.reply().extra) == ({"annotations": [1, 2]}, {"annotations": [1, 2, 3]})


def test_a_whole_part_takes_the_place_of_what_was_streamed_at_its_rank() -> None:
    assembly = Assembly()
    for delta in (
        ("at", (1,)),
        ("text", "wor"),
        ("at", (0,)),
        ("text", "Hello, "),
        ("at", (1,)),
        ("part", Text("world")),
    ):
        assembly.feed(delta)
    assert assembly.reply().parts == (Text("Hello, "), Text("world"))


@given(
    st.lists(
        st.builds(Text, st.text(min_size=1)) | st.builds(Call, st.text(), st.text(), st.none() | st.text()), max_size=5
    )
)
def test_a_reply_told_in_deltas_is_that_reply_again(parts: list[Text | Call]) -> None:
    reply = ChatReply(tuple(parts), "stop", Usage(1, 2), "m", "r", {"x": [1]}, "", True)
    assembly = Assembly()
    for delta in deltas_of(reply):
        assembly.feed(delta)
    assert assembly.reply() == reply
