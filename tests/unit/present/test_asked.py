"""What an MCP server asked: its row under the call, its entry, its place in the story; also where the call is not known."""

from typing import Any

from studio.messages.parts import Call, Text
from studio.messages.reply import ChatReply, Usage
from studio.present.labels import english
from studio.present.row import Phrase, Row
from studio.present.row_filter import row_filter
from studio.present.row_speech import spoken
from studio.present.rows import Rows
from studio.present.story import story
from studio.present.story_markdown import story_markdown
from studio.present.story_text import story_lines
from studio.present.story_values import Spent
from studio.present.transcript import transcript
from studio.present.transcript_asked_entry import ServerAskedEntry
from studio.present.transcript_text import entry_lines
from studio.session.events import ServerAsked, SetupChanged
from studio.session.journal import Journal
from tests.unit.present.sample import ONE, TWO, Sample

FORM = {"message": "Who are\nyou?", "requestedSchema": {"type": "object"}}
MESSAGES = {
    "messages": [
        {"role": "user", "content": {"type": "text", "text": "first"}},
        {
            "role": "user",
            "content": [{"type": "text", "text": "Name a"}, {"type": "image"}, {"type": "text", "text": "colour."}],
        },
    ]
}
BLUE = ChatReply((Text("Blue."),), "stop", Usage(7, 2), "tiny")


def asked(sample: Sample, at: int | None = 0, **members: Any) -> ServerAsked:
    """A question during a call of the sample, None: nobody knows during which."""
    call = None if at is None else (sample.reply, at)
    return sample.journal.append(ServerAsked(server="files", call=call, **{"asked": FORM, **members}))


def told() -> Sample:
    """A call with a form and a model that was asked, and another call that asked for an address."""
    sample = Sample()
    sample.ask(ONE, TWO)
    sample.start(0)
    asked(sample, action="accept", content={"name": "Ann"}, seconds=4.0)
    asked(sample, what="sampling", asked=MESSAGES, action="accept", sent="{}", reply=BLUE)
    sample.run(0, "the first")
    sample.start(1)
    asked(sample, 1, what="url", asked={"message": "Sign in.", "url": "https://a.example/b"}, action="decline")
    sample.run(1, "the second")
    return sample


def rows_of(journal: Journal) -> list[Row]:
    rows = Rows(journal.tree, journal.head)
    return [rows.row(at) for at in range(len(rows))]


def say(phrase: Phrase) -> str:
    return phrase if isinstance(phrase, str) else english(phrase)


def line(row: Row) -> str:
    badges = " ".join(f"[{english(badge.words)}]" for badge in row.badges)
    return " | ".join(filter(None, (row.kind, say(row.title), " · ".join(map(say, row.summary)), badges)))


def test_each_question_stands_under_the_call_that_it_was_asked_for_before_its_result() -> None:
    found = [line(row) for row in rows_of(told().journal)]
    at = next(place for place, text in enumerate(found) if text.startswith("call"))
    assert [text.partition(" | ")[0] for text in found[at:]] == [
        *("call", "asked", "asked", "result"),
        *("call", "asked", "result"),
    ]
    assert found[at + 1 : at + 3] == [
        'asked | files asks you | Who are you? · name="Ann" | [answered]',
        "asked | files asks a model | Name a colour. · Blue. | [answered]",
    ]
    assert found[at + 5] == "asked | files asks you to open an address | Sign in. · https://a.example/b | [declined]"


def test_the_row_tells_tokens_details_and_where_going_back_leads() -> None:
    sample = told()
    form, model, _ = (row for row in rows_of(sample.journal) if row.kind == "asked")
    assert (model.tokens_in, model.tokens_out, model.level, model.round) == (7, 2, 1, 1)
    assert (model.event, model.rewind, model.call) == (model.node, model.node - 1, (sample.reply, 0))
    assert [say(note) for note in form.notes] == ['sent {"name": "Ann"}']
    assert [say(note) for note in model.notes] == ["The model said: Blue."]
    assert [say(phrase) for phrase in spoken(form)][:3] == ["Round 1", "files asks you", "answered"]
    wanted = row_filter("kind:asked", say)
    assert wanted is not None
    assert [wanted(row) for row in rows_of(sample.journal)].count(True) == 3


