"""A history begun in one dialect goes on in another: what cannot cross is converted or left out, and each is remarked."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.dialects.call_ids import CallIds
from studio.dialects.crossing import Crossed, Crossing, origin_of
from studio.dialects.traits import Traits
from studio.messages.message import Message
from studio.messages.parts import Call, Image, Opaque, Part, Reasoning, Refusal, Result, Text
from studio.messages.remark import Remark
from studio.messages.toolspec import ToolSpec


def into(dialect: str, *, traits: Traits | None = None, text_form: str = "") -> Crossing:
    return Crossing(dialect, CallIds(dialect, traits or Traits()), text_form)


def said(*parts: Part, origin: str = "anthropic_messages", extra: dict[str, object] | None = None) -> Message:
    return Message("assistant", parts, extra or {}, origin)


def codes(crossed: Crossed) -> list[str]:
    return [remark.code for remark in crossed.remarks]


def test_a_message_of_the_dialects_own_passes_as_it_is() -> None:
    message = said(Reasoning("hm", "sig"), Text("a", {"cache_control": 1}), Call("f", "{}", "toolu_1"), extra={"x": 1})
    assert into("anthropic_messages").cross(message, 3) == Crossed(message)


def test_a_signature_stays_where_it_was_made_and_its_reasoning_with_it() -> None:
    crossed = into("openai_chat").cross(said(Reasoning("secret thought", "sig"), Text("Hello")), 1)
    assert crossed.message == Message("assistant", (Text("Hello"),))
    assert crossed.remarks == (Remark("reasoning_left_out", "14", 1),)


def test_members_of_a_foreign_wire_form_are_left_out_and_named() -> None:
    message = said(Text("a", {"citations": [1]}), Call("f", "{}", "c1", extra={"caller": {}}), extra={"container": 1})
    crossed = into("openai_chat").cross(message, 0)
    assert crossed.message == Message("assistant", (Text("a"), Call("f", "{}", "c1")))
    assert sorted(remark.subject for remark in crossed.remarks) == [
        "assistant: container",
        "f: caller",
        "text: citations",
    ]


def test_a_foreign_block_is_left_out_and_a_message_of_nothing_else_with_it() -> None:
    block = Opaque("anthropic_messages", {"type": "server_tool_use", "name": "web_search"})
    crossed = into("openai_responses").cross(said(block), 2)
    assert crossed == Crossed(None, (Remark("part_left_out", "server_tool_use", 2),))


@pytest.mark.parametrize("dialect", ["anthropic_messages", "ollama_chat"])
def test_a_custom_call_becomes_a_function_call_where_there_are_none(dialect: str) -> None:
    crossed = into(dialect).cross(said(Call("sh", 'echo "x"', "c1", "custom"), Refusal("no"), origin="openai_chat"), 0)
    call, refused = crossed.message.parts if crossed.message else ()
    assert call == Call("sh", '{"input":"echo \\"x\\""}', "c1")
    assert refused == Text("no")
    assert codes(crossed) == ["custom_call_changed", "refusal_as_text"]
    answered = Message("tool", (Result("c1", "x", "sh", form="custom", extra={"y": 1}),), origin="openai_chat")
    result = into(dialect).cross(answered, 1)
    assert result.message == Message("tool", (Result("c1", "x", "sh"),))


def test_a_custom_call_stays_one_between_the_two_formats_that_have_it() -> None:
    message = said(Call("sh", "ls", "c1", "custom", {"id": "ctc_1"}), origin="openai_responses")
    crossed = into("openai_chat").cross(message, 0)
    assert crossed.message is not None
    assert crossed.message.parts == (Call("sh", "ls", "c1", "custom"),)


def test_ids_that_a_provider_refuses_are_mapped_and_the_result_answers_the_same_one() -> None:
    crossing = into("openai_chat", traits=Traits(call_ids="nine"))
    call = crossing.cross(Message("assistant", (Call("f", "{}", "call_abc_1"), Call("f", "{}", "Kx72mQp0a"))), 1)
    results = crossing.cross(Message("tool", (Result("call_abc_1", "one"), Result("Kx72mQp0a", "two"))), 2)
    assert call.message is not None
    assert results.message is not None
    sent = [each.id for each in call.message.calls]
    assert sent == [each.call_id for each in results.message.results]
    assert re.fullmatch("[a-zA-Z0-9]{9}", sent[0] or "")
    assert sent[1] == "Kx72mQp0a"
    assert codes(call) == ["id_mapped"]
    assert crossing.ids.back(["call_abc_1", "Kx72mQp0a"]) == {sent[0]: "call_abc_1"}


def test_calls_without_ids_get_those_of_their_place_where_ids_are_needed() -> None:
    crossing = into("anthropic_messages")
    asked = crossing.cross(said(Call("f", "{}"), Call("g", "{}"), origin="ollama_chat", extra={"x": 1}), 3)
    answered = crossing.cross(
        Message("tool", (Result(None, "a", "f"), Result(None, "b", "g")), {"x": 1}, "ollama_chat"), 4
    )
    assert asked.message is not None
    assert answered.message is not None
    ids = [call.id for call in asked.message.calls]
    assert ids == [result.call_id for result in answered.message.results]
    assert len(set(ids)) == 2
    assert None not in ids


def test_calls_that_name_no_format_get_ids_too_and_those_of_the_format_stay_without() -> None:
    crossing = into("openai_chat")
    asked = crossing.cross(said(Call("f", "{}")), 3).message
    answered = crossing.cross(Message("tool", (Result(None, "a", "f"),)), 4).message
    assert asked is not None
    assert answered is not None
    assert asked.calls[0].id == answered.results[0].call_id == "call_3_0"
    own = said(Call("f", "{}"), origin="openai_chat", extra={"x": 1})
    assert crossing.cross(own, 3).message == own


def test_a_printed_call_is_asked_for_natively_or_printed_again() -> None:
    printed = Call("f", "{}", "call_1", "text", {"in": "hermes", "printed": "<tool_call>…"})
    made_up = Opaque("printed", {"form": "react", "made_up": "1280 m"})
    message = said(Text("a"), printed, made_up, origin="openai_chat")
    native = into("openai_chat").cross(message, 0)
    assert native.message is not None
    assert native.message.parts == (Text("a"), Call("f", "{}", "call_1"))
    assert codes(native) == ["printed_call_native", "made_up_left_out"]
    same = into("openai_chat", text_form="hermes").cross(message, 0)
    assert same.message is not None
    assert same.message.parts == (Text("a"), printed)
    other = into("openai_chat", text_form="react").cross(message, 0)
    assert other.message is not None
    assert other.message.parts == (Text("a"), Call("f", "{}", "call_1", "text"))


def test_what_a_form_printed_around_a_text_is_not_sent_natively() -> None:
    message = said(
        Reasoning("hm", extra={"printed": "<|channel|>…hm"}), Text("a", {"printed": "…a"}), origin="openai_chat"
    )
    native = into("openai_chat").cross(message, 0)
    assert native == Crossed(Message("assistant", (Reasoning("hm"), Text("a")), origin="openai_chat"))
    assert into("openai_chat", text_form="harmony").cross(message, 0) == Crossed(message)


def test_a_message_from_before_there_was_a_second_dialect_counts_as_chat_completions() -> None:
    assert origin_of(Message("assistant", (Text("a"),), {"audio": 1})) == "openai_chat"
    assert origin_of(Message("assistant", (Text("a"),))) == ""


PARTS = st.one_of(
    st.builds(Text, st.text(max_size=5), st.sampled_from([{}, {"x": 1}])),
    st.builds(Image, st.just("https://h/a.png")),
    st.builds(Reasoning, st.text(max_size=5), st.sampled_from(["", "sig"])),
    st.builds(Refusal, st.text(max_size=5)),
    st.builds(
        Call,
        st.text(max_size=3),
        st.text(max_size=5),
        st.none() | st.text(max_size=60),
        st.sampled_from(["function", "custom", "legacy", "text"]),
    ),
    st.builds(
        Result,
        st.none() | st.text(max_size=60),
        st.text(max_size=5),
        form=st.sampled_from(["function", "custom", "text"]),
    ),
    st.builds(Opaque, st.sampled_from(["a", "openai_chat", "printed"]), st.none() | st.just({"type": "t"})),
)
DIALECTS = st.sampled_from(["openai_chat", "openai_responses", "anthropic_messages", "ollama_chat"])


@given(
    st.lists(PARTS, max_size=4).map(tuple),
    DIALECTS,
    DIALECTS,
    st.sampled_from(["", "react"]),
    st.sampled_from(["any", "nine"]),
)
def test_what_crossed_over_crosses_no_further_and_holds_nothing_foreign(
    parts: tuple[Part, ...], origin: str, dialect: str, form: str, ids: str
) -> None:
    crossing = into(dialect, traits=Traits(call_ids="nine" if ids == "nine" else "any"), text_form=form)
    crossed = crossing.cross(Message("assistant", parts, {}, origin), 5)
    if crossed.message is None:
        assert parts
        return
    again = crossing.cross(crossed.message, 5)
    assert again.message == crossed.message
    assert not any(isinstance(part, Opaque) and part.dialect != dialect for part in crossed.message.parts)
    assert all(part.text in crossed.message.text for part in parts if isinstance(part, Text))


def test_a_tool_that_another_provider_runs_itself_is_left_out_and_a_function_loses_only_its_foreign_members() -> None:
    hosted = ToolSpec("web_search", extra={"entry": {"type": "web_search_20250305"}}, origin="anthropic_messages")
    deferred = ToolSpec("f", "F.", extra={"defer_loading": True}, origin="anthropic_messages")
    plain = ToolSpec("g")
    tools, remarks = into("ollama_chat").tools((hosted, deferred, plain))
    assert tools == (ToolSpec("f", "F.", origin="anthropic_messages"), plain)
    assert [(remark.code, remark.subject) for remark in remarks] == [
        ("tool_left_out", "web_search"),
        ("members_left_out", "f: defer_loading"),
    ]
    assert into("anthropic_messages").tools((hosted, deferred, plain)) == ((hosted, deferred, plain), ())


def test_a_system_message_in_the_middle_is_said_by_the_user_where_none_is_taken() -> None:
    crossing = Crossing("anthropic_messages", CallIds("anthropic_messages", Traits()), system_anywhere=False)
    crossed = crossing.cross(Message("developer", (Text("Be brief."),)), 4)
    assert crossed == Crossed(Message("user", (Text("Be brief."),)), (Remark("system_as_user", "", 4),))


def test_thinking_without_a_signature_is_left_out_where_only_signed_thinking_is_taken() -> None:
    message = Message("assistant", (Reasoning("hm"), Text("Hello")))
    crossed = into("anthropic_messages").cross(message, 1)
    assert crossed.message == Message("assistant", (Text("Hello"),))
    assert codes(crossed) == ["reasoning_left_out"]
    assert into("openai_chat").cross(message, 1) == Crossed(message)


def test_members_that_only_number_what_was_said_go_without_a_word() -> None:
    message = said(
        Text("a", {"item": {"id": "msg_1"}}), Text(""), Call("f", "{}", "c1", extra={"id": "fc_1", "status": "x"})
    )
    crossed = into("openai_chat").cross(message, 0)
    assert crossed == Crossed(Message("assistant", (Text("a"), Call("f", "{}", "c1"))))


def test_what_the_dialect_itself_refuses_is_left_out_after_the_crossing() -> None:
    def refuse(message: Message, place: int) -> tuple[Message | None, tuple[Remark, ...]]:
        return None, (Remark("reasoning_not_stored", "rs_1", place),)

    crossing = Crossing("openai_responses", CallIds("openai_responses", Traits()), fit=refuse)
    crossed = crossing.cross(said(Opaque("anthropic_messages", {}), Text("a"), Text("", {"x": 1})), 2)
    assert crossed.message is None
    assert codes(crossed) == ["part_left_out", "members_left_out", "reasoning_not_stored"]


def test_a_signed_call_that_is_told_as_text_says_that_its_signature_stays_behind() -> None:
    call = Call("f", "{}", "c1", extra={"extra_content": {"google": {"thought_signature": "sig"}}, "index": 0})
    message = said(call, Call("sh", "ls", "c2", "custom", {"x": 1}), origin="openai_chat")
    crossed = into("openai_chat", text_form="hermes").cross(message, 1)
    assert crossed.message is not None
    assert crossed.message.calls == (Call("f", "{}", "c1"), message.calls[1])
    assert crossed.remarks == (Remark("members_left_out", "f: extra_content", 1),)
    assert into("openai_chat").cross(message, 1) == Crossed(message)
