"""`tools`, `call`, `--version`, help, and what happens without a display."""

import shlex
import signal
import subprocess
from pathlib import Path

import pytest

from studio.__main__ import COMMANDS, VERSION
from studio.cli import tools
from tests.flow.command_line import ROOT, command, environment, studio

DEMO_TOOLS = ROOT / "resources" / "demo" / "refund_tools.py"


def test_the_tools_of_a_file_are_printed_with_their_schemas() -> None:
    (shown,) = studio("tools", DEMO_TOOLS, "--json").documents
    refund = next(tool for tool in shown["tools"] if tool["name"] == "issue_refund")
    assert refund["sensitive"] is True
    assert refund["parameters"]["properties"]["currency"]["enum"] == ["EUR", "USD", "CNY"]
    assert "issue_refund (sensitive)" in studio("tools", DEMO_TOOLS).out


def test_a_tool_is_called_and_its_result_printed() -> None:
    ran = studio("call", DEMO_TOOLS, "get_customer", '{"customer_id": "C-1907"}')
    assert ran.code == 0
    assert '"name": "陈晓梅"' in ran.out


def test_what_a_tool_prints_goes_to_stderr_and_only_the_result_to_stdout() -> None:
    ran = studio("call", DEMO_TOOLS, "open_ticket", "-", input='{"summary": "cup"}')
    assert ran.out.startswith('{"ticket_id": "T-3051"')
    assert "ticket: cup (priority 3)" in ran.err


@pytest.mark.parametrize(
    ("name", "arguments", "code", "told"),
    [
        ("get_order", '{"order_id": 1}', 1, "order_id: must be text"),
        ("get_order", "{", 1, "break off"),
        ("get_ordr", "{}", 2, "Did you mean get_order?"),
    ],
)
def test_a_call_that_cannot_be_made_says_why(name: str, arguments: str, code: int, told: str) -> None:
    ran = studio("call", DEMO_TOOLS, name, arguments)
    assert (ran.code, ran.out) == (code, "")
    assert told in ran.err


def test_arguments_that_are_nearly_json_are_offered_as_they_may_have_been_meant() -> None:
    ran = studio("call", DEMO_TOOLS, "get_order", "{'order_id': '48213'}")
    assert ran.code == 1
    assert 'Perhaps it was meant as {"order_id": "48213"}' in ran.err


def test_a_tool_that_raises_prints_its_error_and_fails() -> None:
    ran = studio("call", DEMO_TOOLS, "get_order", '{"order_id": "1"}')
    assert (ran.code, ran.out) == (1, "LookupError: there is no order 1\n")
    assert "Traceback" in ran.err


def test_an_error_is_a_document_too() -> None:
    ran = studio("tools", "no_such_file.py", "--json")
    assert ran.code == 3
    assert "does not exist" in ran.documents[0]["error"]["sentence"]


def test_a_file_that_raises_at_import_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text("import json\nraise RuntimeError('no database')\n", encoding="utf-8")
    ran = studio("tools", path)
    assert (ran.code, ran.out) == (3, "")
    assert "no database" in ran.err


def test_the_version_is_that_of_the_project() -> None:
    assert f'version = "{VERSION}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert studio("--version").out == f"toolcall-studio {VERSION}\n"


def test_help_names_every_command_and_each_has_its_own() -> None:
    assert all(f"  {name}" in studio("--help").out for name in COMMANDS)
    ran = studio("replay", "--help")
    assert ran.code == 0
    assert "--check" in ran.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "demo --headless"),
        (["demo"], "demo --headless"),
        ([str(DEMO_TOOLS)], "show"),
        (["no_such_thing"], "There is no file and no command no_such_thing."),
        (["shwo", "d.tcsession"], "There is no command shwo. Did you mean show?"),
        (["Replay"], "There is no command Replay. Did you mean replay?"),
        (["gone.tcsession"], "There is no file gone.tcsession."),
        ([str(DEMO_TOOLS), str(DEMO_TOOLS)], "One file can be opened at a time"),
        (["--nix"], "no option --nix"),
        (["--screenshot"], "name of the picture"),
    ],
)
def test_without_a_display_or_with_wrong_words_it_says_what_to_do(arguments: list[str], told: str) -> None:
    ran = studio(*arguments, QT_QPA_PLATFORM="")
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err


