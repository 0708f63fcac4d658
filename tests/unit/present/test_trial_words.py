"""The words of a test of a profile: every one can be filled, and whoever reads a no is told what to do."""

import re
from pathlib import Path
from string import Formatter
from typing import get_args

from studio.present import trial_words
from studio.present.trial_words import ADVICE, ANSWERS, FINDINGS, QUESTIONS, advice, finding
from studio.responders.failures import NO_KEY
from studio.workspace import trial_findings
from studio.workspace.trial_findings import Answer, Question

FINDER = Path(trial_findings.__file__).read_text(encoding="utf-8")
SOURCE = Path(trial_words.__file__).read_text(encoding="utf-8")


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_every_question_and_every_answer_has_a_word() -> None:
    assert tuple(QUESTIONS) == get_args(Question)
    assert tuple(ANSWERS) == get_args(Answer.__annotations__["answer"])


def test_every_finding_is_used_and_every_one_that_is_used_has_its_words() -> None:
    used = set(re.findall(r'"([a-z]+(?:_[a-z]+)*)"', FINDER))
    assert [code for code in FINDINGS if code not in used] == []
    assert [code for code in ADVICE if code.removesuffix("_list") not in used] == []


def test_every_finding_that_can_be_a_no_says_what_to_do() -> None:
    no = {*re.findall(r'"no",\s*"(\w+)"', FINDER), "key_refused", "key_wanted", "unreachable"} - {"unknown"}
    assert len(no) > 10
    assert sorted(no - set(ADVICE)) == []


def test_advice_names_only_places_that_its_finding_has() -> None:
    assert {name for text in ADVICE.values() for name in places(text)} == {"models", "variable"}


def test_every_text_is_marked_so_that_lupdate_finds_it() -> None:
    marked = set(re.findall(r'QT_TRANSLATE_NOOP\(\s*"trial", "([^"]+)"', SOURCE))
    texts = {*QUESTIONS.values(), *ANSWERS.values(), *FINDINGS.values(), *ADVICE.values()} - {"{text}"}
    assert texts == marked


def test_texts_with_braces_are_not_read_as_places() -> None:
    assert finding("refused", {"status": "400", "text": "{oops}"}) == "The server answered 400: {oops}"


def test_a_list_of_models_is_the_advice_where_there_is_one() -> None:
    assert advice("model_missing", {"models": "a, b"}) == "It has: a, b."
    assert advice("model_missing", {"models": ""}) == "Name one in the profile."


def test_a_missing_key_has_one_name_on_both_floors() -> None:
    assert trial_words.NO_KEY == NO_KEY
