"""What the worker says is known to the catalogue in the worker's own words."""

import re
from pathlib import Path

import pytest

from studio import tools
from studio.present.kept_sentences import KeptSentences
from studio.said import Sentence
from studio.tools.worker_words import WORKER_WORDS

SOURCES = "".join(path.read_text(encoding="utf-8") for path in (Path(tools.__file__).parent / "worker").glob("*.py"))


@pytest.mark.parametrize("template", WORKER_WORDS)
def test_the_worker_says_it_in_these_words(template: str) -> None:
    for words in filter(None, re.split(r"\{\w+\}", template)):
        assert words in SOURCES


def test_what_the_worker_sends_is_known_again() -> None:
    found = KeptSentences(WORKER_WORDS).of("two tools are called refund: refund (line 3) and Shop.refund")
    assert isinstance(found, Sentence)
    assert found.places == {"tool": "refund", "one": "refund", "line": "3", "other": "Shop.refund"}