def test_what_the_person_wrote_in_the_models_place_says_so() -> None:
    sample = Sample()
    sample.ask(ONE)
    sample.start(0)
    asked(
        sample, what="sampling", asked=MESSAGES, action="accept", reply=ChatReply((Text("Red."),), model_name="human")
    )
    row = next(row for row in rows_of(sample.journal) if row.kind == "asked")
    assert (row.mocked, [english(badge.words) for badge in row.badges]) == (True, ["answered", "by hand"])
    (entry,) = (
        each for each in transcript(sample.journal.tree, sample.journal.head) if isinstance(each, ServerAskedEntry)
    )
    assert (entry.by_hand, entry.text, entry.action) == (True, "Red.", "accept")
    assert "written by hand" in "\n".join(map(str, entry_lines((entry,))))


def test_a_question_that_went_away_tells_why() -> None:
    sample = Sample()
    sample.ask(ONE)
    sample.start(0)
    asked(sample, error="The call was over.")
    row = next(row for row in rows_of(sample.journal) if row.kind == "asked")
    assert (row.token, [say(note) for note in row.notes]) == ("warn", ["The call was over."])
    (entry,) = (
        each for each in transcript(sample.journal.tree, sample.journal.head) if isinstance(each, ServerAskedEntry)
    )
    text = "\n".join(map(str, entry_lines((entry,))))
    assert "not answered · The call was over." in text


def test_a_question_of_no_known_call_is_a_step_of_the_round_and_before_any_round_a_row_of_its_own() -> None:
    sample = Sample()
    asked(sample, None, action="decline")
    sample.journal.append(SetupChanged(system="Be short."))
    assert [row.kind for row in rows_of(sample.journal)][-2:] == ["asked", "setup"]
    sample.ask(ONE)
    sample.start(0)
    asked(sample, None, what="sampling", asked=MESSAGES, action="accept", sent="{}", reply=BLUE)
    sample.run(0)
    assert [row.kind for row in rows_of(sample.journal)][-3:] == ["call", "result", "asked"]
    made = story(sample.journal.tree, sample.journal.head)
    assert [one.action for one in made.questions] == ["decline", "accept"]
    assert (made.sampling, made.tokens) == (Spent(7, 2), Spent(7, 2))


def test_the_transcript_and_the_story_tell_question_and_answer() -> None:
    journal = told().journal
    entries = [each for each in transcript(journal.tree, journal.head) if isinstance(each, ServerAskedEntry)]
    assert [(each.tool, each.call, each.of, each.what, each.seconds) for each in entries] == [
        ("get_order", 1, 2, "form", None),
        ("get_order", 1, 2, "sampling", None),
        ("issue_refund", 2, 2, "url", None),
    ]
    assert (entries[1].model, entries[1].text, entries[1].input_tokens) == ("tiny", "Blue.", 7)
    text = "\n".join(map(str, entry_lines(entries)))
    for wanted in (
        "files asks you",
        "Who are",
        'sent {"name": "Ann"}',
        "tiny answered",
        "https://a.example/b",
        "declined",
    ):
        assert wanted in text
    made = story(journal.tree, journal.head)
    assert (made.sampling, made.own, made.tokens) == (Spent(7, 2), Spent(), Spent(7, 2))
    whole = "\n".join(str(each) for each in story_lines(made))
    assert whole.index("get_order") < whole.index("files asks you") < whole.index("the first")
    assert "7 in, 2 out" in whole
    assert "**files asks a model**" in story_markdown(made, english)


def test_of_odd_parameters_nothing_is_told_but_what_is_text() -> None:
    sample = Sample()
    sample.ask(Call("get_order"))
    sample.start(0)
    odds: list[dict[str, Any]] = [{}, {"message": 5}, {"messages": []}, {"messages": ["x"]}]
    for odd in (*odds, {"messages": [{"content": 5}]}, {"url": 5}):
        asked(sample, what="url" if "url" in odd else "sampling", asked=odd)
    lines = [line(row) for row in rows_of(sample.journal) if row.kind == "asked"]
    assert lines[:5] == ["asked | files asks a model | [not answered]"] * 5
    assert len(lines) == 6
