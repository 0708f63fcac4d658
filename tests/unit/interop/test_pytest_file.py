"""The text of an exported test: readable, formatted, long values beside it; and whether somebody changed it."""

import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from studio.interop.planned_test import (
    Loose,
    LooseError,
    PlannedAnswer,
    PlannedCall,
    PlannedTest,
    made_loose,
    made_loose_by_tool,
)
from studio.interop.pytest_file import Written, is_untouched, pytest_file

ORDER = {
    "type": "object",
    "properties": {"id": {"type": "integer"}, "lines": {"type": "array", "items": {"type": "object"}}},
}
CALLS = (
    PlannedCall("get", {"id": 7, "lines": [{"sku": 'a "b"'}]}, schema=ORDER),
    PlannedCall("look", {"what": "杯子"}, inside="boss/helper"),
    PlannedCall("sql", "SELECT 1"),
    PlannedCall("now", {}),
)
PLAN = PlannedTest('A "title" with \\ and\nlines', 9, "main", CALLS, (PlannedAnswer("Done."),))


def written(plan: PlannedTest) -> Written:
    return pytest_file(plan, "test_it", "sessions/it.tcsession", "sessions/it.values.json")


def test_the_file_says_calls_and_answer_as_a_person_would() -> None:
    text = written(PLAN).text
    body = text[text.index("def test_it") : text.index("\n\n\n# Unchanged")]
    assert body.splitlines() == [
        "def test_it() -> None:",
        '    run = replayed("sessions/it.tcsession", beside=__file__)',
        "    run.expect_calls(",
        '        Call("get", {"id": 7, "lines": [{"sku": \'a "b"\'}]}),',
        '        Call("look", {"what": "杯子"}, inside="boss/helper"),',
        '        Call("sql", "SELECT 1"),',
        '        Call("now"),',
        "    )",
        '    run.expect_answer("Done.")',
    ]
    assert "from studio.testing import Call, replayed\n" in text


def test_places_that_may_differ_stand_in_the_test() -> None:
    text = written(replace(PLAN, volatile=("/messages/*/content/time", '/a"b'))).text
    assert "    run = replayed(\n" in text
    assert """        volatile=["/messages/*/content/time", '/a"b'],\n""" in text
    assert "volatile" not in written(PLAN).text


def test_loose_members_stand_as_words_and_only_what_is_used_is_imported() -> None:
    plan = made_loose(PLAN, 0, Loose("/id", "schema"))
    plan = made_loose(plan, 0, Loose("/lines/0/sku", "any"))
    plan = made_loose_by_tool(plan, "look", "what", "like", "^杯.")
    plan = replace(plan, in_order=False, answers=(PlannedAnswer("a", "contains", "Do"), PlannedAnswer("b", "ignore")))
    text = written(plan).text
    assert 'Call("get", {"id": fits({"type": "integer"}), "lines": [{"sku": ANY}]}),' in text
    assert 'Call("look", {"what": like(r"^杯.")}, inside="boss/helper"),' in text
    assert "        in_order=False,\n" in text
    assert '    run.expect_answer(contains("Do"), turn=1)\n' in text
    assert "turn=2" not in text
    assert "from studio.testing import ANY, Call, contains, fits, like, replayed\n" in text


def test_values_that_are_too_long_stand_in_a_file_beside_the_test() -> None:
    long, many = "word " * 1000, list(range(2000))
    calls = (PlannedCall("save", {"text": long, "deep": {"many": many, "id": 1}}, loose=(Loose("/deep/id", "any"),)),)
    made = written(replace(PLAN, calls=calls, answers=(PlannedAnswer("x" * 3000),)))
    assert made.values == {"1 save text": long, "1 save deep many": many, "answer 1": "x" * 3000}
    assert 'VALUES = kept("sessions/it.values.json", beside=__file__)' in made.text
    assert '"deep": {"many": VALUES["1 save deep many"], "id": ANY},' in made.text
    assert len(made.text) < 2_000


def test_what_is_not_there_cannot_be_loose() -> None:
    with pytest.raises(LooseError, match=r"No call of get has the member nix. It has: id, lines"):
        made_loose_by_tool(PLAN, "get", "nix", "any")
    with pytest.raises(LooseError, match="Called are: get, look, now, sql"):
        made_loose_by_tool(PLAN, "nix", "id", "any")
    with pytest.raises(LooseError, match="says nothing about /what"):
        made_loose(PLAN, 1, Loose("/what", "schema"))


def test_a_file_that_was_changed_is_seen_and_line_ends_are_no_change() -> None:
    text = written(PLAN).text
    assert is_untouched(text)
    assert is_untouched(text.replace("\n", "\r\n"))
    assert not is_untouched(text.replace("Done.", "Do."))
    assert not is_untouched("")
    assert not is_untouched("def test_mine() -> None: ...\n")


def test_the_usual_formatter_and_checker_have_nothing_to_say(tmp_path: Path) -> None:
    long = {
        "text": "many words 杯子 " * 20,
        "say": 'he "said"\n' * 9,
        "far": {"down": [{"x": "y" * 100}] * 2},
        "e": [],
        "o": {},
    }
    plan = replace(
        PLAN, calls=(*CALLS, PlannedCall("save", long)), answers=(PlannedAnswer("a\n" * 50), PlannedAnswer("b"))
    )
    (tmp_path / "test_it.py").write_text(written(plan).text, encoding="utf-8")
    for words in (("format", "--check"), ("check", "--select", "E4,E7,E9,F,I,W,UP,Q,COM,PT")):
        ran = subprocess.run(
            [sys.executable, "-m", "ruff", *words, "--isolated", "--no-cache", tmp_path],
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout
