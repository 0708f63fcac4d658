"""What the commands print: text or JSON, colours only where they are wanted."""

import io
import json
import os
import sys
from pathlib import Path

import msgspec
import pytest

from studio.cli.terminal import OutputError, Terminal, colours_wanted
from studio.present.transcript_text import Line


class Screen(io.StringIO):
    """A text stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class Thing(msgspec.Struct):
    name: str


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)


def test_text_goes_out_as_lines_and_json_does_not() -> None:
    out = io.StringIO()
    terminal = Terminal(out=out)
    terminal.line("one", "error")
    terminal.piece("two")
    terminal.value({"three": 3})
    assert out.getvalue() == "one\ntwo"


def test_json_goes_out_alone_a_value_a_line_with_every_character() -> None:
    out = io.StringIO()
    terminal = Terminal(as_json=True, out=out)
    terminal.line("one")
    terminal.piece("two")
    terminal.value(Thing("杯子"))
    terminal.value({"things": (Thing("b"),)})
    assert out.getvalue() == '{"name": "杯子"}\n{"things": [{"name": "b"}]}\n'


def test_half_characters_are_printed_as_json_escapes_that_can_be_read_again() -> None:
    out = io.StringIO()
    Terminal(as_json=True, out=out).value({"text": "\ud83d"})
    assert json.loads(out.getvalue().encode("utf-8", "backslashreplace")) == {"text": "\ud83d"}


def test_lines_are_coloured_by_their_style_on_a_terminal_only() -> None:
    line = Line("error", "No reply   ", "no connection")
    screen, pipe = Screen(), io.StringIO()
    Terminal(out=screen).lines([line])
    Terminal(out=pipe).lines([line])
    assert screen.getvalue() == "\x1b[31mNo reply   no connection\x1b[0m\n"
    assert pipe.getvalue() == "No reply   no connection\n"


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_a_person_can_have_it_without_colours(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    assert colours_wanted(Screen())
    monkeypatch.setenv(name, value)
    assert not colours_wanted(Screen())


def test_no_text_of_a_file_can_move_the_cursor_or_colour_the_terminal() -> None:
    pipe = io.StringIO()
    terminal = Terminal(out=pipe)
    terminal.line("\x1b[2Jtitle\x07\x9b1m")
    terminal.lines([Line("heading", "", "══ \x1b[31mname")])
    assert pipe.getvalue() == "␛[2Jtitle␇\ufffd1m\n══ ␛[31mname\n"


def test_lines_for_a_person_are_not_even_made_when_json_is_wanted() -> None:
    made: list[int] = []

    def line(at: int) -> Line:
        made.append(at)
        return Line("said", "", str(at))

    Terminal(as_json=True, out=io.StringIO()).lines(map(line, range(3)))
    assert made == []


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is there on Linux only")
def test_output_that_cannot_be_written_is_an_error_with_the_reason() -> None:
    with Path("/dev/full").open("w", encoding="utf-8", buffering=1) as full:
        with pytest.raises(OutputError, match="could not be written: No space left on device"):
            Terminal(out=full).line("one")
        with pytest.raises(OutputError):
            Terminal(as_json=True, out=full).value({})
        os.dup2(os.open(os.devnull, os.O_WRONLY), full.fileno())
