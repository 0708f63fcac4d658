"""A sentence that was kept as plain text is known again, and what others wrote is left alone."""

from studio.present.kept_sentences import KeptSentences
from studio.said import Sentence

KNOWN = KeptSentences(
    (
        "No key for {profile}. Add one, or use the demo recording.{where}",
        "Nothing listens at {place}. Is the local server started?",
        "The server {name} is not reached: {why}",
        "{file} does not exist.",
        'Write members, such as {{"amount": {n}}}.',
        "Choose another folder.",
        "{first} {second}",
        "{why}.",
    )
)


def _template(text: str) -> str:
    found = KNOWN.of(text)
    assert found == text
    return found.template if isinstance(found, Sentence) else ""


def test_a_text_is_known_by_its_template_and_keeps_what_stood_in_it() -> None:
    found = KNOWN.of("No key for work. Add one, or use the demo recording.")
    assert isinstance(found, Sentence)
    assert found.places == {"profile": "work", "where": ""}


def test_a_sentence_within_a_sentence_is_known_too() -> None:
    found = KNOWN.of("The server shop is not reached: Nothing listens at 127.0.0.1:9. Is the local server started?")
    assert isinstance(found, Sentence)
    assert isinstance(found.places["why"], Sentence)


def test_braces_that_are_no_places_are_read_as_they_stand() -> None:
    assert _template('Write members, such as {"amount": 1}.') == 'Write members, such as {{"amount": {n}}}.'


def test_several_sentences_are_known_one_by_one() -> None:
    assert _template("shop.py does not exist. Choose another folder.") == "{first} {second}"
    assert _template("shop.py does not exist.\nSomebody wrote this.") == "{first}\n{second}"


def test_a_sentence_behind_the_name_of_a_file_is_known() -> None:
    assert _template("tools.json, tools[0]: shop.py does not exist.") == "{where}: {why}"
    assert _template("The server said: shop.py is gone.") == ""


def test_what_others_wrote_stays_as_it_is() -> None:
    assert _template("The model gpt-9 does not exist.") == ""
    assert _template("Rate limit reached.") == ""
    assert _template("x" * 5_000 + " y") == ""