@pytest.mark.parametrize(("where", "code"), [(">&-", 0), ("2>&-", 0), ("<&-", 0), ("| true", 141), (">/dev/full", 5)])
@pytest.mark.parametrize("more", ["", "--json"])
def test_closed_and_full_outputs_end_a_command_without_a_traceback(where: str, code: int, more: str) -> None:
    line = f"set -o pipefail; {shlex.join(command('tools', DEMO_TOOLS))} {more} {where}"
    ran = subprocess.run(
        ["bash", "-c", line], env=environment(), capture_output=True, text=True, timeout=60, check=False, cwd=ROOT
    )
    assert (ran.returncode, "Traceback" in ran.stderr) == (code, False)


def test_ctrl_c_while_the_program_still_loads_ends_it_without_a_word(tmp_path: Path) -> None:
    slow = tmp_path / "sitecustomize.py"
    slow.write_text(
        "import sys\nclass Slow:\n    def find_spec(self, name, *_):\n        if name == 'studio.cli.tools':\n"
        "            print('loading', flush=True)\n            import time; time.sleep(30)\nsys.meta_path.insert(0, Slow())\n"
    )
    with subprocess.Popen(
        command("tools", DEMO_TOOLS),
        env=environment(PYTHONPATH=str(tmp_path)),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"loading\n"
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (130, b"")


def test_a_search_is_not_tried_together_with_checks_or_a_provider(capsys: pytest.CaptureFixture[str]) -> None:
    for more in (["--check"], ["--for", "openai"]):
        with pytest.raises(SystemExit) as left:
            tools.main(["shop.py", "--search", "pay", *more])
        assert left.value.code == 2
        assert f"--search and {more[0]} are two ways of looking at it" in capsys.readouterr().err.replace("\n", " ")


def test_wrong_options_are_one_sentence_and_a_document(tmp_path: Path) -> None:
    ran = studio("show", "--json", "--no-such-option", tmp_path / "x")
    (document,) = ran.documents
    assert (ran.code, document["error"]["sentence"]) == (2, "Unrecognized arguments: --no-such-option.")
    assert ran.err == "Unrecognized arguments: --no-such-option. See toolcall-studio show --help.\n"
    assert studio("run", "--prompt", "x").err.count("\n") == 1


def test_the_tools_file_of_the_readme_is_one_and_its_tool_is_sensitive(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    path = tmp_path / "shop.py"
    path.write_text(text.partition("```python\n")[2].partition("```")[0], encoding="utf-8")
    ran = studio("tools", path)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("refund (sensitive)\n  Pay an order back.\n")
    assert studio("call", path, "refund", '{"order": 48213}').out == "Order 48213 was paid back.\n"


SHOP = '''
def pay(order: int, amount: float, notify: bool = True) -> str:
    """Pay an order."""
    return f"{order!r} {amount!r} {notify!r}"
'''


def test_what_a_called_tool_gets_otherwise_than_it_was_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(SHOP)
    given = ("call", tmp_path / "shop.py", "pay", '{"order": "48213", "amount": 5, "notify": null}')
    ran = studio(*given)
    assert (ran.code, ran.out) == (0, "48213 5.0 True\n")
    assert ran.err == 'order: "48213" → 48213\nnotify: null → left out\n'
    (told,) = studio(*given, "--json").documents
    assert told["changes"] == [
        {"pointer": "/order", "old": '"48213"', "new": "48213"},
        {"pointer": "/notify", "old": "null", "new": ""},
    ]


def test_a_called_tool_may_be_given_only_what_fits_as_it_is_or_be_offered_the_change(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(SHOP)
    given = ("call", tmp_path / "shop.py", "pay", '{"order": "48213", "amount": 5}')
    off, ask = studio(*given, "--coercion", "off"), studio(*given, "--coercion", "ask")
    assert (off.code, off.out, ask.code, ask.out) == (1, "", 1, "")
    assert "order: must be a whole number" in off.err
    assert 'order: "48213" → 48213' not in off.err
    assert (
        'must be a whole number\nWith --coercion lossless these can be made to fit:\n- order: "48213" → 48213'
        in ask.err
    )
    assert studio(*given, "--coercion", "langchain4j").code == 0


HOTEL = '''
from datetime import date

from toolcall import Execution, Image, ToolContext, tool


@tool(idempotent=True, timeout=20)
def book(night: date, *, context: ToolContext) -> str:
    """Book a room."""
    context.progress(0.5, "asking the hotel")
    return f"booked as {context.idempotency_key}"


@tool(compensates="book", return_behavior="immediate")
def cancel(done: Execution) -> str:
    """Give the room back."""
    return "cancelled"


@tool(compensates="fly")
def land() -> Image:
    """Show the picture."""
    return Image(b"GIF89a-bytes", "image/gif")
'''


@pytest.fixture
def hotel(tmp_path: Path) -> Path:
    path = tmp_path / "hotel.py"
    path.write_text(HOTEL, encoding="utf-8")
    return path


def test_what_is_declared_of_a_tool_stands_beside_its_name(hotel: Path) -> None:
    told = studio("tools", hotel).out
    assert "book (idempotent, 20 s)\n  Book a room.\n" in told
    assert "cancel (immediate, undoes book)\n  No model is offered it" in told
    assert "was left out" not in told
    assert "land (undoes fly)\n  This file has no tool fly, which it undoes" in told


def test_a_called_tool_has_a_key_of_its_own_and_its_progress_is_told(hotel: Path) -> None:
    first, second = (studio("call", hotel, "book", '{"night": "2030-01-02"}') for _ in range(2))
    assert (first.code, first.err) == (0, "50% asking the hotel\n")
    assert first.out.startswith("booked as ")
    assert len({first.out, second.out, "booked as \n"}) == 3


def test_a_value_that_a_type_refuses_is_told_with_its_parameter_and_without_our_own_lines(hotel: Path) -> None:
    ran = studio("call", hotel, "book", '{"night": "2030-02-30"}')
    assert ran.code == 1
    assert "book was not run, its arguments do not fit:\n- night: ValueError: day is out of range" in ran.out
    assert "Traceback" not in ran.err


def test_a_tool_that_undoes_another_by_its_record_is_not_called_by_itself(hotel: Path) -> None:
    ran = studio("call", hotel, "cancel")
    assert (ran.code, ran.out) == (2, "")
    assert "cancel undoes a call of book" in ran.err
    assert "run --compensate" in ran.err


def test_a_picture_that_a_tool_gives_is_told(hotel: Path) -> None:
    assert studio("call", hotel, "land").out == "(picture 1: image/gif, 12 bytes)\n"


def test_a_module_that_is_missing_is_told_with_the_option_that_names_another_python(tmp_path: Path) -> None:
    path = tmp_path / "shop.py"
    path.write_text("import no_such_module_here\n", encoding="utf-8")
    ran = studio("tools", path)
    assert ran.code == 3
    assert "--python" in ran.err


def test_functions_that_are_only_imported_are_named_on_one_line(tmp_path: Path) -> None:
    path = tmp_path / "shop.py"
    path.write_text("from json import dumps, loads\ndef f(a): ...\ndef pay(n: int) -> int: ...\n", encoding="utf-8")
    told = studio("tools", path).out.splitlines()
    assert told[-2:] == ["f was left out: its parameter a has no type hint", "Left out, because imported: dumps, loads"]
