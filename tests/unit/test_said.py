"""A sentence is plain English everywhere, and knows its template for the window."""

import pickle

import msgspec
import pytest

from studio.said import QT_TRANSLATE_NOOP, Sentence, ended, joined, plain, said, through

NO_KEY = QT_TRANSLATE_NOOP("core", "No key for {profile}.")


def test_a_sentence_is_the_english_text_and_knows_its_template() -> None:
    sentence = said(NO_KEY, profile="work")
    assert sentence == "No key for work."
    assert (sentence.template, sentence.places) == (NO_KEY, {"profile": "work"})


def test_a_place_keeps_the_sentence_that_stands_in_it() -> None:
    outer = said("{file}: {why}", file="a.py", why=said(NO_KEY, profile="work"))
    assert outer == "a.py: No key for work."
    assert isinstance(outer.places["why"], Sentence)


def test_joined_sentences_keep_both_templates() -> None:
    both = joined(said(NO_KEY, profile="work"), said("Add one."))
    assert both == "No key for work. Add one."
    assert isinstance(both, Sentence)
    assert [getattr(each, "template", "") for each in both.places.values()] == [NO_KEY, "Add one."]


def test_joining_with_nothing_is_the_sentence_itself() -> None:
    alone = said("Add one.")
    assert joined(alone, "") is alone
    assert joined("", alone) is alone


def test_an_encoder_writes_it_as_text() -> None:
    assert msgspec.json.encode([said(NO_KEY, profile="work")], enc_hook=plain) == b'["No key for work."]'
    with pytest.raises(TypeError, match="object is no value"):
        msgspec.json.encode([object()], enc_hook=plain)


def test_it_survives_the_way_between_processes() -> None:
    again = pickle.loads(pickle.dumps(said(NO_KEY, profile="work")))
    assert (again, again.template) == ("No key for work.", NO_KEY)


def test_a_sentence_brings_its_full_stop_once() -> None:
    assert ended(said("{where}: {why}", where="a", why=said("It broke."))) == "a: It broke."
    assert ended(said("{where}: {why}", where="a", why="it broke")) == "a: it broke."


def test_what_stands_in_a_sentence_is_changed_and_the_template_stays() -> None:
    blanked = through(
        said("{file}: {why}", file="key", why=said("No {what} here.", what="key")), lambda t: t.replace("key", "***")
    )
    assert blanked == "***: No *** here."
    assert isinstance(blanked, Sentence)
    assert through("the key", str.upper) == "THE KEY"
