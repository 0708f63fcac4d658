"""Every phrase has a template that lupdate finds, and English forms for one and many."""

import re
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest

from studio.messages.reply import ProviderError
from studio.present import labels
from studio.present.labels import TEMPLATES, english, template
from studio.present.words import Words, words
from studio.session.mocks import Fault
from studio.session.nodes import Place, ResultSource, StopKind

SOURCE = "".join(table.read_text(encoding="utf-8") for table in Path(str(labels.__file__)).parent.glob("*labels.py"))


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_a_phrase_fills_its_named_places() -> None:
    assert english(words("due.run_call_of", tool="issue_refund", i=1, of=2)) == "run issue_refund (call 1 of 2)"


@pytest.mark.parametrize(
    ("n", "said"), [(0, "send 0 tool results"), (1, "send 1 tool result"), (2, "send 2 tool results")]
)
def test_a_phrase_that_counts_has_a_form_for_one_and_for_others(n: int, said: str) -> None:
    assert english(words("due.send_results", n=n)) == said


def test_values_with_braces_are_not_read_as_places() -> None:
    assert english(words("stop.before_call", tool="{tool}{0}")) == "Paused before {tool}{0}"


def test_an_unknown_key_is_an_error_and_no_silent_text() -> None:
    with pytest.raises(KeyError):
        template(Words("no.such.key"))


def test_a_status_that_only_the_file_knows_is_said_as_it_stands() -> None:
    assert english(Words("status.half{done}")) == "half{done}"
    assert english(Words("status.ok")) == "done"


def test_both_forms_of_a_count_have_the_same_places_or_leave_the_number_out() -> None:
    counted = {key: found for key, found in TEMPLATES.items() if isinstance(found, tuple)}
    assert all("n" in places(many) for _, many in counted.values())
    assert [key for key, (one, many) in counted.items() if places(one) - places(many)] == []
    assert [key for key, found in TEMPLATES.items() if isinstance(found, str) and "n" in places(found)] == []


def test_every_text_is_marked_so_that_lupdate_finds_it() -> None:
    marked = set(re.findall(r'QT_TRANSLATE_NOOP\(\s*"labels",\s*"([^"]+)"', SOURCE))
    texts = {text for found in TEMPLATES.values() for text in ((found,) if isinstance(found, str) else found)}
    assert texts == marked


def test_every_closed_set_of_the_session_has_its_words() -> None:
    kinds = get_args(ProviderError.__annotations__["kind"])
    wanted = [
        *(f"reason.{kind}" for kind in get_args(StopKind)),
        *(f"stop.{place}" for place in get_args(Place)),
        *(f"reason.breakpoint.{place}" for place in get_args(Place)),
        *(f"source.{source}" for source in get_args(ResultSource)),
        *(f"error.{kind}" for kind in kinds),
        *(f"fault.{fault}" for fault in get_args(Fault) if fault),
        *(f"row.{role}" for role in ("system", "developer", "user", "assistant", "tool")),
    ]
    assert [key for key in wanted if key not in TEMPLATES] == []
