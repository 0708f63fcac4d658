"""Rows say how a request was told, what it left out, which way a call came, and that a paused turn goes on."""

from collections.abc import Iterator

from msgspec.structs import replace

from studio.messages.message import user
from studio.messages.parts import Call
from studio.messages.remark import Remark
from studio.messages.reply import ChatReply, ProviderError
from studio.present.labels import english
from studio.present.row import Phrase, Row
from studio.present.row_speech import spoken
from studio.present.rows import Rows
from studio.session.events import MessageAdded, ReplyReceived, RequestFailed, RequestSent, SetupChanged
from studio.session.journal import Journal, NowhereSink
from studio.session.tree import Tree
from tests.unit.present.parts_sample import CLAUDE, PAUSED, QUESTION, SETUP, printed_call, web_search

ID_MAPPED = Remark("id_mapped", "call_1 → Ab3dEf9hK", 1)


def journal() -> Journal:
    made = Journal(Tree(), NowhereSink(), lambda: 0)
    made.append(SetupChanged(responder=CLAUDE, tools=SETUP.tools))
    made.append(MessageAdded(message=QUESTION))
    return made


def rows(made: Journal) -> Iterator[Row]:
    return iter(Rows(made.tree, made.head))


def row(made: Journal, kind: str, at: int = -1) -> Row:
    return [each for each in rows(made) if each.kind == kind][at]


def said(phrases: tuple[Phrase, ...]) -> list[str]:
    return [phrase if isinstance(phrase, str) else english(phrase) for phrase in phrases]


def badges(found: Row) -> list[str]:
    return [english(badge.words) for badge in found.badges]


def test_a_request_in_a_text_form_says_so_and_counts_its_remarks() -> None:
    made = journal()
    made.append(RequestSent(count=1, tools=3, form="hermes", remarks=(ID_MAPPED, Remark("refusal_as_text", "", 2))))
    made.append(ReplyReceived(reply=PAUSED))
    found = row(made, "request")
    assert badges(found) == ["2 remarks", "as text"]
    assert said(found.notes) == [
        "tools told as text: Hermes",
        "A call id is changed (call_1 → Ab3dEf9hK): this provider wants ids of another form.",
        "A refusal is sent as plain text: this format has no part for it.",
    ]
    assert said(spoken(found))[-3:] == said(found.notes)


def test_a_plain_native_request_has_no_badge() -> None:
    made = journal()
    made.append(RequestSent(count=1, tools=3))
    made.append(ReplyReceived(reply=PAUSED))
    assert row(made, "request").badges == ()


def test_a_folded_round_keeps_the_count_of_its_remarks() -> None:
    made = journal()
    made.append(RequestSent(count=1, tools=3, remarks=(ID_MAPPED,)))
    made.append(ReplyReceived(reply=PAUSED))
    folded = Rows(made.tree, made.head, keep_open=0)
    assert [badges(each) for each in folded if each.kind == "round"] == [["1 remark"]]


def test_settings_that_the_program_changed_say_so_with_the_reason() -> None:
    made = journal()
    made.append(RequestSent(count=1, tools=3))
    made.append(RequestFailed(error=ProviderError("http", "no tools", 400)))
    remarks = (Remark("tools_refused", "hermes"),)
    made.append(SetupChanged(responder=replace(CLAUDE, text_form="hermes"), remarks=remarks, automatic=True))
    found = row(made, "setup")
    assert badges(found) == ["automatic"]
    assert said(found.summary) == ["The provider takes no tools natively: they are told as text (Hermes) from here on."]


def test_settings_that_the_person_changed_name_the_settings_and_count_what_was_lost() -> None:
    made = journal()
    made.append(SetupChanged(params={}, remarks=(Remark("parameter_left_out", "seed"),)))
    found = row(made, "setup")
    assert badges(found) == ["1 remark"]
    assert said(found.summary) == ["parameters"]
    assert said(found.notes) == ["The parameter seed is left out: this format cannot say it."]


def test_calls_say_which_way_they_came() -> None:
    made = journal()
    made.append(RequestSent(count=1, tools=3))
    calls = (
        printed_call(),
        Call("pick", "free text", "c2", "custom"),
        Call("old", "{}", None, "legacy"),
        Call("plain"),
    )
    made.append(ReplyReceived(reply=ChatReply(calls)))
    found = [each for each in rows(made) if each.kind == "call"]
    assert [badges(each) for each in found] == [["printed"], ["custom"], ["legacy"], []]
    assert said(found[0].notes) == ["printed into the text, in the form Hermes"]


def test_a_paused_turn_goes_on_and_is_not_finished() -> None:
    made = journal()
    made.append(RequestSent(count=1, tools=3))
    made.append(ReplyReceived(reply=replace(PAUSED, parts=web_search())))
    found = row(made, "response")
    assert badges(found) == ["goes on"]
    assert said(found.summary) == ["Web search", "Kyoto weather → Kyoto forecast, Japan, 7 days", "the turn goes on"]
    assert len(found.notes) == 2


def test_a_reply_of_hosted_parts_alone_says_what_they_are() -> None:
    made = journal()
    made.append(RequestSent(count=1, tools=3))
    made.append(ReplyReceived(reply=ChatReply((*web_search(), *web_search("Osaka")))))
    assert said(row(made, "response").summary)[0] == "Web search"
    assert "and 1 more" in said(row(made, "response").summary)


def test_an_empty_reply_is_still_finished() -> None:
    made = journal()
    made.append(MessageAdded(message=user("?")))
    made.append(RequestSent(count=2, tools=3))
    made.append(ReplyReceived(reply=ChatReply()))
    assert said(row(made, "response").summary) == ["finished"]
