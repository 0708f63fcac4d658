"""The options that answer what servers ask, read before anything runs."""

import argparse
from pathlib import Path

import pytest

from studio.cli.command import BAD_FILE, WRONG_USE, CommandError
from studio.cli.server_answers import Chosen, add_options, chosen


def read(*words: str, models: bool = True) -> Chosen:
    options = argparse.ArgumentParser()
    add_options(options, models=models)
    return chosen(options.parse_args(words))


def test_without_options_nothing_is_answered() -> None:
    assert read() == Chosen()


def test_forms_come_from_words_and_files_in_their_order(tmp_path: Path) -> None:
    file = tmp_path / "form.json"
    file.write_text('{"b": 2}', encoding="utf-8")
    made = read("--answer", ' {"a": 1}', "--answer", str(file), "--ask", "--accept-urls", "--allow-sampling")
    assert made == Chosen(({"a": 1}, {"b": 2}), True, "", True)
    assert read("--allow-sampling", "here", models=False).sampling == "here"


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [("[1]", WRONG_USE, "no JSON object"), ("{", WRONG_USE, "is no JSON"), ("gone.json", BAD_FILE, "no file that")],
)
def test_what_is_no_form_is_refused(text: str, code: int, said: str) -> None:
    with pytest.raises(CommandError, match=said) as caught:
        read("--answer", text)
    assert caught.value.code == code


@pytest.mark.parametrize(("text", "said"), [("[1]", "has to be a JSON object"), ("{", "is no JSON")])
def test_a_file_that_holds_no_form_is_a_bad_file(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "form.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError, match=said) as caught:
        read("--answer", str(file))
    assert caught.value.code == BAD_FILE
