"""A reply as headed pieces of text, as it stands beside its events."""

from studio.messages.parts import Call, Opaque, Reasoning, Refusal, Text
from studio.messages.reply import ChatReply, Usage
from studio.present.labels import english
from studio.present.wire_assembled import pieces_of


def test_parts_stand_in_order_then_how_it_ended() -> None:
    parts = (Reasoning("Hm."), Text("Hi"), Call("pay", '{"a":', "c1"), Call("stop", "{}"), Refusal("No."))
    reply = ChatReply((*parts, Opaque("x", {"type": "y"})), "stop", Usage(12))
    assert [(english(piece.head), piece.text) for piece in pieces_of(reply)] == [
        ("reasoning", "Hm."),
        ("text", "Hi"),
        ("call pay · c1", '{"a":'),
        ("call stop", "{}"),
        ("refusal", "No."),
        ("part", '{\n "type": "y"\n}'),
        ("finish", "stop"),
        ("usage", "12 → ?"),
    ]


def test_of_nothing_there_is_nothing() -> None:
    assert pieces_of(ChatReply()) == ()
